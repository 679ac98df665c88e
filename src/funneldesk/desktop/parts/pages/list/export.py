"""The list of pages as a file: all rows, what is shown, or what is selected."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from PySide6.QtWidgets import QMenu

from funneldesk.desktop.kit.export.table import Table, table_of
from funneldesk.desktop.kit.tasks import in_thread
from funneldesk.desktop.local.user_data.drafts import is_new_id
from funneldesk.desktop.parts.pages.bulk.places import place_names
from funneldesk.desktop.parts.pages.feature import PageFeature
from funneldesk.desktop.parts.pages.library.library import PART
from funneldesk.desktop.parts.pages.list.export_columns import Summary, columns
from funneldesk.desktop.records.export.list_export import ask_what, write_list
from funneldesk.desktop.sections.panel import Command

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
        self.context.tasks.latest("export", self.export(scope))

    async def export(self, scope: str) -> None:
        """Ask and write. ``scope`` is what is offered first: all, shown or selected."""
        workspace = self.context.workspace
        store = workspace.store
        every, kept = columns(workspace.visitor_base, {}), await store.value(REMEMBERED)
        wanted = await ask_what(
            self.context.section, "pages", every, self._scopes(), scope=scope, remembered=kept or {}
        )
        if wanted is not None:
            await store.put_value(REMEMBERED, wanted.remembered)
            await self.write(wanted.path, wanted.ids, wanted.columns)

    async def write(self, path: Path, ids: Sequence[str], chosen: list[str]) -> None:
        """Write these pages with these columns, and tell how it went."""
        workspace, library = self.context.workspace, self.context.library

        async def table() -> Table:
            names = await place_names(workspace, library.rows.values())
            known = {column.key: column for column in columns(workspace.visitor_base, names)}
            records = await self._records(ids)
            return await in_thread(table_of, "Pages", [known[key] for key in chosen], records)

        notifications, brand, zone = (
            workspace.jobs,
            workspace.connection.name,
            self.context.list.zone,
        )
        workspace.notifications.post(
            await write_list(
                path, table, jobs=notifications, brand=brand, total=len(ids), zone=zone
            )
        )

    def _scopes(self) -> dict[str, list[str]]:
        shown = list(self.context.list.list.rows.ids)
        narrowed = shown if len(shown) < len(self.context.library.rows) else []
        scopes = {
            "all": list(self.context.library.rows),
            "shown": narrowed,
            "selected": self.context.list.list.selected_ids(),
        }
        if len(shown) == len(self.context.library.rows):
            scopes["all"] = shown
        return {key: [i for i in ids if not is_new_id(i)] for key, ids in scopes.items()}

    async def _records(self, ids: Sequence[str]) -> list[Summary]:
        """The pages as the local copy has them, all rows of the list, in the order of ``ids``."""
        found: dict[str, dict[str, Any]] = {}
        wanted = set(ids)
        async for piece in self.context.workspace.store.slices(PART):
            found |= {str(page["id"]): page for page in piece if str(page["id"]) in wanted}
        return [found[page_id] for page_id in ids if page_id in found]
