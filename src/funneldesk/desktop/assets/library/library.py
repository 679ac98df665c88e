"""The brand's files on this computer: shown at once, refreshed from the server."""

import asyncio
import time
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from funneldesk.desktop.assets.library.first_screen import LONG, LibraryHead
from funneldesk.desktop.assets.library.listing import Listing, kept_of, row_of, rows_of
from funneldesk.desktop.assets.library.news import LibraryNews
from funneldesk.desktop.assets.library.row import AssetRow
from funneldesk.desktop.kit.tasks import TaskScope
from funneldesk.desktop.workspace.workspace import Workspace

if TYPE_CHECKING:
    from funneldesk.client import Api
    from funneldesk.contract.files import FileEntry

PART = "files"
DRAWN, REST_PAUSE = 0.03, 0.2
"""Seconds in which the first screen is drawn before the folders, and then the rest, are read."""
KEEP_PAUSE = 0.4
AT_ONCE = 100
"""Entries turned into rows before the window turns."""
COMPARED_AT_ONCE = 5_000
MOST_FOLDERS = 500
"""Folders that the tree shows before the rest is read."""


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
        # Whoever asked for the list is told why it could not be read.
        self._asked = TaskScope(self, on_error=_told_to_who_asked)
        self.refreshed = 0.0
        """When the whole list was read from the server last, as ``time.monotonic`` tells."""
        self._listing = Listing()
        self._head = LibraryHead(workspace.store)
        self._news = LibraryNews()
        self._unkept: set[str] = set()
        self._since: dict[str, AssetRow | None] | None = None
        self._rest: asyncio.Task[None] | None = None
        self._showing: asyncio.Task[None] | None = None
        self._turn = asyncio.Lock()
        self._coming: asyncio.Task[None] | None = None
        self._refreshing: asyncio.Task[None] | None = None

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
        """Number of files, those included that are still being read from the disk."""
        return max(self._listing.files, self._head.files)

    @property
    def byte_count(self) -> int:
        """Their size in bytes."""
        return max(self._listing.bytes, self._head.bytes)

    def inside(self, folder: str) -> Mapping[str, AssetRow]:
        """Direct content of a folder, by path; empty for a folder that does not exist."""
        return self._listing.inside(folder)

    def held(self, folder: str) -> int:
        """Number of files and folders directly in a folder."""
        return len(self._listing.inside(folder))

    def samples(self, folder: str, most: int) -> list[AssetRow]:
        """A few images that stand for a folder."""
        return self._listing.samples(folder, most)

    def subfolders(self, folder: str) -> Collection[str]:
        """The paths of the folders right in a folder, in no order; not to be changed."""
        return self._listing.subfolders(folder)

    def has_folder(self, path: str) -> bool:
        """Whether there is such a folder."""
        return self._listing.has_folder(path)

    # The local copy

    async def show_local(self, folder: str = "") -> None:
        """Take the rows from the local copy, once: what lies in ``folder`` first, the rest after.

        Who asks meanwhile waits for the same.
        """
        if self.loaded:
            return
        if self._showing is None:
            self._showing = self.tasks.start(self._show_local(folder))
        if self._showing is not None:
            await asyncio.shield(self._showing)

    async def _show_local(self, folder: str) -> None:
        table = self.workspace.store.assets
        await self._head.read()
        head = self._head.rows_of(folder)
        shown = head or [row_of(kept) for kept in await table.inside(folder, LONG)]
        for row in shown:
            self._listing.put(row)
        if not shown:
            await self._read_folders()
        if self._listing.rows:
            self.loaded = True
            self._tell_all()
        self._rest = self.tasks.start(self._read_rest({row.path for row in head}))

    async def _read_folders(self) -> None:
        """So many of the folders that the tree can be shown."""
        for kept in await self.workspace.store.assets.folders(MOST_FOLDERS):
            row = row_of(kept)
            if row.path not in self.rows:
                self._listing.put(row)

    async def _read_rest(self, guessed: set[str]) -> None:
        """Read everything in slices; rows ``guessed`` from the last time that are gone leave."""
        if not self.loaded:
            return
        await asyncio.sleep(DRAWN)
        await self._read_folders()
        self._tell_all()
        await asyncio.sleep(REST_PAUSE)
        async for piece in self.workspace.store.assets.slices():
            for kept in piece:
                row = row_of(kept)
                guessed.discard(row.path)
                known = self.rows.get(row.path)
                if row.path not in self._unkept and (known is None or known.is_folder):
                    self._listing.put(row)
        for path in guessed - self._unkept:
            self._listing.drop(path)
        self._head.arrived()
        self._tell_all()

    async def hasten(self, folder: str) -> None:
        """Have a folder whole before the rest has come from the disk."""
        if self._rest is None or self._rest.done():
            return
        found = await self.workspace.store.assets.inside(folder, LONG)
        for start in range(0, len(found), AT_ONCE):
            for kept in found[start : start + AT_ONCE]:
                row = row_of(kept)
                if row.path not in self.rows:
                    self._listing.put(row)
            await asyncio.sleep(0)
        if found:
            self._tell_all()

    def remember_head(self, folder: str, paths: Sequence[str]) -> None:
        """Keep the first rows of a long folder as it is shown, so that they are there at once at
        the next start."""
        if self._rest is None or self._rest.done():
            rows = [row for path in paths[:AT_ONCE] if (row := self.rows.get(path)) is not None]
            long = self.held(folder) > LONG
            files, size = self._listing.files, self._listing.bytes
            self._head.remember(self.tasks, folder, rows if long else [], files, size)

    # The server

    async def refresh(self, *, join: bool = False) -> None:
        """Take the list from the server and keep it: one that is asked for after this call, or
        with ``join`` one that is on its way. Raises ``ApiError``."""
        coming = self._coming
        if join and self._refreshing is not None and not self._refreshing.done():
            coming = self._refreshing
        if coming is None:
            coming = self._coming = self._asked.start(self._refresh_in_turn())
        if coming is not None:
            await asyncio.shield(coming)

    async def _refresh_in_turn(self) -> None:
        async with self._turn:
            # Who asks from now on may have changed something that this list does not show.
            self._refreshing, self._coming = self._coming, None
            await self._refresh()

    async def look(self) -> None:
        """Ask what changed since the last time, which costs little; only when that names something
        new the list is read anew. Raises ``ApiError``."""
        since = self._news.since
        if since is None or not self.refreshed:
            await self.refresh()
            return
        told = await self.workspace.run(lambda api: api.files.list_assets(since))
        if self._news.take(told, self.rows):
            await self.refresh()

    async def _refresh(self) -> None:
        if self._rest is not None:
            await asyncio.shield(self._rest)
        # What is put in or taken out while the list is on its way is newer than the list.
        self._since = {}
        try:
            listing, changed = Listing(), list[AssetRow]()

            async def read(api: "Api") -> None:
                nonlocal listing, changed
                listing, changed = Listing(), []
                async for piece in api.files.slices():
                    await self._take(piece.rows, listing, changed)

            await self.workspace.run(read)
            latest, gone = await self._compare(listing)
            for path, row in self._since.items():
                listing.put(row) if row is not None else listing.drop(path)
        finally:
            self._since = None
        self._news.begin(latest)
        await self._replace(listing, changed, gone)

    async def _take(
        self, entries: "Sequence[FileEntry]", listing: Listing, changed: list[AssetRow]
    ) -> None:
        """Take some more of the list; the window turns in between."""
        known = self.rows
        for start in range(0, len(entries), AT_ONCE):
            for row in rows_of(entries[start : start + AT_ONCE], known):
                # Of two entries of one path the first counts, but a folder's own facts are taken.
                if row.path not in listing.rows or row.is_folder:
                    listing.put(row)
                    if known.get(row.path) is not row:
                        changed.append(row)
            await asyncio.sleep(0)

    async def _compare(self, listing: Listing) -> tuple[float, list[str]]:
        """When the latest change of a file was, and which paths are gone; in slices."""
        latest, gone = 0.0, list[str]()
        known = list(self.rows)
        for start in range(0, len(known), COMPARED_AT_ONCE):
            piece = known[start : start + COMPARED_AT_ONCE]
            gone += [path for path in piece if path not in listing.rows]
            await asyncio.sleep(0)
        rows = list(listing.rows.values())
        for start in range(0, len(rows), COMPARED_AT_ONCE):
            latest = max(latest, *(row.changed for row in rows[start : start + COMPARED_AT_ONCE]))
            await asyncio.sleep(0)
        return latest, gone

    async def _replace(
        self, listing: Listing, changed: Sequence[AssetRow], gone: Sequence[str]
    ) -> None:
        self._listing = listing
        self._head.arrived()
        first = not self.loaded
        self.loaded = True
        self.refreshed = time.monotonic()
        if changed or gone or first:
            self.replaced.emit()
        self.updated.emit()
        table = self.workspace.store.assets
        await table.forget([path for path in gone if path not in self.rows])
        for start in range(0, len(changed), AT_ONCE):
            await table.put([kept_of(row) for row in changed[start : start + AT_ONCE]])

    # Single changes

    def put(self, rows: Iterable[AssetRow]) -> None:
        """Files or folders that were just added or changed."""
        for row in rows:
            self._note(row.path, row)
            for path in self._listing.put(row):
                self.row_changed.emit(path)
        self._changed_here()

    def forget(self, paths: Iterable[str]) -> None:
        """Files or folders that are gone, these with all that was in them."""
        for path in paths:
            self._note(path, None)
            for gone in self._listing.drop(path):
                self._unkept.add(gone)
                self.row_changed.emit(gone)
        self._changed_here()

    def _note(self, path: str, row: AssetRow | None) -> None:
        self._unkept.add(path)
        self._news.expect(path)
        if self._since is not None:
            self._since[path] = row

    def _changed_here(self) -> None:
        self.updated.emit()
        self.tasks.steadily("keep", KEEP_PAUSE, self._keep)

    async def _keep(self) -> None:
        paths, self._unkept = self._unkept, set()
        kept = [kept_of(row) for path in paths if (row := self.rows.get(path)) is not None]
        gone = [path for path in paths if path not in self.rows]
        await self.workspace.store.assets.put(kept)
        await self.workspace.store.assets.forget(gone)

    def _tell_all(self) -> None:
        self.replaced.emit()
        self.updated.emit()


def _told_to_who_asked(_: BaseException) -> None:
    """Nothing is left to tell."""
