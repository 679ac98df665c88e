"""Opening a connection's database: pragmas, migrations, and what to do with a damaged file."""

import contextlib
import glob
import os
import shutil
import sqlite3
import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from itertools import chain
from pathlib import Path

from funneldesk.desktop.local.database.database_kinds import CACHE, Layout
from funneldesk.desktop.local.database.schema import add_functions, migrate, version
from funneldesk.desktop.local.files.json_files import make_folder
from funneldesk.desktop.local.files.problems import (
    Cause,
    LocalStoreProblem,
    ProblemKind,
    SetAside,
    damage,
    primary_code,
    problem_of,
)
from funneldesk.desktop.local.files.recovery import older_name, recover, refuge

_COMPANIONS = ("-wal", "-shm", ".suspect")
_ALWAYS_CHECKED = 32 * 1024 * 1024
_PATIENCE = 5.0
_WAL_LIMIT = 64 * 1024 * 1024
_IN_MEMORY = Path(":memory:")
_BEING_MADE = 1.0
"""Seconds in which another window may just be making a file that is still empty."""


@dataclass(frozen=True, slots=True)
class OpenDatabase:
    """A database ready for use; the file that it replaces, and why it must not be written.

    ``is_new``: there was no such file.
    """

    connection: sqlite3.Connection
    set_aside: SetAside | None
    refused: LocalStoreProblem | None = None
    is_new: bool = False


def open_database(path: Path, layout: Layout = CACHE) -> OpenDatabase:
    """Opens or makes a database on the calling thread, whatever state its file is in.

    What is precious and readable moves out of a file that was set aside into the new one. Raises
    LocalStoreProblem when not even a database in memory can be had.
    """
    emptied, is_new = _was_emptied(path), not os.path.lexists(path)
    found = recover(
        path,
        lambda file: _usable(file, layout),
        lambda file: _for_this_run(file, layout),
        _COMPANIONS,
    )
    connection, aside = found.value, found.aside
    try:
        if aside is not None and aside.kept_as != path and found.refused is None:
            aside = aside._replace(drafts=_rescue(aside.kept_as, connection, layout))
        elif aside is None and emptied:
            aside = SetAside(path, path, cause=Cause.GONE)
    except (sqlite3.Error, OSError) as error:
        connection.close()
        raise problem_of(error, path) from error
    except BaseException:
        connection.close()
        raise
    return OpenDatabase(connection, aside, found.refused, is_new)


def _usable(path: Path, layout: Layout) -> sqlite3.Connection:
    """Raises LocalStoreProblem."""
    make_folder(path.parent)
    try:
        return _open_sound(path, layout)
    except (sqlite3.Error, OSError) as error:
        if isinstance(error, sqlite3.Error) and primary_code(error) == sqlite3.SQLITE_ERROR:
            # The statements are sound: a name in the file's own schema was spoilt.
            raise LocalStoreProblem(ProblemKind.DAMAGED, path) from error
        raise problem_of(error, path) from error
    except UnicodeDecodeError as error:
        raise LocalStoreProblem(ProblemKind.DAMAGED, path) from error
    except LocalStoreProblem as problem:
        raise LocalStoreProblem(problem.kind, path) from problem


def _for_this_run(path: Path, layout: Layout) -> sqlite3.Connection:
    """Salvage of a file, in a place where it may be written until the program ends."""
    try:
        copy = refuge() / path.name
        for ending in ("", "-wal"):
            with contextlib.suppress(OSError):
                source = path.with_name(path.name + ending)
                copy.with_name(copy.name + ending).write_bytes(source.read_bytes())
        return _open_sound(copy, layout)
    except (sqlite3.Error, OSError, LocalStoreProblem):
        return _open_sound(_IN_MEMORY, layout)


def _was_emptied(path: Path) -> bool:
    """A file without a byte that nobody makes at this moment: something cut it to nothing."""
    with contextlib.suppress(OSError):
        found = path.stat()
        being_made = time.time() - found.st_mtime < _BEING_MADE
        return path.is_file() and found.st_size == 0 and not being_made
    return False


def mark_suspect(path: Path) -> None:
    """Asks for a whole check at the next opening, after damage was met at work.

    What is precious is then carried into a new file, as far as it can be read.
    """
    with contextlib.suppress(OSError):
        _suspicion(path).touch()


def remove_database(path: Path) -> None:
    """Deletes a database with all that lies beside it, damaged files too.

    Raises LocalStoreProblem.
    """
    beside = older_name(path)
    try:
        for file in chain(*(path.parent.glob(f"{glob.escape(p.name)}*") for p in (path, beside))):
            if file.is_dir():
                shutil.rmtree(file)
            else:
                file.unlink(missing_ok=True)
    except OSError as error:
        raise problem_of(error, path) from error


