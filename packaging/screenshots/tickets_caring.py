"""States of putting tickets off, and of doing something for who wrote, for the screenshots."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from funneldesk.client.errors import ServerFault
from funneldesk.desktop.kit.explain import explain
from funneldesk.desktop.parts.tickets.panel import TicketsPanel
from funneldesk.desktop.people.deeds.declared import ON_ORDERS
from screenshots.tickets_answering import DRAWN_SECONDS, AnsweringScenes, State

if TYPE_CHECKING:
    from funneldesk.desktop.app.session import Session


def caring_states(session: "Session", first_page: Callable[[], Awaitable[None]]) -> list[State]:
    """Each with the name of its screenshot."""
    scenes = CaringScenes(session, first_page)
    return [
        ("tickets-snooze", scenes.snooze),
        ("tickets-remind", scenes.remind),
        ("tickets-reminded", scenes.reminded),
        ("tickets-source-fails", scenes.failing),
        ("tickets-refund", scenes.refund),
    ]


class CaringScenes(AnsweringScenes):
    """Leads the window through them."""

    async def snooze(self) -> None:
        """The times until which a ticket can be put off."""
        panel = await self._ticket()
        panel.snoozing.open_menu((panel.open_id,))

    async def remind(self) -> None:
        """A reminder, with a note."""
        await self._act("tickets.remind")

    async def reminded(self) -> None:
        """A ticket with a reminder that is still ahead."""
        panel = await self._ticket()
        row = panel.list.rows[panel.open_id]
        at, note = datetime.now(UTC) + timedelta(days=1), "Ask the courier first"
        await panel.snoozing.reminders.keep("note", at, {row.id: row.summary}, note)

    async def failing(self) -> None:
        """One source of the customer fails; the others are there."""
        panel = await self._ticket()
        view = panel.customer.views["subscriptions"]
        error = ServerFault("down", status=503, method="GET", path="/api/subscriptions")
        view.show_problem(explain(error, view.source.doing))

    async def refund(self) -> None:
        """What a refund will do, before it is done."""
        panel = await self._ticket()
        for deed in ON_ORDERS:
            for button in panel.customer.buttons(deed)[:1]:
                button.click()
                await asyncio.sleep(2 * DRAWN_SECONDS)
                return

    async def _act(self, name: str) -> None:
        panel = await self._ticket()
        panel.declared_actions[name].run((panel.open_id,))
        await asyncio.sleep(DRAWN_SECONDS)

    async def _ticket(self) -> TicketsPanel:
        await self.conversation([])
        panel = self._session.window.panel()
        if not isinstance(panel, TicketsPanel):
            raise RuntimeError("The tickets are not shown.")
        panel.open_record(panel.open_id)
        await asyncio.sleep(DRAWN_SECONDS)
        return panel
