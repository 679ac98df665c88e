"""Opens the database and hands out sessions for reading and for writing."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property, partial
from threading import RLock
from typing import Any
from weakref import WeakSet

from sqlalchemy import Connection, Engine, create_engine, event, text
from sqlalchemy.exc import OperationalError
from sqlalchemy.orm import Session

from funneldesk.server.db.cancelling import CANCELLATION
from funneldesk.server.settings import DATABASE_WAIT

VISITORS = 4
"""Visits and payments that work on the database at a time; each has a connection of its own."""

WRITERS = 4
"""Calls of the interface that write at a time."""

READERS = 4
"""Calls that read at a time, and do not wait for writers and their turns."""

LONG_READERS = 1
"""Reports at a time: they compute in Python, and a second one would take the time of all others."""

KEY_READERS = 2
"""Looks for the key of a call at a time, on a server."""

MOST_MORE = 8
"""Further connections for a while: for each thread that works in the background, two for duties."""

_PRAGMAS = (
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",  # in WAL mode NORMAL may lose an acknowledged write to a power cut
    "PRAGMA foreign_keys = ON",
)
_WRITING = "funneldesk_writing"
_AT_ONCE = "funneldesk_at_once"
_ALONE = 0x66756E6E


class Database:
    """One database, SQLite or PostgreSQL, behind the same two ways in.

    A transaction that waits for others for more than ``wait`` seconds ends as OperationalError,
    one that waits as long for a connection as TimeoutError (both of SQLAlchemy).
    """

    def __init__(self, url: str, wait: float = DATABASE_WAIT) -> None:
        self.engine = _open(url, wait)
        self._writer = self.engine.execution_options(**{_WRITING: True})
        self._writers = RLock()
        self._wait = wait
        self._reader = self.engine
        if self.engine.dialect.name == "postgresql":
            self._reader = self.engine.execution_options(isolation_level="REPEATABLE READ")

    @contextmanager
    def reading(self) -> Iterator[Session]:
        """A session on one consistent view of the data; nothing that it changes is kept.

        Raises Cancelled, or OperationalError, when the call's Cancellation stops it.
        """
        cancellation = CANCELLATION.get()
        with Session(self._reader, expire_on_commit=False) as session:
            if cancellation is None:
                yield session
            else:
                with cancellation.covering(session):
                    yield session

    @contextmanager
    def writing(self) -> Iterator[Session]:
        """A session whose changes are kept when the block ends well, and undone otherwise.

        On SQLite writers take turns from the first statement on, so that what one of them read
        is still true when it writes.
        """
        with (
            self._turn(),
            Session(self._writer, expire_on_commit=False) as session,
            session.begin(),
        ):
            yield session

    @contextmanager
    def _turn(self) -> Iterator[None]:
        """The turn of a writer among those of this process; SQLite only.

        The file's own way of waiting is to look again after a while, up to a tenth of a second.
        """
        if not self.is_local:
            yield
            return
        if not self._writers.acquire(timeout=self._wait):
            raise _locked()
        try:
            yield
        finally:
            self._writers.release()

    @contextmanager
    def alone(self) -> Iterator[Session]:
        """A writing session that waits for every other one of this kind, in any process."""
        with self.writing() as session:
            if self.engine.dialect.name == "postgresql":
                session.execute(text("SET LOCAL lock_timeout = 0"))
                session.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _ALONE})
            yield session

    @contextmanager
    def glancing(self) -> Iterator[Connection]:
        """A connection for a single statement, without the turns of a transaction around it."""
        with self.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            yield connection

    @property
    def is_local(self) -> bool:
        """Whether a quick look is quicker than handing it to a thread: SQLite."""
        return self.engine.dialect.name == "sqlite"

    @contextmanager
    def at_hand(self) -> Iterator[Session]:
        """As ``reading``, for a quick look on the event loop's thread; SQLite only.

        Its connection is always open.
        """
        driver: Any = self._at_hand.connection.driver_connection
        driver.execute("BEGIN")
        try:
            with Session(self._at_hand, expire_on_commit=False) as session:
                yield session
        finally:
            driver.close_cursors()
            driver.rollback()

    def look_up(self, statement: str, *keys: int) -> Any:
        """The one row of ``statement``, with ``keys`` for its ``?``, or None; on that connection.

        Without the library in between it takes a hundredth of a millisecond.
        """
        driver: Any = self._at_hand.connection.driver_connection
        return driver.execute(statement, keys).fetchone()

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


class _CursorTracking(sqlite3.Connection):
    """A connection that knows its cursors.

    One that was not read to its end keeps the connection's view of the data, whatever becomes of
    the transaction: what is written after it would be refused as being about an older state.
    """

    def __init__(self, *words: Any, **more: Any) -> None:
        super().__init__(*words, **more)
        self._cursors: WeakSet[sqlite3.Cursor] = WeakSet()

    def cursor(self, factory: Any = sqlite3.Cursor) -> Any:
        """A cursor that is remembered for as long as somebody holds it."""
        cursor = super().cursor(factory)
        self._cursors.add(cursor)
        return cursor

    def close_cursors(self) -> None:
        """Close what was left half read."""
        for cursor in list(self._cursors):
            cursor.close()


def _locked() -> OperationalError:
    """What the file itself says to a writer who waited in vain."""
    error = sqlite3.OperationalError("database is locked")
    error.sqlite_errorcode = sqlite3.SQLITE_BUSY
    return OperationalError("BEGIN IMMEDIATE", None, error)


def _open(url: str, wait: float) -> Engine:
    is_sqlite = url.startswith("sqlite")
    # hide_parameters: an error of the database must not carry a page or a digest into the log.
    engine = create_engine(
        url,
        hide_parameters=True,
        pool_size=VISITORS + WRITERS + READERS + LONG_READERS + KEY_READERS,
        max_overflow=MOST_MORE,
        pool_timeout=wait,
        pool_pre_ping=not is_sqlite,  # a file does not hang up
        connect_args={"factory": _CursorTracking, "timeout": wait} if is_sqlite else {},
    )
    event.listen(engine, "before_cursor_execute", _check_cancellation)
    if is_sqlite:
        event.listen(engine, "connect", _prepare_sqlite)
        event.listen(engine, "begin", _begin_sqlite)
        event.listen(engine, "reset", _reset_sqlite)
    else:
        event.listen(engine, "connect", partial(_prepare_postgres, wait))
    return engine


def _check_cancellation(connection: Connection, *_statement: Any) -> None:
    """Begin no further statement of a read that was cancelled."""
    cancellation = CANCELLATION.get()
    if cancellation is not None and not connection.get_execution_options().get(_WRITING):
        cancellation.check()


def _prepare_sqlite(connection: sqlite3.Connection, _record: Any) -> None:
    connection.isolation_level = None  # the driver's own BEGIN comes too late to be a lock
    for pragma in _PRAGMAS:
        connection.execute(pragma)


def _begin_sqlite(connection: Connection) -> None:
    options = connection.get_execution_options()
    if not options.get(_AT_ONCE):
        connection.exec_driver_sql("BEGIN IMMEDIATE" if options.get(_WRITING) else "BEGIN")


def _reset_sqlite(connection: _CursorTracking, _record: Any, _state: Any) -> None:
    """Before the pool rolls back and takes the connection in."""
    connection.close_cursors()


def _prepare_postgres(wait: float, connection: Any, _record: Any) -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"SET lock_timeout = {round(wait * 1000)}")
    connection.commit()
