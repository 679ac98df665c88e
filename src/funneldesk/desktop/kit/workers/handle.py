"""One worker process with the two threads that wait for it: requests are sent while answers are
awaited, so that the process has its next job before the window has seen its last answer."""

import asyncio
import contextlib
import itertools
from collections.abc import Callable, Mapping
from concurrent.futures import CancelledError, Future
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Generic, TypeVar

from funneldesk.desktop.kit.workers import wire
from funneldesk.desktop.kit.workers.process import Limits, WorkerProcess
from funneldesk.desktop.local.database.worker import Worker, WorkerClosedError

T = TypeVar("T")
_numbers = itertools.count(1)


class WorkerDied(Exception):
    """The process died of the job: it took too long, or crashed. ``begun``: it had begun it."""

    def __init__(self, *, begun: bool = False) -> None:
        super().__init__()
        self.begun = begun


class JobFailed(Exception):
    """The job says that it cannot be done, in a sentence for the user."""


class Interrupted(Exception):
    """The process died of an earlier job: this one is not to blame."""


@dataclass(frozen=True, eq=False, slots=True)
class Request(Generic[T]):
    """A job to be done. ``seconds``: how long it may take from one item to the next, 0 for any.

    ``finish`` gets the result and its content, and ``on_item`` each item: both on a thread.
    """

    job: str
    arguments: Mapping[str, Any]
    finish: Callable[[Any, bytes], T]
    on_item: Callable[[Any], None] = lambda _: None
    content: bytes = b""
    seconds: float = 0.0
    number: int = field(default_factory=lambda: next(_numbers), init=False)

    def header(self) -> dict[str, Any]:
        return {
            "number": self.number,
            "job": self.job,
            "arguments": self.arguments,
            "seconds": self.seconds,
        }


class WorkerHandle:
    """Answers come in the order of the requests. A process that died is replaced by the next one,
    and one without work for ``idle`` seconds is ended (0: never)."""

    def __init__(self, name: str, command: tuple[str, ...], limits: Limits, idle: float) -> None:
        self._command, self._limits = command, limits
        self._sending = Worker(f"{name}-requests")
        self._receiving = Worker(
            f"{name}-answers",
            quiet_after=idle or None,
            when_quiet=self.rest if idle else None,
        )
        self.process: WorkerProcess | None = None
        self._begun = self._ended = False
        self._sent = self._received = 0

    def warm(self) -> None:
        """Start the process before there is a job, so that the first one does not wait for it."""
        self._begun = True
        self._sending.submit(self._started)
        # From its end on the idle time is counted.
        self._receiving.submit(lambda: None)

    async def run(self, request: Request[T]) -> T:
        """Have one job done. Raises JobFailed, WorkerDied and Interrupted.

        A job that was cancelled before it was sent is not done at all.
        """
        self._begun = True
        sent = self._sending.submit(partial(self._send, request))
        received = self._receiving.submit(partial(self._receive, sent, request))
        answer = asyncio.wrap_future(received)
        later = asyncio.get_running_loop().call_later
        limits = self._limits
        guard = later(limits.within, self._expire, sent) if limits.within else None
        try:
            return await asyncio.shield(answer)
        except asyncio.CancelledError:
            # Its failure is nobody's any more.
            answer.add_done_callback(lambda done: done.cancelled() or done.exception())
            if not sent.cancel() and not self._ended:
                self._sending.submit(partial(self._stop, request.number))
                if limits.stop_within:
                    later(limits.stop_within, self._expire, sent, received)
            raise
        finally:
            if guard is not None:
                guard.cancel()

    def end(self) -> None:
        """End the process, whatever it does; no other one is started."""
        if self._ended:
            return
        self._ended = True
        process = self.process
        if process is not None:
            process.kill()
        if self._begun:
            self._sending.submit(self._part)

    def rest(self) -> None:
        """Have the process ended if it has nothing to do."""
        with contextlib.suppress(WorkerClosedError):
            self._sending.submit(self._part_when_idle)

    async def close(self) -> None:
        """End the process and wait for both threads, a second at most for each."""
        self.end()
        await self._sending.close(1.0)
        await self._receiving.close(1.0)

    def _expire(self, sent: "Future[WorkerProcess]", received: "Future[Any] | None" = None) -> None:
        """End the process of a job that takes too long, and none that came after it."""
        if received is not None and received.done():
            return
        if not sent.done():
            # It does not even read its input.
            process = self.process
        else:
            process = None if sent.cancelled() or sent.exception() else sent.result()
        if process is not None:
            process.kill()

    def _started(self) -> WorkerProcess:
        if self.process is None or not self.process.is_alive:
            self._part()
            if self._ended:
                raise wire.BrokenWire
            self.process = WorkerProcess(self._command)
        return self.process

    def _send(self, request: Request[Any]) -> WorkerProcess:
        process = self._started()
        self._sent += 1
        # Of a process that is gone the other thread hears.
        with contextlib.suppress(OSError, ValueError):
            process.send(request.header(), request.content)
        return process

    def _stop(self, number: int) -> None:
        if self.process is not None:
            with contextlib.suppress(OSError, ValueError):
                self.process.send({"stop": number})

    def _receive(self, sent: "Future[WorkerProcess]", request: Request[T]) -> T:
        try:
            process = sent.result()
        except CancelledError:
            raise Interrupted from None
        except (OSError, wire.BrokenWire):
            raise WorkerDied from None
        try:
            if process.reaped:
                raise Interrupted
            result, content = _answer(process, request)
        except WorkerDied:
            process.reap()
            raise
        finally:
            self._received += 1
        return request.finish(result, content)

    def _part_when_idle(self) -> None:
        if self._sent == self._received:
            self._part()

    def _part(self) -> None:
        process, self.process = self.process, None
        if process is not None:
            # Behind the answers that it still owes.
            self._receiving.submit(process.reap)


def _answer(process: WorkerProcess, request: Request[Any]) -> tuple[Any, bytes]:
    """The result of a job and its content. Raises WorkerDied and JobFailed."""
    begun = False
    try:
        while True:
            header, content = process.receive()
            if header.get("number") != request.number:
                raise wire.BrokenWire
            begun = True
            if "item" in header:
                request.on_item(header["item"])
            elif "error" in header:
                raise JobFailed(str(header["error"]))
            elif "result" in header:
                return header["result"], content
    except (OSError, wire.BrokenWire):
        raise WorkerDied(begun=begun) from None
