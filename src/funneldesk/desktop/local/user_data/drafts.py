"""Drafts that are not yet on the server. They outlive crashes and refreshed lists.

A draft is written several times a second while one types, so a long text is kept whole once and
then as the one change from that: a key in a page of 1 MB costs some kilobytes of disk. A seal over
all of it tells when a byte was turned on disk.
"""

import sqlite3
import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from funneldesk.desktop.local.database.encoding import decode, encode, seal
from funneldesk.desktop.local.files.problems import damage
from funneldesk.desktop.local.user_data.draft_texts import DraftTexts, join, long_texts, part_off

SAVED_WORK = "saved-work"
"""The part under which values that are no records lie with the drafts: queues, saved views."""
_NEW = "new:"
_DRAFT_TABLES = ("drafts", "draft_bases", "draft_texts", "draft_changes")


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
        """Whether the server does not know the record yet."""
        return is_new_id(self.id)


def new_draft_id() -> str:
    """The id of a draft of a record that does not exist yet: ``new:<uuid>``."""
    return f"{_NEW}{uuid.uuid4()}"


def is_new_id(id: str) -> bool:
    """Whether an id was made by ``new_draft_id``."""
    return id.startswith(_NEW)


def save(
    connection: sqlite3.Connection,
    texts: DraftTexts,
    part: str,
    id: str,
    content: Mapping[str, Any],
    base: Mapping[str, Any],
    saved_at: datetime | None = None,
) -> datetime:
    """Keeps a draft in place of the one before; its time. Only what is new is written."""
    saved_at = saved_at or datetime.now(UTC)
    short, long = part_off(content)
    texts.keep(connection, (part, id), long)
    begun = texts.keep_base(connection, (part, id), base)
    at = saved_at.isoformat()
    sealed = _seal((part, id), at, begun, short, long)
    connection.execute(
        "INSERT INTO drafts (part, id, saved_at, content) VALUES (?, ?, ?, ?)"
        " ON CONFLICT (part, id) DO UPDATE SET saved_at = excluded.saved_at,"
        " content = excluded.content",
        (part, id, at, encode([short, sorted(long), sealed])),
    )
    return saved_at


def get(connection: sqlite3.Connection, part: str, id: str) -> SavedDraft | None:
    """The draft of a record. Raises sqlite3.DatabaseError when a piece of it is spoilt."""
    row = connection.execute(
        "SELECT saved_at, content, base FROM drafts LEFT JOIN draft_bases USING (part, id)"
        " WHERE part = ? AND id = ?",
        (part, id),
    ).fetchone()
    if row is None:
        return None
    saved_at, content, base = row
    try:
        short, places, *sealed = decode(content)
        at = datetime.fromisoformat(saved_at)
        long = long_texts(connection, (part, id), places)
        # Those of the first version had no seal yet.
        sound = not sealed or sealed == [_seal((part, id), saved_at, seal(base), short, long)]
    except (AttributeError, TypeError, ValueError):
        raise damage("a spoilt draft") from None
    if not sound:
        raise damage("a draft does not have its seal")
    return SavedDraft(part, id, join(short, long), decode(base), at)


def _seal(draft: tuple[str, str], at: str, base: str, short: Any, long: Mapping[str, str]) -> str:
    places = sorted(long)
    return seal(encode([draft, at, base, short, places]), *(long[place] for place in places))


def check(connection: sqlite3.Connection) -> None:
    """Raises sqlite3.DatabaseError when a draft is spoilt, or can no longer be found."""
    for table in _DRAFT_TABLES:
        if connection.execute(f"PRAGMA integrity_check({table})").fetchone() != ("ok",):
            raise damage(f"an index of {table} is spoilt")
    list_drafts(connection, None)


def times(connection: sqlite3.Connection) -> dict[tuple[str, str], str]:
    """When each draft was saved, as it is written, by part and id."""
    rows = connection.execute("SELECT part, id, saved_at FROM drafts")
    return {(part, id): saved_at for part, id, saved_at in rows}


def list_drafts(connection: sqlite3.Connection, part: str | None) -> list[SavedDraft]:
    """The drafts of a part, or of all, the newest first."""
    rows = connection.execute(
        "SELECT part, id FROM drafts WHERE part = ?1 OR ?1 IS NULL"
        " ORDER BY saved_at DESC, part, id",
        (part,),
    ).fetchall()
    found = (get(connection, *row) for row in rows)
    return [draft for draft in found if draft is not None]


def drop(connection: sqlite3.Connection, part: str, id: str) -> bool:
    """Forgets a draft; whether there was one."""
    gone = [
        connection.execute(f"DELETE FROM {table} WHERE part = ? AND id = ?", (part, id)).rowcount  # noqa: S608
        for table in _DRAFT_TABLES
    ]
    return gone[0] > 0


def drop_unreadable(connection: sqlite3.Connection) -> int:
    """After a rescue: forgets drafts of which a piece is missing; how many are whole."""
    whole = 0
    for part, id in connection.execute("SELECT part, id FROM drafts").fetchall():
        try:
            sound = get(connection, part, id) is not None
        except sqlite3.DatabaseError:
            sound = False
        if sound:
            whole += part != SAVED_WORK
        else:
            drop(connection, part, id)
    return whole
