"""The tables of a connection's precious file: drafts, history, journal and reminders. The cache
has one of its own."""

_DRAFTS = """
CREATE TABLE drafts (
    part TEXT NOT NULL,
    id TEXT NOT NULL,
    saved_at TEXT NOT NULL,
    content TEXT NOT NULL,
    PRIMARY KEY (part, id)
);
CREATE TABLE draft_bases (
    part TEXT NOT NULL,
    id TEXT NOT NULL,
    stamp INTEGER NOT NULL,
    base TEXT NOT NULL,
    PRIMARY KEY (part, id)
);
CREATE TABLE draft_texts (
    part TEXT NOT NULL,
    id TEXT NOT NULL,
    place TEXT NOT NULL,
    stamp INTEGER NOT NULL,
    whole BLOB NOT NULL,
    PRIMARY KEY (part, id, place)
);
CREATE TABLE draft_changes (
    part TEXT NOT NULL,
    id TEXT NOT NULL,
    place TEXT NOT NULL,
    stamp INTEGER NOT NULL,
    start INTEGER NOT NULL,
    stop INTEGER NOT NULL,
    fresh BLOB NOT NULL,
    PRIMARY KEY (part, id, place)
);
"""

_HISTORY = """
CREATE TABLE versions (
    key INTEGER PRIMARY KEY AUTOINCREMENT,
    part TEXT NOT NULL,
    id TEXT NOT NULL,
    rank INTEGER NOT NULL,
    kind TEXT NOT NULL,
    at TEXT NOT NULL,
    who TEXT NOT NULL,
    about TEXT NOT NULL,
    size INTEGER NOT NULL,
    changed TEXT NOT NULL,
    weight INTEGER NOT NULL,
    content BLOB NOT NULL
);
CREATE INDEX versions_of ON versions (part, id, key);
CREATE INDEX versions_by_rank ON versions (rank, key);

CREATE TABLE chunks (
    number INTEGER PRIMARY KEY,
    hash BLOB NOT NULL UNIQUE,
    data BLOB NOT NULL
);
CREATE TABLE chunk_uses (
    chunk INTEGER NOT NULL,
    version INTEGER NOT NULL,
    PRIMARY KEY (chunk, version)
) WITHOUT ROWID;

CREATE TABLE history_weight (bytes INTEGER NOT NULL);
INSERT INTO history_weight VALUES (0);
CREATE TRIGGER chunk_added AFTER INSERT ON chunks BEGIN
    UPDATE history_weight SET bytes = bytes + length(new.data);
END;
CREATE TRIGGER chunk_removed AFTER DELETE ON chunks BEGIN
    UPDATE history_weight SET bytes = bytes - length(old.data);
END;
CREATE TRIGGER version_added AFTER INSERT ON versions BEGIN
    UPDATE history_weight SET bytes = bytes + new.weight;
END;
CREATE TRIGGER version_removed AFTER DELETE ON versions BEGIN
    UPDATE history_weight SET bytes = bytes - old.weight;
END;
"""

_SEALED = ""
"""The tables stay; the content of a draft has a seal, which an older program takes for damage."""

_JOURNAL = """
CREATE TABLE IF NOT EXISTS journal (
    key INTEGER PRIMARY KEY AUTOINCREMENT,
    part TEXT NOT NULL,
    record_id TEXT NOT NULL,
    title TEXT NOT NULL,
    doing TEXT NOT NULL,
    begun_at TEXT NOT NULL
);
"""

_REMINDERS = """
CREATE TABLE IF NOT EXISTS reminders (
    part TEXT NOT NULL,
    id TEXT NOT NULL,
    kind TEXT NOT NULL,
    due TEXT NOT NULL,
    note TEXT NOT NULL,
    summary TEXT NOT NULL,
    PRIMARY KEY (part, id, kind)
);
"""

_DEEDS = """
CREATE TABLE IF NOT EXISTS deeds (
    key INTEGER PRIMARY KEY AUTOINCREMENT,
    part TEXT NOT NULL,
    record_id TEXT NOT NULL,
    person TEXT NOT NULL,
    name TEXT NOT NULL,
    title TEXT NOT NULL,
    request TEXT NOT NULL,
    marks TEXT NOT NULL,
    brand TEXT NOT NULL,
    key_print TEXT NOT NULL,
    begun_at TEXT NOT NULL,
    state TEXT NOT NULL,
    outcome TEXT NOT NULL,
    ended_at TEXT NOT NULL
);
CREATE INDEX IF NOT EXISTS deeds_of ON deeds (person, key);
"""

WORK_MIGRATIONS: tuple[str, ...] = (
    _DRAFTS + _HISTORY,
    _SEALED,
    _JOURNAL,
    _REMINDERS,
    _DEEDS,
)
"""As ``MIGRATIONS`` of the cache: never edited once released, only added to."""

COPY_MIGRATIONS: tuple[str, ...] = (_DRAFTS, _SEALED)
"""Those of the second copy of the drafts, likewise."""

DRAFT_TABLES = ("drafts", "draft_bases", "draft_texts", "draft_changes")
PRECIOUS = (*DRAFT_TABLES, "chunks", "versions", "chunk_uses", "journal", "reminders", "deeds")
"""Tables that are salvaged from a damaged file, in this order."""

WORK_TABLES = frozenset({*PRECIOUS, "history_weight"})
