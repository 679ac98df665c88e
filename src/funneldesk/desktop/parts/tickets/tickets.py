"""Tickets as they are declared (document: Ticket; Endpoints: Tickets; quirks 14 to 16 and 57)."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from funneldesk.contract.listing import Listing
from funneldesk.contract.message_text import words_of
from funneldesk.contract.shapes import Record
from funneldesk.contract.tickets import STATUSES, Ticket, TicketFilter, TicketMessage
from funneldesk.desktop.kit.formats import Formats
from funneldesk.desktop.kit.lists.record_list import ListRow, ago
from funneldesk.desktop.local.texts import _, joined
from funneldesk.desktop.records.columns import Kind, RecordColumn, column
from funneldesk.desktop.records.detail import declaration as detail
from funneldesk.desktop.records.detail.declaration import fact, value_at
from funneldesk.desktop.records.moments import moment
from funneldesk.desktop.records.query import Choice, FilterSpec, Query
from funneldesk.desktop.records.reminders.filters import ASLEEP, AWAKE, SNOOZED
from funneldesk.desktop.records.reminders.times_ahead import short_moment
from funneldesk.desktop.records.rows import SummaryRow
from funneldesk.desktop.records.section import RecordSection
from funneldesk.desktop.records.views.saved_views import View

if TYPE_CHECKING:
    from funneldesk.client import Api

PART = "tickets"
AT_ONCE = 100
"""The most that a page can have."""
STATUS_WORDS = {
    "open": _("Open"),
    "waiting": _("Waiting"),
    "resolved": _("Resolved"),
    "closed": _("Closed"),
    "spam": _("Spam"),
}
TONES = {"open": "info", "waiting": "warning", "resolved": "success", "closed": "muted"}


class Thread(Record):
    """The messages of a ticket: all that can be read of one alone (quirk 57)."""

    ticket_code: str
    messages: list[TicketMessage]


async def read_page(api: "Api", page: int, query: Query) -> Listing[Ticket]:
    """A page of a query. The server cannot filter by unread: the page is left with those."""
    status = query.choices.get("status")
    oldest_first = query.sort == "created_at" and not query.descending
    listing = await api.tickets.list(
        TicketFilter(
            page=page,
            per_page=AT_ONCE,
            status=str(status) if status else None,
            search=query.text or None,
            sort="date_asc" if oldest_first else "date_desc",
        )
    )
    if "unread" not in query.choices:
        return listing
    unread = tuple(row for row in listing.rows if not row.read)
    more = listing.has_more
    return Listing(unread, page, AT_ONCE, None, page + more, {}, listing.unread)


async def read_thread(api: "Api", ticket_code: str) -> Thread:
    """The thread of a ticket."""
    messages = await api.tickets.list_messages(ticket_code)
    return Thread(ticket_code=ticket_code, messages=messages)


async def read_counts(api: "Api") -> Mapping[str, int]:
    """How many tickets there are in all, and of each status."""
    counts = await api.tickets.count()
    each = {status: getattr(counts, status) for status in STATUSES}
    return {"all": sum(each.values()), **each}


def _shown(key: str, title: str, kind: Kind = "text", **more: Any) -> RecordColumn[SummaryRow]:
    """A column that the server has no order for: it orders by date alone (quirk 16)."""
    return column(key, title, kind, sent_as="", **more)


def sender(row: SummaryRow) -> str:
    """Who wrote, by name where there is one."""
    return str(row.get("from_name") or row.get("from_email") or "")


def is_unread(row: SummaryRow) -> bool:
    """Whether nobody has read a ticket yet."""
    return not row.get("read")


def _line(row: SummaryRow, formats: Formats) -> ListRow:
    status, opened = str(row.get("status") or ""), moment(row.get("created_at"))
    shown, now, until = status if status != "open" else "", datetime.now(UTC), row.snoozed_until
    return ListRow(
        row.id,
        sender(row),
        str(row.get("subject") or "").strip() or _("No subject"),
        ago(opened, now) if opened is not None else "",
        STATUS_WORDS.get(shown, shown) if until is None else short_moment(until, now, formats),
        TONES.get(shown, "muted") if until is None else "accent",
        marked=is_unread(row),
        third=_preview(row) or _("No text"),
    )


def _messages(body: Mapping[str, Any]) -> Mapping[str, str]:
    messages = body.get("messages")
    said = messages if isinstance(messages, list) else []
    plain = (
        words_of(str(each.get("message") or ""), str(each.get("message_type") or ""))
        for each in said
        if isinstance(each, Mapping)
    )
    return {"messages": "\n".join(plain)}


def _preview(row: SummaryRow) -> str:
    return str(row.get("preview_message") or row.get("subject") or "")


def _unread(row: SummaryRow) -> Choice:
    return is_unread(row)


TICKETS = RecordSection(
    part=PART,
    title=_("Tickets"),
    icon="inbox",
    unit="ticket",
    units="tickets",
    key="ticket_code",
    searched=("subject", "from_name", "from_email", "preview_message", "ticket_code"),
    search_hint=_("Subject, sender or text"),
    columns=(
        RecordColumn("from_name", _("From"), sender, width=140, strong=is_unread, hidden=True),
        _shown("subject", _("Subject"), width=260, strong=is_unread, tip=_preview, hidden=True),
        _shown("preview_message", _("Preview"), width=260, muted=True, hidden=True),
        _shown("status", _("Status"), labels=STATUS_WORDS, tones=TONES, width=100, hidden=True),
        column("created_at", _("Opened"), "moment", width=140, hidden=True),
        _shown("updated_at", _("Changed"), "moment", hidden=True),
        _shown("from_email", _("Email"), width=200, hidden=True),
        _shown("customer_email", _("Customer"), width=200, hidden=True),
        _shown("type", _("Type"), hidden=True),
        _shown("ticket_code", _("Number"), width=110, hidden=True),
        _shown("read", _("Read"), "flag", hidden=True),
    ),
    filters=(
        FilterSpec("status", _("Status"), lambda row: row.get("status"), STATUS_WORDS),
        FilterSpec("unread", _("Unread"), _unread, {True: _("Yes")}),
        SNOOZED,
    ),
    views=(
        View(
            "open",
            _("Open"),
            Query(choices={"status": "open", **AWAKE}),
            empty=(_("All caught up"), _("No open tickets. New ones appear here by themselves.")),
        ),
        View(
            "unread",
            _("Unread"),
            Query(choices={"unread": True, **AWAKE}),
            empty=(_("Everything is read"), _("Tickets that nobody has opened yet appear here.")),
        ),
        View(
            "waiting",
            _("Waiting"),
            Query(choices={"status": "waiting", **AWAKE}),
            empty=(_("Nobody waits"), _("Tickets that you answered wait here for the customer.")),
        ),
        View(
            "snoozed",
            _("Snoozed"),
            Query(choices=ASLEEP),
            empty=(_("Nothing is snoozed"), _("A ticket that you put off is here until its time.")),
        ),
        View("resolved", _("Resolved"), Query(choices={"status": "resolved"})),
        View("closed", _("Closed"), Query(choices={"status": "closed"})),
        View("spam", _("Spam"), Query(choices={"status": "spam"})),
        View("all", _("All")),
    ),
    empty=(_("No tickets yet"), _("What customers write to you appears here.")),
    first_sort="created_at",
    fills=2_000,
    texts=_messages,
    snoozes=True,
    first_view="open",
    line=_line,
    page=read_page,
    get=read_thread,
    counts=read_counts,
    mirrored_up_to=20_000,
    detail=detail.Detail(
        title=lambda body: str(value_at(body, "subject") or value_at(body, "ticket_code") or ""),
        subtitle=lambda body: joined(
            str(body.get(name) or "") for name in ("from_email", "ticket_code")
        ),
        groups=(
            detail.FactGroup(
                _("Ticket"),
                (
                    fact("status", _("Status"), labels=STATUS_WORDS),
                    fact("from_name", _("From")),
                    fact("from_email", _("Email")),
                    fact("customer_email", _("Customer")),
                    fact("type", _("Type")),
                    fact("created_at", _("Opened"), "moment"),
                    fact("updated_at", _("Changed"), "moment"),
                ),
            ),
        ),
    ),
)
