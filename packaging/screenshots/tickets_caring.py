"""States of putting tickets off, and of doing something for who wrote, for the screenshots."""

from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from funneldesk.client.errors import ServerFault
from funneldesk.desktop.kit.explain import explain
from funneldesk.desktop.local.user_data.deeds import DeedEntry
from funneldesk.desktop.parts.tickets.panel import TicketsPanel
from funneldesk.desktop.parts.tickets.reply.canned import CannedReply
from funneldesk.desktop.people.deeds.declared import ON_ORDERS
from funneldesk.desktop.records.query import Query
from screenshots.calm import calm
from screenshots.tickets_answering import DRAWN_SECONDS, AnsweringScenes, State

if TYPE_CHECKING:
    from funneldesk.desktop.app.session import Session

MOST_TRIED = 12
"""Tickets among which one has an order that can be refunded."""


def caring_states(session: "Session", first_page: Callable[[], Awaitable[None]]) -> list[State]:
    """Each with the name of its screenshot."""
    scenes = CaringScenes(session, first_page)
    return [
        ("tickets-snooze", scenes.snooze),
        ("tickets-remind", scenes.remind),
        ("tickets-reminded", scenes.reminded),
        ("tickets-source-fails", scenes.failing),
        ("tickets-refund", scenes.refund),
        ("tickets-journal", scenes.journal),
        ("tickets-canned", scenes.canned),
        ("tickets-found", scenes.found),
        ("tickets-empty", scenes.empty),
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
        for code in panel.list.table.rows.ids[:MOST_TRIED]:
            panel.open_record(code)
            await calm(DRAWN_SECONDS)
            for deed in ON_ORDERS:
                for button in panel.customer.buttons(deed)[:1]:
                    button.click()
                    await calm(2 * DRAWN_SECONDS)
                    return

    async def journal(self) -> None:
        """What was done from this computer."""
        panel = await self._ticket()
        now = datetime.now(UTC)
        done = (
            ("Refund of €12.50 for order HP77120", "done", "", 4),
            ("Immediate charge of Monthly box", "refused", "The card was declined.", 90),
            ("Next charge of Tasting club moved to 2 Dec 2026", "unknown", "", 1_500),
        )
        for title, state, outcome, minutes in reversed(done):
            begun = now - timedelta(minutes=minutes)
            entry = DeedEntry(
                "conversions",
                "HP77120",
                "marta.lindqvist@posta.example",
                "refund",
                title,
                {"amount": 12.5, "reason": "Arrived broken"},
                {},
                brand="Harbor & Pine (1)",
                key_print="4f1c09ab",
                begun_at=begun,
            )
            key = await panel.workspace.store.begin_deed(entry)
            await panel.workspace.store.end_deed(key, state, outcome)
        panel.customer.open_journal()

    async def canned(self) -> None:
        """The library of canned replies."""
        panel = await self._ticket()
        known = (
            ("late", "A parcel that is late", "Shipping", 12),
            ("customs", "Held at the customs", "Shipping", 3),
            ("refund", "Money is on its way", "Money", 31),
            ("hello", "Hello", "", 2),
        )
        text = "Hi {{customer.first_name}},\n\n{{order.total}} for {{order.number}} is on its way."
        replies = panel.canned.replies
        replies.add(CannedReply(c, title, text, used, folder=f) for c, title, f, used in known)
        panel.conversation.composer.canned.click()

    async def empty(self) -> None:
        """An inbox in which nothing is left to do: all that is open was put off."""
        panel = await self._ticket()
        panel.open_record("")
        open_ids = panel.list.table.rows.ids
        await panel.snoozing.snooze(open_ids, datetime.now(UTC) + timedelta(days=1))
        panel.workspace.notifications.withdraw("tickets/snooze")
        panel.list.table.clearSelection()

    async def found(self) -> None:
        """What was searched for, in its place."""
        panel = await self._ticket()
        panel.list.ask(Query("courier order"))
        await calm(DRAWN_SECONDS)
        for code in panel.list.table.rows.ids[:1]:
            panel.open_record(code)

    async def _act(self, name: str) -> None:
        panel = await self._ticket()
        panel.declared_actions[name].run((panel.open_id,))
        await calm(DRAWN_SECONDS)

    async def _ticket(self) -> TicketsPanel:
        await self.conversation([])
        panel = self._session.window.panel()
        if not isinstance(panel, TicketsPanel):
            raise RuntimeError("The tickets are not shown.")
        # What another scene left is none of this one's.
        await panel.snoozing.wake([each.id for each in panel.snoozing.reminders.listed("snooze")])
        await panel.snoozing.reminders.drop("note", [panel.open_id])
        await panel.snoozing.reminders.drop("snooze", [panel.open_id])
        panel.open_record(panel.open_id)
        panel.customer.read_again()
        await calm(DRAWN_SECONDS)
        return panel
