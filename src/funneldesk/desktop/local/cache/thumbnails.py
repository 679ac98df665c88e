"""Small images on disk, kept by the content that they show, and which file has which content.

Images of this size are kept and found several times as fast in a table as in files of their own.
All of it can be made again: a damaged store is thrown away, a damaged image is forgotten.
"""

import contextlib
import sqlite3
import time
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

BUDGET = 500_000_000
"""Bytes of all images together."""
_KEPT = 0.9
"""Share of the budget that is left after the least recently used ones are deleted."""
_STEP = 200
_DAY = 86_400
_VERSION = 2
_DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
_FORGET = "DELETE FROM made WHERE sha = ? AND side = ?"
_TABLES = """
CREATE TABLE known (source TEXT PRIMARY KEY, size INTEGER, changed REAL, sha TEXT,
    kind TEXT, width INTEGER, height INTEGER) WITHOUT ROWID;
CREATE TABLE made (sha TEXT, side INTEGER, bytes INTEGER, used INTEGER, sum INTEGER,
    picture BLOB, UNIQUE (sha, side));
CREATE INDEX made_by_use ON made (used, bytes);
"""

Step = tuple[str, tuple[Any, ...]]
"""A statement and its values."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A version of a file: ``source`` names it for good, ``size`` (bytes) and ``changed`` (seconds)
    tell whether it is still the same."""

    source: str
    size: int
    changed: float


@dataclass(frozen=True, slots=True)
class Content:
    """Facts of a file by its content: SHA-256 in hex, MIME type, pixels of the whole image."""

    sha: str
    kind: str
    width: int
    height: int


class ThumbStore:
    """One folder with one database; every method runs on one thread and waits for the disk.

    No method raises for a disk that refuses: what cannot be kept is made again another time.
    """

    def __init__(self, folder: Path, budget: int = BUDGET) -> None:
        self._folder = folder
        self._budget = budget
        self._database: sqlite3.Connection | None = None
        self._broken = False
        self._weight = -1

    def content(self, shown: Shown) -> Content | None:
        """Facts of a file, unless it changed since."""
        found = self._rows(
            "SELECT sha, kind, width, height FROM known"
            " WHERE source = ? AND size = ? AND changed = ?",
            (shown.source, shown.size, shown.changed),
        )
        return Content(*found[0]) if found else None

    def picture(self, sha: str, side: int) -> bytes | None:
        """An image of at least this side, else the largest there is; None when there is none."""
        found = self._rows(
            "SELECT side, used FROM made WHERE sha = ? ORDER BY side < ?, abs(side - ?)",
            (sha, side, side),
        )
        for there, used in found:
            which = sha, there
            kept = self._rows("SELECT picture, sum FROM made WHERE sha = ? AND side = ?", which)
            if not kept or not kept[0][0] or zlib.crc32(kept[0][0]) != kept[0][1]:
                self._forget(*which)
                continue
            if used < time.time() - _DAY:
                now = int(time.time())
                self._rows("UPDATE made SET used = ? WHERE sha = ? AND side = ?", (now, *which))
            return bytes(kept[0][0])
        return None

    def has(self, sha: str, side: int) -> bool:
        """Whether there is an image of this side or a larger one."""
        return bool(self._rows("SELECT 1 FROM made WHERE sha = ? AND side >= ?", (sha, side)))

    def keep(self, shown: Shown, content: Content, side: int, picture: bytes) -> None:
        """Keep an image and what it is of."""
        known = (shown.source, shown.size, shown.changed)
        kind = (content.sha, content.kind, content.width, content.height)
        made = (content.sha, side, len(picture), int(time.time()), zlib.crc32(picture), picture)
        self._all_or_nothing(
            ("INSERT OR REPLACE INTO known VALUES (?, ?, ?, ?, ?, ?, ?)", (*known, *kind)),
            ("INSERT OR REPLACE INTO made VALUES (?, ?, ?, ?, ?, ?)", made),
        )
        if self._weight >= 0:
            self._weight += len(picture)

    def forget_all(self, sha: str) -> None:
        """Every kept image of a content."""
        self._rows("DELETE FROM made WHERE sha = ?", (sha,))

    def prune(self) -> bool:
        """Delete some of what was not used for longest; whether there is more to delete."""
        if self._weight < 0:
            total = self._rows("SELECT total(bytes) FROM made", ())
            self._weight = int(total[0][0]) if total else 0
        if self._weight <= self._budget:
            return False
        oldest = self._rows("SELECT sha, side, bytes FROM made ORDER BY used LIMIT ?", (_STEP,))
        gone = []
        for sha, side, size in oldest:
            if self._weight <= self._budget * _KEPT:
                break
            gone.append((_FORGET, (sha, side)))
            self._weight -= size
        self._all_or_nothing(*gone)
        return len(gone) == _STEP

    def close(self) -> None:
        """No more images are kept or found."""
        database, self._database, self._broken = self._database, None, True
        if database is not None:
            database.close()

    def _forget(self, sha: str, side: int) -> None:
        self._rows(_FORGET, (sha, side))

    def _all_or_nothing(self, *steps: Step) -> None:
        """One transaction, of which nothing stays when the disk refuses a part of it."""

        def write(database: sqlite3.Connection) -> list[Any]:
            with database:
                database.execute("BEGIN")
                for step in steps:
                    database.execute(*step)
            return []

        self._run(write)

    def _rows(self, statement: str, values: tuple[Any, ...]) -> list[Any]:
        return self._run(lambda database: database.execute(statement, values).fetchall())

    def _run(self, work: Callable[[sqlite3.Connection], list[Any]]) -> list[Any]:
        try:
            if self._database is None and not self._broken:
                self._database = self._opened()
            return work(self._database) if self._database is not None else []
        except (sqlite3.Error, OSError) as error:
            self._refused(error)
            return []

    def _opened(self) -> sqlite3.Connection:
        self._folder.mkdir(parents=True, exist_ok=True)
        database = sqlite3.connect(
            self._folder / "thumbs.sqlite3", isolation_level=None, timeout=2.0
        )
        try:
            database.execute("PRAGMA journal_mode = WAL").fetchall()
            database.execute("PRAGMA synchronous = OFF")
            if database.execute("PRAGMA user_version").fetchone()[0] != _VERSION:
                database.executescript(
                    "BEGIN; DROP TABLE IF EXISTS known; DROP TABLE IF EXISTS made;"
                    f"{_TABLES} PRAGMA user_version = {_VERSION}; COMMIT;"
                )
        except BaseException:
            database.close()
            raise
        return database

    def _refused(self, error: Exception) -> None:
        """A damaged store begins anew; a full disk only keeps nothing more for now."""
        damaged = getattr(error, "sqlite_errorcode", None) in _DAMAGED
        if self._database is not None:
            if not damaged:
                return
            self._database.close()
            self._database = None
        self._broken = self._broken or not damaged
        if self._broken:
            return
        for file in self._folder.glob("thumbs.sqlite3*"):
            with contextlib.suppress(OSError):
                file.unlink()
        try:
            self._database = self._opened()
        except (sqlite3.Error, OSError):
            self._broken = True
