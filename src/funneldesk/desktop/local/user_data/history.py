"""Versions of records on this computer: what was opened, typed, saved, restored, and when.

Long texts are cut into pieces that versions share, so a page of 200 KB that is saved a hundred
times takes little more room than once.
"""

import hashlib
import sqlite3
import zlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from funneldesk.desktop.local.database.encoding import decode, encode, pack, unpack
from funneldesk.desktop.local.files.problems import damage
from funneldesk.desktop.local.user_data.chunks import cut

RANKS: Mapping[str, int] = {
    "typed": 0,
    "opened": 1,
    "saved": 2,
    "restored": 2,
    "replaced": 2,
    "merged": 2,
}
"""The kinds of versions; of a higher rank are those that are kept longer."""

DEFAULT_BUDGET = 200 * 1024 * 1024
"""Bytes of disk for the history of one brand, unless the user sets another figure."""
LONG = 512
"""Characters from which on a text is cut into pieces."""
AT_ONCE = 25
"""Versions that one step of pruning deletes at most."""
SPARE, STEP = 1024, 256
"""Pages of 4 KB: as many stay free for what comes next; as many are given back in one step."""


@dataclass(frozen=True, slots=True)
class Version:
    """One version of a record, without its content.

    ``at`` is an aware time in UTC; ``bytes`` the size of the content; ``changed`` the fields that
    differ from the version before, empty for the first one.
    """

    key: int
    part: str
    id: str
    kind: str
    at: datetime
    who: str
    about: str
    bytes: int
    changed: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class History:
    """All versions of one record: how many, the newest one, and its time in UTC."""

    id: str
    count: int
    newest: int
    at: datetime


def keep(
    connection: sqlite3.Connection,
    part: str,
    id: str,
    kind: str,
    content: Mapping[str, Any],
    who: str,
    about: str,
) -> int | None:
    """Adds a version; its key, or None when the newest one has the same content.

    That one then takes the kind of the higher rank. Raises KeyError for a kind that there is not.
    """
    rank = RANKS[kind]
    short, long, used, size = _taken_apart(connection, content)
    newest = connection.execute(
        "SELECT key, rank, content FROM versions WHERE part = ? AND id = ?"
        " ORDER BY key DESC LIMIT 1",
        (part, id),
    ).fetchone()
    changed: list[str] = []
    at = datetime.now(UTC).isoformat()
    if newest is not None:
        changed = _differences(unpack(newest[2]), [short, long])
        if not changed:
            if rank > newest[1]:
                _raise_rank(connection, newest[0], (rank, kind, at, who, about))
            return None
    packed, names = pack([short, long]), encode(changed)
    added = connection.execute(
        "INSERT INTO versions (part, id, rank, kind, at, who, about, size, changed, weight,"
        " content) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (part, id, rank, kind, at, who, about, size, names, len(packed) + len(names), packed),
    )
    connection.executemany(
        "INSERT INTO chunk_uses (chunk, version) VALUES (?, ?)",
        [(number, added.lastrowid) for number in used],
    )
    return added.lastrowid


def versions(connection: sqlite3.Connection, part: str, id: str) -> list[Version]:
    """The versions of a record, the newest first."""
    rows = connection.execute(
        "SELECT key, part, id, kind, at, who, about, size, changed FROM versions"
        " WHERE part = ? AND id = ? ORDER BY key DESC",
        (part, id),
    )
    return [
        Version(
            key, part, id, kind, datetime.fromisoformat(at), who, about, size, tuple(decode(names))
        )
        for key, part, id, kind, at, who, about, size, names in rows
    ]


def content(connection: sqlite3.Connection, key: int) -> dict[str, Any]:
    """The content of a version. Raises KeyError when it is no longer there."""
    row = connection.execute("SELECT content FROM versions WHERE key = ?", (key,)).fetchone()
    if row is None:
        raise KeyError(key)
    short, long = unpack(row[0])
    for field, numbers in long.items():
        short[field] = _joined(connection, numbers)
    return dict(short)


def histories(connection: sqlite3.Connection, part: str) -> list[History]:
    """The records of a part that have versions here, those with the newest ones first."""
    rows = connection.execute(
        "SELECT id, count(*), max(key), max(at) FROM versions WHERE part = ?"
        " GROUP BY id ORDER BY 3 DESC",
        (part,),
    )
    return [History(id, n, key, datetime.fromisoformat(at)) for id, n, key, at in rows]


def adopt(connection: sqlite3.Connection, part: str, old: str, new: str) -> None:
    """A record that existed only here was created: its versions go on under the new id."""
    connection.execute("UPDATE versions SET id = ? WHERE part = ? AND id = ?", (new, part, old))


def weight(connection: sqlite3.Connection) -> int:
    """Bytes that the history takes."""
    return int(connection.execute("SELECT bytes FROM history_weight").fetchone()[0])


def prune(connection: sqlite3.Connection, budget: int) -> bool:
    """One step towards ``budget`` bytes; whether there is more to do.

    Of the least important kind the oldest go first. The newest version of a record that has
    unsaved work stays.
    """
    if weight(connection) <= budget:
        return False
    doomed = connection.execute(
        "SELECT key, content FROM versions v WHERE NOT (EXISTS (SELECT 1 FROM drafts d"
        " WHERE d.part = v.part AND d.id = v.id) AND key = (SELECT max(key) FROM versions w"
        " WHERE w.part = v.part AND w.id = v.id)) ORDER BY rank, key LIMIT ?",
        (AT_ONCE,),
    ).fetchall()
    for key, packed in doomed:
        _forget(connection, key, unpack(packed)[1])
        if weight(connection) <= budget:
            return False
    return bool(doomed)


