"""The endpoints of funnels (document: Endpoints, Funnels; quirks 12 and 40)."""

from datetime import UTC, datetime
from typing import Annotated, Any

from fastapi import Depends, Response
from sqlalchemy.orm import Session

from funneldesk.contract.funnels import Funnel, FunnelFlow, FunnelSummary
from funneldesk.contract.shapes import Record
from funneldesk.server.parts.analytics.asking import Asking, Moment, Zone
from funneldesk.server.parts.funnels.flow import flow_of
from funneldesk.server.parts.funnels.rules import FunnelCreate, FunnelUpdate
from funneldesk.server.parts.funnels.store import FunnelStore, summary
from funneldesk.server.parts.funnels.tables import FunnelRow
from funneldesk.server.web.access import Access, allow
from funneldesk.server.web.answers import Json
from funneldesk.server.web.quick import in_thread
from funneldesk.server.web.roles import Need
from funneldesk.server.web.scheduling import Router, Work

router = Router(prefix="/api/brands/{brand:int}/funnels", tags=["funnels"])
reports = Router(work=Work.LONG_READ)

Reading = Annotated[Access, Depends(allow("funnels", Need.READ))]
Writing = Annotated[Access, Depends(allow("funnels", Need.WRITE))]

Following = Annotated[Access, Depends(allow("funnels", Need.READ, "pages", "tracking"))]
Cloning = Annotated[Access, Depends(allow("funnels", Need.WRITE, "pages"))]


class FunnelListing(Record):
    """The envelope of ``GET …/funnels/all``."""

    data: list[FunnelSummary]


class Deleted(Record):
    """The answer to a deletion."""

    message: str


@router.get("/all", response_model=FunnelListing)
async def list_(access: Reading) -> Response:
    """All funnels, the newest first."""

    def look(session: Session) -> Response:
        return Json({"data": FunnelStore(session, access.brand_id).list()})

    return await in_thread(access.platform.database, look)


@router.get("/{funnel:int}", response_model=Funnel)
def get(funnel: int, access: Reading) -> Response:
    """A funnel with its pages."""
    with access.platform.database.reading() as session:
        store = FunnelStore(session, access.brand_id)
        return Json(_shown(access, store, store.get(funnel)))


@reports.get("/{funnel:int}/flow", response_model=FunnelFlow, include_in_schema=False)
def get_flow(
    funnel: int, access: Following, start: Moment, end: Moment, tz: Zone = None
) -> Response:
    """How sessions went through the pages of a funnel, and what each page sold."""
    with access.platform.database.reading() as session:
        store = FunnelStore(session, access.brand_id)
        ids = [page["id"] for page in store.whole(store.get(funnel))["pages"]]
        shown = Asking(session, access).span(start, end, tz).shown()
        moments = (datetime.fromisoformat(shown[name]).astimezone(UTC) for name in ("start", "end"))
        return Json({"pages": flow_of(session, access.brand_id, ids, *moments)})


@router.post("", response_model=Funnel)
def create(body: FunnelCreate, access: Writing) -> Response:
    """A new funnel, active unless said otherwise."""
    with access.platform.database.writing() as session:
        store = FunnelStore(session, access.brand_id)
        return Json(_shown(access, store, store.create(body.model_dump(exclude_unset=True))))


@router.put("/{funnel:int}", response_model=Funnel)
def update(funnel: int, body: FunnelUpdate, access: Writing) -> Response:
    """Change what was sent."""
    with access.platform.database.writing() as session:
        store = FunnelStore(session, access.brand_id)
        row = store.update(funnel, body.model_dump(exclude_unset=True))
        return Json(_shown(access, store, row))


@router.delete("/{funnel:int}", response_model=Deleted)
def delete(funnel: int, access: Writing) -> Response:
    """Remove a funnel; its pages stay."""
    with access.platform.database.writing() as session:
        FunnelStore(session, access.brand_id).delete(funnel)
    return Json({"message": "funnel deleted"})


@router.post("/{funnel:int}/clone", response_model=FunnelSummary)
def clone(funnel: int, access: Cloning) -> Response:
    """An inactive copy with copies of all pages, as far as the plan allows."""
    with access.platform.database.writing() as session:
        store = FunnelStore(session, access.brand_id)
        row, pages_count = store.clone(funnel, access.platform.plan)
        return Json(summary(row, pages_count))


router.include_router(reports)


def _shown(access: Access, store: FunnelStore, row: FunnelRow) -> dict[str, Any]:
    """A funnel with its pages, which are left out for a key that cannot see pages."""
    body = store.whole(row)
    if not access.reaches("pages"):
        del body["pages"]
    return body
