"""The brand's files on this computer: shown at once, refreshed from the platform."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from funneldesk.desktop.assets.row import AssetRow
from funneldesk.desktop.kit.tasks import TaskScope
from funneldesk.desktop.workspace import Workspace

if TYPE_CHECKING:
    from funneldesk.contract.files import FileEntry

PART = "files"


class AssetLibrary(QObject):
    """Holds a row for every file and folder, by path; one for all sections of a brand
    (``workspace.shared(AssetLibrary)``).

    ``updated`` tells that some changed: before it, ``row_changed`` names the one, or ``replaced``
    says that it may be any.
    """

    updated = Signal()
    row_changed = Signal(str)
    replaced = Signal()

    def __init__(self, workspace: Workspace, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.workspace = workspace
        self.rows: dict[str, AssetRow] = {}
        self.loaded = False
        self.tasks = TaskScope(self)

    async def show_local(self) -> None:
        """Take the rows from the local copy, once."""

    async def refresh(self) -> None:
        """Take the list from the platform and keep it. Raises ``ApiError``."""
        entries = await self.workspace.run(lambda api: api.files.list())
        self._take(entries)
        self.replaced.emit()
        self.updated.emit()

    def put(self, rows: Iterable[AssetRow]) -> None:
        """Files or folders that were just added or changed."""
        for row in rows:
            self.rows[row.path] = row
            self.row_changed.emit(row.path)
        self.updated.emit()

    def forget(self, paths: Iterable[str]) -> None:
        """Files or folders that are gone."""
        for path in paths:
            self.rows.pop(path, None)
            self.row_changed.emit(path)
        self.updated.emit()

    def _take(self, entries: "Iterable[FileEntry]") -> None:
        rows = (AssetRow.of(entry.model_dump()) for entry in entries)
        self.rows = {row.path: row for row in rows}
        self.loaded = True
