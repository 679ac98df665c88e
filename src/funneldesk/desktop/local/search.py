"""Finding substrings in what is known locally: names by a scan, long texts by a trigram index.

Short texts (names, slugs) are scanned: 100,000 take some 30 ms, work for one letter too, and cost
nothing to keep. Long texts (html) go into an FTS5 trigram index that gives candidates only; each
is then read and verified, so that the index can do without positions, at a third of the size.
"""

import re
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

SHORT = 400
"""Texts up to this many characters are scanned, longer ones indexed."""
MINIMUM_FOR_LONG_TEXTS = 3

_TRIGRAMS = 24
_AROUND = 40
_SPACE = re.compile(r"\s+")


@dataclass(frozen=True, slots=True)
class Hit:
    """The first place in one field of a record that matches.

    ``snippet`` is plain text on one line; the match begins at ``start`` and is ``length`` long.
    """

    part: str
    id: str
    field: str
    snippet: str
    start: int
    length: int


def fold(text: str) -> str:
    """``text`` without differences of case, character for character: positions stay."""
    folded = text.casefold()
    if len(folded) == len(text):
        return folded
    return "".join(c if len(f := c.casefold()) != 1 else f for c in text)


def storable(text: str) -> str:
    """``text`` as SQLite can keep and compare it: no NUL, no half of a surrogate pair."""
    cleaned = text.replace("\0", "\ufffd")
    return cleaned.encode("utf-8", "replace").decode("utf-8")


def index_record(
    connection: sqlite3.Connection, part: str, id: str, fields: Mapping[str, str]
) -> None:
    """Makes ``fields`` all that is found of a record; what did not change is not touched."""
    index_fields(connection, ((part, id, field, text) for field, text in fields.items()))
    for table in ("names", "texts"):
        known = connection.execute(
            f"SELECT field FROM {table} WHERE part = ? AND id = ?",  # noqa: S608
            (part, id),
        ).fetchall()
        connection.executemany(
            f"DELETE FROM {table} WHERE part = ? AND id = ? AND field = ?",  # noqa: S608
            [(part, id, field) for (field,) in known if field not in fields],
        )


def index_fields(
    connection: sqlite3.Connection, fields: Iterable[tuple[str, str, str, str]]
) -> None:
    """Adds or replaces fields given as (part, id, field, text); others of a record stay."""
    short: list[tuple[str, str, str, str, str]] = []
    long: list[tuple[str, str, str, str]] = []
    for part, id, field, raw in fields:
        text = storable(raw)
        if len(text) <= SHORT:
            short.append((part, id, field, text, fold(text)))
        else:
            long.append((part, id, field, text))
    connection.executemany(
        "INSERT INTO names (part, id, field, text, folded) VALUES (?, ?, ?, ?, ?)"
        " ON CONFLICT DO UPDATE SET text = excluded.text, folded = excluded.folded"
        " WHERE text IS NOT excluded.text",
        short,
    )
    connection.executemany(
        "INSERT INTO texts (part, id, field, text) VALUES (?, ?, ?, ?)"
        " ON CONFLICT (part, id, field) DO UPDATE SET text = excluded.text"
        " WHERE text IS NOT excluded.text",
        long,
    )
    connection.executemany(
        "DELETE FROM texts WHERE part = ? AND id = ? AND field = ?", (row[:3] for row in short)
    )
    connection.executemany(
        "DELETE FROM names WHERE part = ? AND id = ? AND field = ?", (row[:3] for row in long)
    )


def forget_record(connection: sqlite3.Connection, part: str, id: str) -> None:
    """Takes a record out of all that can be found."""
    connection.execute("DELETE FROM names WHERE part = ? AND id = ?", (part, id))
    connection.execute("DELETE FROM texts WHERE part = ? AND id = ?", (part, id))


def find_names(
    connection: sqlite3.Connection, part: str | None, query: str, limit: int
) -> list[Hit]:
    """Hits in short texts, those of the newest records first."""
    needle = fold(storable(query))
    rows = connection.execute(
        "SELECT n.part, n.id, n.field, n.text FROM names AS n"
        " LEFT JOIN summaries AS s ON s.part = n.part AND s.id = n.id"
        " WHERE (?1 IS NULL OR n.part = ?1) AND instr(n.folded, ?2)"
        " ORDER BY s.updated_at DESC, n.part, n.id, n.field LIMIT ?3",
        (part, needle, limit),
    )
    return [hit for row in rows if (hit := _verified(row, needle))]


def candidates(connection: sqlite3.Connection, part: str | None, query: str) -> list[int]:
    """Keys of the long texts that may match, those of the newest records first."""
    rows = connection.execute(
        "SELECT t.key FROM texts_index JOIN texts AS t ON t.key = texts_index.rowid"
        " LEFT JOIN summaries AS s ON s.part = t.part AND s.id = t.id"
        " WHERE texts_index MATCH ?2 AND (?1 IS NULL OR t.part = ?1)"
        " ORDER BY s.updated_at DESC, t.part, t.id, t.field",
        (part, trigrams(storable(query))),
    )
    return [key for (key,) in rows]


def find_texts(connection: sqlite3.Connection, keys: Sequence[int], query: str) -> list[Hit]:
    """Hits among the candidates with these keys, in their order."""
    needle = fold(storable(query))
    found: list[Hit] = []
    for key in keys:
        row = connection.execute(
            "SELECT part, id, field, text FROM texts WHERE key = ?", (key,)
        ).fetchone()
        if row and (hit := _verified(row, needle)):
            found.append(hit)
    return found


def _verified(row: tuple[str, str, str, str], needle: str) -> Hit | None:
    """The hit of a folded needle in (part, id, field, text); None when the text lacks it."""
    part, id, field, text = row
    at = fold(text).find(needle)
    if at < 0:
        return None
    end = at + len(needle)
    before = _SPACE.sub(" ", text[max(0, at - _AROUND) : at])
    match = _SPACE.sub(" ", text[at:end])
    after = _SPACE.sub(" ", text[end : end + _AROUND])
    return Hit(part, id, field, before + match + after, len(before), len(match))


def trigrams(query: str) -> str:
    """An FTS5 query for texts that hold the query's trigrams, whatever characters it has."""
    distinct = list(dict.fromkeys(query[i : i + 3] for i in range(len(query) - 2)))
    step = max(1, len(distinct) // _TRIGRAMS)
    return " AND ".join('"' + t.replace('"', '""') + '"' for t in distinct[::step][:_TRIGRAMS])
