"""The endpoints of customers (document: Endpoints, Customers; quirks 16, 17, 60 and 61)."""

from typing import Annotated

from fastapi import Depends, Path, Query, Response
from sqlalchemy.orm import Session

from funneldesk.contract.customers import (
    Customer,
    CustomerCounts,
    CustomerDetails,
    CustomerExportQueued,
)
from funneldesk.contract.shapes import Record
from funneldesk.server.jobs.exports import queue_export
from funneldesk.server.parts.customers.bodies import details, listed
from funneldesk.server.parts.customers.inputs import Asked, ExportInput, Filters
from funneldesk.server.parts.customers.store import CustomerStore, order_of
from funneldesk.server.web.access import Access, allow
from funneldesk.server.web.answers import Json
from funneldesk.server.web.fields import OptionalSwitch
from funneldesk.server.web.listing import Paging, flat, paging
from funneldesk.server.web.quick import quickly
from funneldesk.server.web.roles import Need
from funneldesk.server.web.scheduling import Router

router = Router(prefix="/api/brands/{brand:int}/customers", tags=["customers"])

Reading = Annotated[Access, Depends(allow("customers", Need.READ))]
Writing = Annotated[Access, Depends(allow("customers", Need.WRITE))]
Email = Annotated[str, Path(alias="customerEmail")]
Switch = Annotated[OptionalSwitch, Query()]


class CustomerListing(Record):
    """The envelope of ``GET …/customers``."""

    current_page: int
    data: list[Customer]
    per_page: int
    total: int
    last_page: int


@router.get("", response_model=CustomerListing)
async def list_(
    asked: Annotated[Asked, Query()], wanted: Annotated[Paging, Depends(paging())], access: Reading
) -> Response:
    """Customers in the order that is asked for; the one who did something last first."""
    order = order_of(asked.sort, asked.sort_direction)
    text = asked.q.replace("\0", " ")

    def look(session: Session) -> Response:
        store = CustomerStore(session, access.brand_id)
        rows, total = store.list(asked.type, text, order, wanted)
        return Json(flat(wanted, total, [listed(row, asked.columns) for row in rows]))

    return await quickly(access.platform.database, look, unless=text.strip())


@router.get("/quick-access", response_model=CustomerCounts)
def get_quick_access(access: Reading) -> Response:
    """How many customers there are of each sort."""
    with access.platform.database.reading() as session:
        return Json(CustomerStore(session, access.brand_id).counts())


@router.post("/export", response_model=CustomerExportQueued)
def export(body: ExportInput, access: Writing) -> Response:
    """Have customers written to a file in the background and sent by mail."""
    filters = body.filters or Filters()
    order = {
        "filters": filters.model_dump(),
        "emails": body.selected_emails,
        "columns": body.columns,
    }
    with access.platform.database.writing() as session:
        queue_export(session, access, "customers", order)
    return Json({"success": True, "message": "The export comes by mail when it is ready."})


@router.get("/{customerEmail:path}/details", response_model=CustomerDetails)
def get_details(
    email: Email,
    access: Reading,
    include_orders: Switch = True,
    include_subscriptions: Switch = True,
) -> Response:
    """A customer with orders and subscriptions; the address is percent-encoded whole."""
    with access.platform.database.reading() as session:
        store = CustomerStore(session, access.brand_id)
        row = store.get(email)
        orders, items = store.orders(row) if include_orders is not False else ((), {})
        kept = store.subscriptions(row) if include_subscriptions is not False else ()
        return Json(details(row, orders, items, kept))
