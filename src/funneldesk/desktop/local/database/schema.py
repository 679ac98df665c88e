"""The tables of a connection's local copy, and how older ones become the present ones."""

import sqlite3
from contextlib import suppress

from funneldesk.contract.folding import fold
from funneldesk.desktop.local.cache.search import storable
from funneldesk.desktop.local.database.encoding import unpack
from funneldesk.desktop.local.files.problems import LocalStoreProblem, ProblemKind

_FIRST = """
CREATE TABLE summaries (
    part TEXT NOT NULL,
    id TEXT NOT NULL,
    position INTEGER NOT NULL,
    updated_at TEXT NOT NULL,
    summary TEXT NOT NULL,
    PRIMARY KEY (part, id)
) WITHOUT ROWID;
CREATE INDEX summaries_in_order ON summaries (part, position, id);
CREATE INDEX summaries_newest ON summaries (part, updated_at DESC, id);

CREATE TABLE bodies (
    part TEXT NOT NULL,
    id TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    fetched_at TEXT NOT NULL,
    stale INTEGER NOT NULL,
    body BLOB NOT NULL,
    PRIMARY KEY (part, id)
);
CREATE INDEX bodies_fresh ON bodies (part, stale, id);

CREATE TABLE names (
    part TEXT NOT NULL,
    id TEXT NOT NULL,
    field TEXT NOT NULL,
    text TEXT NOT NULL,
    folded TEXT NOT NULL,
    PRIMARY KEY (part, id, field)
) WITHOUT ROWID;

CREATE TABLE texts (
    key INTEGER PRIMARY KEY,
    part TEXT NOT NULL,
    id TEXT NOT NULL,
    field TEXT NOT NULL,
    text TEXT NOT NULL,
    UNIQUE (part, id, field)
);
CREATE VIRTUAL TABLE texts_index USING fts5 (
    text, content='texts', content_rowid='key', tokenize='trigram', detail=none, columnsize=0
);
CREATE TRIGGER texts_added AFTER INSERT ON texts BEGIN
    INSERT INTO texts_index (rowid, text) VALUES (new.key, new.text);
END;
CREATE TRIGGER texts_removed AFTER DELETE ON texts BEGIN
    INSERT INTO texts_index (texts_index, rowid, text) VALUES ('delete', old.key, old.text);
END;
CREATE TRIGGER texts_changed AFTER UPDATE OF text ON texts BEGIN
    INSERT INTO texts_index (texts_index, rowid, text) VALUES ('delete', old.key, old.text);
    INSERT INTO texts_index (rowid, text) VALUES (new.key, new.text);
END;

CREATE TABLE drafts (
    part TEXT NOT NULL,
    id TEXT NOT NULL,
    saved_at TEXT NOT NULL,
    content TEXT NOT NULL,
    base TEXT NOT NULL,
    PRIMARY KEY (part, id)
);

CREATE TABLE kept_values (
    name TEXT NOT NULL PRIMARY KEY,
    value TEXT NOT NULL
) WITHOUT ROWID;
"""

_ASSETS = """
CREATE TABLE assets (
    folder TEXT NOT NULL,
    name TEXT NOT NULL,
    is_folder INTEGER NOT NULL,
    size INTEGER NOT NULL,
    changed REAL NOT NULL,
    src TEXT NOT NULL,
    width INTEGER NOT NULL,
    height INTEGER NOT NULL,
    srcset TEXT NOT NULL,
    PRIMARY KEY (folder, name)
) WITHOUT ROWID;
CREATE INDEX asset_folders ON assets (folder, name) WHERE is_folder;
"""

_FOLDED = """
UPDATE names SET folded = fold(text);
"""

