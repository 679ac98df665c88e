"""The endpoints of tracking (document: Endpoints, Tracking; quirks 11, 14 to 19 and 53)."""

from typing import Annotated, Any

from fastapi import Depends, Path, Query, Request, Response
from fastapi.exceptions import RequestValidationError
from pydantic import ValidationError
from sqlalchemy.orm import Session as DatabaseSession

from funneldesk.contract.shapes import Record
from funneldesk.contract.tracking import (
    Click,
    ExportQueued,
    Replay,
    ReplaySummary,
    Session,
    ShortLink,
)
from funneldesk.server.jobs.exports import queue_export
from funneldesk.server.parts.tracking.bodies import (
    click_body,
    replay_body,
    replay_summary,
    session_body,
)
from funneldesk.server.parts.tracking.replays import replay_of, replays_of
from funneldesk.server.parts.tracking.rules import (
    Clicks,
    ExportInput,
    ShortLinkInput,
    columns_of,
    filters_of,
)
from funneldesk.server.parts.tracking.store import TrackingStore, clicks_of, narrows
from funneldesk.server.web.access import Access, allow
from funneldesk.server.web.answers import Json
from funneldesk.server.web.listing import Paging
from funneldesk.server.web.quick import quickly
from funneldesk.server.web.roles import Need
from funneldesk.server.web.scheduling import Router

router = Router(prefix="/api/brands/{brand:int}", tags=["tracking"])

Reading = Annotated[Access, Depends(allow("tracking", Need.READ))]
Writing = Annotated[Access, Depends(allow("tracking", Need.WRITE))]
Name = Annotated[str, Path(max_length=255)]


class ClickListing(Record):
    """The envelope of ``GET …/clicks`` (quirk 11)."""

    total: int
    last_page: int
    current_page: int
    per_page: int
    next_page_url: str | None
    data: list[Click]


@router.get("/clicks", response_model=ClickListing)
async def list_clicks(
    wanted: Annotated[Clicks, Query()], request: Request, access: Reading
) -> Response:
    """Clicks, the newest first; 30 a page whatever is asked for."""

    def look(session: DatabaseSession) -> tuple[list[dict[str, Any]], Paging, int]:
        store = TrackingStore(session, access.brand_id)
        rows, paging, total = store.list(wanted)
        data = [click_body(row) for row in rows]
        if wanted.recorded_page is not None:
            pages = store.recorded_pages([row.id for row in rows])
            data = [{**each, "recorded_pages": pages.get(each["id"], [])} for each in data]
        return data, paging, total

    data, paging, total = await quickly(access.platform.database, look, unless=narrows(wanted))
    last = paging.last_page(total)
    further = request.url.include_query_params(page=paging.page + 1)
    return Json(
        {
            "total": total,
            "last_page": last,
            "current_page": paging.page,
            "per_page": paging.per_page,
            "next_page_url": str(further) if paging.page < last else None,
            "data": data,
        }
    )


@router.post("/clicks/export", response_model=ExportQueued)
def export_clicks(body: ExportInput, access: Writing) -> Response:
    """Have clicks written to a file in the background and sent by mail."""
    filters = filters_of(body.filters or [])
    _checked(filters)
    order = {
        "filters": filters,
        "codes": body.selected_codes or [],
        "columns": columns_of(body.columns),
    }
    with access.platform.database.writing() as session:
        queue_export(session, access, "tracking", order)
    return Json({"success": True, "message": "The export comes by mail when it is ready."})


@router.get("/clicks/session/{sessionId}", response_model=Session)
def get_session(session_id: Annotated[Name, Path(alias="sessionId")], access: Reading) -> Response:
    """What is known of a session; two empty arrays when nothing is (quirk 53)."""
    with access.platform.database.reading() as session:
        found = TrackingStore(session, access.brand_id).session(_storable(session_id))
        return Json(session_body(*found))


@router.get("/clicks/{click_code}", response_model=Click)
def get_click(click_code: Name, access: Reading) -> Response:
    """The click of a session id or click code."""
    with access.platform.database.reading() as session:
        return Json(click_body(TrackingStore(session, access.brand_id).get(_storable(click_code))))


@router.get("/replays", response_model=list[ReplaySummary])
def list_replays(
    session_id: Annotated[str, Query(min_length=1, max_length=255)], access: Reading
) -> Response:
    """The recordings of a session."""
    with access.platform.database.reading() as session:
        rows = replays_of(session, access.brand_id, _storable(session_id))
        return Json([replay_summary(row, session_id) for row in rows])


@router.get("/replays/{sessionId}", response_model=Replay)
def get_replay(replay_id: Annotated[Name, Path(alias="sessionId")], access: Reading) -> Response:
    """A recording by its document id; a missing one is 404."""
    with access.platform.database.reading() as session:
        return Json(replay_body(*replay_of(session, access.brand_id, _storable(replay_id))))


@router.post("/short-links/generate", response_model=ShortLink, status_code=201)
def generate_short_link(body: ShortLinkInput, request: Request, access: Writing) -> Response:
    """A new short link, also for an address that has one already."""
    with access.platform.database.writing() as session:
        code = TrackingStore(session, access.brand_id).shorten(body.destination_url)
    return Json({"code": code, "url": str(request.url.replace(path=f"/s/{code}", query=""))}, 201)


def _storable(text: str) -> str:
    """What no database could hold names nothing: so it is as good as empty."""
    return "" if "\0" in text else text


def _checked(filters: dict[str, Any]) -> None:
    """Raises RequestValidationError for a filter whose value does not fit."""
    try:
        clicks_of(filters)
    except ValidationError as error:
        found = [{**each, "loc": ("body", "filters", *each["loc"])} for each in error.errors()]
        raise RequestValidationError(found) from error
