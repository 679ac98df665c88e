"""Tickets: what customers wrote, answered one after the other."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from funneldesk.desktop.local.texts import _, joined, ngettext
from funneldesk.desktop.people.queues.kept import REPLIES_LEFT
from funneldesk.desktop.sections.section import Section

if TYPE_CHECKING:
    from funneldesk.desktop.local.cache.search import Hit
    from funneldesk.desktop.parts.tickets.reply.outbox import Outbox
    from funneldesk.desktop.sections.panel import Panel
    from funneldesk.desktop.sections.waiting import Waiting
    from funneldesk.desktop.workspace.workspace import Workspace


def _panel(workspace: "Workspace") -> "Panel":
    from funneldesk.desktop.parts.tickets.panel import TicketsPanel

    return TicketsPanel(workspace)


def _listed(row: "Mapping[str, Any]", hit: "Hit") -> tuple[str, str]:
    who = str(row.get("from_name") or row.get("from_email") or hit.id)
    found = joined((who, hit.snippet)) if hit.field == "messages" else who
    return str(row.get("subject") or hit.snippet), found


async def _waiting(workspace: "Workspace") -> "Waiting":
    from funneldesk.desktop.parts.tickets.news import TicketNews

    return await workspace.shared(TicketNews).ask()


def _arrived(count: int) -> str:
    return ngettext("{count:,} new ticket", "{count:,} new tickets", count).format(count=count)


async def _goes_on(workspace: "Workspace") -> None:
    """Send the replies that an earlier run of the program left in the outbox."""
    from funneldesk.desktop.kit.tasks import in_thread

    if await workspace.store.saved_work(REPLIES_LEFT):
        outbox = await in_thread(_outbox)
        await workspace.shared(outbox).begin()


def _outbox() -> "type[Outbox]":
    from funneldesk.desktop.parts.tickets.reply.outbox import Outbox

    return Outbox


SECTION = Section(
    "tickets",
    _("Tickets"),
    "inbox",
    "engage",
    _panel,
    _listed,
    waiting=_waiting,
    arrived=_arrived,
    goes_on=_goes_on,
)
