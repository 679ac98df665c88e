"""The databases of a connection: what each holds, and what is saved from a damaged one."""

import sqlite3
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from funneldesk.desktop.local.database.schema import MIGRATIONS, TABLES
from funneldesk.desktop.local.database.work_schema import (
    COPY_MIGRATIONS,
    DRAFT_TABLES,
    PRECIOUS,
    WORK_MIGRATIONS,
    WORK_TABLES,
)
from funneldesk.desktop.local.user_data import drafts, history

Tidy = Callable[[sqlite3.Connection], int]
"""Forgets what a rescue left incomplete; the number of drafts that are whole."""


def _nothing_to_tidy(_: sqlite3.Connection) -> int:
    return 0


@dataclass(frozen=True, slots=True)
class Layout:
    """``rescued``: the tables, in order, whose readable rows are carried out of a damaged file.

    ``after_doubt`` is carried out on a sound file that was marked as suspect. ``shrinks``: what
    is deleted can be given back to the system. ``json``: columns that hold JSON, of tables in which
    a spoilt row cannot be read from the server again; ``check`` raises sqlite3.DatabaseError for
    other spoilt rows. ``precious``: what cannot be kept for good
    is refused rather than kept for this run.
    """

    migrations: tuple[str, ...]
    tables: frozenset[str]
    rescued: tuple[str, ...]
    tidy: Tidy
    after_doubt: str = ""
    shrinks: bool = False
    json: tuple[tuple[str, str], ...] = ()
    check: Callable[[sqlite3.Connection], object] = _nothing_to_tidy
    precious: bool = False


def _tidy_work(connection: sqlite3.Connection) -> int:
    history.drop_unreadable(connection)
    return drafts.drop_unreadable(connection)


CACHE = Layout(
    MIGRATIONS,
    TABLES,
    ("kept_values", "drafts"),
    _nothing_to_tidy,
    "INSERT INTO texts_index (texts_index) VALUES ('rebuild')",
)
"""Lists, records, search and small values: all of it can be read from the server again."""

WORK = Layout(
    WORK_MIGRATIONS,
    WORK_TABLES,
    PRECIOUS,
    _tidy_work,
    shrinks=True,
    json=(("drafts", "content"), ("draft_bases", "base"), ("versions", "changed")),
    check=drafts.check,
    precious=True,
)
"""Drafts and history: what exists nowhere else. A file of its own, so that keeping what is typed
never waits for a list of 50,000 rows."""


DRAFT_COPY = Layout(
    COPY_MIGRATIONS,
    frozenset(DRAFT_TABLES),
    DRAFT_TABLES,
    drafts.drop_unreadable,
    shrinks=True,
    json=(("drafts", "content"), ("draft_bases", "base")),
    check=drafts.check,
    precious=True,
)
"""The drafts once more, so that no single spoilt file costs what was typed."""


def work_path(cache: Path) -> Path:
    """Where the drafts and the history of the connection with this cache lie."""
    return cache.with_name(f"{cache.stem}.work{cache.suffix}")


def draft_copy_path(work: Path) -> Path:
    """Where the second copy of the drafts in this file lies."""
    return work.with_name(f"{work.stem}.copy{work.suffix}")
