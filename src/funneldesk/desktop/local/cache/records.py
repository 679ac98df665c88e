"""The cached lists and records of a connection."""

import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from funneldesk.desktop.local.cache import search
from funneldesk.desktop.local.database.encoding import decode, encode, pack, unpack


@dataclass(frozen=True, slots=True)
class CachedRow:
    """One row of a part's list.

    ``summary`` is the row as JSON; ``updated_at`` an ISO 8601 text, always in the same form, empty
    where the list has none; ``search_text`` the row's own searchable fields (name, slug).
    """

    id: str
    summary: Mapping[str, Any]
    updated_at: str = ""
    search_text: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class CachedRecord:
    """A whole record as it was fetched; ``stale`` once the list has shown a later change."""

    id: str
    body: dict[str, Any]
    fetched_at: datetime
    stale: bool


@dataclass(frozen=True, slots=True)
class Coverage:
    """Number of a part's records that are here whole and fresh, of how many in its list."""

    whole: int
    total: int


@dataclass(frozen=True, slots=True)
class EncodedRow:
    """A row ready for the database."""

    id: str
    updated_at: str
    summary: str
    search_text: Mapping[str, str]


def encode_rows(rows: Sequence[CachedRow]) -> list[EncodedRow]:
    """Rows made ready; no database needed."""
    return [EncodedRow(r.id, r.updated_at, encode(r.summary), r.search_text) for r in rows]


def stage(
    connection: sqlite3.Connection, table: str, rows: Sequence[EncodedRow], first: int
) -> None:
    """Puts rows of a new list aside, in a table of this connection alone; ``first`` counts them."""
    connection.execute(
        f"CREATE TEMP TABLE IF NOT EXISTS {table} (id TEXT PRIMARY KEY, position INTEGER NOT NULL,"
        " updated_at TEXT NOT NULL, summary TEXT NOT NULL, sought TEXT NOT NULL) WITHOUT ROWID"
    )
    connection.executemany(
        f"INSERT OR REPLACE INTO temp.{table} VALUES (?, ?, ?, ?, ?)",  # noqa: S608
        (
            (row.id, place, row.updated_at, row.summary, encode(row.search_text))
            for place, row in enumerate(rows, first)
        ),
    )


def unstage(connection: sqlite3.Connection, table: str) -> None:
    """Forgets rows that were put aside."""
    connection.execute(f"DROP TABLE IF EXISTS temp.{table}")


def take_staged(connection: sqlite3.Connection, part: str, table: str) -> None:
    """Makes what was staged the list of a part; records that are gone are forgotten.

    Of two rows with one id the last is kept.
    """
    changed = _changed(connection, part, table)
    _mark_stale(connection, part, table)
    _drop_missing(connection, part, table)
    connection.execute(
        "INSERT INTO summaries (part, id, position, updated_at, summary)"  # noqa: S608
        f" SELECT ?, id, position, updated_at, summary FROM temp.{table} WHERE true"
        " ON CONFLICT (part, id) DO UPDATE SET position = excluded.position,"
        " updated_at = excluded.updated_at, summary = excluded.summary"
        " WHERE position IS NOT excluded.position OR updated_at IS NOT excluded.updated_at"
        " OR summary IS NOT excluded.summary",
        (part,),
    )
    unstage(connection, table)
    search.index_fields(
        connection,
        ((part, id, name, text) for id, texts in changed for name, text in decode(texts).items()),
    )


def _changed(connection: sqlite3.Connection, part: str, table: str) -> list[tuple[str, str]]:
    """Ids and searchable fields of the staged rows that are new or other than what is known."""
    return connection.execute(
        f"SELECT i.id, i.sought FROM temp.{table} AS i LEFT JOIN summaries AS s"  # noqa: S608
        " ON s.part = ? AND s.id = i.id"
        " WHERE s.summary IS NOT i.summary OR s.updated_at IS NOT i.updated_at",
        (part,),
    ).fetchall()


def _mark_stale(connection: sqlite3.Connection, part: str, table: str) -> None:
    """A body is fresh while its time is the row's; without times, while the row is unchanged."""
    connection.execute(
        "UPDATE bodies SET stale = CASE WHEN i.updated_at <> '' AND bodies.updated_at <> ''"  # noqa: S608
        " THEN i.updated_at <> bodies.updated_at"
        " ELSE stale OR (s.summary IS NOT NULL AND s.summary <> i.summary) END"
        f" FROM temp.{table} AS i LEFT JOIN summaries AS s ON s.part = ?1 AND s.id = i.id"
        " WHERE bodies.part = ?1 AND bodies.id = i.id",
        (part,),
    )


def _drop_missing(connection: sqlite3.Connection, part: str, staged: str) -> None:
    for table in ("summaries", "bodies", "names", "texts"):
        connection.execute(
            f"DELETE FROM {table} WHERE part = ?"  # noqa: S608
            f" AND id NOT IN (SELECT id FROM temp.{staged})",
            (part,),
        )


