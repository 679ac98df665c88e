"""Connection for heavy traffic: a thread with a loop and a client of its own.

Sending a large file on the window's loop would share each turn with the painting; here it shares
nothing with the window but the interpreter.
"""

import asyncio
import threading
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, TypeVar

from funneldesk.client.errors import Unreachable
from funneldesk.desktop.kit.tasks import in_thread
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.workspace.workspace import Workspace

if TYPE_CHECKING:
    from funneldesk.client import Api

T = TypeVar("T")
END_SECONDS = 2.0
AT_ONCE = 6
"""Pieces of work under way, each with one call at a time (quirk 9)."""


class Connection:
    """Carries pieces of work over a client of its own, which always has the address and the key
    that the workspace has now. Nothing is repeated here, and nobody is asked for a key."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: threading.Thread | None = None
        self._twin: Api | None = None
        self._stopped = False
        self._turns = asyncio.Semaphore(AT_ONCE)

    async def carry(self, work: Callable[["Api"], Awaitable[T]]) -> T:
        """Do a piece of work, which makes one call at a time, on the thread's loop; it may wait for
        its turn. Raises ``ApiError``; cancelling ends it."""
        api = await self._workspace.api()
        if self._twin is None:
            made = await in_thread(api.twin)
            self._twin = self._twin or made
        self._twin.follow(api)
        if self._stopped:
            raise Unreachable(_("The brand was closed."), method="GET", path="")
        going = asyncio.run_coroutine_threadsafe(self._in_turn(work, self._twin), self._started())
        return await asyncio.wrap_future(going)

    def stop(self) -> None:
        """End what is under way, hang up and end the thread, which does so by itself."""
        self._stopped = True
        loop, self._loop = self._loop, None
        if loop is not None:
            loop.call_soon_threadsafe(loop.stop)

    async def close(self) -> None:
        """The same, and wait for it."""
        self.stop()
        if self._thread is not None:
            await in_thread(self._thread.join, END_SECONDS)

    async def _in_turn(self, work: Callable[["Api"], Awaitable[T]], api: "Api") -> T:
        """The client lets no more through either; here no work's clock runs before its turn."""
        async with self._turns:
            return await work(api)

    def _started(self) -> asyncio.AbstractEventLoop:
        if self._loop is None:
            self._loop = asyncio.SelectorEventLoop()
            self._turns = asyncio.Semaphore(AT_ONCE)
            name = _("transfers of brand {brand}").format(brand=self._workspace.connection.brand)
            self._thread = threading.Thread(
                target=self._live, args=(self._loop,), name=name, daemon=True
            )
            self._thread.start()
        return self._loop

    def _live(self, loop: asyncio.AbstractEventLoop) -> None:
        asyncio.set_event_loop(loop)
        try:
            loop.run_forever()
        finally:
            twin, self._twin = self._twin, None
            loop.run_until_complete(_end(twin))
            loop.run_until_complete(loop.shutdown_asyncgens())
            loop.run_until_complete(loop.shutdown_default_executor())
            loop.close()


async def _end(twin: "Api | None") -> None:
    others = asyncio.all_tasks() - {asyncio.current_task()}
    for task in others:
        task.cancel()
    if others:
        await asyncio.wait(others, timeout=1.0)
    if twin is not None:
        await twin.aclose(0)
