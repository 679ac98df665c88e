"""Tickets on the wire: support tickets and their messages (document: Ticket; quirk 57)."""

from datetime import datetime

from pydantic import Field

from funneldesk.contract.shapes import Draft, Filter, Record

STATUSES: tuple[str, ...] = ("open", "waiting", "closed", "resolved", "spam")
REPLY_TYPES: tuple[str, ...] = ("agent_message", "system_message")


class Ticket(Record):
    """A row of ``GET …/tickets``. There is no single read (quirk 57)."""

    ticket_code: str
    brand_id: int | None = None
    type: str | None = None
    status: str = "open"
    subject: str | None = None
    from_name: str | None = None
    from_email: str | None = None
    customer_email: str | None = None
    preview_message: str | None = None
    read: bool = False
    created_at: datetime | None = None
    updated_at: datetime | None = None
    created_at_label: str | None = None
    status_label: str | None = None


class TicketMessage(Record):
    """A message of a thread. ``message`` is HTML of a stranger: hostile until sanitised."""

    ticket_code: str = ""
    brand_id: int | None = None
    status: str | None = None
    type: str = "customer_message"
    message: str = ""
    message_type: str | None = None
    from_name: str | None = None
    created_at: datetime | None = None
    created_at_label: str | None = None
    status_label: str | None = None


class TicketStatuses(Record):
    """How many tickets there are of each status."""

    open: int = 0
    waiting: int = 0
    closed: int = 0
    resolved: int = 0
    spam: int = 0


class TicketReply(Draft):
    """``POST …/messages``: HTML, as ``agent_message`` or ``system_message``."""

    message: str
    type: str


class TicketFilter(Filter):
    """The query of ``GET …/tickets``; ``sort`` is ``date_asc`` or ``date_desc``.

    The search goes as ``searchQuery`` (quirk 15).
    """

    page: int | None = None
    per_page: int | None = None
    status: str | None = None
    search: str | None = Field(default=None, serialization_alias="searchQuery")
    sort: str | None = None