def checkpoint(connection: sqlite3.Connection) -> None:
    """Moves the write-ahead log into the database as far as no reader is in the way."""
    connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()


def _open_sound(path: Path, layout: Layout) -> sqlite3.Connection:
    """Raises sqlite3.DatabaseError when the file is damaged."""
    expected = _check_expected(path)
    connection = sqlite3.connect(path, isolation_level=None, timeout=_PATIENCE)
    # A byte that was turned costs a letter, not every row that is read with it.
    connection.text_factory = partial(str, encoding="utf-8", errors="replace")
    add_functions(connection)
    try:
        # First of all: nothing is changed in a file that is damaged, or of a newer program.
        if version(connection) > len(layout.migrations):
            raise LocalStoreProblem(ProblemKind.NEWER, path)
        if expected:
            _check(connection)
        if layout.shrinks:
            # It holds for a new file only, and before anything is written.
            connection.execute("PRAGMA auto_vacuum = INCREMENTAL")
        _configure(connection)
        migrate(connection, layout.migrations)
        _check_tables(connection, layout)
        if expected:
            _check_rows(connection, layout)
        if _suspicion(path).exists():
            if layout.precious:
                raise damage("damage was met at work")
            if layout.after_doubt:
                connection.execute(layout.after_doubt)
            _suspicion(path).unlink()
    except BaseException:
        connection.close()
        raise
    return connection


def _check_expected(path: Path) -> bool:
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
        "synchronous = FULL",  # not shown
        f"journal_size_limit = {_WAL_LIMIT}",  # not shown
        # Only a backstop: checkpoints belong to quiet moments, not to the saving of a draft.
        "wal_autocheckpoint = 8192",  # not shown
        "temp_store = MEMORY",  # not shown
        "cache_size = -16384",  # not shown
    ):
        connection.execute(f"PRAGMA {pragma}").fetchall()


def _check(connection: sqlite3.Connection) -> None:
    connection.execute("PRAGMA cell_size_check = ON").fetchall()
    if connection.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
        raise damage("quick_check found damage")


def _check_tables(connection: sqlite3.Connection, layout: Layout) -> None:
    """A file of another make is as good as damaged."""
    known = {name for (name,) in connection.execute("SELECT name FROM sqlite_schema")}
    if not known >= layout.tables:
        raise damage("tables are missing")


def _check_rows(connection: sqlite3.Connection, layout: Layout) -> None:
    """Damage that SQLite does not see: rows whose JSON was spoilt."""
    for table, column in layout.json:
        query = f"SELECT 1 FROM {table} WHERE NOT json_valid({column}) LIMIT 1"  # noqa: S608
        if connection.execute(query).fetchone():
            raise damage(f"spoilt rows in {table}")
    layout.check(connection)


def _rescue(damaged: Path, into: sqlite3.Connection, layout: Layout) -> int:
    """Copies every precious row that can still be read; tells how many drafts are whole."""
    if not damaged.is_file() or not damaged.stat().st_size:
        return 0
    into.execute("BEGIN IMMEDIATE")
    for table in layout.rescued:
        columns = [row[1] for row in into.execute(f"PRAGMA table_info({table})")]
        marks = ", ".join("?" * len(columns))
        insert = f"INSERT OR IGNORE INTO {table} ({', '.join(columns)}) VALUES ({marks})"  # noqa: S608
        for row in _readable_rows(damaged, table, columns):
            # A text where a number belongs was no row of ours.
            with contextlib.suppress(sqlite3.IntegrityError):
                into.execute(insert, row)
    for table, column in layout.json:
        into.execute(f"DELETE FROM {table} WHERE NOT json_valid({column})")  # noqa: S608
    drafts = layout.tidy(into)
    into.execute("COMMIT")
    return drafts


def _readable_rows(damaged: Path, table: str, columns: list[str]) -> Iterator[tuple[object, ...]]:
    """The rows on both sides of the damage: read from each end until it stops."""
    key = ", ".join(columns[:2]) if table.endswith("_uses") else "rowid"
    for order in ("ASC", "DESC"):
        with (
            contextlib.suppress(sqlite3.DatabaseError, UnicodeDecodeError),
            contextlib.closing(sqlite3.connect(damaged, isolation_level=None)) as source,
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


def _suspicion(path: Path) -> Path:
    return path.with_name(path.name + ".suspect")
