"""Small pictures on disk, kept by the content that they show, and which file has which content.

All of it can be made again: a damaged index is thrown away, a damaged picture is forgotten.
"""

import contextlib
import os
import sqlite3
import time
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

BUDGET = 500_000_000
"""Bytes of all pictures together."""
_KEPT = 0.9
"""How much of the budget is left after what was not used for long has been deleted."""
_STEP = 200
_SUM = 4
_DAY = 86_400
_VERSION = 1
_TABLES = """
CREATE TABLE known (source TEXT PRIMARY KEY, size INTEGER, changed REAL, sha TEXT,
    kind TEXT, width INTEGER, height INTEGER) WITHOUT ROWID;
CREATE TABLE made (sha TEXT, side INTEGER, bytes INTEGER, used INTEGER,
    PRIMARY KEY (sha, side)) WITHOUT ROWID;
CREATE INDEX made_by_use ON made (used);
"""


@dataclass(frozen=True, slots=True)
class Shown:
    """What was looked at: ``source`` names it for good, ``size`` (bytes) and ``changed`` (seconds)
    tell whether it is still the same."""

    source: str
    size: int
    changed: float


@dataclass(frozen=True, slots=True)
class Content:
    """What a file holds, by content: SHA-256 in hex, MIME type, pixels of the whole picture."""

    sha: str
    kind: str
    width: int
    height: int


class ThumbFiles:
    """One folder with an index; every method runs on one thread and waits for the disk.

    No method raises for a disk that refuses: there are no kept pictures then.
    """

    def __init__(self, folder: Path, budget: int = BUDGET) -> None:
        self._folder = folder
        self._budget = budget
        self._index: sqlite3.Connection | None = None
        self._broken = False
        self._weight = -1

    def content(self, shown: Shown) -> Content | None:
        """What is known of a file, unless it changed since."""
        found = self._rows(
            "SELECT sha, kind, width, height FROM known"
            " WHERE source = ? AND size = ? AND changed = ?",
            (shown.source, shown.size, shown.changed),
        )
        return Content(*found[0]) if found else None

    def picture(self, sha: str, side: int) -> bytes | None:
        """A picture of at least this side, else the largest there is; None when there is none."""
        found = self._rows(
            "SELECT side, used FROM made WHERE sha = ? ORDER BY side < ?, abs(side - ?)",
            (sha, side, side),
        )
        for there, used in found:
            try:
                content = _whole(self._place(sha, there).read_bytes())
            except (OSError, ValueError):
                self.forget(sha, there)
                continue
            if used < time.time() - _DAY:
                self._rows(
                    "UPDATE made SET used = ? WHERE sha = ? AND side = ?",
                    (int(time.time()), sha, there),
                )
            return content
        return None

    def has(self, sha: str, side: int) -> bool:
        """Whether there is a picture of this side or a larger one."""
        return bool(self._rows("SELECT 1 FROM made WHERE sha = ? AND side >= ?", (sha, side)))

    def keep(self, shown: Shown, content: Content, side: int, picture: bytes) -> None:
        """Keep a picture and what it is of; at once or not at all."""
        place = self._place(content.sha, side)
        beside = place.with_name(f"{place.name}.{os.getpid()}.new")
        try:
            place.parent.mkdir(parents=True, exist_ok=True)
            beside.write_bytes(picture + zlib.crc32(picture).to_bytes(_SUM))
            beside.replace(place)
        except OSError:
            with contextlib.suppress(OSError):
                beside.unlink(missing_ok=True)
            return
        self._rows(
            "INSERT OR REPLACE INTO known VALUES (?, ?, ?, ?, ?, ?, ?)",
            (
                *(shown.source, shown.size, shown.changed),
                *(content.sha, content.kind, content.width, content.height),
            ),
        )
        self._rows(
            "INSERT OR REPLACE INTO made VALUES (?, ?, ?, ?)",
            (content.sha, side, len(picture), int(time.time())),
        )
        if self._weight >= 0:
            self._weight += len(picture)

    def forget(self, sha: str, side: int) -> None:
        """A kept picture is damaged or gone."""
        with contextlib.suppress(OSError):
            self._place(sha, side).unlink(missing_ok=True)
        self._rows("DELETE FROM made WHERE sha = ? AND side = ?", (sha, side))

    def forget_all(self, sha: str) -> None:
        """Every kept picture of a content."""
        for (side,) in self._rows("SELECT side FROM made WHERE sha = ?", (sha,)):
            self.forget(sha, side)

    def prune(self) -> bool:
        """Delete some of what was not used for longest; whether there is more to delete."""
        if self._weight < 0:
            self._weight = int(self._rows("SELECT total(bytes) FROM made", ())[0][0] or 0)
        if self._weight <= self._budget:
            return False
        oldest = self._rows("SELECT sha, side, bytes FROM made ORDER BY used LIMIT ?", (_STEP,))
        for sha, side, size in oldest:
            if self._weight <= self._budget * _KEPT:
                return False
            self.forget(sha, side)
            self._weight -= size
        return bool(oldest)

    def close(self) -> None:
        """No more pictures are kept or found."""
        index, self._index, self._broken = self._index, None, True
        if index is not None:
            index.close()

    def _place(self, sha: str, side: int) -> Path:
        return self._folder / sha[:2] / f"{sha}-{side}"

    def _rows(self, statement: str, values: tuple[Any, ...]) -> list[Any]:
        try:
            if self._index is None and not self._broken:
                self._index = self._opened()
            if self._index is None:
                return [(0,)] if "total" in statement else []
            return self._index.execute(statement, values).fetchall()
        except (sqlite3.Error, OSError):
            self._start_again()
            return [(0,)] if "total" in statement else []

    def _opened(self) -> sqlite3.Connection:
        self._folder.mkdir(parents=True, exist_ok=True)
        index = sqlite3.connect(self._folder / "index.sqlite3", isolation_level=None, timeout=2.0)
        try:
            index.execute("PRAGMA journal_mode = WAL").fetchall()
            index.execute("PRAGMA synchronous = OFF")
            if index.execute("PRAGMA user_version").fetchone()[0] != _VERSION:
                index.executescript(
                    "BEGIN; DROP TABLE IF EXISTS known; DROP TABLE IF EXISTS made;"
                    f"{_TABLES} PRAGMA user_version = {_VERSION}; COMMIT;"
                )
        except BaseException:
            index.close()
            raise
        return index

    def _start_again(self) -> None:
        """The index is damaged or the disk refuses: begin with an empty one, once."""
        if self._index is not None:
            self._index.close()
            self._index = None
        if self._broken:
            return
        for file in self._folder.glob("index.sqlite3*"):
            with contextlib.suppress(OSError):
                file.unlink()
        try:
            self._index = self._opened()
        except (sqlite3.Error, OSError):
            self._broken = True


def _whole(kept: bytes) -> bytes:
    """The picture of a kept file. Raises ValueError for one that is not as it was written."""
    picture, check = kept[:-_SUM], kept[-_SUM:]
    if not picture or zlib.crc32(picture).to_bytes(_SUM) != check:
        raise ValueError("damaged")
    return picture
