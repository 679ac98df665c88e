"""The tables of a brand's watched folders: the pairs, what was sent from them, and their log."""

from pathlib import Path

from funneldesk.desktop.local.database.database_kinds import Layout
from funneldesk.desktop.local.database.opening import remove_database

_FIRST = """
CREATE TABLE pairs (
    key INTEGER PRIMARY KEY AUTOINCREMENT,
    root BLOB NOT NULL,
    folder TEXT NOT NULL,
    deep INTEGER NOT NULL,
    paused INTEGER NOT NULL,
    made_at TEXT NOT NULL
);

CREATE TABLE watched (
    pair INTEGER NOT NULL,
    place BLOB NOT NULL,
    path TEXT NOT NULL,
    sha256 TEXT NOT NULL,
    size INTEGER NOT NULL,
    changed INTEGER NOT NULL,
    state TEXT NOT NULL,
    words TEXT NOT NULL,
    PRIMARY KEY (pair, place)
);

CREATE TABLE events (
    key INTEGER PRIMARY KEY AUTOINCREMENT,
    pair INTEGER NOT NULL,
    at TEXT NOT NULL,
    kind TEXT NOT NULL,
    shown TEXT NOT NULL,
    words TEXT NOT NULL
);
"""

WATCH_MIGRATIONS: tuple[str, ...] = (_FIRST,)
"""As ``MIGRATIONS`` of the cache: never edited once released, only added to."""

WATCH = Layout(
    WATCH_MIGRATIONS,
    frozenset({"pairs", "watched", "events"}),
    ("pairs", "watched", "events"),
    lambda _: 0,
    shrinks=True,
    precious=True,
)


def watch_path(cache: Path) -> Path:
    """Where the watched folders of the connection with this cache are noted."""
    return cache.with_name(f"{cache.stem}.watch{cache.suffix}")


def remove_watch(cache: Path) -> None:
    """Delete what is noted of watched folders; the folders stay. Raises LocalStoreProblem."""
    remove_database(watch_path(cache))
