"""Small values of a connection: how its views were left."""

import sqlite3
from contextlib import suppress
from typing import Any

from funneldesk.desktop.local.database.encoding import decode, encode


def put(connection: sqlite3.Connection, name: str, value: object) -> None:
    """Keeps a JSON value under a name."""
    connection.execute(
        "INSERT INTO kept_values (name, value) VALUES (?, ?)"
        " ON CONFLICT (name) DO UPDATE SET value = excluded.value",
        (name, encode(value)),
    )


def get(connection: sqlite3.Connection, name: str, default: Any) -> Any:
    """The value kept under a name, else ``default``, also for a spoilt one."""
    row = connection.execute("SELECT value FROM kept_values WHERE name = ?", (name,)).fetchone()
    with suppress(sqlite3.DatabaseError):
        return decode(row[0]) if row else default
    return default


def drop(connection: sqlite3.Connection, name: str) -> None:
    """Forgets the value kept under a name."""
    connection.execute("DELETE FROM kept_values WHERE name = ?", (name,))
