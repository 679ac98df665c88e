"""The endpoints of tickets (document: Endpoints, Tickets; quirks 14, 15, 16 and 57)."""

from datetime import tzinfo
from typing import Annotated, Literal

from fastapi import Depends, Query, Response
from sqlalchemy import bindparam, select
from sqlalchemy.orm import Session

from funneldesk.contract.shapes import Record
from funneldesk.contract.tickets import Ticket, TicketMessage, TicketStatuses
from funneldesk.contract.zones import zone_of
from funneldesk.server.parts.brands.tables import BrandRow
from funneldesk.server.parts.tickets.bodies import message_body, ticket_body
from funneldesk.server.parts.tickets.replies import Reply, reply
from funneldesk.server.parts.tickets.rules import STATUSES, ReplyInput
from funneldesk.server.parts.tickets.store import TicketStore
from funneldesk.server.web.access import Access, allow
from funneldesk.server.web.answers import Json
from funneldesk.server.web.aside import aside
from funneldesk.server.web.errors import invalid
from funneldesk.server.web.fields import CLEARABLE, OptionalWords
from funneldesk.server.web.listing import Paging, paging, under_meta
from funneldesk.server.web.quick import quickly
from funneldesk.server.web.roles import Need
from funneldesk.server.web.scheduling import Router

router = Router(prefix="/api/brands/{brand:int}/tickets", tags=["tickets"])

Reading = Annotated[Access, Depends(allow("tickets", Need.READ))]
Writing = Annotated[Access, Depends(allow("tickets", Need.WRITE))]


async def _prepared(body: ReplyInput, access: Writing) -> Reply:
    """The reply, its letter made harmless; for those who may write only."""
    return await aside(Reply.of, body)


Prepared = Annotated[Reply, Depends(_prepared)]
PER_PAGE = 30
_ZONE = select(BrandRow.timezone).where(BrandRow.id == bindparam("brand_id"))

Status = Annotated[
    Literal["open", "waiting", "closed", "resolved", "spam"] | None, CLEARABLE, Query()
]
Sort = Annotated[Literal["date_asc", "date_desc"] | None, CLEARABLE, Query()]


class Meta(Record):
    """Where a page of tickets stands."""

    current_page: int
    per_page: int
    total: int


class TicketListing(Record):
    """The envelope of ``GET …/tickets``."""

    data: list[Ticket]
    meta: Meta
    statuses: TicketStatuses


class Thread(Record):
    """The envelope of ``GET …/messages``."""

    data: list[TicketMessage]


class Done(Record):
    """The answer to a change."""

    message: str


@router.get("", response_model=TicketListing)
async def list_(
    access: Reading,
    wanted: Annotated[Paging, Depends(paging(PER_PAGE))],
    status: Status = None,
    search: Annotated[OptionalWords, Query(alias="searchQuery")] = None,
    sort: Sort = None,
) -> Response:
    """Tickets, the newest first unless asked otherwise, with the count of each status."""

    def look(session: Session) -> Response:
        store = TicketStore(session, access.brand_id)
        rows, total, statuses = store.list(wanted, status, search, sort != "date_asc")
        zone = _zone(session, access.brand_id)
        data = [ticket_body(row, zone) for row in rows]
        return Json(under_meta(wanted, total, data, statuses=statuses))

    return await quickly(access.platform.database, look, unless=search)


@router.get("/statuses", response_model=TicketStatuses)
def statuses(access: Reading) -> Response:
    """How many tickets there are of each status."""
    with access.platform.database.reading() as session:
        return Json(TicketStore(session, access.brand_id).statuses())


@router.post("/{ticket_code}/mark-as-read", response_model=Done)
def mark_as_read(ticket_code: str, access: Writing) -> Response:
    """Set the read flag."""
    with access.platform.database.writing() as session:
        TicketStore(session, access.brand_id).mark(ticket_code, True)
    return Json({"message": "ticket marked as read"})


@router.post("/{ticket_code}/mark-as-unread", response_model=Done)
def mark_as_unread(ticket_code: str, access: Writing) -> Response:
    """Clear the read flag."""
    with access.platform.database.writing() as session:
        TicketStore(session, access.brand_id).mark(ticket_code, False)
    return Json({"message": "ticket marked as unread"})


@router.get("/{ticket_code}/messages", response_model=Thread)
def messages(ticket_code: str, access: Reading) -> Response:
    """The thread of a ticket, the oldest message first."""
    with access.platform.database.reading() as session:
        store = TicketStore(session, access.brand_id)
        row = store.get(ticket_code)
        zone = _zone(session, access.brand_id)
        data = [message_body(found, row.ticket_code, zone) for found in store.messages(row)]
    return Json({"data": data})


@router.post("/{ticket_code}/messages", response_model=TicketMessage)
def write(ticket_code: str, sent: Prepared, access: Writing) -> Response:
    """Reply: the ticket waits for the customer, who gets an agent's message by mail."""
    with access.platform.database.writing() as session:
        row = reply(session, access.brand_id, ticket_code, sent, access.caller.user_id)
        zone = _zone(session, access.brand_id)
        return Json(message_body(row, ticket_code, zone))


@router.post("/{ticket_code}/set-status/{status}", response_model=Done)
def set_status(ticket_code: str, status: str, access: Writing) -> Response:
    """Give a ticket one of the five statuses."""
    with access.platform.database.writing() as session:
        store = TicketStore(session, access.brand_id)
        store.get(ticket_code)
        if status not in STATUSES:
            known = ", ".join(STATUSES)
            raise invalid({"status": f"The selected status is invalid; it may be {known}."})
        store.set_status(ticket_code, status)
    return Json({"message": f"ticket status set to {status}"})


def _zone(session: Session, brand_id: int) -> tzinfo:
    return zone_of(session.connection().scalar(_ZONE, {"brand_id": brand_id}))
