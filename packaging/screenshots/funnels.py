"""States of the Funnels section for the screenshots: the map, its order, two ranges compared."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from funneldesk.desktop.insight.ranges import Comparison, RangeChoice
from funneldesk.desktop.parts.funnels.panel import FunnelsPanel
from screenshots.calm import calm, until

if TYPE_CHECKING:
    from funneldesk.desktop.app.session import Session

DRAWN_SECONDS = 1.0
LARGEST = "Summer bundle"
State = tuple[str, Callable[[], Awaitable[None]]]


class FunnelScenes:
    """Leads the window through the states of the section."""

    def __init__(self, session: "Session", first_page: Callable[[], Awaitable[None]]) -> None:
        self._session, self._first_page = session, first_page

    def states(self) -> list[State]:
        """Each with the name of its screenshot."""
        return [
            ("funnels-map", self._plain),
            ("funnels-compared", self._compared),
            ("funnels-order", self._order),
            ("funnels-add", self._add),
        ]

    async def _plain(self) -> None:
        await self._map()

    async def _map(self) -> FunnelsPanel:
        await self._first_page()
        self._session.window.show_section("funnels")
        panel = self._session.window.panel()
        if not isinstance(panel, FunnelsPanel):
            raise RuntimeError("Funnels are not shown.")
        await _quiet(panel)
        rows = panel.source.library.rows
        panel.open_record(next(key for key, row in rows.items() if row.get("name") == LARGEST))
        panel.map.bar.choose(replace(panel.map.bar.scope, comparison=Comparison.OFF))
        await _quiet(panel)
        return panel

    async def _compared(self) -> None:
        panel = await self._map()
        scope = replace(panel.map.bar.scope, choice=RangeChoice("7"), comparison=Comparison.BEFORE)
        panel.map.bar.choose(scope)
        await _quiet(panel)

    async def _order(self) -> None:
        panel = await self._map()
        ids = panel.map.view.rows.ids
        panel.map.move_step(ids[-1], 1)
        await calm(DRAWN_SECONDS)

    async def _add(self) -> None:
        panel = await self._map()
        panel.tasks.latest("add", panel.add_pages())
        await calm(DRAWN_SECONDS)


async def _quiet(panel: FunnelsPanel) -> None:
    """Until nothing is read, and the pictures that were asked for are there."""
    for _round in range(2):
        await calm(DRAWN_SECONDS)
        await until(lambda: panel.is_quiet)
    await calm(DRAWN_SECONDS)
