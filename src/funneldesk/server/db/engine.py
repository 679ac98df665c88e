"""Opens the database and hands out sessions for reading and for writing."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, text
from sqlalchemy.orm import Session

THREADS = 4
"""Requests that work on the database at a time; each has a connection of its own."""

MOST_MORE = 4
"""Further connections for a while: for what works in the background."""

_PRAGMAS = (
    "PRAGMA busy_timeout = 15000",
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",  # in WAL mode NORMAL may lose an acknowledged write to a power cut
    "PRAGMA foreign_keys = ON",
)
_WRITING = "funneldesk_writing"
_AT_ONCE = "funneldesk_at_once"
_ALONE = 0x66756E6E


class Database:
    """One database, SQLite or PostgreSQL, behind the same two ways in."""

    def __init__(self, url: str) -> None:
        self.engine = _open(url)
        self._writer = self.engine.execution_options(**{_WRITING: True})
        self._reader = self.engine
        if self.engine.dialect.name == "postgresql":
            self._reader = self.engine.execution_options(isolation_level="REPEATABLE READ")

    @contextmanager
    def reading(self) -> Iterator[Session]:
        """A session on one consistent view of the data; nothing that it changes is kept."""
        with Session(self._reader, expire_on_commit=False) as session:
            yield session

    @contextmanager
    def writing(self) -> Iterator[Session]:
        """A session whose changes are kept when the block ends well, and undone otherwise.

        On SQLite writers take turns from the first statement on, so that what one of them read
        is still true when it writes.
        """
        with Session(self._writer, expire_on_commit=False) as session, session.begin():
            yield session

    @contextmanager
    def alone(self) -> Iterator[Session]:
        """A writing session that waits for every other one of this kind, in any process."""
        with self.writing() as session:
            if self.engine.dialect.name == "postgresql":
                session.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _ALONE})
            yield session

    @property
    def is_local(self) -> bool:
        """Whether a quick look is quicker than handing it to a thread: SQLite."""
        return self.engine.dialect.name == "sqlite"

    @contextmanager
    def at_hand(self) -> Iterator[Session]:
        """A session for a quick look, on the event loop's thread; SQLite only.

        Its connection is always open and begins no transaction: each statement sees what was
        committed last.
        """
        with Session(self._at_hand, expire_on_commit=False) as session:
            yield session

    def look_up(self, statement: str, key: int) -> Any:
        """The one row of ``statement``, with ``key`` for its ``?``, or None; as ``at_hand``.

        Without the library in between it takes a hundredth of a millisecond.
        """
        driver: Any = self._at_hand.connection.driver_connection
        return driver.execute(statement, (key,)).fetchone()

    @cached_property
    def _at_hand(self) -> Connection:
        return self.engine.connect().execution_options(
            isolation_level="AUTOCOMMIT", **{_AT_ONCE: True}
        )

    def close(self) -> None:
        """Give every connection back; on SQLite this folds the journal into the database."""
        if "_at_hand" in self.__dict__:
            self._at_hand.close()
        self.engine.dispose()


def _open(url: str) -> Engine:
    # hide_parameters: an error of the database must not carry a page or a digest into the log.
    engine = create_engine(
        url,
        hide_parameters=True,
        pool_size=THREADS,
        max_overflow=MOST_MORE,
        pool_pre_ping=not url.startswith("sqlite"),  # a file does not hang up
    )
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _prepare_sqlite)
        event.listen(engine, "begin", _begin_sqlite)
    return engine


def _prepare_sqlite(connection: sqlite3.Connection, _record: Any) -> None:
    connection.isolation_level = None  # the driver's own BEGIN comes too late to be a lock
    for pragma in _PRAGMAS:
        connection.execute(pragma)


def _begin_sqlite(connection: Connection) -> None:
    options = connection.get_execution_options()
    if not options.get(_AT_ONCE):
        connection.exec_driver_sql("BEGIN IMMEDIATE" if options.get(_WRITING) else "BEGIN")
