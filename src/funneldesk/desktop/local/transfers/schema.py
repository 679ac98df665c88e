"""The tables of a brand's transfers: what has to go up or come down, and what became of it."""

import shutil
from pathlib import Path

from funneldesk.desktop.local.database.database_kinds import Layout
from funneldesk.desktop.local.database.opening import remove_database

_FIRST = """
CREATE TABLE jobs (
    key INTEGER PRIMARY KEY AUTOINCREMENT,
    kind TEXT NOT NULL,
    lane TEXT NOT NULL,
    title TEXT NOT NULL,
    state TEXT NOT NULL,
    made_at TEXT NOT NULL,
    count INTEGER NOT NULL,
    about TEXT NOT NULL
);

CREATE TABLE items (
    job INTEGER NOT NULL,
    number INTEGER NOT NULL,
    state TEXT NOT NULL,
    tries INTEGER NOT NULL,
    task TEXT NOT NULL,
    note TEXT NOT NULL,
    result TEXT NOT NULL,
    PRIMARY KEY (job, number)
);
CREATE INDEX items_by_state ON items (job, state);
"""

TRANSFER_MIGRATIONS: tuple[str, ...] = (_FIRST,)
"""As ``MIGRATIONS`` of the cache: never edited once released, only added to."""

TRANSFERS = Layout(
    TRANSFER_MIGRATIONS,
    frozenset({"jobs", "items"}),
    ("jobs", "items"),
    lambda _: 0,
    shrinks=True,
    json=(("jobs", "about"), ("items", "task"), ("items", "note"), ("items", "result")),
    precious=True,
)
"""A file of its own: noting what leaves never waits for a list, nor for a draft."""


def transfers_path(cache: Path) -> Path:
    """Where the transfers of the connection with this cache lie."""
    return cache.with_name(f"{cache.stem}.transfers{cache.suffix}")


def imports_path(cache: Path) -> Path:
    """Where the imports of the connection with this cache lie: rows of files, in these tables."""
    return cache.with_name(f"{cache.stem}.imports{cache.suffix}")


def spool_path(cache: Path) -> Path:
    """The folder of copies that wait to be sent, of the connection with this cache."""
    return cache.with_name(f"{cache.stem}.spool")


def remove_transfers(cache: Path) -> None:
    """Delete what is kept of transfers, copies that were not sent too. Raises LocalStoreProblem."""
    remove_database(transfers_path(cache))
    remove_database(imports_path(cache))
    shutil.rmtree(spool_path(cache), ignore_errors=True)
