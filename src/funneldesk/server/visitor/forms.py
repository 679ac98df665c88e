"""Forms on pages: ``POST /p/{brand}/-/collections/{code}`` (document: Collection; quirk 47).

A browser is led back to its page or on to ``_next``; a program that sends JSON gets JSON.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Annotated, Any
from urllib.parse import unquote, urljoin, urlsplit, urlunsplit

from fastapi import APIRouter, Depends, Request, Response
from fastapi.responses import RedirectResponse

from funneldesk.server.parts.collections.effects import new_entry
from funneldesk.server.parts.collections.store import CollectionStore, EntryStore
from funneldesk.server.parts.collections.tables import CollectionFieldRow
from funneldesk.server.visitor import notices
from funneldesk.server.visitor.limits import FORMS, Sender, TooMany
from funneldesk.server.web.answers import Json
from funneldesk.server.web.errors import Refused
from funneldesk.server.web.fields import LARGEST_ID
from funneldesk.server.web.forms import Sent, json_or_form

router = APIRouter(include_in_schema=False)

TRAP = "_gotcha"
"""A field that people do not see; programs that fill in everything fill it in too."""

NEXT = "_next"
MOST_BYTES = 512 * 1024
_TICKED = frozenset({"on", "yes", "true", "1"})
_UNPRINTED = re.compile(r"[\x00-\x20\x7f\\]")


@router.post("/p/{brand:int}/-/collections/{code}", max_body_size=MOST_BYTES)
def submit(
    brand: int, code: str, request: Request, sent: Annotated[Sent, Depends(json_or_form)]
) -> Response:
    """Take what a visitor filled in."""
    is_json = _is_json(request)
    values = sent.values
    if brand > LARGEST_ID:
        return _refuse(is_json, 404, {})
    if values.get(TRAP):
        return _accept(request, brand, values, None)
    try:
        sender = Sender.of(request, f"brand/{brand}")
        entry_id = _store(sender, brand, code, values, from_browser=not is_json)
    except TooMany as error:
        return _too_many(is_json, error.seconds)
    except Refused as error:
        return _refuse(is_json, error.status, error.body)
    return _accept(request, brand, values, entry_id)


def _store(
    sender: Sender, brand: int, code: str, values: Mapping[str, Any], *, from_browser: bool
) -> str:
    sender.check(FORMS)
    with sender.platform.database.writing() as session:
        row = CollectionStore(session, brand).find(code)
        store = EntryStore(session, brand, row)
        if from_browser:
            values = from_a_form(store.fields, values)
        entry = store.create_from_visitor(values)
        sender.count(session, FORMS)
        new_entry(session, row, store.fields, entry)
        return entry.id


def from_a_form(fields: Sequence[CollectionFieldRow], values: Mapping[str, Any]) -> dict[str, Any]:
    """What a browser's form means: a box that is not ticked is not sent at all."""
    result = dict(values)
    for field in fields:
        if field.type != "checkbox":
            continue
        ticked = str(values.get(field.code, "")).lower() in _TICKED
        if ticked or not field.required:
            result[field.code] = ticked
        else:
            result.pop(field.code, None)
    return result


def way_on(request_url: str, referrer: str, wanted: str, brand: int) -> str | None:
    """Where a browser goes next, as a path on this host.

    That is ``wanted`` when it is a page of the brand, else the page that it came from; None when
    there is neither.
    """
    here = urlsplit(request_url)
    for target, only_brand in ((wanted, True), (referrer, False)):
        if not target or _UNPRINTED.search(target):
            continue
        try:
            parts = urlsplit(urljoin(request_url, target))
        except ValueError:
            continue
        path = unquote(parts.path)
        if (parts.scheme, parts.netloc) != (here.scheme, here.netloc):
            continue
        if ".." in path.split("/") or _UNPRINTED.search(path.replace(" ", "")):
            continue
        if path.startswith("//") or not path.startswith(f"/p/{brand}/" if only_brand else "/"):
            continue
        return urlunsplit(("", "", parts.path, parts.query, parts.fragment if only_brand else ""))
    return None


def _accept(
    request: Request, brand: int, values: Mapping[str, Any], entry_id: str | None
) -> Response:
    if _is_json(request):
        return Json({"message": "entry created", "id": entry_id}, 201)
    wanted = values.get(NEXT)
    target = way_on(
        str(request.url),
        request.headers.get("referer", ""),
        wanted if isinstance(wanted, str) else "",
        brand,
    )
    return RedirectResponse(target, 303) if target else notices.thanks()


def _too_many(is_json: bool, seconds: int) -> Response:
    if is_json:
        message = "Too many entries came from here. Try again later."
        return Json({"message": message}, 429, headers={"Retry-After": str(seconds)})
    return notices.too_many(seconds)


def _refuse(is_json: bool, status: int, body: dict[str, Any]) -> Response:
    if status == 404:
        return Json({"message": "not found"}, 404) if is_json else notices.not_found()
    if is_json:
        return Json(body, status)
    return notices.not_taken([text for texts in body["errors"].values() for text in texts])


def _is_json(request: Request) -> bool:
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    return kind == "application/json"
