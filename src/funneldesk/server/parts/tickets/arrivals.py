"""Tickets as they come in: single ones are opened by the store, whole histories here."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import islice
from typing import Any

from sqlalchemy import insert
from sqlalchemy.orm import Session

from funneldesk.contract.letter_text import storable
from funneldesk.contract.message_text import kind_of
from funneldesk.server.db.chance import chance
from funneldesk.server.db.counters import move_all
from funneldesk.server.db.ids import reserve_ids
from funneldesk.server.db.types import now
from funneldesk.server.parts.tickets.previews import preview_of
from funneldesk.server.parts.tickets.rules import CUSTOMER, status_after
from funneldesk.server.parts.tickets.tables import TicketMessageRow, TicketRow
from funneldesk.server.web.searching import folded

_LETTERS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
_CODE_LENGTH = 10
_AT_ONCE = 1_000


@dataclass(frozen=True, slots=True)
class NewMessage:
    """A message of a thread that already happened. ``type`` as in the document."""

    message: str
    type: str = CUSTOMER
    from_name: str | None = None
    created_at: datetime | None = None
    message_type: str | None = None
    """``html`` or ``text``; None is decided by the message."""


@dataclass(frozen=True, slots=True)
class NewTicket:
    """A ticket with its thread. Without ``status`` the last message decides, as it would live.

    Moments default to the present one; ``code`` to a new one.
    """

    subject: str
    messages: Sequence[NewMessage]
    from_name: str | None = None
    from_email: str | None = None
    customer_email: str | None = None
    type: str = "email"
    status: str | None = None
    read: bool = False
    created_at: datetime | None = None
    updated_at: datetime | None = None
    code: str | None = field(default=None)


def open_tickets(session: Session, brand_id: int, many: Iterable[NewTicket]) -> list[str]:
    """Tickets with their threads, a thousand at a time; gives their codes in order.

    No letter is sent: this is for what already happened.
    """
    codes: list[str] = []
    left = iter(many)
    while batch := list(islice(left, _AT_ONCE)):
        codes += _open_batch(session, brand_id, batch)
    return codes


def new_code() -> str:
    """A code that nobody guesses and everybody can read out: about 50 bits."""
    number = int.from_bytes(chance().randbytes(_CODE_LENGTH))
    code = ""
    for _ in range(_CODE_LENGTH):
        number, place = divmod(number, len(_LETTERS))
        code += _LETTERS[place]
    return code


def search_text(row: TicketRow) -> str:
    """What searches compare with."""
    return folded(
        row.ticket_code,
        row.subject,
        row.from_name,
        row.from_email,
        row.customer_email,
        row.preview_message,
    )


def _open_batch(session: Session, brand_id: int, batch: Sequence[NewTicket]) -> list[str]:
    ids = reserve_ids(session, "tickets", len(batch))
    count = sum(len(new.messages) for new in batch)
    message_ids = iter(reserve_ids(session, "ticket_messages", count)) if count else iter(())
    moment = now()
    tickets, messages = [], []
    for id_, new in zip(ids, batch, strict=True):
        thread = [
            _message(brand_id, id_, next(message_ids), new, message, moment)
            for message in new.messages
        ]
        tickets.append(_ticket(brand_id, id_, new, thread, moment))
        messages += thread
    connection = session.connection()
    connection.execute(insert(TicketRow.__table__), tickets)  # type: ignore[arg-type]
    if messages:
        connection.execute(insert(TicketMessageRow.__table__), messages)  # type: ignore[arg-type]
    counts = Counter(f"tickets/{ticket['status']}" for ticket in tickets)
    move_all(session, brand_id, counts)
    return [ticket["ticket_code"] for ticket in tickets]


def _message(
    brand_id: int, ticket_id: int, id_: int, new: NewTicket, message: NewMessage, moment: datetime
) -> dict[str, Any]:
    name = message.from_name or (new.from_name if message.type == CUSTOMER else None)
    return {
        "brand_id": brand_id,
        "id": id_,
        "ticket_id": ticket_id,
        "type": message.type,
        "status": status_after(message.type),
        "message": storable(message.message),
        "message_type": kind_of(message.message, message.message_type),
        "from_name": storable(name or "")[:255] or None,
        "created_at": message.created_at or new.created_at or moment,
    }


def _ticket(
    brand_id: int, id_: int, new: NewTicket, thread: Sequence[dict[str, Any]], moment: datetime
) -> dict[str, Any]:
    last = thread[-1] if thread else None
    began = new.created_at or (thread[0]["created_at"] if thread else moment)
    values: dict[str, Any] = {
        "brand_id": brand_id,
        "id": id_,
        "ticket_code": new.code or new_code(),
        "type": new.type,
        "status": new.status or (last["status"] if last else "open"),
        "subject": storable(new.subject)[:255],
        "from_name": storable(new.from_name or "")[:255] or None,
        "from_email": storable(new.from_email or "")[:320] or None,
        "customer_email": storable(new.customer_email or new.from_email or "")[:320] or None,
        "preview_message": preview_of(last["message"], last["message_type"]) if last else "",
        "read": new.read,
        "created_at": began,
        "updated_at": new.updated_at or (last["created_at"] if last else began),
    }
    names = ("ticket_code", "subject", "from_name", "from_email", "customer_email")
    values["search"] = folded(*(values[name] for name in names), values["preview_message"])
    return values
