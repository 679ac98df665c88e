"""The brand's files as the local copy keeps them: by folder, so that any folder is read at once."""

import sqlite3
from collections.abc import AsyncIterator, Iterable, Sequence
from typing import NamedTuple

from funneldesk.desktop.local.database.sqlite_thread import SqliteThread

SLICE = 250
"""Rows handed over in one go at most, so that the window's thread is never held up."""
_COLUMNS = "folder, name, is_folder, size, changed, src, width, height, srcset"  # not shown


class KeptAsset(NamedTuple):
    """A file or folder: ``size`` in bytes, ``changed`` in seconds since 1970 (0: not known)."""

    folder: str
    name: str
    is_folder: bool
    size: int = 0
    changed: float = 0.0
    src: str = ""
    width: int = 0
    height: int = 0
    srcset: str = ""


class AssetTable:
    """The table of one brand. Every method raises LocalStoreProblem when the disk refuses."""

    def __init__(self, thread: SqliteThread) -> None:
        self._thread = thread

    async def inside(self, folder: str, limit: int) -> list[KeptAsset]:
        """Direct content of a folder, at most ``limit`` rows, by name."""

        def read(connection: sqlite3.Connection) -> list[KeptAsset]:
            found = connection.execute(
                f"SELECT {_COLUMNS} FROM assets WHERE folder = ? ORDER BY name LIMIT ?",  # noqa: S608
                (folder, limit),
            )
            return [KeptAsset(*row) for row in found]

        return await self._thread.read(read)

    async def folders(self, limit: int) -> list[KeptAsset]:
        """The folders, at most ``limit`` of them, by their path."""

        def read(connection: sqlite3.Connection) -> list[KeptAsset]:
            found = connection.execute(
                f"SELECT {_COLUMNS} FROM assets INDEXED BY asset_folders WHERE is_folder"  # noqa: S608
                " ORDER BY folder, name LIMIT ?",
                (limit,),
            )
            return [KeptAsset(*row) for row in found]

        return await self._thread.read(read)

    async def slices(self) -> AsyncIterator[list[KeptAsset]]:
        """Everything, piece by piece, by folder and name."""
        after = ("", "")
        while piece := await self._after(*after):
            yield piece
            after = piece[-1].folder, piece[-1].name

    async def _after(self, folder: str, name: str) -> list[KeptAsset]:
        def read(connection: sqlite3.Connection) -> list[KeptAsset]:
            found = connection.execute(
                f"SELECT {_COLUMNS} FROM assets WHERE (folder, name) > (?, ?)"  # noqa: S608
                " ORDER BY folder, name LIMIT ?",
                (folder, name, SLICE),
            )
            return [KeptAsset(*row) for row in found]

        return await self._thread.read(read)

    async def put(self, rows: Iterable[KeptAsset]) -> None:
        """Add rows or take the place of those of the same path; in slices."""
        kept = list(rows)
        for start in range(0, len(kept), SLICE):
            await self._put(kept[start : start + SLICE])

    async def _put(self, rows: Sequence[KeptAsset]) -> None:
        marks = ", ".join("?" * len(KeptAsset._fields))

        def write(connection: sqlite3.Connection) -> None:
            connection.executemany(
                f"INSERT OR REPLACE INTO assets ({_COLUMNS}) VALUES ({marks})",  # noqa: S608
                rows,
            )

        await self._thread.write(write)

    async def forget(self, paths: Iterable[str]) -> None:
        """Files and folders that are gone, each for itself; in slices."""
        gone = [(folder, name) for folder, _, name in (path.rpartition("/") for path in paths)]
        for start in range(0, len(gone), SLICE):
            await self._forget(gone[start : start + SLICE])

    async def _forget(self, steps: Sequence[tuple[str, str]]) -> None:
        def write(connection: sqlite3.Connection) -> None:
            connection.executemany("DELETE FROM assets WHERE folder = ? AND name = ?", steps)

        await self._thread.write(write)