_FOLDED_INDEX = """
DROP TRIGGER texts_added;
DROP TRIGGER texts_removed;
DROP TRIGGER texts_changed;
DROP TABLE texts_index;
CREATE VIEW folded_texts AS SELECT key, fold(text) AS text FROM texts;
CREATE VIRTUAL TABLE texts_index USING fts5 (
    text, content='folded_texts', content_rowid='key', tokenize='trigram', detail=none, columnsize=0
);
CREATE TRIGGER texts_added AFTER INSERT ON texts BEGIN
    INSERT INTO texts_index (rowid, text) VALUES (new.key, fold(new.text));
END;
CREATE TRIGGER texts_removed AFTER DELETE ON texts BEGIN
    INSERT INTO texts_index (texts_index, rowid, text) VALUES ('delete', old.key, fold(old.text));
END;
CREATE TRIGGER texts_changed AFTER UPDATE OF text ON texts BEGIN
    INSERT INTO texts_index (texts_index, rowid, text) VALUES ('delete', old.key, fold(old.text));
    INSERT INTO texts_index (rowid, text) VALUES (new.key, fold(new.text));
END;
INSERT INTO texts_index (texts_index) VALUES ('rebuild');
"""

_COMPOSED = """
UPDATE names SET folded = fold(text);
INSERT INTO texts_index (texts_index) VALUES ('rebuild');
"""
"""Letters and accents that are written apart are folded as one character."""

_PAGE_CODE = """
CREATE TEMP TABLE page_code AS
    SELECT id, field, packed_text(body, field) AS text
    FROM bodies, (SELECT 'custom_javascript' AS field UNION ALL SELECT 'custom_header_code')
    WHERE part = 'pages';
INSERT OR IGNORE INTO names (part, id, field, text, folded)
    SELECT 'pages', id, field, text, fold(text) FROM page_code WHERE length(text) <= 400;
INSERT OR IGNORE INTO texts (part, id, field, text)
    SELECT 'pages', id, field, text FROM page_code WHERE length(text) > 400;
DROP TABLE page_code;
"""
"""Pages that are here whole are found by their JavaScript and header code too."""

MIGRATIONS: tuple[str, ...] = (_FIRST, _ASSETS, _FOLDED, _FOLDED_INDEX, _COMPOSED, _PAGE_CODE)
"""``MIGRATIONS[n]`` leads from version n to n + 1. Never edited once released, only added to."""

TABLES = frozenset(
    {"summaries", "bodies", "names", "texts", "texts_index", "drafts", "kept_values", "assets"}
)
"""Objects of an up-to-date database."""


def add_functions(connection: sqlite3.Connection) -> None:
    """Add the functions that the tables and their migrations call."""
    connection.create_function("fold", 1, fold, deterministic=True)
    connection.create_function("packed_text", 2, _packed_text, deterministic=True)


def _packed_text(body: bytes, field: str) -> str:
    """A text of a whole record; empty where it has none, and where the record is spoilt."""
    with suppress(sqlite3.DatabaseError, ValueError, TypeError):
        record = unpack(body)
        if isinstance(record, dict):
            return storable(str(record.get(field) or ""))
    return ""


def migrate(connection: sqlite3.Connection, migrations: tuple[str, ...] = MIGRATIONS) -> None:
    """Brings a database up to date, all or nothing; by default one of the local copy.

    Raises LocalStoreProblem (NEWER) for one that a later version of the program has written.
    """
    if version(connection) == len(migrations):
        return
    connection.execute("BEGIN IMMEDIATE")
    try:
        there = version(connection)
        if there > len(migrations):
            raise LocalStoreProblem(ProblemKind.NEWER)
        for script in migrations[there:]:
            for statement in _statements(script):
                connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {len(migrations)}")
        connection.execute("COMMIT")
    except BaseException:
        connection.execute("ROLLBACK")
        raise


def version(connection: sqlite3.Connection) -> int:
    """The version of the program's tables that a file holds; 0 for a new one."""
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def _statements(script: str) -> list[str]:
    """The statements of a script, triggers whole (``executescript`` would commit in between)."""
    found: list[str] = []
    begun = ""
    for line in script.splitlines(keepends=True):
        begun += line
        if begun.strip() and sqlite3.complete_statement(begun):
            found.append(begun)
            begun = ""
    return found
