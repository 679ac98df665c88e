"""Queries on tickets: every one within a brand (quirk 57).

Totals come from the counters ``tickets/{status}``, which move with the tickets.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import ColumnElement, select
from sqlalchemy.orm import Session

from funneldesk.contract.letter_text import storable
from funneldesk.contract.message_text import kind_of
from funneldesk.server.db.counters import counted_each, move_all
from funneldesk.server.db.types import now
from funneldesk.server.parts.tickets.arrivals import (
    NewMessage,
    NewTicket,
    new_code,
    open_tickets,
    search_text,
)
from funneldesk.server.parts.tickets.bodies import SHOWN
from funneldesk.server.parts.tickets.previews import preview_of
from funneldesk.server.parts.tickets.rules import (
    CUSTOMER,
    STATUSES,
    is_ordered_by_update,
    marks_after,
)
from funneldesk.server.parts.tickets.tables import TicketMessageRow, TicketRow
from funneldesk.server.web.errors import missing
from funneldesk.server.web.listing import Attribute, By, Paging, conditions, count_of, rows_of
from funneldesk.server.web.searching import contains, within_reach

__all__ = [
    "NewMessage",
    "NewTicket",
    "TicketStore",
    "open_ticket",
    "open_tickets",
    "receive_message",
]


def open_ticket(
    session: Session,
    brand_id: int,
    *,
    subject: str,
    message: str,
    from_name: str | None = None,
    from_email: str | None = None,
    customer_email: str | None = None,
    type: str = "email",
    message_type: str | None = None,
) -> TicketRow:
    """A new open, unread ticket with its first message; ``type`` says how it came.

    What is too long is cut, what cannot be stored is left out: a customer is never turned away.
    Without a ``message_type`` the message decides whether it is html or text.
    """
    moment = now()
    row = TicketRow(
        brand_id=brand_id,
        ticket_code=new_code(),
        type=type[:32],
        status="open",
        subject=storable(subject)[:255] or "(no subject)",
        from_name=storable(from_name or "")[:255] or None,
        from_email=storable(from_email or "")[:320] or None,
        customer_email=storable(customer_email or from_email or "")[:320] or None,
        preview_message=preview_of(storable(message), message_type),
        search="",
        created_at=moment,
        updated_at=moment,
    )
    row.search = search_text(row)
    session.add(row)
    session.flush()
    store = TicketStore(session, brand_id)
    store.add_message(row, CUSTOMER, storable(message), row.from_name, message_type)
    move_all(session, brand_id, {"tickets/open": 1})
    return row


def receive_message(
    session: Session,
    brand_id: int,
    ticket_code: str,
    message: str,
    *,
    from_name: str | None = None,
    message_type: str | None = None,
) -> TicketMessageRow:
    """A further message of the customer: the ticket is open and unread again.

    Raises Refused (404).
    """
    store = TicketStore(session, brand_id)
    row = store.get(ticket_code, lock=True)
    return store.write(row, CUSTOMER, storable(message), from_name or row.from_name, message_type)


class TicketStore:
    """The tickets of one brand, in one session."""

    def __init__(self, session: Session, brand_id: int) -> None:
        self._session = session
        self._brand_id = brand_id

    def statuses(self) -> dict[str, int]:
        """How many tickets there are of each status."""
        names = [f"tickets/{status}" for status in STATUSES]
        found = counted_each(self._session, self._brand_id, names)
        return {status: found[f"tickets/{status}"] for status in STATUSES}

    def list(
        self, wanted: Paging, status: str | None, search: str | None, descending: bool
    ) -> tuple[Sequence[Any], int, Mapping[str, int]]:
        """A page of tickets, how many there are in all, and the count of each status."""
        statuses = self.statuses()
        equal: dict[Attribute, Any] = {TicketRow.brand_id: self._brand_id}
        if status:
            equal[TicketRow.status] = status
        column = TicketRow.updated_at if is_ordered_by_update(status) else TicketRow.created_at
        total = statuses[status] if status else sum(statuses.values())
        found: list[ColumnElement[bool]] = []
        if search and search.strip():
            found = within_reach(self._session, conditions(equal), column, total)
            found.append(contains(TicketRow.search, search))
            total = count_of(self._session, TicketRow, equal, found)
        order = By(column, descending), By(TicketRow.id, descending)
        rows = rows_of(
            self._session, TicketRow, equal, order, total, wanted, shown=SHOWN, further=found
        )
        return rows, total, statuses

    def get(self, ticket_code: str, *, lock: bool = False) -> TicketRow:
        """A ticket. Raises Refused (404)."""
        row = None
        if ticket_code.isalnum() and len(ticket_code) <= 16:
            query = select(TicketRow).where(
                TicketRow.brand_id == self._brand_id, TicketRow.ticket_code == ticket_code
            )
            row = self._session.scalar(query.with_for_update() if lock else query)
        if row is None:
            raise missing("ticket")
        return row

    def messages(self, row: TicketRow) -> Sequence[TicketMessageRow]:
        """The thread of a ticket, the oldest message first."""
        query = (
            select(TicketMessageRow)
            .where(
                TicketMessageRow.brand_id == self._brand_id, TicketMessageRow.ticket_id == row.id
            )
            .order_by(TicketMessageRow.created_at, TicketMessageRow.id)
        )
        return self._session.scalars(query).all()

    def mark(self, ticket_code: str, read: bool) -> None:
        """Set or clear the read flag; nothing else changes. Raises Refused (404)."""
        self.get(ticket_code, lock=True).read = read
        self._session.flush()

    def set_status(self, ticket_code: str, status: str) -> None:
        """Give a ticket one of the five statuses. Raises Refused (404)."""
        row = self.get(ticket_code, lock=True)
        if row.status != status:
            self._become(row, status)
            row.updated_at = now()
            self._session.flush()

    def write(
        self,
        row: TicketRow,
        type_: str,
        message: str,
        from_name: str | None,
        message_type: str | None = None,
    ) -> TicketMessageRow:
        """Add a message to a locked ticket, with all that follows for the ticket itself."""
        marks = marks_after(type_)
        if marks.status is not None:
            self._become(row, marks.status)
        if marks.read is not None:
            row.read = marks.read
        row.updated_at = now()
        row.preview_message = preview_of(message, message_type)
        row.search = search_text(row)
        return self.add_message(row, type_, message, from_name, message_type)

    def add_message(
        self,
        row: TicketRow,
        type_: str,
        message: str,
        from_name: str | None,
        message_type: str | None,
    ) -> TicketMessageRow:
        """The message alone."""
        added = TicketMessageRow(
            brand_id=self._brand_id,
            ticket_id=row.id,
            type=type_,
            status=row.status,
            message=message,
            message_type=kind_of(message, message_type),
            from_name=storable(from_name or "")[:255] or None,
            created_at=now(),
        )
        self._session.add(added)
        self._session.flush()
        return added

    def _become(self, row: TicketRow, status: str) -> None:
        if row.status == status:
            return
        deltas: dict[str, Any] = {f"tickets/{row.status}": -1, f"tickets/{status}": 1}
        row.status = status
        move_all(self._session, self._brand_id, deltas)
