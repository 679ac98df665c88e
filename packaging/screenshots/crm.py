"""States of CRM for the screenshots: the table, an entry, cells that wait, a new entry."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtGui import QGuiApplication

from funneldesk.desktop.parts.crm.panel import TABLE, CrmPanel
from funneldesk.desktop.parts.crm.table import EntriesPanel
from screenshots.calm import calm, until

if TYPE_CHECKING:
    from funneldesk.desktop.app.session import Session

DRAWN_SECONDS = 1.2
State = tuple[str, Callable[[], Awaitable[None]]]


def crm_states(session: "Session", first_page: Callable[[], Awaitable[None]]) -> list[State]:
    """Each with the name of its screenshot."""
    scenes = CrmScenes(session, first_page)
    return [
        ("crm-table", scenes.table),
        ("crm-entry", scenes.entry),
        ("crm-staged", scenes.staged),
        ("crm-new", scenes.new),
        ("crm-grouped", scenes.grouped),
    ]


class CrmScenes:
    """Leads the window through the states of CRM."""

    def __init__(self, session: "Session", first_page: Callable[[], Awaitable[None]]) -> None:
        self._session, self._first_page = session, first_page

    async def panel(self) -> CrmPanel:
        """The section, read."""
        await self._first_page()
        self._session.window.show_section("crm")
        panel = self._session.window.panel()
        if not isinstance(panel, CrmPanel):
            raise RuntimeError("CRM is not shown.")
        await self.quiet(panel)
        return panel

    async def quiet(self, panel: CrmPanel) -> None:
        """Wait until nothing is read."""
        await until(lambda: panel.is_quiet)
        await calm(DRAWN_SECONDS)

    async def table(self) -> None:
        """The entries of the first entity."""
        await self.entries()

    async def entries(self) -> EntriesPanel:
        """The entries of the first entity."""
        panel = await self.panel()
        panel.show_page(TABLE)
        await self.quiet(panel)
        page = panel.page
        if not isinstance(page, EntriesPanel):
            raise RuntimeError("The table is not shown.")
        page.list.show_everything()
        page.open_record("")
        await self.quiet(panel)
        return page

    async def entry(self) -> None:
        """An entry beside its customer."""
        page = await self.entries()
        ids = page.list.table.rows.ids
        page.list.table.select(ids[3])
        page.open_record(ids[3])
        await calm(2 * DRAWN_SECONDS)

    async def staged(self) -> None:
        """Cells pasted from a spreadsheet, two of which do not fit."""
        page = await self.entries()
        staging, table = page.staging, page.list.table
        if staging is None:
            return
        table.setCurrentIndex(table.rows.index(1, 0))
        lines = ["Hotel Miramar\tNew", "Café Turin\tNowhere", "Bistro Norte\tWon"]
        QGuiApplication.clipboard().setText("\n".join(lines))
        staging.paste()
        await calm(DRAWN_SECONDS)

    async def new(self) -> None:
        """A new entry, not saved yet."""
        page = await self.entries()
        if page.staging is not None:
            page.staging.staged.drop(tuple(page.staging.staged.cells))
        page.new()
        await calm(DRAWN_SECONDS)

    async def grouped(self) -> None:
        """The table by stage."""
        page = await self.entries()
        page.list.ask(replace(page.list.query, group="stage_id"))
        await calm(DRAWN_SECONDS)
