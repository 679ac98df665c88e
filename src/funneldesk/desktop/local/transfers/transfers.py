"""Store of a brand's transfers: jobs with their items, durable step by step."""

import sqlite3
from collections.abc import AsyncIterator, Coroutine, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from funneldesk.desktop.local.database.encoding import decode, encode
from funneldesk.desktop.local.database.sqlite_thread import Job, SqliteThread
from funneldesk.desktop.local.files.problems import SetAside
from funneldesk.desktop.local.transfers.schema import TRANSFERS, transfers_path

SLICE = 500
"""Items in one transaction or one reading."""

COMING = "coming"
"""The state of a job whose items are not all here yet: it was never promised to anybody."""

ENDED = "ended"
MOST_ENDED = 50
_TAKEN_AWAY_AT_ONCE = 5_000


@dataclass(frozen=True, slots=True)
class KeptItem:
    """``task`` is what is to be done, as its kind writes it; ``note`` what has to be known after a
    crash; ``result`` what is told of it. All three are JSON objects."""

    number: int
    state: str
    tries: int = 0
    task: Mapping[str, Any] = field(default_factory=dict)
    note: Mapping[str, Any] = field(default_factory=dict)
    result: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class KeptJob:
    """``about`` is a JSON object; ``counts`` has the number of items in each state."""

    key: int
    kind: str
    lane: str
    title: str
    state: str
    made_at: str
    about: Mapping[str, Any]
    counts: Mapping[str, int]


class TransferStore:
    """Its methods are awaited, on any loop, and raise LocalStoreProblem when the disk refuses.

    Writes are done even when their caller is cancelled, and survive a power cut once awaited.
    """

    def __init__(self, cache: Path, path: Path | None = None) -> None:
        """``path``: another file of the connection than the one of its transfers."""
        self.path = path or transfers_path(cache)
        self._thread = SqliteThread(self.path, TRANSFERS)

    async def open(self) -> SetAside | None:
        """Opens or makes the file; jobs that were never whole are forgotten."""
        aside = await self._thread.open()
        if self._thread.refused is None:
            await self._thread.write(_drop_coming)
        return aside

    async def close(self, within: float = 5.0) -> bool:
        """Waits for queued writes; False when they were not done within ``within`` seconds."""
        return await self._thread.close(within)

    async def add(
        self,
        kind: str,
        lane: str,
        title: str,
        about: Mapping[str, Any],
        items: Iterable[KeptItem],
    ) -> int:
        """Keeps a job with its items; its key. Once awaited it is kept whole, before that not
        at all. ``items`` is gone through on the store's thread."""
        made_at = datetime.now(UTC).isoformat(timespec="seconds")
        row = (kind, lane, title, COMING, made_at, 0, encode(about))
        key = await self._thread.write(lambda c: _insert_job(c, row))
        source = iter(items)
        count = 0
        while added := await self._thread.write(lambda c: _insert_items(c, key, source)):
            count += added
        await self._thread.write(
            lambda c: c.execute(
                "UPDATE jobs SET state = 'waiting', count = ? WHERE key = ?", (count, key)
            )
        )
        return key

    async def note(self, job: int, items: Sequence[KeptItem]) -> None:
        """Keeps how some items stand now, in one transaction; their tasks stay as they are."""
        await self._thread.write(lambda c: _update(c, job, items))

    def set_state(self, job: int, state: str) -> Coroutine[Any, Any, object]:
        """Keeps how a job stands; asked for by the call itself, so that what a user decided in the
        program's last moment holds."""
        return self._thread.write(
            lambda c: c.execute("UPDATE jobs SET state = ? WHERE key = ?", (state, job))
        )

    async def set_about(self, job: int, about: Mapping[str, Any]) -> None:
        """Keeps what is known of a job as a whole."""
        text = encode(about)
        await self._thread.write(
            lambda c: c.execute("UPDATE jobs SET about = ? WHERE key = ?", (text, job))
        )

    async def jobs(self) -> list[KeptJob]:
        """Every job, the oldest first; of those that ended the newest ``MOST_ENDED``."""
        keys = await self._thread.read(_ended_keys)
        for key in keys[MOST_ENDED:]:
            await self.forget(key)
        return await self._thread.read(_jobs)

    async def items(self, job: int) -> AsyncIterator[list[KeptItem]]:
        """The items of a job in their order, in slices."""
        after = -1
        while piece := await self._thread.read(_reading(job, after)):
            yield piece
            after = piece[-1].number

    async def forget(self, job: int) -> None:
        """Forgets a job with all its items."""
        await self._thread.write(
            lambda c: c.execute("UPDATE jobs SET state = ? WHERE key = ?", (COMING, job))
        )
        while await self._thread.write(lambda c: _take_away(c, job)):
            pass


