"""Cache of the references in a brand's records, beside its local copy. No Qt here.

A file of its own, written only by a worker process.
"""

import contextlib
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from funneldesk.desktop.assets.references.use import Use
from funneldesk.desktop.local.cache.disposable import DisposableDatabase

_ENDING = ".references"
_TABLES = """
CREATE TABLE IF NOT EXISTS records (
    key INTEGER PRIMARY KEY, part TEXT NOT NULL, id TEXT NOT NULL, is_draft INTEGER NOT NULL,
    mark TEXT NOT NULL, title TEXT NOT NULL, UNIQUE (part, id, is_draft)
);
CREATE TABLE IF NOT EXISTS mentions (
    path TEXT NOT NULL, record INTEGER NOT NULL, field TEXT NOT NULL, base TEXT NOT NULL,
    is_open INTEGER NOT NULL, count INTEGER NOT NULL, place INTEGER NOT NULL,
    PRIMARY KEY (path, record, field, base, is_open)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS mentions_of ON mentions (record);
CREATE TABLE IF NOT EXISTS components (
    code TEXT NOT NULL, record INTEGER NOT NULL, field TEXT NOT NULL, count INTEGER NOT NULL,
    PRIMARY KEY (code, record, field)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS components_of ON components (record);
"""
_USES = (
    "SELECT r.part, r.id, r.title, m.field, sum(m.count), r.is_draft"
    " FROM mentions AS m JOIN records AS r ON r.key = m.record"
    " WHERE m.is_open = 0 AND (m.path = ?1 OR (m.path >= ?1 || '/' AND m.path < ?1 || '0'))"
    " GROUP BY r.key, m.field"
)
_COMPONENTS = (
    "SELECT c.code, r.part, r.id, r.title, c.field, c.count, r.is_draft"
    " FROM components AS c JOIN records AS r ON r.key = c.record"
)
_COMPONENT = (
    "SELECT c.code, r.part, r.id, r.title, c.field, c.count, r.is_draft"
    " FROM components AS c JOIN records AS r ON r.key = c.record WHERE c.code = ?"
)
_RANK = {"pages": 0, "components": 1, "blogs": 2, "styles": 3}

Mention = tuple[str, str, str, bool, int, int]
"""Path, field, base ("" for a bare path), whether only its beginning is known, how often, and the
place of the first in characters."""

ComponentUse = tuple[str, str, int]
"""Code, field, and how often."""


class References(DisposableDatabase):
    """Writer of the references, for the worker process. Use it in a ``with`` block."""

    def __init__(self, store: str) -> None:
        super().__init__(references_file(store), _TABLES)

    def marks(self, part: str, *, drafts: bool) -> dict[str, str]:
        """Of what content the references of a part's records are known."""
        query = "SELECT id, mark FROM records WHERE part = ? AND is_draft = ?"
        return dict(self._connection.execute(query, (part, drafts)).fetchall())

    def put(
        self,
        record: tuple[str, str],
        mark: str,
        title: str,
        found: Iterable[Mention],
        components: Iterable[ComponentUse] = (),
        *,
        draft: bool,
    ) -> None:
        """Keep the files and components that a record (part, id) refers to, instead of what was
        known."""
        run = self._connection.execute
        self.drop(*record, draft=draft)
        key = run(
            "INSERT INTO records (part, id, is_draft, mark, title) VALUES (?, ?, ?, ?, ?)",
            (*record, draft, mark, title),
        ).lastrowid
        self._connection.executemany(
            "INSERT INTO mentions (path, record, field, base, is_open, count, place)"
            " VALUES (?, ?, ?, ?, ?, ?, ?)",
            [(path, key, *rest) for path, *rest in found],
        )
        self._connection.executemany(
            "INSERT INTO components (code, record, field, count) VALUES (?, ?, ?, ?)",
            [(code, key, field, count) for code, field, count in components],
        )

    def drop(self, part: str, id: str, *, draft: bool) -> None:
        """Forget a record."""
        run = self._connection.execute
        query = "SELECT key FROM records WHERE part = ? AND id = ? AND is_draft = ?"
        for (key,) in run(query, (part, id, draft)).fetchall():
            run("DELETE FROM mentions WHERE record = ?", (key,))
            run("DELETE FROM components WHERE record = ?", (key,))
            run("DELETE FROM records WHERE key = ?", (key,))

    def commit(self) -> None:
        """From now on readers see it."""
        self._connection.commit()