def put_row(connection: sqlite3.Connection, part: str, row: EncodedRow) -> None:
    """Adds a row on top of a part's list, or changes it in its place."""
    connection.execute(
        "INSERT INTO summaries (part, id, position, updated_at, summary) VALUES (?1, ?2,"
        " (SELECT coalesce(min(position), 0) - 1 FROM summaries WHERE part = ?1), ?3, ?4)"
        " ON CONFLICT (part, id) DO UPDATE SET updated_at = excluded.updated_at,"
        " summary = excluded.summary",
        (part, row.id, row.updated_at, row.summary),
    )
    index_rows(connection, part, (row,))


def index_rows(connection: sqlite3.Connection, part: str, rows: Iterable[EncodedRow]) -> None:
    """Makes the rows' own searchable fields findable."""
    search.index_fields(
        connection,
        ((part, row.id, name, text) for row in rows for name, text in row.search_text.items()),
    )


def listed_ids(
    connection: sqlite3.Connection, part: str, limit: int | None, offset: int
) -> list[str]:
    """The ids of a part's list in its order; no limit means all."""
    rows = connection.execute(
        "SELECT id FROM summaries WHERE part = ? ORDER BY position, id LIMIT ? OFFSET ?",
        (part, -1 if limit is None else limit, offset),
    )
    return [id for (id,) in rows]


def summaries(
    connection: sqlite3.Connection, part: str, ids: Sequence[str]
) -> list[dict[str, Any]]:
    """The summaries of these ids in their order; ids that are not known are left out.

    So are spoilt ones: they come again with the next list from the server.
    """
    found: list[dict[str, Any]] = []
    for id in ids:
        row = connection.execute(
            "SELECT summary FROM summaries WHERE part = ? AND id = ?", (part, id)
        ).fetchone()
        with suppress(sqlite3.DatabaseError):
            summary = decode(row[0]) if row else None
            if isinstance(summary, dict):
                summary.setdefault("id", id)
                found.append(summary)
    return found


def put(
    connection: sqlite3.Connection, part: str, id: str, body: Mapping[str, Any], updated_at: str
) -> None:
    """Keeps a record, fetched now."""
    connection.execute(
        "INSERT INTO bodies (part, id, updated_at, fetched_at, stale, body)"
        " VALUES (?, ?, ?, ?, 0, ?)"
        " ON CONFLICT (part, id) DO UPDATE SET updated_at = excluded.updated_at,"
        " fetched_at = excluded.fetched_at, stale = 0, body = excluded.body",
        (part, id, updated_at, datetime.now(UTC).isoformat(), pack(body)),
    )


def get(connection: sqlite3.Connection, part: str, id: str) -> CachedRecord | None:
    """A record that is here whole; a spoilt one counts as one that was never read."""
    row = connection.execute(
        "SELECT body, fetched_at, stale FROM bodies WHERE part = ? AND id = ?", (part, id)
    ).fetchone()
    if row is None:
        return None
    packed, fetched_at, stale = row
    with suppress(sqlite3.DatabaseError, ValueError, TypeError):
        body = unpack(packed)
        if isinstance(body, dict):
            return CachedRecord(id, body, datetime.fromisoformat(fetched_at), bool(stale))
    return None


def forget(connection: sqlite3.Connection, part: str, id: str) -> None:
    """Takes a record out of the list, the cache and the search; its draft stays."""
    for table in ("summaries", "bodies"):
        connection.execute(
            f"DELETE FROM {table} WHERE part = ? AND id = ?",  # noqa: S608
            (part, id),
        )
    search.forget_record(connection, part, id)


def drop_bodies(connection: sqlite3.Connection, part: str, ids: Sequence[str]) -> None:
    """Drops whole records that are not so any more; their rows stay in the list."""
    connection.executemany(
        "DELETE FROM bodies WHERE part = ? AND id = ?", [(part, each) for each in ids]
    )


def coverage(connection: sqlite3.Connection, part: str) -> Coverage:
    """Share of a part's list that is here whole and fresh."""
    whole, total = connection.execute(
        "SELECT (SELECT count(*) FROM bodies AS b JOIN summaries AS s"
        " ON s.part = b.part AND s.id = b.id WHERE b.part = ?1 AND b.stale = 0),"
        " (SELECT count(*) FROM summaries WHERE part = ?1)",
        (part,),
    ).fetchone()
    return Coverage(whole, total)


def missing_bodies(connection: sqlite3.Connection, part: str, limit: int) -> list[str]:
    """Ids in the list whose record is not here or stale, the newest first."""
    rows = connection.execute(
        "SELECT s.id FROM summaries AS s WHERE s.part = ?1 AND NOT EXISTS ("
        " SELECT 1 FROM bodies AS b WHERE b.part = ?1 AND b.id = s.id AND b.stale = 0)"
        " ORDER BY s.updated_at DESC, s.position LIMIT ?2",
        (part, limit),
    )
    return [id for (id,) in rows]
