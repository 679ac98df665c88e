"""The brand's files on this computer: shown at once, refreshed from the platform."""

from collections.abc import Iterable, Mapping

from PySide6.QtCore import QObject, Signal

from funneldesk.desktop.assets.listing import Listing, rows_of
from funneldesk.desktop.assets.row import AssetRow
from funneldesk.desktop.kit.tasks import TaskScope
from funneldesk.desktop.workspace import Workspace

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
        self.loaded = False
        self.tasks = TaskScope(self)
        self._listing = Listing()

    @property
    def rows(self) -> Mapping[str, AssetRow]:
        """Every file and folder by its path; not to be changed."""
        return self._listing.rows

    @property
    def folders(self) -> Iterable[str]:
        """The path of every folder, "" (the assets folder itself) among them."""
        return self._listing.folders()

    @property
    def file_count(self) -> int:
        """How many files there are."""
        return self._listing.files

    @property
    def byte_count(self) -> int:
        """How many bytes they take."""
        return self._listing.bytes

    def inside(self, folder: str) -> Mapping[str, AssetRow]:
        """What lies right in a folder, by path; empty for a folder that is not there."""
        return self._listing.inside(folder)

    def held(self, folder: str) -> int:
        """How many files and folders lie right in a folder."""
        return len(self._listing.inside(folder))

    def subfolders(self, folder: str) -> list[str]:
        """The paths of the folders right in a folder, in no order."""
        return self._listing.subfolders(folder)

    def has_folder(self, path: str) -> bool:
        """Whether there is such a folder."""
        return self._listing.has_folder(path)

    async def show_local(self) -> None:
        """Take the rows from the local copy, once."""

    async def refresh(self) -> None:
        """Take the list from the platform and keep it. Raises ``ApiError``."""
        entries = await self.workspace.run(lambda api: api.files.list())
        listing = Listing()
        for row in rows_of(entries, self.rows):
            listing.put(row)
        self._listing = listing
        self.loaded = True
        self.replaced.emit()
        self.updated.emit()

    def put(self, rows: Iterable[AssetRow]) -> None:
        """Files or folders that were just added or changed."""
        for row in rows:
            for path in self._listing.put(row):
                self.row_changed.emit(path)
        self.updated.emit()

    def forget(self, paths: Iterable[str]) -> None:
        """Files or folders that are gone, these with all that was in them."""
        for path in paths:
            for gone in self._listing.drop(path):
                self.row_changed.emit(gone)
        self.updated.emit()
