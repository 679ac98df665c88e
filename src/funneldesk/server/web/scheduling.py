"""Classes of work with threads of their own, which the keys of each class share fairly.

Long reads leave the threads of short reads and of writes free, and none of them takes those of
visitors and payments, which are the default ones of the server. Within a class the keys take turns,
so that a key with many calls holds up its own. A read whose caller hangs up leaves its queue, or
stops in the database.
"""

import asyncio
import math
from collections import deque
from collections.abc import Callable
from contextvars import ContextVar
from dataclasses import dataclass
from enum import Enum
from functools import cache, partial, wraps
from inspect import iscoroutinefunction
from typing import Any, TypeVar

from anyio import CapacityLimiter, to_thread
from fastapi import APIRouter
from starlette.requests import ClientDisconnect
from starlette.types import Receive

from funneldesk.server.db.cancelling import CANCELLATION, Cancellation
from funneldesk.server.db.engine import LONG_READERS, READERS, WRITERS

T = TypeVar("T")

_READING = frozenset({"GET", "HEAD"})


class Work(Enum):
    """A class of work."""

    WRITE = "write"
    READ = "read"
    LONG_READ = "long read"


class FairLimiter:
    """Lets a number of calls work at a time; the keys of those that wait take turns.

    For one event loop, whose thread is the only one that uses it.
    """

    def __init__(self, places: int) -> None:
        self._free = places
        self._waiting: dict[int, deque[asyncio.Future[None]]] = {}

    async def acquire(self, key: int) -> None:
        """Wait for a place."""
        if self._free:
            self._free -= 1
            return
        turn = asyncio.get_running_loop().create_future()
        queue = self._waiting.setdefault(key, deque())
        queue.append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.cancelled() or not turn.done():
                self._leave(key, turn)
            else:
                self.release()
            raise

    def release(self) -> None:
        """Give the place to the key that waited longest for its turn."""
        while self._waiting:
            key = next(iter(self._waiting))
            queue = self._waiting.pop(key)
            turn = queue.popleft()
            if queue:
                self._waiting[key] = queue  # behind all others
            if not turn.done():
                turn.set_result(None)
                return
        self._free += 1

    @property
    def waiting(self) -> int:
        """How many wait."""
        return sum(map(len, self._waiting.values()))

    def _leave(self, key: int, turn: "asyncio.Future[None]") -> None:
        queue = self._waiting.get(key)
        if queue is not None and turn in queue:
            queue.remove(turn)
            if not queue:
                del self._waiting[key]


@dataclass(frozen=True, slots=True)
class Call:
    """The present call: the key that it came with, and the way to hear that its caller left."""

    key_id: int
    receive: Receive


CALL: ContextVar[Call | None] = ContextVar("call", default=None)


async def in_class(work: Work, run: Callable[[], T]) -> T:
    """What ``run`` gives, in a thread of a class.

    Raises ClientDisconnect for a read whose caller left.
    """
    call, limiter = CALL.get(), limiters()[work]
    key_id = call.key_id if call else 0
    if call is None or work is Work.WRITE:
        await limiter.acquire(key_id)
        try:
            return await to_thread.run_sync(run, limiter=_unlimited())
        finally:
            limiter.release()
    leaving = asyncio.ensure_future(_left(call.receive))
    try:
        return await _unless_left(leaving, limiter, key_id, run)
    finally:
        leaving.cancel()


async def _unless_left(
    leaving: "asyncio.Future[None]", limiter: FairLimiter, key_id: int, run: Callable[[], T]
) -> T:
    place = asyncio.ensure_future(limiter.acquire(key_id))
    try:
        await asyncio.wait((place, leaving), return_when=asyncio.FIRST_COMPLETED)
    except asyncio.CancelledError:
        _give_up(place, limiter)
        raise
    if leaving.done():
        _give_up(place, limiter)
        raise ClientDisconnect
    cancellation = Cancellation()
    leaving.add_done_callback(partial(_cancel, cancellation))
    try:
        return await to_thread.run_sync(partial(_run, run, cancellation), limiter=_unlimited())
    except asyncio.CancelledError:  # the server ends
        cancellation.set()
        raise
    except Exception:
        if cancellation.is_set:
            raise ClientDisconnect from None
        raise
    finally:
        limiter.release()


def _run(run: Callable[[], T], cancellation: Cancellation) -> T:
    CANCELLATION.set(cancellation)  # in the thread's own copy of the context
    return run()


def _give_up(place: "asyncio.Future[None]", limiter: FairLimiter) -> None:
    if place.done() and not place.cancelled():
        limiter.release()
    else:
        place.cancel()


def _cancel(cancellation: Cancellation, leaving: "asyncio.Future[None]") -> None:
    if not leaving.cancelled():
        # Elsewhere: on PostgreSQL it waits for the server.
        asyncio.get_running_loop().run_in_executor(None, cancellation.set_until_stopped)


async def _left(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


@cache
def limiters() -> dict[Work, FairLimiter]:
    """What each class shares, in this process."""
    places = {Work.WRITE: WRITERS, Work.READ: READERS, Work.LONG_READ: LONG_READERS}
    return {work: FairLimiter(count) for work, count in places.items()}


@cache
def _unlimited() -> CapacityLimiter:
    return CapacityLimiter(math.inf)


class Router(APIRouter):
    """A router whose plain functions run in the threads of their class.

    The class is ``work`` or, by default, that of the method: GET reads, all others write.
    """

    def __init__(self, *, work: Work | None = None, **options: Any) -> None:
        super().__init__(**options)
        self._work = work

    def add_api_route(self, path: str, endpoint: Callable[..., Any], **options: Any) -> None:
        """Add a route."""
        if not iscoroutinefunction(endpoint):
            reads = _READING.issuperset(options.get("methods") or ("GET",))
            endpoint = _in_its_class(self._work or (Work.READ if reads else Work.WRITE), endpoint)
        super().add_api_route(path, endpoint, **options)


def _in_its_class(work: Work, endpoint: Callable[..., T]) -> Callable[..., Any]:
    @wraps(endpoint)
    async def placed(**values: Any) -> T:
        return await in_class(work, partial(endpoint, **values))

    return placed
