"""States of Subscriptions for the screenshots: coming charges by the month and by the week."""

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from funneldesk.desktop.kit.dialogs.dialog import Dialog
from funneldesk.desktop.parts.subscriptions.calendar.page import WEEK
from funneldesk.desktop.parts.subscriptions.panel import SubscriptionsPanel
from screenshots.calm import calm, until

if TYPE_CHECKING:
    from funneldesk.desktop.app.session import Session

DRAWN_SECONDS = 1.0
State = tuple[str, Callable[[], Awaitable[None]]]


def subscription_states(
    session: "Session", first_page: Callable[[], Awaitable[None]]
) -> list[State]:
    """Each with the name of its screenshot."""
    scenes = SubscriptionScenes(session, first_page)
    return [
        ("subscriptions-month", scenes.month),
        ("subscriptions-week", scenes.week),
        ("subscriptions-offers", scenes.offers),
        ("subscriptions-figures", scenes.figures),
        ("subscriptions-skip", scenes.skip),
        ("subscriptions-move", scenes.move),
    ]


class SubscriptionScenes:
    """Leads the window through what Subscriptions has beside its list."""

    def __init__(self, session: "Session", first_page: Callable[[], Awaitable[None]]) -> None:
        self._session, self._first_page = session, first_page

    async def _panel(self) -> SubscriptionsPanel:
        await self._first_page()
        self._session.window.show_section("subscriptions")
        panel = self._session.window.panel()
        if not isinstance(panel, SubscriptionsPanel):
            raise RuntimeError("Subscriptions are not shown.")
        await until(lambda: panel.is_quiet)
        panel.list.show_everything()
        return panel

    async def month(self) -> None:
        """Coming charges, day by day."""
        (await self._panel()).show_calendar()
        await calm(DRAWN_SECONDS)

    async def week(self) -> None:
        """The week after this one."""
        panel = await self._panel()
        panel.show_calendar()
        panel.calendar.modes.choose(WEEK)
        panel.calendar.modes.chosen.emit(WEEK)
        panel.calendar.step(1)
        await calm(DRAWN_SECONDS)

    async def _dry_run(self, action: str) -> None:
        panel = await self._panel()
        panel.show_list()
        panel.list.table.selectAll()
        ids = panel.list.table.selected_ids()[:60]
        panel.tasks.start(panel.many.skip(ids) if action == "skip" else panel.many.move(ids))
        await until(lambda: panel.findChildren(Dialog))
        await calm(DRAWN_SECONDS)

    async def skip(self) -> None:
        """What skipping many charges would change."""
        await self._dry_run("skip")

    async def move(self) -> None:
        """What moving many charges would change."""
        await self._dry_run("move")

    async def figures(self) -> None:
        """Recurring revenue, churn, cohorts and refused charges."""
        panel = await self._panel()
        panel.show_figures()
        await until(lambda: panel.is_quiet)
        await calm(3 * DRAWN_SECONDS)

    async def offers(self) -> None:
        """What a merchant offers, and would have offered."""
        panel = await self._panel()
        panel.show_list()
        panel.show_offers()
        await calm(DRAWN_SECONDS)
        if panel.offers is not None:
            panel.offers.merchants.choose("102")
            panel.offers.merchants.chosen.emit("102")
            await calm(DRAWN_SECONDS)
            panel.offers.back_look.click()
        await calm(2 * DRAWN_SECONDS)
