"""Fills a platform with the sample workspace, once, and issues its keys.

A brand is written chapter by chapter, each in a transaction of its own together with the mark that
it is written. A start after a crash goes on with the first chapter that has no mark.
"""

import gc
import json
import sqlite3
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

from sqlalchemy import event, text

from funneldesk.server.db.chance import drawn_from
from funneldesk.server.db.engine import Database
from funneldesk.server.db.types import now
from funneldesk.server.parts.analytics.fact_days import pack_what_is_over
from funneldesk.server.parts.brands.tables import BrandRow
from funneldesk.server.platform import Platform
from funneldesk.server.sample.artwork import bring_back
from funneldesk.server.sample.content import brands
from funneldesk.server.sample.keys import drop_old_keys, issue_keys
from funneldesk.server.sample.tables import SampleStateRow
from funneldesk.server.settings import CannotStart

EDITION = 1
"""Grows when the chapters change: then nobody can go on with a half loaded sample of before."""

LOADING = "loading"
"""The ``subscription_status`` of a brand that is not whole yet."""

_IN_BULK = (
    "PRAGMA synchronous = NORMAL",
    "PRAGMA cache_size = -262144",
    "PRAGMA wal_autocheckpoint = 65536",
)
"""A power cut may take back chapters, and their marks with them: so no commit has to wait for the
disk. Pages are kept in 256 MiB, and reach the database when the journal has as many: with the usual
2 MiB every index is read and written again and again."""

_LOADERS = 0x73616D70
_QUIET_SECONDS = 5.0
_OBJECTS = 200_000
_AGE = timedelta(days=420)


def load(platform: Platform) -> list[dict[str, Any]]:
    """Load what is not there yet; ``[{brand, name, role, key}]`` with fresh keys.

    The keys of earlier starts end here. A brand that somebody else made is left as it is. Raises
    CannotStart for a sample that another edition of the program has begun and not finished.
    """
    database = platform.database
    found = brands()
    with _only_loader(database), _rarely_collected():
        for brand in found:
            if not _is_whole(database, brand["id"]):
                with _in_bulk(database):
                    _load(platform, brand)
                pack_what_is_over(platform)
            if _is_ours(database, brand["id"]):
                bring_back(platform, brand["id"], brand["folder"])
    with database.alone() as session:
        drop_old_keys(session, platform.settings)
        return [key for brand in found for key in issue_keys(session, brand)]


def _is_whole(database: Database, brand_id: int) -> bool:
    with database.reading() as session:
        state = session.get(SampleStateRow, brand_id)
        if state is None:
            return session.get(BrandRow, brand_id) is not None
        if state.finished_at is None and state.edition != EDITION:
            raise CannotStart(
                "The sample in this folder was begun by another version of Funneldesk and never "
                "finished. Start with another --data folder."
            )
        return state.finished_at is not None


def _is_ours(database: Database, brand_id: int) -> bool:
    with database.reading() as session:
        return session.get(SampleStateRow, brand_id) is not None


def _load(platform: Platform, brand: dict[str, Any]) -> None:
    # Only a first start pays for what the simulation imports.
    from funneldesk.server.sample.chapters import chapters
    from funneldesk.server.sample.simulation.chance import seeded

    state = _begin(platform, brand)
    done = state.chapters
    progress = _Progress(brand["name"], to_program=platform.settings.tells_progress)
    for number, chapter in enumerate(chapters(platform, brand, state.size, state.started_at)):
        if number < done:
            continue
        progress.say(chapter.name)
        # Each chapter has a source of its own: one that is written again draws the same.
        source = seeded(brand["id"], "codes", chapter.name, number)
        with drawn_from(source), platform.database.writing() as session:
            chapter.write(session)
            session.get_one(SampleStateRow, brand["id"]).chapters = number + 1
    with platform.database.writing() as session:
        session.get_one(SampleStateRow, brand["id"]).finished_at = now()
        session.get_one(BrandRow, brand["id"]).subscription_status = brand["subscription_status"]


def _begin(platform: Platform, brand: dict[str, Any]) -> SampleStateRow:
    with platform.database.writing() as session:
        state = session.get(SampleStateRow, brand["id"])
        if state is None:
            fields = {name: value for name, value in brand.items() if name != "folder"}
            fields["subscription_status"] = LOADING
            session.add(BrandRow(**fields, created_at=now() - _AGE))
            session.flush()
            size = platform.settings.sample
            state = SampleStateRow(
                brand_id=brand["id"], size=size, edition=EDITION, started_at=now(), chapters=0
            )
            session.add(state)
        return state


@contextmanager
def _only_loader(database: Database) -> Iterator[None]:
    """On a shared database one process loads, and the others wait until it is done."""
    if database.engine.dialect.name != "postgresql":
        yield
        return
    waiting = database.engine.execution_options(isolation_level="AUTOCOMMIT")
    with waiting.connect() as connection:
        connection.detach()  # it waits for as long as another one loads, so nobody else may have it
        connection.execute(text("SET lock_timeout = 0"))
        connection.execute(text("SELECT pg_advisory_lock(:lock)"), {"lock": _LOADERS})
        try:
            yield
        finally:
            connection.execute(text("SELECT pg_advisory_unlock(:lock)"), {"lock": _LOADERS})


@contextmanager
def _in_bulk(database: Database) -> Iterator[None]:
    """On SQLite, connections for much that is written at once, and usual ones again afterwards."""
    if not database.is_local:
        yield
        return
    event.listen(database.engine, "connect", _prepare)
    database.engine.dispose()
    try:
        yield
    finally:
        event.remove(database.engine, "connect", _prepare)
        database.engine.dispose()


def _prepare(connection: sqlite3.Connection, _record: Any) -> None:
    for pragma in _IN_BULK:
        connection.execute(pragma)


@contextmanager
def _rarely_collected() -> Iterator[None]:
    """Thousands of rows are built at once, and none of them is garbage: look for it less often."""
    usual = gc.get_threshold()
    gc.set_threshold(_OBJECTS, *usual[1:])
    try:
        yield
    finally:
        gc.set_threshold(*usual)


class _Progress:
    """Says on standard error how far a long load is; a short one is not talked about.

    ``to_program``: each step is a line of JSON on standard output.
    """

    def __init__(self, brand: str, *, to_program: bool) -> None:
        self._brand = brand
        self._to_program = to_program
        self._spoken = time.monotonic()

    def say(self, chapter: str) -> None:
        """Begin a chapter."""
        if self._to_program:
            sys.stdout.write(json.dumps({"loading": f"{self._brand}, {chapter}"}) + "\n")
            sys.stdout.flush()
        elif time.monotonic() - self._spoken >= _QUIET_SECONDS:
            self._spoken = time.monotonic()
            sys.stderr.write(f"Loading the sample, {self._brand}: {chapter}\n")
            sys.stderr.flush()
