"""SQLite files that hold nothing that cannot be found again. No Qt here."""

import contextlib
import sqlite3
from pathlib import Path
from typing import Self

PATIENCE = 5
"""Seconds in which another process may finish its write."""


class DisposableDatabase:
    """Writer of such a file: a damaged one is thrown away. Use it in a ``with`` block."""

    def __init__(self, path: Path, tables: str) -> None:
        self._path = path
        try:
            self._connection = _opened(path, tables)
        except sqlite3.DatabaseError:
            for ending in ("", "-wal", "-shm"):
                with contextlib.suppress(OSError):
                    Path(f"{path}{ending}").unlink(missing_ok=True)
            self._connection = _opened(path, tables)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        with contextlib.suppress(sqlite3.Error):
            self._connection.commit()
        self._connection.close()


def _opened(path: Path, tables: str) -> sqlite3.Connection:
    connection = sqlite3.connect(path, timeout=PATIENCE)
    try:
        connection.execute("PRAGMA journal_mode = WAL").fetchall()
        connection.execute("PRAGMA synchronous = OFF")
        connection.executescript(tables)
    except BaseException:
        connection.close()
        raise
    return connection
