"""What visitors' browsers tell: ``/p/{brand}/-/tracking.js`` and ``/p/{brand}/-/events``.

Everything here comes from strangers: it is bounded, checked, and never an error of the platform.
"""

import re
import secrets
import time
from functools import partial
from typing import Any

from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse
from pydantic import ValidationError
from sqlalchemy.exc import OperationalError
from starlette.concurrency import run_in_threadpool

from funneldesk.server.parts.brands.tables import BrandRow
from funneldesk.server.parts.tracking.store import destination
from funneldesk.server.platform import Platform
from funneldesk.server.visitor import notices
from funneldesk.server.visitor.hosts import cookie_path
from funneldesk.server.visitor.limits import (
    EVENTS,
    VISITOR,
    VISITS,
    Sender,
    TooMany,
    known_visitor,
)
from funneldesk.server.visitor.tracking_batch import Batch
from funneldesk.server.visitor.tracking_intake import take_in
from funneldesk.server.visitor.tracking_origin import Origin
from funneldesk.server.visitor.tracking_script import SCRIPT
from funneldesk.server.web.answers import Json
from funneldesk.server.web.fields import LARGEST_ID
from funneldesk.server.web.sentences import field_messages

router = APIRouter(include_in_schema=False)

_YEAR_SECONDS = 365 * 24 * 3600
_MOST_BODY_BYTES = 256 * 1024
_TRIES = 4
_SHORT_CODE = re.compile("[0-9a-z]{1,16}")


@router.get("/p/{brand:int}/-/tracking.js")
async def script(brand: int) -> Response:
    """The script that pages load; the same for every brand."""
    headers = {"Cache-Control": "public, max-age=300", "X-Content-Type-Options": "nosniff"}
    return Response(SCRIPT, media_type="text/javascript; charset=utf-8", headers=headers)


@router.post("/p/{brand:int}/-/events", max_body_size=_MOST_BODY_BYTES)
async def events(brand: int, request: Request) -> Response:
    """Take in a batch: 204, or 422 for what is none. Its type may be anything, as beacons are."""
    try:
        batch = Batch.model_validate_json(await request.body())
    except ValidationError as error:
        return Json({"errors": field_messages(error.errors())}, 422)
    known = known_visitor(request)
    visitor = known or secrets.token_hex(16)
    origin = Origin.of(request, batch.url, batch.referrer)
    sender = Sender.of(request, f"brand/{brand}")
    try:
        if not await run_in_threadpool(_take_in, sender, brand, visitor, origin, batch):
            return notices.not_found()
    except TooMany as error:
        return _too_many(error.seconds)
    answer = Response(status_code=204, headers={"Cache-Control": "no-store"})
    if visitor != known:
        answer.set_cookie(
            VISITOR,
            visitor,
            max_age=_YEAR_SECONDS,
            path=cookie_path(request),
            httponly=True,
            samesite="lax",
            secure=request.url.scheme == "https",
        )
    return answer


@router.api_route("/s/{code}", methods=["GET", "HEAD"])
def follow(code: str, request: Request) -> Response:
    """Lead on to the address behind a short link."""
    platform: Platform = request.app.state.platform
    url = None
    if _SHORT_CODE.fullmatch(code):
        with platform.database.reading() as session:
            url = destination(session, code)
    if url is None:
        return notices.not_found()
    return RedirectResponse(url, 302, {"Cache-Control": "no-store"})


def _too_many(seconds: int) -> Response:
    message = "Too many events came from here. Nothing is lost but these."
    return Json({"message": message}, 429, headers={"Retry-After": str(seconds)})


def _take_in(sender: Sender, brand_id: int, visitor: str, origin: Origin, batch: Batch) -> bool:
    """Whether there is such a brand; its events are kept. Two that lock each other try again.

    Raises TooMany.
    """
    platform = sender.platform
    sender.check(EVENTS, *(() if sender.visitor else (VISITS,)))
    for last in (*([False] * (_TRIES - 1)), True):
        try:
            with platform.database.writing() as session:
                known: Any = brand_id <= LARGEST_ID and session.get(BrandRow, brand_id)
                if known:
                    sender.count(session, EVENTS)
                    begins = partial(sender.count, session, VISITS)
                    take_in(session, brand_id, visitor, origin, batch, begins)
                return bool(known)
        except OperationalError:
            if last:
                raise
            time.sleep(0.05)
    return False