def _insert_job(connection: sqlite3.Connection, row: Sequence[object]) -> int:
    cursor = connection.execute(
        "INSERT INTO jobs (kind, lane, title, state, made_at, count, about)"
        " VALUES (?, ?, ?, ?, ?, ?, ?)",
        row,
    )
    return int(cursor.lastrowid or 0)


def _insert_items(connection: sqlite3.Connection, job: int, items: Iterable[KeptItem]) -> int:
    rows: list[tuple[object, ...]] = []
    for item in items:
        texts = (encode(item.task), encode(item.note), encode(item.result))
        rows.append((job, item.number, item.state, item.tries, *texts))
        if len(rows) == SLICE:
            break
    connection.executemany("INSERT INTO items VALUES (?, ?, ?, ?, ?, ?, ?)", rows)
    return len(rows)


def _update(connection: sqlite3.Connection, job: int, items: Sequence[KeptItem]) -> None:
    connection.executemany(
        "UPDATE items SET state = ?, tries = ?, note = ?, result = ? WHERE job = ? AND number = ?",
        [(i.state, i.tries, encode(i.note), encode(i.result), job, i.number) for i in items],
    )


def _ended_keys(connection: sqlite3.Connection) -> list[int]:
    rows = connection.execute("SELECT key FROM jobs WHERE state = ? ORDER BY key DESC", (ENDED,))
    return [key for (key,) in rows]


def _jobs(connection: sqlite3.Connection) -> list[KeptJob]:
    found = connection.execute(
        "SELECT key, kind, lane, title, state, made_at, about FROM jobs WHERE state != ?"
        " ORDER BY key",
        (COMING,),
    ).fetchall()
    counts: dict[int, dict[str, int]] = {}
    for job, state, count in connection.execute(
        "SELECT job, state, count(*) FROM items GROUP BY job, state"
    ):
        counts.setdefault(job, {})[state] = count
    return [
        KeptJob(key, kind, lane, title, state, made_at, decode(about), counts.get(key, {}))
        for key, kind, lane, title, state, made_at, about in found
    ]


def _reading(job: int, after: int) -> Job[list[KeptItem]]:
    return lambda connection: _items(connection, job, after)


def _items(connection: sqlite3.Connection, job: int, after: int) -> list[KeptItem]:
    rows = connection.execute(
        "SELECT number, state, tries, task, note, result FROM items"
        " WHERE job = ? AND number > ? ORDER BY number LIMIT ?",
        (job, after, SLICE),
    )
    return [KeptItem(*row[:3], *(decode(text) for text in row[3:])) for row in rows]


def _take_away(connection: sqlite3.Connection, job: int) -> int:
    """Some thousand items of a forgotten job, at last the job itself; 0 when nothing is left."""
    gone = connection.execute(
        "DELETE FROM items WHERE job = ? AND number IN"
        " (SELECT number FROM items WHERE job = ? LIMIT ?)",
        (job, job, _TAKEN_AWAY_AT_ONCE),
    ).rowcount
    if not gone:
        connection.execute("DELETE FROM jobs WHERE key = ?", (job,))
    return gone


def _drop_coming(connection: sqlite3.Connection) -> None:
    connection.execute(
        "DELETE FROM items WHERE job IN (SELECT key FROM jobs WHERE state = ?)", (COMING,)
    )
    connection.execute("DELETE FROM jobs WHERE state = ?", (COMING,))
