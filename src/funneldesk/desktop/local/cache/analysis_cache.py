"""Cache of record analyses, kept until the records change. No Qt here.

A file of its own beside a connection's database, written only by a worker process.
"""

import contextlib
import sqlite3
from pathlib import Path
from typing import Any

from funneldesk.desktop.local.cache.disposable import DisposableDatabase
from funneldesk.desktop.local.database.encoding import pack, unpack

_ENDING = ".looks"
_TABLE = (
    "CREATE TABLE IF NOT EXISTS looks"
    " (part TEXT, id TEXT, mark TEXT NOT NULL, found BLOB NOT NULL, PRIMARY KEY (part, id))"
)


class AnalysisCache(DisposableDatabase):
    """Analyses of records. Use it in a ``with`` block."""

    def __init__(self, store: str) -> None:
        super().__init__(Path(store + _ENDING), _TABLE)

    def get(self, part: str, id: str, mark: str) -> Any:
        """Analysis of the record with this very content; None when it is not known."""
        row = self._connection.execute(
            "SELECT found FROM looks WHERE part = ? AND id = ? AND mark = ?", (part, id, mark)
        ).fetchone()
        return unpack(row[0]) if row else None

    def put(self, part: str, id: str, mark: str, found: Any) -> None:
        """Keep what was found; a disk that is full costs a second look, no more."""
        with contextlib.suppress(sqlite3.Error):
            self._connection.execute(
                "INSERT OR REPLACE INTO looks VALUES (?, ?, ?, ?)", (part, id, mark, pack(found))
            )
            self._connection.commit()

    def keep_only(self, part: str, ids: set[str]) -> None:
        """Forget records that are no longer there."""
        known = self._connection.execute("SELECT id FROM looks WHERE part = ?", (part,)).fetchall()
        with contextlib.suppress(sqlite3.Error):
            self._connection.executemany(
                "DELETE FROM looks WHERE part = ? AND id = ?",
                [(part, id) for (id,) in known if id not in ids],
            )
