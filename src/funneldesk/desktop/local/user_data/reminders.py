"""Reminders on records: snoozed until a time, or noted for a time. Kept apart from the cache."""

import json
import sqlite3
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, Literal

Kind = Literal["snooze", "note"]


@dataclass(frozen=True, slots=True)
class Reminder:
    """One of a record and a ``kind``. ``due`` is aware. ``note`` is what the user wrote;
    ``summary`` the record's row in the list as it was then."""

    part: str
    id: str
    kind: Kind
    due: datetime
    note: str = ""
    summary: Mapping[str, Any] = field(default_factory=dict, compare=False)


def keep(connection: sqlite3.Connection, reminder: Reminder) -> None:
    """Keep a reminder, in place of the one before of the same record and kind."""
    connection.execute(
        "INSERT OR REPLACE INTO reminders (part, id, kind, due, note, summary)"
        " VALUES (?, ?, ?, ?, ?, ?)",
        (
            reminder.part,
            reminder.id,
            reminder.kind,
            reminder.due.astimezone(UTC).isoformat(),
            reminder.note,
            json.dumps(dict(reminder.summary)),
        ),
    )


def drop(connection: sqlite3.Connection, part: str, id: str, kind: str) -> None:
    """Forget a reminder."""
    connection.execute(
        "DELETE FROM reminders WHERE part = ? AND id = ? AND kind = ?", (part, id, kind)
    )


def listed(connection: sqlite3.Connection, part: str) -> list[Reminder]:
    """The reminders of a part, the soonest first; what cannot be understood is left out."""
    rows = connection.execute(
        "SELECT part, id, kind, due, note, summary FROM reminders WHERE part = ? ORDER BY due, id",
        (part,),
    )
    return [found for row in rows if (found := _reminder(*row)) is not None]


def _reminder(part: str, id: str, kind: Any, due: str, note: str, summary: str) -> Reminder | None:
    if kind not in ("snooze", "note"):
        return None
    with suppress(ValueError):
        moment, known = datetime.fromisoformat(due), json.loads(summary)
        if moment.tzinfo is not None and isinstance(known, dict):
            return Reminder(part, id, kind, moment, note, known)
    return None
