"""The way to the platform for what is heavy: a thread with a loop and a client of its own.

Sending a large file on the window's loop would share each turn with the painting; here it shares
nothing with the window but the interpreter.
"""

import asyncio
import threading
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, TypeVar

from funneldesk.desktop.kit.tasks import in_thread
from funneldesk.desktop.workspace import Workspace

if TYPE_CHECKING:
    from funneldesk.client import Api

T = TypeVar("T")
END_SECONDS = 2.0
AT_ONCE = 6
"""Pieces of work under way, each with one call at a time (quirk 9)."""


class Line:
    """Carries pieces of work over a client of its own, which always has the address and the key
    that the workspace has now. Nothing is repeated here, and nobody is asked for a key."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: threading.Thread | None = None
        self._twin: Api | None = None
        self._turns = asyncio.Semaphore(AT_ONCE)

    async def carry(self, work: Callable[["Api"], Awaitable[T]]) -> T:
        """Do a piece of work, which makes one call at a time, on the thread's loop; it may wait for
        its turn. Raises ``ApiError``; cancelling ends it."""
        api = await self._workspace.api()
        loop = self._started()
        if self._twin is None:
            twin = await in_thread(api.twin)
            self._twin = self._twin or twin
        self._twin.follow(api)
        going = asyncio.run_coroutine_threadsafe(self._in_turn(work, self._twin), loop)
        return await asyncio.wrap_future(going)

    async def close(self) -> None:
        """End what is under way, hang up and end the thread."""
        loop, self._loop = self._loop, None
        thread, twin = self._thread, self._twin
        self._twin = None
        if loop is None or thread is None:
            return
        ending = asyncio.run_coroutine_threadsafe(_end(twin), loop)
        try:
            await asyncio.wait_for(asyncio.wrap_future(ending), END_SECONDS)
        finally:
            loop.call_soon_threadsafe(loop.stop)

    async def _in_turn(self, work: Callable[["Api"], Awaitable[T]], api: "Api") -> T:
        """The client lets no more through either; here no work's clock runs before its turn."""
        async with self._turns:
            return await work(api)

    def _started(self) -> asyncio.AbstractEventLoop:
        if self._loop is None:
            self._loop = asyncio.SelectorEventLoop()
            self._turns = asyncio.Semaphore(AT_ONCE)
            name = f"transfers of brand {self._workspace.connection.brand}"
            self._thread = threading.Thread(
                target=_live, args=(self._loop,), name=name, daemon=True
            )
            self._thread.start()
        return self._loop


def _live(loop: asyncio.AbstractEventLoop) -> None:
    asyncio.set_event_loop(loop)
    try:
        loop.run_forever()
    finally:
        loop.run_until_complete(loop.shutdown_default_executor())
        loop.close()


async def _end(twin: "Api | None") -> None:
    others = asyncio.all_tasks() - {asyncio.current_task()}
    for task in others:
        task.cancel()
    if others:
        await asyncio.wait(others, timeout=1.0)
    if twin is not None:
        await twin.aclose()