def give_back(connection: sqlite3.Connection) -> bool:
    """One step of giving disk that is no longer used back to the system; whether to go on."""
    before = _unused(connection)
    if before <= SPARE:
        return False
    connection.execute(f"PRAGMA incremental_vacuum({STEP})").fetchall()
    return SPARE < _unused(connection) < before


def forget(connection: sqlite3.Connection, part: str, id: str) -> None:
    """Deletes every version of a record."""
    rows = connection.execute(
        "SELECT key, content FROM versions WHERE part = ? AND id = ?", (part, id)
    ).fetchall()
    for key, packed in rows:
        _forget(connection, key, unpack(packed)[1])


def drop_unreadable(connection: sqlite3.Connection) -> None:
    """After a rescue: forgets versions of which a piece is spoilt, and pieces of no version."""
    there = set(_sound_chunks(connection))
    used: set[int] = set()
    for key, packed in connection.execute("SELECT key, content FROM versions").fetchall():
        try:
            long = unpack(packed)[1]
        except (sqlite3.DatabaseError, LookupError, TypeError):
            _forget(connection, key, {})
            connection.execute("DELETE FROM chunk_uses WHERE version = ?", (key,))
            continue
        if all(there.issuperset(numbers) for numbers in long.values()):
            used.update(*long.values())
        else:
            _forget(connection, key, long)
    known = connection.execute("SELECT number FROM chunks").fetchall()
    gone = [(number,) for (number,) in known if number not in used]
    connection.executemany("DELETE FROM chunks WHERE number = ?", gone)


def _sound_chunks(connection: sqlite3.Connection) -> Iterator[int]:
    for number, data in connection.execute("SELECT number, data FROM chunks"):
        with suppress(zlib.error, TypeError):
            zlib.decompress(data)
            yield number


def _taken_apart(
    connection: sqlite3.Connection, content: Mapping[str, Any]
) -> tuple[dict[str, Any], dict[str, list[int]], set[int], int]:
    """Short values, long texts as numbers of pieces, all those numbers, and the whole size."""
    short: dict[str, Any] = {}
    long: dict[str, list[int]] = {}
    size = 0
    for field, value in content.items():
        if isinstance(value, str) and len(value) >= LONG:
            data = value.encode("utf-8", "surrogatepass")
            size += len(data)
            long[field] = [_number(connection, piece) for piece in cut(data)]
        else:
            short[field] = value
    used = {number for numbers in long.values() for number in numbers}
    return short, long, used, size + len(encode(short))


def _number(connection: sqlite3.Connection, piece: bytes) -> int:
    """The number of a piece, which is stored if it is new."""
    hashed = hashlib.blake2b(piece, digest_size=16).digest()
    row = connection.execute("SELECT number FROM chunks WHERE hash = ?", (hashed,)).fetchone()
    if row is not None:
        return int(row[0])
    added = connection.execute(
        "INSERT INTO chunks (hash, data) VALUES (?, ?)", (hashed, zlib.compress(piece, 6))
    )
    return int(added.lastrowid or 0)


def _unused(connection: sqlite3.Connection) -> int:
    return int(connection.execute("PRAGMA freelist_count").fetchone()[0])


def _raise_rank(
    connection: sqlite3.Connection, key: int, told: tuple[int, str, str, str, str]
) -> None:
    connection.execute(
        "UPDATE versions SET rank = ?, kind = ?, at = ?, who = ?, about = ? WHERE key = ?",
        (*told, key),
    )


def _joined(connection: sqlite3.Connection, numbers: Sequence[int]) -> str:
    pieces = []
    for number in numbers:
        query = "SELECT data FROM chunks WHERE number = ?"
        row = connection.execute(query, (number,)).fetchone()
        if row is None:
            raise damage("a piece of a version is missing")
        pieces.append(row[0])
    try:
        whole = b"".join(zlib.decompress(piece) for piece in pieces)
        return whole.decode("utf-8", "surrogatepass")
    except (zlib.error, UnicodeDecodeError, TypeError):
        raise damage("a piece of a version is spoilt") from None


def _differences(before: list[dict[str, Any]], after: list[dict[str, Any]]) -> list[str]:
    """Names of the fields that are not alike in two contents taken apart."""
    old, new = before[0] | before[1], decode(encode(after[0])) | after[1]
    missing = object()
    return [f for f in (old | new) if old.get(f, missing) != new.get(f, missing)]


def _forget(connection: sqlite3.Connection, key: int, long: Mapping[str, list[int]]) -> None:
    connection.execute("DELETE FROM versions WHERE key = ?", (key,))
    for number in {number for numbers in long.values() for number in numbers}:
        connection.execute("DELETE FROM chunk_uses WHERE chunk = ? AND version = ?", (number, key))
        connection.execute(
            "DELETE FROM chunks WHERE number = ?1"
            " AND NOT EXISTS (SELECT 1 FROM chunk_uses WHERE chunk = ?1)",
            (number,),
        )
