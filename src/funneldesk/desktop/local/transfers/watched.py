"""Store of a brand's watched folders, durable step by step."""

import os
import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from funneldesk.desktop.local.database.sqlite_thread import SqliteThread
from funneldesk.desktop.local.files.problems import SetAside
from funneldesk.desktop.local.transfers.watch_schema import WATCH, watch_path

MOST_EVENTS = 2_000


@dataclass(frozen=True, slots=True)
class Pair:
    """A folder of this computer (``root``) and one of the server (``folder``, "" is the assets
    folder). ``deep``: folders in it count too."""

    key: int
    root: Path
    folder: str
    deep: bool = True
    paused: bool = False


@dataclass(frozen=True, slots=True)
class Watched:
    """A file of a pair. ``place`` is its path in the root, as this computer has it; ``path`` where
    it lies on the server. ``size`` and ``changed`` (nanoseconds) are how it looked when it was
    judged last. ``sha256`` is what is known to have been sent, empty for nothing; several, with
    blanks between them, while it is not known which of them lies there.

    ``state``: sending, sent, asked (a decision is wanted), replace and both (it was decided),
    ignored, out (it cannot go), failed, gone (deleted on this computer).
    """

    place: str
    path: str
    sha256: str = ""
    size: int = 0
    changed: int = 0
    state: str = "sent"
    words: str = ""


@dataclass(frozen=True, slots=True)
class Event:
    """A line of the log. ``kind``: sent, same, out, asked, failed, gone, note. ``at`` is UTC."""

    pair: int
    kind: str
    shown: str
    words: str = ""
    at: datetime = datetime.min
    key: int = 0


class WatchStore:
    """Its methods are awaited and raise LocalStoreProblem when the disk refuses. Writes survive a
    power cut once awaited."""

    def __init__(self, cache: Path) -> None:
        self.path = watch_path(cache)
        self._thread = SqliteThread(self.path, WATCH)

    async def open(self) -> SetAside | None:
        """Opens or makes the file; tells of a damaged one set aside."""
        return await self._thread.open()

    async def close(self) -> None:
        """Waits for queued writes."""
        await self._thread.close()

    async def pairs(self) -> list[Pair]:
        """Every pair, the oldest first."""
        return await self._thread.read(_pairs)

    async def add(self, root: Path, folder: str, *, deep: bool) -> Pair:
        """Keeps a new pair."""
        row = (os.fsencode(root), folder, deep, datetime.now(UTC).isoformat())

        def insert(connection: sqlite3.Connection) -> int:
            cursor = connection.execute(
                "INSERT INTO pairs (root, folder, deep, paused, made_at) VALUES (?, ?, ?, 0, ?)",
                row,
            )
            return int(cursor.lastrowid or 0)

        return Pair(await self._thread.write(insert), root, folder, deep)

    async def set_paused(self, key: int, *, paused: bool) -> None:
        """Keeps whether a pair rests."""
        await self._thread.write(
            lambda c: c.execute("UPDATE pairs SET paused = ? WHERE key = ?", (paused, key))
        )

    async def remove(self, key: int) -> None:
        """Forgets a pair with all that is known of it."""

        def delete(connection: sqlite3.Connection) -> None:
            connection.execute("DELETE FROM pairs WHERE key = ?", (key,))
            connection.execute("DELETE FROM watched WHERE pair = ?", (key,))
            connection.execute("DELETE FROM events WHERE pair = ?", (key,))

        await self._thread.write(delete)

    async def files(self, key: int) -> dict[str, Watched]:
        """Every file of a pair by its place."""
        return await self._thread.read(lambda c: _files(c, key))

    async def put(
        self, key: int, files: Iterable[Watched], events: Iterable[Event] = ()
    ) -> Sequence[Event]:
        """Keeps how files stand, and what is told of it, in one step; the events as they are
        kept."""
        rows = [
            (key, os.fsencode(f.place), f.path, f.sha256, f.size, f.changed, f.state, f.words)
            for f in files
        ]
        told = list(events)
        return await self._thread.write(lambda c: _put(c, rows, told))

    async def drop(self, key: int, places: Iterable[str]) -> None:
        """Forgets files of a pair."""
        rows = [(key, os.fsencode(place)) for place in places]
        await self._thread.write(
            lambda c: c.executemany("DELETE FROM watched WHERE pair = ? AND place = ?", rows)
        )

    async def events(self) -> list[Event]:
        """The log, the newest first."""
        return await self._thread.read(_events)


def _pairs(connection: sqlite3.Connection) -> list[Pair]:
    rows = connection.execute("SELECT key, root, folder, deep, paused FROM pairs ORDER BY key")
    return [
        Pair(key, Path(os.fsdecode(root)), folder, bool(deep), bool(paused))
        for key, root, folder, deep, paused in rows
    ]


def _files(connection: sqlite3.Connection, key: int) -> dict[str, Watched]:
    rows = connection.execute(
        "SELECT place, path, sha256, size, changed, state, words FROM watched WHERE pair = ?",
        (key,),
    )
    found = (Watched(os.fsdecode(place), *rest) for place, *rest in rows)
    return {file.place: file for file in found}


def _put(
    connection: sqlite3.Connection, rows: Sequence[Sequence[object]], events: Sequence[Event]
) -> list[Event]:
    connection.executemany("INSERT OR REPLACE INTO watched VALUES (?, ?, ?, ?, ?, ?, ?, ?)", rows)
    now, made = datetime.now(UTC), []
    for event in events:
        cursor = connection.execute(
            "INSERT INTO events (pair, at, kind, shown, words) VALUES (?, ?, ?, ?, ?)",
            (event.pair, now.isoformat(), event.kind, event.shown, event.words),
        )
        made.append(replace(event, at=now, key=int(cursor.lastrowid or 0)))
    if made:
        connection.execute("DELETE FROM events WHERE key <= ?", (made[-1].key - MOST_EVENTS,))
    return made


def _events(connection: sqlite3.Connection) -> list[Event]:
    rows = connection.execute(
        "SELECT pair, kind, shown, words, at, key FROM events ORDER BY key DESC LIMIT ?",
        (MOST_EVENTS,),
    )
    return [
        Event(pair, kind, shown, words, datetime.fromisoformat(at), key)
        for pair, kind, shown, words, at, key in rows
    ]
