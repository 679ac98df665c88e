"""Inbound postbacks: ``/webhooks/{code}`` starts an automation (document: Events)."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qsl

from fastapi import APIRouter, Request, Response
from starlette.concurrency import run_in_threadpool
from starlette.formparsers import MultiPartException

from funneldesk.server.parts.automations.engine.starting import start_by_postback
from funneldesk.server.parts.automations.postbacks import automation_of
from funneldesk.server.platform import Platform
from funneldesk.server.web.answers import Json
from funneldesk.server.web.errors import invalid, missing
from funneldesk.server.web.forms import json_object

router = APIRouter(include_in_schema=False)

MOST_BYTES = 64 * 1024
MOST_FIELDS = 200


@router.api_route("/webhooks/{code}", methods=["GET", "POST"], max_body_size=MOST_BYTES)
async def receive(code: str, request: Request) -> Response:
    """Start the automation of this postback code; the answer does not wait for it."""
    sent = {**_pairs(request.url.query), **await _body(request)}
    platform: Platform = request.app.state.platform
    await run_in_threadpool(_start, platform, code, sent)
    return Json({"success": True})


def _start(platform: Platform, code: str, sent: Mapping[str, Any]) -> None:
    with platform.database.reading() as session:
        found = automation_of(session, code)
    if found is None:
        raise missing("automation")
    if found.is_active:
        with platform.database.writing() as session:
            start_by_postback(session, found.brand_id, found.automation_id, _subject(sent))


def _subject(sent: Mapping[str, Any]) -> dict[str, Any]:
    return {**sent, "values": dict(sent)}


async def _body(request: Request) -> Mapping[str, Any]:
    """What was posted: a JSON object, or a form's fields without its files."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind == "multipart/form-data":
        try:
            async with request.form(max_files=10, max_fields=MOST_FIELDS) as form:
                return {name: value for name, value in form.items() if isinstance(value, str)}
        except (MultiPartException, ValueError) as error:
            raise invalid({"body": "The form is not understood."}) from error
    content = await request.body()
    if not content.strip():
        return {}
    if kind == "application/x-www-form-urlencoded":
        return _pairs(content.decode("utf-8", "replace"))
    return json_object(content)


def _pairs(text: str) -> dict[str, str]:
    try:
        return dict(parse_qsl(text, keep_blank_values=True, max_num_fields=MOST_FIELDS))
    except ValueError as error:
        raise invalid({"body": f"At most {MOST_FIELDS} fields are taken."}) from error
