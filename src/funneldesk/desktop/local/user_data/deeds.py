"""Deeds on customers, for good: noted before each is sent, with what became of it.

States: ``sent`` (no answer yet), ``done``, ``refused``, ``missed`` (not carried out), ``unknown``.
"""

import json
import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from funneldesk.contract.email_addresses import email_key

MOST = 1_000
"""Deeds that are read at once, the newest ones."""


@dataclass(frozen=True, slots=True)
class DeedEntry:
    """``person`` is whose: an address without regard to case. ``name`` is the deed's, ``title``
    what it did in words. ``request`` is what was sent, ``before`` how the record stood then.
    ``key_print`` tells keys apart and is none."""

    part: str
    record_id: str
    person: str
    name: str
    title: str
    request: Mapping[str, Any]
    before: Mapping[str, Any]
    brand: str = ""
    key_print: str = ""
    begun_at: datetime = field(default_factory=lambda: datetime.now(UTC))
    state: str = "sent"
    outcome: str = ""
    ended_at: datetime | None = None
    key: int = 0


def begin(connection: sqlite3.Connection, deed: DeedEntry) -> int:
    """Note a deed that is about to be sent; its key."""
    made = connection.execute(
        "INSERT INTO deeds (part, record_id, person, name, title, request, marks, brand, "
        "key_print, begun_at, state, outcome, ended_at) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'sent', '', '')",
        (
            deed.part,
            deed.record_id,
            email_key(deed.person),
            deed.name,
            deed.title,
            json.dumps(dict(deed.request)),
            json.dumps(dict(deed.before)),
            deed.brand,
            deed.key_print,
            deed.begun_at.isoformat(),
        ),
    )
    return int(made.lastrowid or 0)


def end(connection: sqlite3.Connection, key: int, state: str, outcome: str) -> None:
    """Note what became of a deed."""
    connection.execute(
        "UPDATE deeds SET state = ?, outcome = ?, ended_at = ? WHERE key = ?",
        (state, outcome, datetime.now(UTC).isoformat(), key),
    )


def entries(
    connection: sqlite3.Connection, person: str = "", record_id: str = "", *, open_only: bool
) -> list[DeedEntry]:
    """Deeds on a person, on a record, or all; the newest first."""
    rows = connection.execute(
        "SELECT part, record_id, person, name, title, request, marks, brand, key_print, "
        "begun_at, state, outcome, ended_at, key FROM deeds "
        "WHERE (? = '' OR person = ?) AND (? = '' OR record_id = ?) "
        "AND (NOT ? OR state IN ('sent', 'unknown')) ORDER BY key DESC LIMIT ?",
        (email_key(person), email_key(person), record_id, record_id, open_only, MOST),
    )
    return [_entry(*row) for row in rows]


def _entry(
    part: str,
    record_id: str,
    person: str,
    name: str,
    title: str,
    request: str,
    before: str,
    *rest: Any,
) -> DeedEntry:
    brand, key_print, begun_at, state, outcome, ended_at, key = rest
    return DeedEntry(
        part,
        record_id,
        person,
        name,
        title,
        json.loads(request),
        json.loads(before),
        brand,
        key_print,
        datetime.fromisoformat(begun_at),
        state,
        outcome,
        datetime.fromisoformat(ended_at) if ended_at else None,
        key,
    )
