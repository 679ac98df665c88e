"""Opening a connection's database: pragmas, migrations, and what to do with a damaged file."""

import contextlib
import glob
import sqlite3
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from funneldesk.desktop.local.files import free_damaged_name, make_folder
from funneldesk.desktop.local.layouts import CACHE, Layout
from funneldesk.desktop.local.problems import (
    LocalStoreProblem,
    SetAside,
    damage,
    primary_code,
    problem_of,
)
from funneldesk.desktop.local.schema import migrate

_COMPANIONS = ("-wal", "-shm")
_ALWAYS_CHECKED = 32 * 1024 * 1024
_PATIENCE = 5.0
_WAL_LIMIT = 64 * 1024 * 1024
_DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


@dataclass(frozen=True, slots=True)
class OpenDatabase:
    """A database ready for use, and the damaged file that it replaces, if any."""

    connection: sqlite3.Connection
    set_aside: SetAside | None


def open_database(path: Path, layout: Layout = CACHE) -> OpenDatabase:
    """Opens or makes a database on the calling thread.

    A damaged file is set aside, what is precious and readable moves into the new one. Raises
    LocalStoreProblem when the file cannot be opened or a newer program has written it.
    """
    make_folder(path.parent)
    try:
        try:
            return OpenDatabase(_open_sound(path, layout), None)
        except sqlite3.DatabaseError as error:
            if primary_code(error) not in _DAMAGED:
                raise
        damaged = _set_database_aside(path)
        connection = _open_sound(path, layout)
        try:
            drafts = _rescue(damaged.kept_as, connection, layout)
        except BaseException:
            connection.close()
            raise
        return OpenDatabase(connection, replace(damaged, drafts=drafts))
    except (sqlite3.Error, OSError) as error:
        raise problem_of(error, path) from error
    except LocalStoreProblem as problem:
        raise LocalStoreProblem(problem.kind, path) from problem


def mark_suspect(path: Path) -> None:
    """Asks for a whole check at the next opening, after damage was met at work."""
    with contextlib.suppress(OSError):
        _suspicion(path).touch()


def remove_database(path: Path) -> None:
    """Deletes a database with all that lies beside it, damaged files too.

    Raises LocalStoreProblem.
    """
    try:
        for file in path.parent.glob(f"{glob.escape(path.name)}*"):
            file.unlink(missing_ok=True)
    except OSError as error:
        raise problem_of(error, path) from error


def checkpoint(connection: sqlite3.Connection) -> None:
    """Moves the write-ahead log into the database as far as no reader is in the way."""
    connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()


def _open_sound(path: Path, layout: Layout) -> sqlite3.Connection:
    """Raises sqlite3.DatabaseError when the file is damaged."""
    wanted = _check_wanted(path)
    connection = sqlite3.connect(path, isolation_level=None, timeout=_PATIENCE)
    try:
        if layout.shrinks:
            # It holds for a new file only, and before anything is written.
            connection.execute("PRAGMA auto_vacuum = INCREMENTAL")
        _configure(connection)
        if wanted:
            _check(connection)
        migrate(connection, layout.migrations)
        _check_tables(connection, layout)
        if _suspicion(path).exists():
            if layout.after_doubt:
                connection.execute(layout.after_doubt)
            _suspicion(path).unlink()
    except BaseException:
        connection.close()
        raise
    return connection


def _check_wanted(path: Path) -> bool:
    """A leftover log means that the last run did not end well; small files are checked anyway."""
    if not path.exists():
        return False
    log = path.with_name(path.name + "-wal")
    unclean = log.exists() and log.stat().st_size > 0
    return unclean or _suspicion(path).exists() or path.stat().st_size <= _ALWAYS_CHECKED


def _begin_log(connection: sqlite3.Connection) -> None:
    """Turns the write-ahead log on; SQLite does not wait here while a second window opens too."""
    deadline = time.monotonic() + _PATIENCE
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL").fetchall()
        except sqlite3.OperationalError as error:
            if primary_code(error) != sqlite3.SQLITE_BUSY or time.monotonic() > deadline:
                raise
            time.sleep(0.02)
        else:
            return


def _configure(connection: sqlite3.Connection) -> None:
    _begin_log(connection)
    for pragma in (
        "synchronous = FULL",
        f"journal_size_limit = {_WAL_LIMIT}",
        # Only a backstop: checkpoints belong to quiet moments, not to the saving of a draft.
        "wal_autocheckpoint = 8192",
        "temp_store = MEMORY",
        "cache_size = -16384",
        "cell_size_check = ON",
    ):
        connection.execute(f"PRAGMA {pragma}").fetchall()


def _check(connection: sqlite3.Connection) -> None:
    if connection.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
        raise damage("quick_check found damage")


def _check_tables(connection: sqlite3.Connection, layout: Layout) -> None:
    """A file of another make is as good as damaged."""
    known = {name for (name,) in connection.execute("SELECT name FROM sqlite_schema")}
    if not known >= layout.tables:
        raise damage("tables are missing")


def _set_database_aside(path: Path) -> SetAside:
    kept_as = free_damaged_name(path)
    path.replace(kept_as)
    for old, new in zip(_companions(path), _companions(kept_as), strict=True):
        if old.exists():
            old.replace(new)
    _suspicion(path).unlink(missing_ok=True)
    return SetAside(path, kept_as)


def _rescue(damaged: Path, into: sqlite3.Connection, layout: Layout) -> int:
    """Copies every precious row that can still be read; tells how many drafts are whole."""
    into.execute("BEGIN IMMEDIATE")
    for table in layout.rescued:
        columns = [row[1] for row in into.execute(f"PRAGMA table_info({table})")]
        marks = ", ".join("?" * len(columns))
        into.executemany(
            f"INSERT OR IGNORE INTO {table} ({', '.join(columns)}) VALUES ({marks})",  # noqa: S608
            _readable_rows(damaged, table, columns),
        )
    drafts = layout.tidy(into)
    into.execute("COMMIT")
    return drafts


def _readable_rows(damaged: Path, table: str, columns: list[str]) -> Iterator[tuple[object, ...]]:
    """The rows on both sides of the damage: read from each end until it stops."""
    key = ", ".join(columns[:2]) if table.endswith("_uses") else "rowid"
    for order in ("ASC", "DESC"):
        with (
            contextlib.closing(sqlite3.connect(damaged, isolation_level=None)) as source,
            contextlib.suppress(sqlite3.DatabaseError),
        ):
            source.text_factory = _readable
            by = ", ".join(f"{name} {order}" for name in key.split(", "))
            query = f"SELECT {', '.join(columns)} FROM {table} NOT INDEXED ORDER BY {by}"  # noqa: S608
            yield from source.execute(query)


def _readable(raw: bytes) -> str | None:
    try:
        return raw.decode()
    except UnicodeDecodeError:
        return None


def _companions(path: Path) -> tuple[Path, ...]:
    return tuple(path.with_name(path.name + ending) for ending in _COMPANIONS)


def _suspicion(path: Path) -> Path:
    return path.with_name(path.name + ".suspect")
