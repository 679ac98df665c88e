"""A platform without HTTP, for tests of what works in the background."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from platform_process import Place
from sqlalchemy import select
from sqlalchemy.orm import Session

from funneldesk.server.db.engine import Database
from funneldesk.server.db.upgrade import upgrade
from funneldesk.server.jobs.tables import JobRow, LetterRow
from funneldesk.server.parts.brands.tables import BrandRow
from funneldesk.server.platform import Platform
from funneldesk.server.settings import Settings

BRAND = 7


@contextmanager
def opened(place: Place, **wishes: Any) -> Iterator[Platform]:
    """A platform with one brand, over an empty database."""
    place.data.mkdir(parents=True, exist_ok=True)
    settings = Settings(place.data, database=place.database, **wishes)
    database = Database(settings.database_url, settings.database_wait)
    try:
        upgrade(database)
        with database.writing() as session:
            if session.get(BrandRow, BRAND) is None:
                session.add(BrandRow(id=BRAND, name="Harbor", subdomain="harbor"))
        yield Platform.open(database, settings)
    finally:
        database.close()


def jobs(platform: Platform) -> list[JobRow]:
    """All jobs, by id."""
    with platform.database.reading() as session:
        return list(session.scalars(select(JobRow).order_by(JobRow.id)))


def letters(session: Session) -> list[LetterRow]:
    """All letters, by id."""
    return list(session.scalars(select(LetterRow).order_by(LetterRow.id)))


def outbox(platform: Platform) -> list[Path]:
    """The letters in the outbox, by name."""
    return sorted((platform.settings.data / "outbox").glob("*.eml"))
