"""A database that only one thread ever touches."""

import sqlite3
from collections.abc import Callable, Coroutine
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

from funneldesk.desktop.local.database.database_kinds import CACHE, Layout
from funneldesk.desktop.local.database.opening import checkpoint, mark_suspect, open_database
from funneldesk.desktop.local.database.worker import Worker, WorkerClosedError, log_failure
from funneldesk.desktop.local.files.problems import (
    LocalStoreProblem,
    ProblemKind,
    SetAside,
    problem_of,
)

T = TypeVar("T")
Job: TypeAlias = Callable[[sqlite3.Connection], T]
"""Job for a thread with its connection."""


class SqliteThread:
    """One database and the thread that owns it; every method is safe on any event loop.

    Jobs run in the order in which they were asked for. They get the open connection, which they
    must not keep.
    """

    def __init__(self, path: Path, layout: Layout = CACHE) -> None:
        self.path = path
        self._layout = layout
        self._connection: sqlite3.Connection | None = None
        self.refused: LocalStoreProblem | None = None
        self.is_new = False
        self._worker = Worker(
            f"sqlite {path.name}", quiet_after=0.5, when_quiet=self._checkpoint_in_quiet
        )

    async def open(self) -> SetAside | None:
        """Opens the database; tells of a file that could not be used. Raises LocalStoreProblem.

        ``refused`` is then why nothing precious may be written in this run; ``is_new``: there was
        no file.
        """

        def job() -> SetAside | None:
            opened = open_database(self.path, self._layout)
            self._connection = opened.connection
            self.refused, self.is_new = opened.refused, opened.is_new
            return opened.set_aside

        return await self._worker.certain(job)

    async def read(self, job: Job[T]) -> T:
        """The answer of a reading job; one whose caller is cancelled in time is never run.

        Raises LocalStoreProblem.
        """
        try:
            return await self._worker.droppable(lambda: self._guarded(job))
        except WorkerClosedError:
            raise LocalStoreProblem(ProblemKind.CLOSED, self.path) from None

    def write(self, job: Job[T]) -> Coroutine[Any, Any, T]:
        """Runs a job in one transaction: durable when awaited, done even if the caller goes.

        It is queued by the call itself: what is never awaited is done too. Raises
        LocalStoreProblem when awaited; nothing of the job is then kept.
        """
        try:
            return self._worker.certain(lambda: self._written(job))
        except WorkerClosedError:
            return self._closed()

    async def _closed(self) -> Any:
        raise LocalStoreProblem(ProblemKind.CLOSED, self.path)

    def write_later(self, job: Job[object]) -> None:
        """The same without waiting for it; a failure is logged."""
        with suppress(WorkerClosedError):
            self._worker.submit(lambda: self._written(job)).add_done_callback(log_failure)

    async def close(self, within: float = 5.0) -> bool:
        """Waits for the queued jobs and closes; False when that took over ``within`` seconds.

        The thread then goes on with its jobs as long as the program lives. A second call is fine.
        """
        with suppress(WorkerClosedError):
            self._worker.submit(self._close_connection)
        return await self._worker.close(within)

    def _written(self, job: Job[T]) -> T:
        if self.refused is not None and self._layout.precious:
            raise LocalStoreProblem(self.refused.kind, self.path)
        return self._guarded(_in_transaction(job))

    def _guarded(self, job: Job[T]) -> T:
        if self._connection is None:
            raise LocalStoreProblem(ProblemKind.CLOSED, self.path)
        try:
            return job(self._connection)
        except sqlite3.Error as error:
            problem = problem_of(error, self.path)
            if problem.kind is ProblemKind.DAMAGED:
                mark_suspect(self.path)
            raise problem from error

    def _close_connection(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.close()

    def _checkpoint_in_quiet(self) -> None:
        if self._connection is not None:
            self._guarded(checkpoint)


def _in_transaction(job: Job[T]) -> Job[T]:
    def whole(connection: sqlite3.Connection) -> T:
        connection.execute("BEGIN IMMEDIATE")
        try:
            answer = job(connection)
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise
        return answer

    return whole
