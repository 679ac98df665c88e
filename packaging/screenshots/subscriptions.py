"""States of Subscriptions for the screenshots: coming charges by the month and by the week."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from funneldesk.desktop.parts.subscriptions.calendar.page import WEEK
from funneldesk.desktop.parts.subscriptions.panel import SubscriptionsPanel

if TYPE_CHECKING:
    from funneldesk.desktop.app.session import Session

READY_SECONDS, DRAWN_SECONDS = 40.0, 1.0
State = tuple[str, Callable[[], Awaitable[None]]]


def subscription_states(
    session: "Session", first_page: Callable[[], Awaitable[None]]
) -> list[State]:
    """Each with the name of its screenshot."""

    async def calendar() -> SubscriptionsPanel:
        await first_page()
        session.window.show_section("subscriptions")
        panel = session.window.panel()
        if not isinstance(panel, SubscriptionsPanel):
            raise RuntimeError("Subscriptions are not shown.")
        async with asyncio.timeout(READY_SECONDS):
            while not panel.is_quiet:  # noqa: ASYNC110 - a screenshot has no hurry
                await asyncio.sleep(0.1)
        panel.list.show_everything()
        panel.show_calendar()
        await asyncio.sleep(DRAWN_SECONDS)
        return panel

    async def month() -> None:
        await calendar()

    async def week() -> None:
        panel = await calendar()
        panel.calendar.modes.choose(WEEK)
        panel.calendar.modes.chosen.emit(WEEK)
        panel.calendar.step(1)
        await asyncio.sleep(DRAWN_SECONDS)

    async def offers() -> None:
        panel = await calendar()
        panel.show_list()
        panel.show_offers()
        await asyncio.sleep(DRAWN_SECONDS)
        if panel.offers is not None:
            panel.offers.back_look.click()
        await asyncio.sleep(2 * DRAWN_SECONDS)

    return [
        ("subscriptions-month", month),
        ("subscriptions-week", week),
        ("subscriptions-offers", offers),
    ]
