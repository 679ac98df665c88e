"""Local search: names by a scan, long texts by a trigram index.

What fits is told by ``matching``.

Short texts (names, slugs) are scanned: 100,000 take some 30 ms, work for one letter too, and cost
nothing to keep. Long texts (html) go, folded, into an FTS5 trigram index that gives candidates
only; each is then read and verified, so that the index can do without positions, at a third of the
size.
"""

import re
import sqlite3
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from funneldesk.contract.folding import fold
from funneldesk.desktop.local.cache.matching import words_of

SHORT = 400
"""Texts up to this many characters are scanned, longer ones indexed."""
MINIMUM_FOR_LONG_TEXTS = 3
MOST_WORDS = 12
"""Further words of a query are only verified."""

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
            text = unicodedata.normalize("NFC", text)
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
    words = words_of(storable(query))[:MOST_WORDS]
    if not words:
        return []
    rows = connection.execute(
        "SELECT n.part, n.id, n.field, n.text FROM names AS n"  # noqa: S608
        " LEFT JOIN summaries AS s ON s.part = n.part AND s.id = n.id"
        f" WHERE (?1 IS NULL OR n.part = ?1) {'AND instr(n.folded, ?) ' * len(words)}"
        " ORDER BY s.updated_at DESC, n.part, n.id, n.field LIMIT ?",
        (part, *words, limit),
    )
    return [hit for row in rows if (hit := _verified(row, words))]


def candidates(connection: sqlite3.Connection, part: str | None, query: str) -> list[int]:
    """Keys of the long texts that may match, those of the newest records first; none for words
    that are all too short for the index."""
    wanted = " AND ".join(trigrams(word) for word in indexed_words(query))
    if not wanted:
        return []
    rows = connection.execute(
        "SELECT t.key FROM texts_index JOIN texts AS t ON t.key = texts_index.rowid"
        " LEFT JOIN summaries AS s ON s.part = t.part AND s.id = t.id"
        " WHERE texts_index MATCH ?2 AND (?1 IS NULL OR t.part = ?1)"
        " ORDER BY s.updated_at DESC, t.part, t.id, t.field",
        (part, wanted),
    )
    return [key for (key,) in rows]


def find_texts(connection: sqlite3.Connection, keys: Sequence[int], query: str) -> list[Hit]:
    """Hits among the candidates with these keys, in their order."""
    words = words_of(storable(query))
    found: list[Hit] = []
    for key in keys:
        row = connection.execute(
            "SELECT part, id, field, text FROM texts WHERE key = ?", (key,)
        ).fetchone()
        if row and (hit := _verified(row, words)):
            found.append(hit)
    return found


def indexed_words(query: str) -> list[str]:
    """The words of a query that the index of long texts can look up; all of it where each of its
    words is too short."""
    whole = fold(storable(unicodedata.normalize("NFC", query)))
    words = [w for w in whole.split()[:MOST_WORDS] if len(w) >= MINIMUM_FOR_LONG_TEXTS]
    return words or [whole] * (len(whole) >= MINIMUM_FOR_LONG_TEXTS)


def _verified(row: tuple[str, str, str, str], words: Sequence[str]) -> Hit | None:
    """The hit of folded words in (part, id, field, text), at the first of them in the text; None
    when the text lacks one."""
    part, id, field, text = row
    folded = fold(text)
    places = {folded.find(word): word for word in words}
    at = min(places)
    if at < 0:
        return None
    end = at + len(places[at])
    before = _SPACE.sub(" ", text[max(0, at - _AROUND) : at])
    match = _SPACE.sub(" ", text[at:end])
    after = _SPACE.sub(" ", text[end : end + _AROUND])
    return Hit(part, id, field, before + match + after, len(before), len(match))


def trigrams(query: str) -> str:
    """An FTS5 query for texts that hold the query's trigrams, whatever characters it has."""
    distinct = list(dict.fromkeys(query[i : i + 3] for i in range(len(query) - 2)))
    step = max(1, len(distinct) // _TRIGRAMS)
    return " AND ".join('"' + t.replace('"', '""') + '"' for t in distinct[::step][:_TRIGRAMS])
