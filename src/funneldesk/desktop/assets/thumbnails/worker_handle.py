"""One picture worker with the two threads that wait for it: jobs are said while answers are
awaited, so that the process has its next job before the window has seen its last picture."""

import asyncio
import contextlib
from collections.abc import Callable
from concurrent.futures import CancelledError, Future
from functools import partial
from typing import Any, TypeVar

from funneldesk.desktop.assets.thumbnails import wire
from funneldesk.desktop.assets.thumbnails.worker_process import PictureProcess
from funneldesk.desktop.local.database.worker import Worker

T = TypeVar("T")
Finish = Callable[[dict[str, Any], bytes], T]


class Interrupted(Exception):
    """The process died of the job before: this one is not to blame."""


class WorkerHandle:
    """Answers come in the order of the jobs. A process that died is replaced by the next job."""

    def __init__(self, number: int) -> None:
        self._saying = Worker(f"pictures {number}, jobs")
        self._hearing = Worker(f"pictures {number}, answers")
        self.process: PictureProcess | None = None
        self._over = False

    async def carry_out(self, head: wire.Head, body: bytes, finish: Finish[T], within: float) -> T:
        """Have one job done; gives what ``finish`` makes of its answer on a thread.

        A process that takes longer than ``within`` seconds is ended. When nobody waits any more
        what was said is still done: a process costs more than a picture. Raises wire.BrokenWire
        when the process died of it, and Interrupted.
        """
        said = self._saying.submit(partial(self._say, head, body))
        heard = asyncio.wrap_future(self._hearing.submit(partial(self._hear, said, finish)))
        guard = asyncio.get_running_loop().call_later(within, self._expire, said)
        try:
            return await asyncio.shield(heard)
        except asyncio.CancelledError:
            said.cancel()
            # Its failure is nobody's any more.
            heard.add_done_callback(lambda done: done.cancelled() or done.exception())
            raise
        finally:
            guard.cancel()

    def end(self) -> None:
        """End the process, whatever it does; no other one is started."""
        self._over = True
        process = self.process
        if process is not None:
            process.kill()

    def rest(self) -> None:
        """Have the process ended once it has done what was said."""
        self._saying.submit(self._part)

    async def close(self) -> None:
        """Wait for the end of both threads, a second at most for each."""
        await self._saying.close(1.0)
        await self._hearing.close(1.0)

    def _expire(self, said: "Future[PictureProcess]") -> None:
        """A job took too long: its process is ended, and none that came after it."""
        if not said.done():
            # It does not even listen.
            process = self.process
        else:
            process = None if said.cancelled() or said.exception() else said.result()
        if process is not None:
            process.kill()

    def _say(self, head: wire.Head, body: bytes) -> PictureProcess:
        if self.process is None or not self.process.lives:
            self._part()
            if self._over:
                raise wire.BrokenWire
            self.process = PictureProcess()
        # Of a process that is gone the other thread hears.
        with contextlib.suppress(OSError, ValueError):
            self.process.say(head, body)
        return self.process

    def _hear(self, said: "Future[PictureProcess]", finish: Finish[T]) -> T:
        try:
            process = said.result()
        except CancelledError:
            raise Interrupted from None
        except (OSError, wire.BrokenWire):
            raise wire.BrokenWire from None
        if process.buried:
            raise Interrupted
        try:
            answer = process.hear()
        except (OSError, wire.BrokenWire):
            process.bury()
            raise wire.BrokenWire from None
        return finish(*answer)

    def _part(self) -> None:
        process, self.process = self.process, None
        if process is not None:
            # Behind the answers that it still owes.
            self._hearing.submit(process.bury)
