"""States of analytics for the screenshots."""

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from funneldesk.desktop.insight.ranges import RangeChoice
from funneldesk.desktop.insight.scope import Scope
from funneldesk.desktop.parts.analytics.boards.page import BRANDS, BoardsPage
from funneldesk.desktop.parts.analytics.explore.formula_dialog import FormulaDialog
from funneldesk.desktop.parts.analytics.explore.page import ExplorePage
from funneldesk.desktop.parts.analytics.explore.report import Report
from funneldesk.desktop.parts.analytics.panel import AnalyticsPanel
from funneldesk.desktop.parts.analytics.reports.page import ReportsPage
from screenshots.calm import calm, until

if TYPE_CHECKING:
    from funneldesk.desktop.app.session import Session

DRAWN_SECONDS = 2.5
State = tuple[str, Callable[[], Awaitable[None]]]


def analytics_states(session: "Session", first_page: Callable[[], Awaitable[None]]) -> list[State]:
    """Each with the name of its screenshot."""
    scenes = AnalyticsScenes(session, first_page)
    return [
        ("analytics-overview", scenes.overview),
        ("analytics-filtered", scenes.filtered),
        ("analytics-explore", scenes.explore),
        ("analytics-days", scenes.days),
        ("analytics-formula", scenes.formula),
        ("analytics-reports", scenes.reports),
        ("analytics-mrr", scenes.recurring),
        ("analytics-boards", scenes.boards),
        ("analytics-arrange", scenes.arrange),
        ("analytics-brands", scenes.brands),
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
        await until(lambda: panel.is_quiet)
        await calm(DRAWN_SECONDS)

    async def overview(self) -> None:
        """The last 28 days."""
        await self.panel()

    async def filtered(self) -> None:
        """Narrowed to phones."""
        panel = await self.panel()
        panel.desk.choose(panel.desk.scope.filtering("device", ("mobile",)))
        await self.quiet(panel)

    async def explore(self) -> None:
        """A report by source, opened once."""
        panel = await self.panel("explore")
        page = panel.page
        if isinstance(page, ExplorePage):
            page.show_report(Report())
            await self.quiet(panel)
            page.open_row("facebook")
        await self.quiet(panel)

    async def days(self) -> None:
        """Two metrics by day."""
        panel = await self.panel("explore")
        page = panel.page
        if isinstance(page, ExplorePage):
            page.trail.show_steps([])
            page.show_report(Report(("revenue", "sales"), ("day",)))
        await self.quiet(panel)

    async def formula(self) -> None:
        """A metric of one's own, with something wrong in it."""
        panel = await self.panel("explore")
        page = panel.page
        if isinstance(page, ExplorePage):
            page.choices.own_asked.emit("")
            await calm(DRAWN_SECONDS)
            for dialog in page.findChildren(FormulaDialog):
                dialog.name.setText("Revenue a session")
                dialog.formula.setText("$revenue / ($sessions")
        await calm(DRAWN_SECONDS)

    async def reports(self) -> None:
        """A ready report."""
        await self._report("products")

    async def recurring(self) -> None:
        """Recurring revenue by month."""
        await self._report("mrr")

    async def _report(self, key: str) -> None:
        panel = await self.panel("reports")
        if isinstance(panel.page, ReportsPage):
            panel.page.choose(key)
        await self.quiet(panel)

    async def boards(self) -> None:
        """The usual board."""
        await self._board("")

    async def brands(self) -> None:
        """All brands beside each other."""
        await self._board(BRANDS)

    async def arrange(self) -> None:
        """A board that is arranged."""
        page = await self._board("")
        page.arranging.setChecked(True)
        page.view.handles[1].setFocus()
        await calm(DRAWN_SECONDS)

    async def _board(self, key: str) -> BoardsPage:
        panel = await self.panel("boards")
        page = panel.page
        if not isinstance(page, BoardsPage):
            raise RuntimeError("The boards are not shown.")
        page.show_key(key)
        await self.quiet(panel)
        return page
