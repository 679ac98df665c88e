"""Tickets in a brand's database, and the section that shows them."""

from typing import Any

from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.window_bench import WindowBench, until

from funneldesk.contract.tickets import Ticket, TicketMessage
from funneldesk.desktop.parts.tickets.panel import TicketsPanel
from funneldesk.desktop.parts.tickets.tickets import TICKETS
from funneldesk.desktop.records.section import RecordSection
from funneldesk.desktop.workspace.workspace import Workspace
from funneldesk.server.parts.tickets.store import open_ticket, receive_message


def write_in(brand: LiveBrand, subject: str, **words: Any) -> str:
    """A customer writes: a new ticket, by its number."""
    fields = {"message": "<p>Hello</p>", "from_name": "Ana", "from_email": "ana@posta.example"}
    with brand.database.writing() as session:
        row = open_ticket(session, brand.number, subject=subject, **{**fields, **words})
        return row.ticket_code


def write_again(brand: LiveBrand, code: str, message: str) -> None:
    """The customer writes once more."""
    with brand.database.writing() as session:
        receive_message(session, brand.number, code, message)


async def stored(brand: LiveBrand, code: str) -> Ticket:
    """A ticket as the server has it now."""
    async with brand.api() as api:
        return next(t for t in [t async for t in api.tickets.iterate()] if t.ticket_code == code)


async def thread(brand: LiveBrand, code: str) -> list[TicketMessage]:
    """The messages of a ticket as the server has them now."""
    async with brand.api() as api:
        return await api.tickets.list_messages(code)


async def sent(brand: LiveBrand, code: str) -> list[str]:
    """What agents answered, as html."""
    return [each.message for each in await thread(brand, code) if each.type == "agent_message"]


async def desk(
    bench: WindowBench,
    workspace: Workspace,
    *,
    delay: int = 0,
    declared: RecordSection = TICKETS,
) -> TicketsPanel:
    """The section, shown and read. ``delay``: seconds in which a reply can be taken back."""
    panel = bench.own(TicketsPanel(workspace, declared))
    panel.resize(1280, 800)
    panel.show()
    panel.refresh()
    await until(lambda: panel.is_quiet)
    panel.answering.outbox.delay = delay
    panel.activateWindow()
    panel.take_keyboard()
    return panel


async def opened(panel: TicketsPanel, code: str) -> None:
    """Open a ticket and read its thread."""
    panel.list.table.select(code)
    panel.open_record(code)
    await until(lambda: panel.answering.code == code and panel.conversation.seen > 0)
