"""What was found in records when they were last looked at, kept until they change. No Qt here.

A file of its own beside a connection's database, written only by the process beside the window. It
holds nothing that cannot be found again: a damaged one is thrown away.
"""

import contextlib
import sqlite3
from pathlib import Path
from typing import Any

from funneldesk.desktop.local.database.encoding import pack, unpack

_ENDING = ".looks"
_TABLE = (
    "CREATE TABLE IF NOT EXISTS looks"
    " (part TEXT, id TEXT, mark TEXT NOT NULL, found BLOB NOT NULL, PRIMARY KEY (part, id))"
)


class AnalysisCache:
    """Use it in a ``with`` block; what was put is kept at its end, or once it was many."""

    def __init__(self, store: str) -> None:
        self._path = Path(store + _ENDING)
        try:
            self._connection = self._open()
        except sqlite3.DatabaseError:
            with contextlib.suppress(OSError):
                self._path.unlink(missing_ok=True)
            self._connection = self._open()

    def __enter__(self) -> "AnalysisCache":
        return self

    def __exit__(self, *_: object) -> None:
        with contextlib.suppress(sqlite3.Error):
            self._connection.commit()
        self._connection.close()

    def get(self, part: str, id: str, mark: str) -> Any:
        """What was found in the record of this very content; None when it is not known."""
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

    def _open(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self._path, timeout=2)
        try:
            connection.execute("PRAGMA journal_mode = WAL").fetchall()
            connection.execute("PRAGMA synchronous = OFF")
            connection.execute(_TABLE)
        except BaseException:
            connection.close()
            raise
        return connection