def references_file(store: str) -> Path:
    """Where the references lie of the brand whose local copy is ``store``."""
    return Path(store + _ENDING)


def uses_of(store: str, paths: Sequence[str]) -> dict[str, list[Use]]:
    """Uses of these files, or of what lies in these folders; pages first. Raises sqlite3.Error."""
    found: dict[str, list[Use]] = {}
    with _reading(store) as connection:
        for path in paths:
            rows = connection.execute(_USES, (path,)).fetchall() if connection else []
            if rows:
                found[path] = sorted((_use(row) for row in rows), key=_order)
    return found


def component_uses(store: str, code: str = "") -> dict[str, list[Use]]:
    """Uses of a component, or of every one that is used, by code; pages first. Raises
    sqlite3.Error."""
    with _reading(store) as connection:
        if connection is None or not _has_components(connection):
            return {}
        asked = (_COMPONENT, (code,)) if code else (_COMPONENTS,)
        found: dict[str, list[Use]] = {}
        for row in connection.execute(*asked):
            found.setdefault(row[0], []).append(_use(row[1:]))
    return {each: sorted(uses, key=_order) for each, uses in found.items()}


def _has_components(connection: sqlite3.Connection) -> bool:
    """Whether the file was made by a version that knew components."""
    named = "SELECT 1 FROM sqlite_master WHERE name = 'components'"
    return connection.execute(named).fetchone() is not None


def counts(store: str) -> dict[str, int]:
    """Number of records that refer to each path. Raises sqlite3.Error."""
    with _reading(store) as connection:
        if connection is None:
            return {}
        query = (
            "SELECT m.path, count(DISTINCT r.part || ':' || r.id) FROM mentions AS m"
            " JOIN records AS r ON r.key = m.record WHERE m.is_open = 0 GROUP BY m.path"
        )
        return dict(connection.execute(query).fetchall())


def guesses(store: str) -> list[tuple[str, Use]]:
    """Beginnings of names that templates and scripts make, with who does. Raises sqlite3.Error."""
    with _reading(store) as connection:
        if connection is None:
            return []
        query = (
            "SELECT m.path, r.part, r.id, r.title, m.field, m.count, r.is_draft FROM mentions AS m"
            " JOIN records AS r ON r.key = m.record WHERE m.is_open = 1 ORDER BY m.path"
        )
        return [(row[0], _use(row[1:])) for row in connection.execute(query)]


def named(store: str) -> list[tuple[str, str, int, Use]]:
    """Every reference with a full name, by path: path, base, place of the first in its field, and
    who refers. Raises sqlite3.Error."""
    with _reading(store) as connection:
        if connection is None:
            return []
        query = (
            "SELECT m.path, m.base, m.place, r.part, r.id, r.title, m.field, m.count, r.is_draft"
            " FROM mentions AS m JOIN records AS r ON r.key = m.record"
            " WHERE m.is_open = 0 ORDER BY m.path, r.part, r.title, m.field"
        )
        rows = connection.execute(query)
        return [(row[0], row[1], row[2], _use(row[3:])) for row in rows]


@contextlib.contextmanager
def _reading(store: str) -> Iterator[sqlite3.Connection | None]:
    path = references_file(store)
    if not path.exists():
        yield None
        return
    address = f"{path.absolute().as_uri()}?mode=ro"
    connection = sqlite3.connect(address, uri=True, timeout=5, isolation_level=None)
    try:
        yield connection
    finally:
        connection.close()


def _use(row: tuple[Any, ...]) -> Use:
    part, id, title, field, count, is_draft = row
    return Use(part, id, title, field, count, bool(is_draft))


def _order(use: Use) -> tuple[object, ...]:
    return _RANK.get(use.part, 9), use.title.casefold(), use.id, use.is_draft, use.field
