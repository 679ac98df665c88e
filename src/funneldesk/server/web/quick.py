"""Looks that cost less than the way to a thread."""

from collections.abc import Callable
from functools import partial
from typing import ParamSpec, TypeVar

from anyio import CapacityLimiter, to_thread
from sqlalchemy.orm import Session

from funneldesk.server.db.engine import READERS, Database

P = ParamSpec("P")
T = TypeVar("T")

_readers = CapacityLimiter(READERS)


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
    return await among_readers(_look, database, look)


async def among_readers(look: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """What a call that only reads gives, in a thread that no writer waits in for its turn."""
    return await to_thread.run_sync(partial(look, *args, **kwargs), limiter=_readers)


def _look(database: Database, look: Callable[[Session], T]) -> T:
    with database.reading() as session:
        return look(session)
