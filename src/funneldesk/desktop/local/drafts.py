"""What was typed and is not yet on the platform. It outlives crashes and refreshed lists."""

import sqlite3
import uuid
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from funneldesk.desktop.local.encoding import decode, encode

_NEW = "new:"


@dataclass(frozen=True, slots=True)
class SavedDraft:
    """Unsaved work on one record.

    ``content`` is what the user has, ``base`` the record as it was when the work began (empty for
    a new record), ``saved_at`` an aware time in UTC.
    """

    part: str
    id: str
    content: dict[str, Any]
    base: dict[str, Any]
    saved_at: datetime

    @property
    def is_new(self) -> bool:
        """Whether the platform does not know the record yet."""
        return is_new_id(self.id)


def new_draft_id() -> str:
    """The id of a draft of a record that does not exist yet: ``new:<uuid>``."""
    return f"{_NEW}{uuid.uuid4()}"


def is_new_id(id: str) -> bool:
    """Whether an id was made by ``new_draft_id``."""
    return id.startswith(_NEW)


def save(
    connection: sqlite3.Connection, part: str, id: str, content: object, base: object
) -> datetime:
    """Keeps a draft in place of the one before; its time."""
    saved_at = datetime.now(UTC)
    connection.execute(
        "INSERT INTO drafts (part, id, saved_at, content, base) VALUES (?, ?, ?, ?, ?)"
        " ON CONFLICT (part, id) DO UPDATE SET saved_at = excluded.saved_at,"
        " content = excluded.content, base = excluded.base",
        (part, id, saved_at.isoformat(), encode(content), encode(base)),
    )
    return saved_at


def get(connection: sqlite3.Connection, part: str, id: str) -> SavedDraft | None:
    """The draft of a record."""
    row = connection.execute(
        "SELECT part, id, saved_at, content, base FROM drafts WHERE part = ? AND id = ?",
        (part, id),
    ).fetchone()
    return _draft(row) if row else None


def list_drafts(connection: sqlite3.Connection, part: str | None) -> list[SavedDraft]:
    """The drafts of a part, or of all, the newest first."""
    rows = connection.execute(
        "SELECT part, id, saved_at, content, base FROM drafts WHERE part = ?1 OR ?1 IS NULL"
        " ORDER BY saved_at DESC, part, id",
        (part,),
    )
    return [_draft(row) for row in rows]


def drop(connection: sqlite3.Connection, part: str, id: str) -> bool:
    """Forgets a draft; whether there was one."""
    gone = connection.execute("DELETE FROM drafts WHERE part = ? AND id = ?", (part, id))
    return gone.rowcount > 0


def _draft(row: tuple[str, str, str, str, str]) -> SavedDraft:
    part, id, saved_at, content, base = row
    return SavedDraft(part, id, decode(content), decode(base), datetime.fromisoformat(saved_at))
