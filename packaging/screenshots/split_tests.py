"""States of Split tests for the screenshots: results, plan, variants, notes, and a ship."""

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from funneldesk.desktop.parts.split_tests.panel import SplitTestsPanel
from screenshots.calm import calm, until

if TYPE_CHECKING:
    from funneldesk.desktop.app.session import Session

DRAWN_SECONDS = 1.2
State = tuple[str, Callable[[], Awaitable[None]]]
WINNER, BROKEN, REVENUE = "bundle price", "plan prices", "hero promise"


def split_tests_states(
    session: "Session", first_page: Callable[[], Awaitable[None]]
) -> list[State]:
    """Each with the name of its screenshot."""
    scenes = SplitTestsScenes(session, first_page)
    return [
        ("tests-results", scenes.results),
        ("tests-broken", scenes.broken),
        ("tests-revenue", scenes.revenue),
        ("tests-revenue-plan", scenes.revenue_plan),
        ("tests-compare", scenes.compare),
        ("tests-charts", scenes.charts),
        ("tests-plan", scenes.plan),
        ("tests-variants", scenes.variants),
        ("tests-notes", scenes.notes),
        ("tests-ship", scenes.ship),
        ("tests-new", scenes.new),
        ("tests-edit", scenes.edit),
    ]


class SplitTestsScenes:
    """Leads the window through the states of the section."""

    def __init__(self, session: "Session", first_page: Callable[[], Awaitable[None]]) -> None:
        self._session, self._first_page = session, first_page

    async def _opened(self, name: str, tab: str = "results") -> SplitTestsPanel:
        await self._first_page()
        self._session.window.show_section("split_tests")
        panel = self._session.window.panel()
        if not isinstance(panel, SplitTestsPanel):
            raise RuntimeError("Split tests are not shown.")
        await self._quiet(panel)
        panel.list.show_everything()
        await self._quiet(panel)
        rows = panel.list.rows
        panel.open_record(next(i for i, row in rows.items() if row.get("name") == name))
        await self._quiet(panel)
        button = panel.detail.tabs.button(tab)
        if button is not None:
            button.click()
        await self._quiet(panel)
        return panel

    async def _quiet(self, panel: SplitTestsPanel) -> None:
        await calm(DRAWN_SECONDS / 4)
        await until(lambda: panel.is_quiet or panel.standings.tasks.is_busy)
        await calm(DRAWN_SECONDS)

    async def results(self) -> None:
        """A test with a winner."""
        await self._opened(WINNER)

    async def broken(self) -> None:
        """A test whose split is broken."""
        await self._opened(BROKEN)

    async def revenue(self) -> None:
        """A test that is judged by revenue."""
        await self._opened(REVENUE)

    async def revenue_plan(self) -> None:
        """The plan of such a test."""
        await self._opened(REVENUE, "plan")

    async def compare(self) -> None:
        """A result by device."""
        panel = await self._opened("closing button")
        button = panel.cuts.fields.button("device")
        if button is not None:
            button.click()
        await until(lambda: bool(panel.cuts.cuts))
        panel.results.area.ensureWidgetVisible(panel.cuts)
        await calm(DRAWN_SECONDS)

    async def charts(self) -> None:
        """The four charts."""
        await self._opened(WINNER, "charts")
        await calm(2 * DRAWN_SECONDS)

    async def plan(self) -> None:
        """Visitors and days."""
        await self._opened(WINNER, "plan")

    async def variants(self) -> None:
        """Pictures of the variants."""
        panel = await self._opened(WINNER, "variants")
        await until(lambda: not panel.pictures.tasks.is_busy)

    async def notes(self) -> None:
        """The hypothesis and the notes."""
        await self._opened("almanac headline", "notes")

    async def ship(self) -> None:
        """The winner and the difference of the page."""
        panel = await self._opened(WINNER)
        panel.ship(panel.open_id)
        await calm(2 * DRAWN_SECONDS)

    async def new(self) -> None:
        """A test from nothing."""
        panel = await self._opened(WINNER)
        panel.new()
        await calm(DRAWN_SECONDS)

    async def edit(self) -> None:
        """What may be changed of a test that is on a page."""
        panel = await self._opened(WINNER)
        panel.edit(panel.open_id)
        await calm(2 * DRAWN_SECONDS)
