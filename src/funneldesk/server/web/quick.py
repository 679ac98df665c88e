"""Looks that cost less than the way to a thread."""

from collections.abc import Callable
from functools import partial
from typing import TypeVar

from sqlalchemy.orm import Session

from funneldesk.server.db.engine import Database
from funneldesk.server.web.scheduling import Work, in_class

T = TypeVar("T")


async def quickly(database: Database, look: Callable[[Session], T], *, unless: object = None) -> T:
    """What ``look`` reads: a few rows by an index, ``unless`` this is set: a search.

    On SQLite it looks right here: half a millisecond, of which a thread would take as much again.
    """
    if database.is_local and not unless:
        with database.at_hand() as session:
            return look(session)
    return await in_thread(database, look)


async def in_thread(database: Database, look: Callable[[Session], T]) -> T:
    """What ``look`` reads, however long it takes."""
    return await in_class(Work.READ, partial(_look, database, look))


def _look(database: Database, look: Callable[[Session], T]) -> T:
    with database.reading() as session:
        return look(session)
