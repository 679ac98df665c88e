"""The endpoints of conversions (document: Endpoints, Conversions; quirks 7, 14, 15 and 59)."""

from typing import Annotated

from fastapi import Depends, Path, Query, Request, Response

from funneldesk.contract.conversions import (
    Conversion,
    ConversionExport,
    ConversionSummary,
    Refund,
)
from funneldesk.contract.shapes import Record
from funneldesk.server.jobs.exports import queue_export
from funneldesk.server.parts.conversions.amounts import number
from funneldesk.server.parts.conversions.bodies import detail, summary
from funneldesk.server.parts.conversions.refunds import refund_order
from funneldesk.server.parts.conversions.rules import (
    ExportInput,
    NotPossible,
    RefundInput,
    Search,
)
from funneldesk.server.parts.conversions.store import ConversionStore
from funneldesk.server.visitor.downloads import download_path
from funneldesk.server.web.access import Access, allow
from funneldesk.server.web.answers import Json
from funneldesk.server.web.errors import invalid, missing
from funneldesk.server.web.listing import Paging, paging, under_meta
from funneldesk.server.web.quick import in_thread, quickly
from funneldesk.server.web.roles import Need
from funneldesk.server.web.scheduling import Router

router = Router(prefix="/api/brands/{brand:int}", tags=["conversions"])

Reading = Annotated[Access, Depends(allow("conversions", Need.READ))]
Writing = Annotated[Access, Depends(allow("conversions", Need.WRITE))]
Refunding = Annotated[Access, Depends(allow("conversions", Need.ADMIN))]
Code = Annotated[str, Path()]


class Meta(Record):
    """Where in the list a page of results stands."""

    current_page: int
    per_page: int
    total: int


class ConversionListing(Record):
    """The envelope of ``GET …/conversions`` (quirk 11)."""

    data: list[ConversionSummary]
    meta: Meta


@router.get("/conversions", response_model=ConversionListing)
async def list_(
    asked: Annotated[Search, Query()],
    wanted: Annotated[Paging, Depends(paging(15))],
    access: Reading,
) -> Response:
    """Orders, the newest first; ``search`` looks for codes, e-mail addresses and names."""
    search = asked.search.replace("\0", " ").strip()
    brand_id, database = access.brand_id, access.platform.database
    if search:
        rows, total = await in_thread(
            database, lambda session: ConversionStore(session, brand_id).search(search, wanted)
        )
    else:
        rows, total = await quickly(
            database, lambda session: ConversionStore(session, brand_id).list(wanted)
        )
    return Json(under_meta(wanted, total, [summary(row) for row in rows]))


@router.post("/conversions/export", response_model=ConversionExport)
def export(body: ExportInput, request: Request, access: Writing) -> Response:
    """Have orders written to a file, which can be fetched where the answer says."""
    if body.start_date and body.end_date and body.end_date < body.start_date:
        raise invalid({"end_date": "The end_date must not be before the start_date."})
    with access.platform.database.writing() as session:
        order = body.model_dump(mode="json")
        export_id = queue_export(session, access, "conversions", order)
    path = download_path(access.platform, access.brand_id, export_id)
    address = str(request.url.replace(path=path, query=""))
    message = "The export is being made. It can be fetched at download_url, and comes by mail."
    return Json({"message": message, "export_id": export_id, "download_url": address})


@router.get("/conversions/{code}", response_model=Conversion)
def get(code: Code, access: Reading) -> Response:
    """An order by its code, whole."""
    with access.platform.database.reading() as session:
        store = ConversionStore(session, access.brand_id)
        row = store.get(code)
        items = store.items([row.id])[row.id]
        return Json(detail(row, items, store.funnel_title(row.funnel_id)))


@router.post("/conversions/{code}/refund", response_model=Refund)
def refund(code: Code, body: RefundInput, access: Refunding) -> Response:
    """Give money back: all that is left, or a part of it."""
    with access.platform.database.writing() as session:
        if "\0" in code:
            raise missing("conversion")
        try:
            given = refund_order(session, access.brand_id, code, body.amount, body.reason)
        except NotPossible as error:
            raise invalid({error.field: error.sentence}) from error
    amount, status = number(given.amount), given.order.status
    message = f"{amount} {given.order.currency} of the order {code} were refunded."
    return Json({"message": message, "code": code, "refund_amount": amount, "status": status})
