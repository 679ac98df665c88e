"""Fills a platform with the sample workspace, once, and issues its keys.

A brand is written chapter by chapter, each in a transaction of its own together with the mark that
it is written. A start after a crash goes on with the first chapter that has no mark.

A platform may also be ready once the content is there, and let `load_rest` write the life in it
while it answers.
"""

import gc
import logging
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from itertools import islice
from threading import Event
from typing import Any

from sqlalchemy import event, text
from sqlalchemy.exc import IntegrityError, NoResultFound

from funneldesk.server.db.chance import drawn_from
from funneldesk.server.db.engine import Database
from funneldesk.server.db.types import now
from funneldesk.server.parts.analytics.packing_duty import pack_what_is_over
from funneldesk.server.parts.brands.tables import BrandRow
from funneldesk.server.parts.conversions.rules import NotPossible
from funneldesk.server.platform import Platform
from funneldesk.server.sample.artwork import bring_back
from funneldesk.server.sample.content import brands
from funneldesk.server.sample.keys import drop_old_keys, issue_keys
from funneldesk.server.sample.progress import Progress, say_whole
from funneldesk.server.sample.stage import Chapter
from funneldesk.server.sample.tables import SampleStateRow
from funneldesk.server.settings import CannotStart
from funneldesk.server.web.errors import Refused

EDITION = 2
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
_OBJECTS = 200_000
_AGE = timedelta(days=420)

BREATH = 0.05
"""Seconds between two chapters in the background: whoever waits to write gets the turn."""

_CHANGED_MEANWHILE = (LookupError, NoResultFound, IntegrityError, NotPossible, Refused)
"""What a chapter fails by when a user has removed what it is about."""

_log = logging.getLogger(__name__)


def load(platform: Platform, *, content_only: bool = False) -> list[dict[str, Any]]:
    """Load what is not there yet; ``[{brand, name, role, key}]`` with fresh keys.

    ``content_only`` leaves the visitors and what they did to `load_rest`. The keys of earlier
    starts end here. A brand that somebody else made is left as it is. Raises CannotStart for a
    sample that another edition of the program has begun and not finished.
    """
    database = platform.database
    found = brands()
    with _only_loader(database), _rarely_collected():
        for brand in found:
            if not _is_whole(database, brand["id"]):
                with _in_bulk(database):
                    for _ in _written(platform, brand, content_only=content_only):
                        pass
                if not content_only:
                    pack_what_is_over(platform)
            if _is_ours(database, brand["id"]):
                bring_back(platform, brand["id"], brand["folder"])
    with database.alone() as session:
        drop_old_keys(session, platform.settings)
        return [key for brand in found for key in issue_keys(session, brand)]


def load_rest(platform: Platform, ended: Event) -> bool:
    """Write what ``load(content_only=True)`` left; whether all of it is there.

    For a thread beside those that answer. It stops at the next chapter once ``ended`` is set, and
    a later start goes on from there.
    """
    database, wrote = platform.database, False
    with _only_loader(database), _rarely_collected():
        for brand in brands():
            if _is_whole(database, brand["id"]):
                continue
            for _ in _written(platform, brand):
                if ended.wait(BREATH):
                    return False
            wrote = True
        if wrote:
            pack_what_is_over(platform)
            say_whole(platform.settings)
    return True


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


def _written(
    platform: Platform, brand: dict[str, Any], *, content_only: bool = False
) -> Iterator[None]:
    """Write what a brand lacks; comes back after each chapter."""
    # Only a first start pays for what the simulation imports.
    from funneldesk.server.sample.chapters import CONTENT_CHAPTERS, chapters

    state = _begin(platform, brand)
    done, end = state.chapters, CONTENT_CHAPTERS if content_only else None
    if done == end:
        return
    progress = Progress(platform.settings, brand["id"], brand["name"], CONTENT_CHAPTERS)
    everything = chapters(platform, brand, state.size, state.started_at)
    for number, chapter in enumerate(islice(everything, end)):
        if number >= done:
            progress.say(number, chapter.name)
            _write(platform, brand["id"], number, chapter, strict=number < CONTENT_CHAPTERS)
            yield
    if not content_only:
        _finish(platform, brand)


def _write(
    platform: Platform, brand_id: int, number: int, chapter: Chapter, *, strict: bool
) -> None:
    """Write one chapter. Without ``strict`` one that cannot be is left out, and that is logged."""
    from funneldesk.server.sample.simulation.chance import seeded

    # Each chapter has a source of its own: one that is written again draws the same.
    source = seeded(brand_id, "codes", chapter.name, number)
    try:
        with drawn_from(source), platform.database.writing() as session:
            chapter.write(session)
            session.get_one(SampleStateRow, brand_id).chapters = number + 1
    except _CHANGED_MEANWHILE as error:
        if strict:
            raise
        _log.warning("The sample goes without “%s”: %s", chapter.name, type(error).__name__)
        with platform.database.writing() as session:
            session.get_one(SampleStateRow, brand_id).chapters = number + 1


def _finish(platform: Platform, brand: dict[str, Any]) -> None:
    with platform.database.writing() as session:
        session.get_one(SampleStateRow, brand["id"]).finished_at = now()
        row = session.get_one(BrandRow, brand["id"])
        row.subscription_status = brand["subscription_status"]


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
