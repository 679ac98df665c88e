"""The list of pages as a file: all rows, what is shown, or what is selected."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from PySide6.QtWidgets import QMenu

from funneldesk.desktop.kit.export.ask_file import ask_save_path, write_table
from funneldesk.desktop.kit.export.table import ExportColumn, Table, table_of
from funneldesk.desktop.kit.jobs.plain_job import shown_in
from funneldesk.desktop.kit.notices import Notice
from funneldesk.desktop.kit.show_in_folder import show_in_folder
from funneldesk.desktop.kit.tasks import in_thread
from funneldesk.desktop.local.drafts import is_new_id
from funneldesk.desktop.panel import Command
from funneldesk.desktop.parts.pages.bulk_places import place_names
from funneldesk.desktop.parts.pages.export_columns import Summary, columns
from funneldesk.desktop.parts.pages.export_sheet import ExportSheet
from funneldesk.desktop.parts.pages.feature import PageFeature
from funneldesk.desktop.parts.pages.library import PART

REMEMBERED = "pages.export"


class PageExport(PageFeature):
    """Asks what, asks where, writes; pages that exist only on this computer stay out of it."""

    def commands(self) -> Iterable[Command]:
        yield Command("Export the list of pages", lambda: self._start("all"), "", "download")

    def fill_list_menu(self, menu: QMenu, ids: list[str]) -> None:
        if len(ids) > 1:
            menu.addAction("Export these…", lambda: self._start("selected"))

    def fill_section_menu(self, menu: QMenu) -> None:
        menu.addAction("Export the list…", lambda: self._start("all"))

    def _start(self, scope: str) -> None:
        self.panel.tasks.latest("export", self.export(scope))

    async def export(self, scope: str) -> None:
        """Ask and write. ``scope`` is what is offered first: all, shown or selected."""
        panel = self.panel
        ids = self._scopes()
        store = panel.workspace.store
        counts = {
            key: (words, len(ids[key]))
            for key, words in (("all", "All"), ("shown", "As filtered"), ("selected", "Selected"))
            if ids[key]
        }
        if not counts:
            return
        every = columns(panel.workspace.visitor_base, {})
        sheet = ExportSheet(panel, every, counts, await store.value(REMEMBERED) or {})
        sheet.scopes.choose(scope)
        if await sheet.ask() != "export":
            return
        chosen, kind, wanted = sheet.columns, sheet.kind, ids[sheet.scope]
        await store.put_value(REMEMBERED, sheet.remembered())
        path = await ask_save_path(panel, "Export the list of pages", f"pages.{kind}", kind)
        if path is not None:
            await self.write(path, wanted, chosen)

    async def write(self, path: Path, ids: list[str], chosen: list[str]) -> None:
        """Write these pages with these columns, and tell how it went."""
        panel = self.panel
        brand = panel.workspace.connection.name
        with shown_in(
            panel.workspace.jobs,
            f"Export to {path.name}",
            icon="download",
            unit="row",
            total=len(ids),
            brand=brand,
        ) as job:
            told = await self._written(path, ids, chosen)
            job.outcome = f"{told.title}."
            job.trouble = int(told.tone == "danger")
            if not job.trouble:
                job.acts["show"] = lambda: show_in_folder(path)
        panel.tell(told)

    async def _written(self, path: Path, ids: list[str], chosen: list[str]) -> Notice:
        panel = self.panel
        names = await place_names(panel.workspace, panel.library.rows.values())
        known = {column.key: column for column in columns(panel.workspace.visitor_base, names)}
        records = await self._records(ids)
        table = await in_thread(_table, [known[key] for key in chosen], records)
        return await write_table(path, table, panel.list.zone)

    def _scopes(self) -> dict[str, list[str]]:
        shown = list(self.panel.list.list.rows.ids)
        narrowed = shown if len(shown) < len(self.panel.library.rows) else []
        scopes = {
            "all": list(self.panel.library.rows),
            "shown": narrowed,
            "selected": self.panel.list.list.selected_ids(),
        }
        if len(shown) == len(self.panel.library.rows):
            scopes["all"] = shown
        return {key: [i for i in ids if not is_new_id(i)] for key, ids in scopes.items()}

    async def _records(self, ids: list[str]) -> list[Summary]:
        """The pages as the local copy has them, all rows of the list, in the order of ``ids``."""
        found: dict[str, dict[str, Any]] = {}
        wanted = set(ids)
        async for piece in self.panel.workspace.store.slices(PART):
            found |= {str(page["id"]): page for page in piece if str(page["id"]) in wanted}
        return [found[page_id] for page_id in ids if page_id in found]


def _table(chosen: list[ExportColumn[Summary]], records: list[Summary]) -> Table:
    return table_of("Pages", chosen, records)
