"""What happens by the clock: each duty in one process at a time, at its own pace."""

import logging
import threading
import time
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from sqlalchemy import text

from funneldesk.server.db.engine import Database
from funneldesk.server.jobs import exporting, upkeep
from funneldesk.server.parts.analytics import fact_days, packing_duty
from funneldesk.server.parts.domains import duty as domains
from funneldesk.server.parts.split_tests import finishing
from funneldesk.server.parts.subscriptions import renewals
from funneldesk.server.platform import Platform
from funneldesk.server.visitor import limits

Duty = tuple[str, float, Callable[[Platform], None]]
"""Its name, the seconds from one time to the next, and what it does."""

DUTIES: tuple[Duty, ...] = (
    ("domains: look for records, issue certificates", 5, domains.run),
    ("analytics: pack the days that are over", fact_days.SECONDS, packing_duty.pack_what_is_over),
    ("jobs: remove the old", 600, upkeep.remove_old),
    ("exports: remove the old", 600, exporting.remove_old),
    ("visitors: forget old counts", 600, limits.forget_old),
    ("split tests: end what is decided", 60, finishing.run),
    ("subscriptions: charge what is due", renewals.SECONDS, renewals.run),
)

FIRST_AFTER = 1.0
"""Seconds from the start to the first round: starting comes first."""

_log = logging.getLogger(__name__)


def keep(platform: Platform, ended: threading.Event, duties: Sequence[Duty] | None = None) -> None:
    """Do each duty when its time has come, until ``ended`` is set."""
    chosen = DUTIES if duties is None else duties
    due = {name: time.monotonic() + FIRST_AFTER for name, _seconds, _do in chosen}
    while not ended.wait(max(0.0, min(due.values()) - time.monotonic())):
        for name, seconds, do in chosen:
            if due[name] <= time.monotonic() and not ended.is_set():
                _do(platform, name, do)
                due[name] = time.monotonic() + seconds


def _do(platform: Platform, name: str, do: Callable[[Platform], None]) -> None:
    try:
        with turn(platform.database, name) as is_mine:
            if is_mine:
                do(platform)
    except Exception:
        _log.exception("The duty “%s” failed; its next time may go well", name)


@contextmanager
def turn(database: Database, name: str) -> Iterator[bool]:
    """Whether no other process is at the duty of this name; it stays so for the block.

    A SQLite database has one process; on PostgreSQL the server lets go of the lock when the
    process dies.
    """
    if database.engine.dialect.name != "postgresql":
        yield True
        return
    number = zlib.crc32(name.encode()) | 0x64 << 32
    with database.engine.connect() as connection:
        query = text("SELECT pg_try_advisory_xact_lock(:number)")
        yield bool(connection.scalar(query, {"number": number}))
