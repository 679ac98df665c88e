"""Worker processes of one kind, as many as there is use for: started by the first jobs, replaced
when they die, ended when idle and with their owner."""

import asyncio
import time
from collections import deque
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any, TypeVar

from PySide6.QtCore import QObject

from funneldesk.desktop.kit.tasks import TaskScope
from funneldesk.desktop.kit.workers.handle import Interrupted, Request, WorkerDied, WorkerHandle
from funneldesk.desktop.kit.workers.process import Limits, worker_command

IDLE_SECONDS = 60.0
SLICE_SECONDS = 0.006
"""Seconds for which items are handed over before the window has its turn."""
MOST_STARTS = 2
"""Processes that may die before they begin a job: they did not die of it."""
T = TypeVar("T")


class WorkerPool:
    """``count`` processes; each has up to ``ahead`` jobs at hand, so that it never waits for the
    window. ``command`` is another program than this one, for tests."""

    def __init__(
        self,
        owner: QObject,
        name: str,
        limits: Limits,
        *,
        count: int = 1,
        ahead: int = 1,
        idle: float = IDLE_SECONDS,
        command: tuple[str, ...] = (),
    ) -> None:
        self._limits = limits
        command = command or worker_command(limits)
        self._handles = [
            WorkerHandle(f"{name} {number}", command, limits, idle) for number in range(count)
        ]
        self._free = deque(self._handles * ahead)
        self._waiting: deque[asyncio.Future[WorkerHandle]] = deque()
        self._ended = False
        self._tasks = TaskScope(owner)
        self._owned = False

    @property
    def count(self) -> int:
        """Number of jobs that are done side by side."""
        return len(self._handles)

    @property
    def processes(self) -> tuple[int, ...]:
        """The numbers of the processes that are running."""
        running = (handle.process for handle in self._handles)
        return tuple(each.number for each in running if each is not None and not each.reaped)

    def warm(self) -> None:
        """Start a process before there is a job, so that the first one does not wait for it."""
        if not self._ended:
            self._end_with_owner()
            self._handles[0].warm()

    async def run(
        self,
        job: str,
        arguments: Mapping[str, Any],
        on_item: Callable[[Any], None] | None = None,
        *,
        seconds: float = 0.0,
    ) -> Any:
        """Have a job done and return its result; ``on_item`` gets each item on this thread.

        ``seconds``: how long it may take from one item to the next; 0 for any. Cancelling stops
        the job. Raises JobFailed and WorkerDied.
        """
        if on_item is None:
            return await self.carry_out(Request(job, arguments, _result, seconds=seconds))
        feed = _Feed(on_item)
        try:
            return await self.carry_out(Request(job, arguments, _result, feed.put, seconds=seconds))
        except asyncio.CancelledError:
            feed.close()
            raise
        finally:
            await feed.drained()

    async def carry_out(self, request: Request[T], *, urgent: bool = False) -> T:
        """Have a job done; an urgent one is the next. Raises JobFailed and WorkerDied."""
        self._end_with_owner()
        died = starts = 0
        while True:
            handle = await self._turn(urgent=urgent)
            try:
                return await handle.run(request)
            except Interrupted:
                continue
            except WorkerDied as death:
                died += death.begun
                starts += not death.begun
                if died >= self._limits.tries or died + starts >= MOST_STARTS:
                    raise
            finally:
                self._give_back(handle)

    def end(self) -> None:
        """End every process; no job is done any more."""
        self._ended = True
        for future in self._waiting:
            future.cancel()
        for handle in self._handles:
            handle.end()

    async def _turn(self, *, urgent: bool) -> WorkerHandle:
        if self._ended:
            raise WorkerDied
        if self._free:
            return self._free.popleft()
        turn: asyncio.Future[WorkerHandle] = asyncio.get_running_loop().create_future()
        if urgent:
            self._waiting.appendleft(turn)
        else:
            self._waiting.append(turn)
        try:
            return await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self._give_back(turn.result())
            raise

    def _give_back(self, handle: WorkerHandle) -> None:
        while self._waiting:
            turn = self._waiting.popleft()
            if not turn.done():
                turn.set_result(handle)
                return
        # The one that rested longest is next: another may still do what nobody waits for.
        self._free.append(handle)

    def _end_with_owner(self) -> None:
        if not self._owned:
            self._owned = self._tasks.at_end(self._close)

    async def _close(self) -> None:
        # All at once: whoever ends this a second time must not keep any from its end.
        self.end()
        for handle in self._handles:
            await handle.close()


class _Feed:
    """Hands items of a thread over to the loop, a slice at a time."""

    def __init__(self, on_item: Callable[[Any], None]) -> None:
        self._on_item = on_item
        self._items: deque[Any] = deque()
        self._loop = asyncio.get_running_loop()
        self._scheduled = self._closed = False

    def put(self, item: Any) -> None:
        """Called on a thread."""
        self._items.append(item)
        if not self._scheduled:
            self._scheduled = True
            with suppress(RuntimeError):  # the loop is gone, with whoever waited
                self._loop.call_soon_threadsafe(self._hand_over)

    async def drained(self) -> None:
        """Wait until every item is handed over."""
        try:
            while self._items and not self._closed:
                self._hand_over()
                await asyncio.sleep(0)
        finally:
            self.close()

    def close(self) -> None:
        """Drop what is left."""
        self._closed = True
        self._items.clear()

    def _hand_over(self) -> None:
        self._scheduled = False
        over = time.perf_counter() + SLICE_SECONDS
        while self._items and not self._closed and time.perf_counter() < over:
            self._on_item(self._items.popleft())
        if self._items and not self._closed and not self._scheduled:
            self._scheduled = True
            self._loop.call_soon(self._hand_over)


def _result(result: Any, _: bytes) -> Any:
    return result
