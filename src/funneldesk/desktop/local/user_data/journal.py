"""Journal of calls with an effect: written before each is sent, ended when its answer is known."""

import sqlite3
from dataclasses import dataclass
from datetime import UTC, datetime


@dataclass(frozen=True, slots=True)
class JournalEntry:
    """A call whose answer is not known. ``record_id`` is empty for a record that was to be made;
    ``title`` is what the user calls it, ``doing`` the work in words ("Duplicating")."""

    key: int
    part: str
    record_id: str
    title: str
    doing: str
    begun_at: datetime


def begin(connection: sqlite3.Connection, part: str, record_id: str, title: str, doing: str) -> int:
    """Note a call that is about to be sent, in place of one before for the same record; its key."""
    end_of(connection, part, record_id)
    made = connection.execute(
        "INSERT INTO journal (part, record_id, title, doing, begun_at) VALUES (?, ?, ?, ?, ?)",
        (part, record_id, title, doing, datetime.now(UTC).isoformat()),
    )
    return int(made.lastrowid or 0)


def end(connection: sqlite3.Connection, key: int) -> None:
    """The answer is known, or the user was told that it is not."""
    connection.execute("DELETE FROM journal WHERE key = ?", (key,))


def end_of(connection: sqlite3.Connection, part: str, record_id: str) -> None:
    """The same by the record that it was for, where it had one."""
    connection.execute(
        "DELETE FROM journal WHERE part = ? AND record_id = ? AND record_id <> ''",
        (part, record_id),
    )


def entries(connection: sqlite3.Connection) -> list[JournalEntry]:
    """Every call whose answer is not known, the oldest first."""
    rows = connection.execute(
        "SELECT key, part, record_id, title, doing, begun_at FROM journal ORDER BY key"
    )
    return [
        JournalEntry(key, part, record_id, title, doing, datetime.fromisoformat(at))
        for key, part, record_id, title, doing, at in rows
    ]
