"""The list of files as a file: all of the brand, what is shown, or what is selected."""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from PySide6.QtWidgets import QMenu

from funneldesk.client.errors import ApiError
from funneldesk.desktop.assets.addresses import absolute
from funneldesk.desktop.assets.library.row import AssetRow
from funneldesk.desktop.kit.export.table import ExportColumn, Table, table_of
from funneldesk.desktop.kit.tasks import in_thread
from funneldesk.desktop.parts.files.feature import FilesFeature
from funneldesk.desktop.records.export.list_export import ask_what, write_list
from funneldesk.desktop.sections.panel import Command
from funneldesk.desktop.workspace.brand_facts import BrandFacts

if TYPE_CHECKING:
    pass

REMEMBERED = "files.export"


class FilesExport(FilesFeature):
    """Asks what, asks where, writes."""

    def commands(self) -> Iterable[Command]:
        yield Command("Export the list of files…", lambda: self._start("all"), "", "download")

    def fill_menu(self, menu: QMenu, rows: Sequence[AssetRow]) -> None:
        if len(rows) > 1:
            menu.addAction("Export the list of these…", lambda: self._start("selected"))

    def fill_section_menu(self, menu: QMenu) -> None:
        menu.addAction("Export the list…", lambda: self._start("all"))

    def _start(self, scope: str) -> None:
        self.panel.tasks.latest("export", self.export(scope))

    async def export(self, scope: str) -> None:
        """Ask and write. ``scope`` is what is offered first: all, shown or selected."""
        panel, workspace = self.panel, self.panel.workspace
        kept = await workspace.store.value(REMEMBERED)
        rows = dict(panel.library.rows)
        ids = await in_thread(_scopes, rows, list(panel.list.grid.rows.ids), _ids(panel.selected()))
        every = columns(workspace.base_url)
        request = await ask_what(panel, "files", every, ids, scope=scope, remembered=kept or {})
        if request is None:
            return
        await workspace.store.put_value(REMEMBERED, request.remembered)
        chosen = [column for column in every if column.key in request.columns]

        async def table() -> Table:
            return await in_thread(_table, chosen, rows, request.ids)

        told = await write_list(
            request.path,
            table,
            jobs=workspace.jobs,
            brand=workspace.connection.name,
            total=len(request.ids),
            zone=await self._zone(),
        )
        workspace.notifications.post(told)

    async def _zone(self) -> ZoneInfo | None:
        brand = self.panel.workspace.shared(BrandFacts)
        with suppress(ApiError):
            await brand.learn()
        return brand.zone


def columns(base_url: str) -> tuple[ExportColumn[AssetRow], ...]:
    """Every column that there is."""
    return (
        ExportColumn("name", "Name", lambda row: row.name, 36),
        ExportColumn("folder", "Folder", lambda row: row.folder, 32),
        ExportColumn("kind", "Kind", lambda row: row.ending.upper(), 8),
        ExportColumn("size", "Bytes", lambda row: row.size, 12),
        ExportColumn("width", "Width", lambda row: row.width or None, 8),
        ExportColumn("height", "Height", lambda row: row.height or None, 8),
        ExportColumn("changed", "Changed", _changed, 20),
        ExportColumn("address", "Address", lambda row: absolute(row.src, base_url), 60),
        ExportColumn("path", "Path", lambda row: row.path, 48, False),
        ExportColumn("srcset", "Sizes for srcset", lambda row: row.srcset, 60, False),
    )


def _changed(row: AssetRow) -> datetime | None:
    return datetime.fromtimestamp(row.changed, UTC) if row.changed else None


def _ids(rows: Sequence[AssetRow]) -> list[str]:
    return [row.path for row in rows]


def _scopes(
    rows: Mapping[str, AssetRow], shown: Sequence[str], selected: Sequence[str]
) -> dict[str, list[str]]:
    """The files of each scope; folders are no rows of a list of files."""

    def files(paths: Iterable[str]) -> list[str]:
        return [path for path in paths if path in rows and not rows[path].is_folder]

    return {"all": sorted(files(rows)), "shown": files(shown), "selected": files(selected)}


def _table(
    chosen: Sequence[ExportColumn[AssetRow]], rows: Mapping[str, AssetRow], ids: Sequence[str]
) -> Table:
    return table_of("Files", chosen, [rows[path] for path in ids])
