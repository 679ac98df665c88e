"""One thread that does its jobs in order, and never keeps the program from ending."""

import asyncio
import logging
import queue
import threading
from collections.abc import Callable, Coroutine
from concurrent.futures import Future
from contextlib import suppress
from typing import Any, TypeVar

T = TypeVar("T")
_log = logging.getLogger(__name__)


class WorkerClosedError(RuntimeError):
    """A job was handed in after the worker had been closed."""


class Worker:
    """A daemon thread with a queue, started by its first job.

    ``when_quiet`` runs on the thread once no job has come for ``quiet_after`` seconds.
    """

    def __init__(
        self,
        name: str,
        *,
        quiet_after: float | None = None,
        when_quiet: Callable[[], None] | None = None,
    ) -> None:
        self._name = name
        self._quiet_after = quiet_after if when_quiet else None
        self._when_quiet = when_quiet
        self._jobs: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None
        self._gate = threading.Lock()
        self._closed = False
        self._ended: Future[None] = Future()

    def submit(self, job: Callable[[], T]) -> "Future[T]":
        """Queues a job. A future cancelled before its turn takes the job out of the queue.

        Raises WorkerClosedError.
        """
        done: Future[T] = Future()

        def turn() -> None:
            if not done.set_running_or_notify_cancel():
                return
            try:
                done.set_result(job())
            except BaseException as error:
                done.set_exception(error)

        with self._gate:
            if self._closed:
                raise WorkerClosedError(f"{self._name} is closed")  # not shown
            self._jobs.put(turn)
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name=self._name, daemon=True)
                self._thread.start()
        return done

    async def droppable(self, job: Callable[[], T]) -> T:
        """Awaits a job; when the caller is cancelled before its turn, the job is dropped."""
        return await asyncio.wrap_future(self.submit(job))

    def certain(self, job: Callable[[], T]) -> Coroutine[Any, Any, T]:
        """Queues a job at once, and awaits it: it is done even when the caller is cancelled, be it
        before its first step. Raises WorkerClosedError, not only when awaited."""
        return self._awaited(self.submit(job))

    @staticmethod
    async def _awaited(done: "Future[T]") -> T:
        awaited = asyncio.wrap_future(done)
        try:
            return await asyncio.shield(awaited)
        except asyncio.CancelledError:
            done.add_done_callback(log_failure)
            # Its failure is in the log: the loop need not report it once more.
            awaited.add_done_callback(_seen)
            raise

    async def close(self, within: float) -> bool:
        """Takes no more jobs and waits for those queued; False when ``within`` seconds passed."""
        with self._gate:
            first_time, self._closed = not self._closed, True
            thread = self._thread
            if first_time:
                self._jobs.put(None)
        if thread is None:
            return True
        with suppress(TimeoutError):
            await asyncio.wait_for(asyncio.shield(asyncio.wrap_future(self._ended)), within)
        return self._ended.done()

    def _run(self) -> None:
        wait = None
        while True:
            try:
                job = self._jobs.get(timeout=wait)
            except queue.Empty:
                wait = None
                self._be_quiet()
                continue
            if job is None:
                self._ended.set_result(None)
                return
            job()
            wait = self._quiet_after
            del job

    def _be_quiet(self) -> None:
        if self._when_quiet is None:
            return
        try:
            self._when_quiet()
        except Exception:
            _log.exception("%s: what runs in quiet moments failed", self._name)


def _seen(awaited: "asyncio.Future[Any]") -> None:
    if not awaited.cancelled():
        awaited.exception()


def log_failure(done: "Future[Any]") -> None:
    """Write the failure of a job into the log, for one that nobody awaits."""
    error = None if done.cancelled() else done.exception()
    if error is not None:
        _log.error("A write whose caller had gone failed: %s", error)
