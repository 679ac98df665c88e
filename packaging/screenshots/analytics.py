"""States of analytics for the screenshots."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from funneldesk.desktop.insight.ranges import RangeChoice
from funneldesk.desktop.insight.scope import Scope
from funneldesk.desktop.parts.analytics.panel import AnalyticsPanel

if TYPE_CHECKING:
    from funneldesk.desktop.app.session import Session

READY_SECONDS, DRAWN_SECONDS = 60.0, 2.5
State = tuple[str, Callable[[], Awaitable[None]]]


def analytics_states(session: "Session", first_page: Callable[[], Awaitable[None]]) -> list[State]:
    """Each with the name of its screenshot."""
    scenes = AnalyticsScenes(session, first_page)
    return [
        ("analytics-overview", scenes.overview),
        ("analytics-filtered", scenes.filtered),
    ]


class AnalyticsScenes:
    """Leads the window through the states of analytics."""

    def __init__(self, session: "Session", first_page: Callable[[], Awaitable[None]]) -> None:
        self._session, self._first_page = session, first_page

    async def panel(self, page: str = "overview") -> AnalyticsPanel:
        """The section with a page, read."""
        await self._first_page()
        self._session.window.show_section("analytics")
        panel = self._session.window.panel()
        if not isinstance(panel, AnalyticsPanel):
            raise RuntimeError("Analytics is not shown.")
        await self.quiet(panel)
        panel.desk.choose(Scope(RangeChoice("28")))
        panel.show_page(page)
        await self.quiet(panel)
        return panel

    async def quiet(self, panel: AnalyticsPanel) -> None:
        """Wait until nothing is read, and the charts are drawn."""
        async with asyncio.timeout(READY_SECONDS):
            while not panel.is_quiet:  # noqa: ASYNC110 - a screenshot has no hurry
                await asyncio.sleep(0.1)
        await asyncio.sleep(DRAWN_SECONDS)

    async def overview(self) -> None:
        """The last 28 days."""
        await self.panel()

    async def filtered(self) -> None:
        """Narrowed to phones."""
        panel = await self.panel()
        panel.desk.choose(panel.desk.scope.filtering("device", ("mobile",)))
        await self.quiet(panel)
