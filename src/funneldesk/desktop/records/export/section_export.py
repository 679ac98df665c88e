"""List of a declared section as a file: all that its query has, or what is selected."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from funneldesk.client.errors import ApiError
from funneldesk.desktop.kit.explain import explain
from funneldesk.desktop.kit.export.file_dialog import ask_save_path
from funneldesk.desktop.kit.export.table import Table, table_of
from funneldesk.desktop.kit.tasks import in_thread
from funneldesk.desktop.records.export.dialog import ExportDialog
from funneldesk.desktop.records.export.list_export import SCOPES, write_list
from funneldesk.desktop.records.table.table_pane import TablePane
from funneldesk.desktop.sections.panel import Panel
from funneldesk.desktop.workspace.brand_facts import BrandFacts


class SectionExport:
    """Asks what and where to, reads all rows of the query, writes, and tells how it went."""

    def __init__(self, panel: Panel, pane: TablePane) -> None:
        self._panel = panel
        self._pane = pane
        self._declared = pane.declared
        self._remembered = f"{self._declared.part}.export"
        self._columns = [each.in_export() for each in self._declared.columns]

    def start(self, scope: str) -> None:
        """Ask and write. ``scope`` is what is offered first: shown or selected."""
        self._panel.tasks.latest("export", self.export(scope))

    async def export(self, scope: str) -> None:
        """As ``start``, awaited."""
        counts = self._counts()
        if not counts:
            return
        store, units = self._panel.workspace.store, self._declared.units
        remembered = await store.value(self._remembered, {})
        dialog = ExportDialog(self._panel, units, self._columns, counts, remembered or {})
        dialog.scopes.choose(scope)
        if await dialog.ask() != "export":
            return
        chosen, scope, later = dialog.columns, dialog.scope, dialog.remembered()
        name = f"{units}.{dialog.kind}"
        path = await ask_save_path(self._panel, f"Export the list of {units}", name, dialog.kind)
        if path is not None:
            await store.put_value(self._remembered, later)
            await self.write(path, scope, chosen)

    async def write(self, path: Path, scope: str, chosen: list[str]) -> None:
        """Write the rows of a scope with these columns."""
        workspace = self._panel.workspace
        selected = set(self._pane.table.selected_ids()) if scope == "selected" else None
        known = {column.key: column for column in self._columns}

        async def table() -> Table:
            rows = await self._rows(selected)
            title = self._declared.title
            return await in_thread(table_of, title, [known[key] for key in chosen], rows)

        total = len(selected) if selected is not None else self._total()
        try:
            told = await write_list(
                path,
                table,
                jobs=workspace.jobs,
                brand=workspace.connection.name,
                total=total,
                zone=workspace.shared(BrandFacts).zone,
            )
        except ApiError as error:
            told = explain(error, f"Reading the {self._declared.units} to export").notice("export")
        workspace.notifications.post(told)

    async def _rows(self, selected: set[str] | None) -> list[Any]:
        if selected is not None:
            pane = self._pane
            return [pane.rows[i] for i in pane.table.rows.ids if i in selected and i in pane.rows]
        source = self._pane.source
        return [row async for row in source.every()] if source is not None else []

    def _counts(self) -> Mapping[str, tuple[str, int]]:
        selected = len(self._pane.table.selected_ids())
        narrowed = self._pane.query.text or self._pane.query.narrows
        scopes = {
            "shown": (SCOPES["shown" if narrowed else "all"], self._total()),
            "selected": (SCOPES["selected"], selected),
        }
        return {key: counted for key, counted in scopes.items() if counted[1]}

    def _total(self) -> int:
        source = self._pane.source
        return (source.total or source.count) if source is not None else 0
