"""The endpoints of pages (document: Endpoints, Pages; quirks 3, 12 and 20 to 27)."""

from typing import Annotated

from fastapi import Depends, Request, Response
from sqlalchemy.orm import Session

from funneldesk.contract.pages import Page, PageSummary
from funneldesk.contract.shapes import Record
from funneldesk.server.parts.domains.addresses import page_url
from funneldesk.server.parts.pages.bodies import read_body, written_body
from funneldesk.server.parts.pages.rules import PageCreate, PageUpdate
from funneldesk.server.parts.pages.store import PageStore
from funneldesk.server.web.access import Access, allow
from funneldesk.server.web.answers import Json
from funneldesk.server.web.quick import in_thread
from funneldesk.server.web.roles import Need
from funneldesk.server.web.scheduling import Router

router = Router(prefix="/api/brands/{brand:int}/pages", tags=["pages"])

Reading = Annotated[Access, Depends(allow("pages", Need.READ))]
Writing = Annotated[Access, Depends(allow("pages", Need.WRITE))]


class PageListing(Record):
    """The envelope of ``GET …/pages/all``."""

    data: list[PageSummary]


class CreatedPage(Record):
    """The envelope of ``POST …/pages``."""

    page: Page


class Deleted(Record):
    """The answer to a deletion."""

    message: str


@router.get("/all", response_model=PageListing)
async def list_(access: Reading) -> Response:
    """Summaries of all pages, the one that changed last first."""

    def look(session: Session) -> Response:
        return Json({"data": PageStore(session, access.brand_id).list()})

    return await in_thread(access.platform.database, look)


@router.get("/{page:int}", response_model=Page)
def get(page: int, request: Request, access: Reading) -> Response:
    """A page, whole."""
    with access.platform.database.reading() as session:
        row, source = PageStore(session, access.brand_id).get(page)
        return Json(read_body(row, source, page_url(session, request, row)))


@router.post("", response_model=CreatedPage)
def create(body: PageCreate, request: Request, access: Writing) -> Response:
    """A new page, as far as the plan allows."""
    with access.platform.database.writing() as session:
        store = PageStore(session, access.brand_id)
        store.reserve()
        access.platform.plan.check("pages", store.count())
        row, source = store.create(body.model_dump(exclude_unset=True))
        return Json({"page": written_body(row, source, page_url(session, request, row))})


@router.put("/{page:int}", response_model=Page)
def update(page: int, body: PageUpdate, request: Request, access: Writing) -> Response:
    """Change what was sent; the title is always sent."""
    with access.platform.database.writing() as session:
        store = PageStore(session, access.brand_id)
        row, source = store.update(page, body.model_dump(exclude_unset=True))
        return Json(written_body(row, source, page_url(session, request, row)))


@router.delete("/{page:int}", response_model=Deleted)
def delete(page: int, access: Writing) -> Response:
    """Remove a page for good."""
    with access.platform.database.writing() as session:
        PageStore(session, access.brand_id).delete(page)
    return Json({"message": "page deleted"})
