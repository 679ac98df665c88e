"""Where payment events come in: ``POST /payments/{brand}``, signed (quirk 61)."""

import hmac
from typing import Any

from fastapi import APIRouter, Request, Response
from fastapi.exceptions import RequestValidationError
from pydantic import ValidationError
from starlette.concurrency import run_in_threadpool

from funneldesk.server.parts.brands.tables import BrandRow
from funneldesk.server.parts.conversions.payment_events import EVENT, payment_secret, signature
from funneldesk.server.parts.conversions.payments import receive
from funneldesk.server.parts.conversions.rules import NotPossible
from funneldesk.server.platform import Platform
from funneldesk.server.web.answers import Json
from funneldesk.server.web.errors import Refused, invalid, missing
from funneldesk.server.web.fields import LARGEST_ID

router = APIRouter(include_in_schema=False)

SIGNATURE = "X-Payment-Signature"
MOST_BYTES = 256 * 1024


@router.post("/payments/{brand:int}", max_body_size=MOST_BYTES)
async def receive_payment(brand: int, request: Request) -> Response:
    """Work on one payment event; what is said twice happens once.

    401 for a signature that does not fit the body, 404 for what is not there, 422 for the rest.
    """
    platform: Platform = request.app.state.platform
    body = await request.body()
    right = signature(payment_secret(platform.secret, brand), body)
    shown = request.headers.get(SIGNATURE, "")
    if not hmac.compare_digest(right.encode(), shown.strip().lower().encode("utf-8", "replace")):
        raise Refused(401, {"message": f"the {SIGNATURE} header does not fit the body"})
    return Json(await run_in_threadpool(_receive, platform, brand, body))


def _receive(platform: Platform, brand: int, body: bytes) -> dict[str, Any]:
    try:
        event = EVENT.validate_json(body)
    except ValidationError as error:
        raise RequestValidationError(_places(error)) from None
    with platform.database.writing() as session:
        if brand > LARGEST_ID or session.get(BrandRow, brand) is None:
            raise missing("brand")
        try:
            return receive(session, brand, event)
        except NotPossible as error:
            raise invalid({f"data.{error.field}": error.sentence}) from error


def _places(error: ValidationError) -> list[dict[str, Any]]:
    """The errors under the names of the body's own fields, without the kind of event."""
    found: list[dict[str, Any]] = []
    for each in error.errors(include_url=False, include_input=False):
        kind, *place = each["loc"] or ("type",)
        found.append({**each, "loc": tuple(place) if place else (kind,)})
    return found
