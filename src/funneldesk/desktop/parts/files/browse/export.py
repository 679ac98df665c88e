"""The list of files as a file: all of the brand, what is shown, or what is selected."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from functools import partial

from funneldesk.desktop.assets.addresses import absolute
from funneldesk.desktop.assets.library.row import AssetRow
from funneldesk.desktop.kit.export.table import ExportColumn
from funneldesk.desktop.kit.tasks import in_thread
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.files.browse.browser import FilesBrowser
from funneldesk.desktop.parts.files.feature import FilesFeature
from funneldesk.desktop.records.export.list_export import ExportScope, ListExport
from funneldesk.desktop.sections.actions import Action, Place


class FilesExport(FilesFeature):
    """Folders are no rows of a list of files."""

    def __init__(self, panel: FilesBrowser) -> None:
        super().__init__(panel)
        self._list: ListExport[AssetRow] = ListExport(
            panel, "files", columns(""), self._scopes, self._addressed
        )
        self.start, self.export = self._list.start, self._list.export

    def declare(self) -> Iterable[Action]:
        yield Action(
            "files.export-selected",
            _("Export the list of these…"),
            lambda _ids: self.start("selected"),
            icon="download",
            places=Place.RECORD_MENU,
            offered=lambda _place, ids: len(ids) > 1,
        )
        yield Action(
            "files.export",
            _("Export the list of files…"),
            lambda _ids: self.start("all"),
            icon="download",
            places=Place.PALETTE | Place.SECTION_MENU,
        )

    async def _addressed(self) -> tuple[ExportColumn[AssetRow], ...]:
        return columns(self.panel.workspace.base_url)

    async def _scopes(self) -> Mapping[str, ExportScope[AssetRow]]:
        panel, rows = self.panel, dict(self.panel.library.rows)
        ids = await in_thread(_scopes, rows, list(panel.list.grid.rows.ids), _ids(panel.selected()))
        return {
            key: ExportScope(len(paths), partial(_records, rows, paths))
            for key, paths in ids.items()
        }


def columns(base_url: str) -> tuple[ExportColumn[AssetRow], ...]:
    """Every column that there is."""
    return (
        ExportColumn("name", _("Name"), lambda row: row.name, 36),
        ExportColumn("folder", _("Folder"), lambda row: row.folder, 32),
        ExportColumn("kind", _("Kind"), lambda row: row.ending.upper(), 8),
        ExportColumn("size", _("Bytes"), lambda row: row.size, 12),
        ExportColumn("width", _("Width"), lambda row: row.width or None, 8),
        ExportColumn("height", _("Height"), lambda row: row.height or None, 8),
        ExportColumn("changed", _("Changed"), _changed, 20),
        ExportColumn("address", _("Address"), lambda row: absolute(row.src, base_url), 60),
        ExportColumn("path", _("Path"), lambda row: row.path, 48, False),
        ExportColumn("srcset", _("Sizes for srcset"), lambda row: row.srcset, 60, False),
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


async def _records(rows: Mapping[str, AssetRow], paths: Sequence[str]) -> list[AssetRow]:
    return [rows[path] for path in paths]
