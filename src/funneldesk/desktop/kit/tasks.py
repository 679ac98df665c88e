"""Coroutines that belong to something: held by a scope, ended with its widget, never lost."""

import asyncio
import sys
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from PySide6.QtCore import QCoreApplication, QObject

T = TypeVar("T")
ErrorSink = Callable[[BaseException], None]


class _Sinks:
    """Where a failure goes that no scope handles: set once, by the application."""

    def __init__(self) -> None:
        self.unhandled: ErrorSink | None = None


_sinks = _Sinks()
_running: set[asyncio.Task[Any]] = set()
_resting: set[asyncio.Task[Any]] = set()
_uncut: set[asyncio.Task[Any]] = set()


def set_unhandled(sink: ErrorSink | None) -> None:
    """Receive every failure of a task whose scope has no handler of its own."""
    _sinks.unhandled = sink


def make_loop(app: QCoreApplication) -> asyncio.AbstractEventLoop:
    """The loop in which Qt and coroutines live together. Imported late: the window comes first."""
    import qasync

    # A busy thread hands the interpreter back to the window after this long; by itself after 5 ms.
    sys.setswitchinterval(0.001)
    loop: asyncio.AbstractEventLoop = qasync.QEventLoop(app)
    asyncio.set_event_loop(loop)
    return loop


async def in_thread(work: Callable[..., T], *args: Any) -> T:
    """Run blocking work off the window's thread."""
    return await asyncio.get_running_loop().run_in_executor(None, work, *args)


async def to_its_end(work: Coroutine[Any, Any, T]) -> T:
    """What ``work`` gives; it is done also when whoever waits is cancelled, once or again, and
    only then the cancellation goes on."""
    task, cancelled = asyncio.ensure_future(work), False
    while not task.done():
        try:
            await asyncio.wait({task})
        except asyncio.CancelledError:
            cancelled = True
    if cancelled and not task.cancelled():
        raise asyncio.CancelledError from task.exception()
    return task.result()


def at_work() -> bool:
    """Whether any scope has work under way; what only waits for its scope's end is none."""
    return bool(_running - _resting)


@contextmanager
def resting() -> Iterator[None]:
    """Inside it the running task only waits for something to do: that is no work under way."""
    task = asyncio.current_task()
    if task is not None:
        _resting.add(task)
    try:
        yield
    finally:
        if task is not None:
            _resting.discard(task)


@contextmanager
def uncut(*others: asyncio.Task[Any]) -> Iterator[None]:
    """Inside it a later task of the same name leaves the running one, and ``others``, alone: what
    is on its way to the server is not given up without learning what became of it."""
    task = asyncio.current_task()
    fresh = {*others, *({task} if task is not None else ())} - _uncut
    _uncut.update(fresh)
    try:
        yield
    finally:
        _uncut.difference_update(fresh)


async def end_all(seconds: float) -> None:
    """Cancel every task of every scope and wait until their ``finally`` blocks have run."""
    tasks = [task for task in _running if not task.done()]
    for task in tasks:
        task.cancel()
    if tasks:
        await asyncio.wait(tasks, timeout=seconds)


def end_under(owner: QObject) -> set[asyncio.Task[Any]]:
    """End every scope of an object and of what belongs to it; gives the tasks that still end."""
    return {task for scope in owner.findChildren(TaskScope) for task in scope.end()}


def once_done(tasks: set[asyncio.Task[Any]], act: Callable[[], object]) -> None:
    """Act when the last of these tasks has ended, at once when there are none."""
    left = set(tasks)
    if not left:
        act()

    def ended(task: asyncio.Task[Any]) -> None:
        left.discard(task)
        if not left:
            act()

    for task in tasks:
        task.add_done_callback(ended)


class _Held(set[asyncio.Task[Any]]):
    """The tasks of a scope, which outlive its widget for a moment."""

    closed = False
    """No more are taken: while a widget is taken apart, its parts may still ask for some."""

    def close(self) -> None:
        self.closed = True
        for task in tuple(self):
            task.cancel()


class TaskScope(QObject):
    """Holds the tasks of one widget and cancels them when the widget goes.

    ``start`` runs side by side; ``latest`` cancels the earlier task of the same name first, unless
    that is ``uncut``; ``in_turn`` lets it end first; ``debounce`` waits for quiet and then runs as
    ``latest`` does; ``steadily`` does not wait for quiet, and never cancels.
    """

    def __init__(self, owner: QObject, on_error: ErrorSink | None = None) -> None:
        super().__init__(owner)
        self._tasks = _Held()
        self._named: dict[str, asyncio.Task[Any]] = {}
        self._steady: set[str] = set()
        self._due: set[str] = set()
        self._on_error = on_error
        tasks = self._tasks
        self.destroyed.connect(lambda: tasks.close())

    @property
    def is_busy(self) -> bool:
        """Whether any task runs or waits."""
        return bool(self._tasks)

    def start(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T] | None:
        """Run a coroutine; None (and the coroutine closed) when the scope has ended."""
        if self._tasks.closed:
            work.close()
            return None
        task = asyncio.get_event_loop().create_task(work)
        self._tasks.add(task)
        _running.add(task)
        task.add_done_callback(self._finished)
        return task

    def at_end(self, work: Callable[[], Awaitable[object]]) -> bool:
        """Have something done when the scope ends; False when it has ended already."""

        async def rest() -> None:
            try:
                with resting():
                    await asyncio.Event().wait()
            finally:
                await work()

        return self.start(rest()) is not None

    def latest(self, name: str, work: Coroutine[Any, Any, Any]) -> None:
        """Run under a name: what ran under it before is cancelled."""
        earlier = self._named.pop(name, None)
        if earlier is not None and earlier not in _uncut:
            earlier.cancel()
        task = self.start(work)
        if task is not None:
            self._named[name] = task

    def in_turn(self, name: str, work: Callable[[], Awaitable[Any]]) -> None:
        """Run under a name once what runs under it has ended: for what is sent."""
        earlier = self._named.get(name)

        async def follow() -> None:
            if earlier is not None:
                await asyncio.wait({earlier})
            await work()

        task = self.start(follow())
        if task is not None:
            self._named[name] = task

    def debounce(self, name: str, seconds: float, work: Callable[[], Awaitable[Any]]) -> None:
        """Run once no call under this name has come for ``seconds``."""

        async def later() -> None:
            await asyncio.sleep(seconds)
            await work()

        self.latest(name, later())

    def steadily(self, name: str, seconds: float, work: Callable[[], Awaitable[Any]]) -> None:
        """Run ``seconds`` after the first call under this name, however many follow; and again
        for the calls that came while it ran. ``debounce`` would wait for a pause for ever."""
        self._due.add(name)
        if name in self._steady:
            return

        async def run() -> None:
            try:
                while name in self._due:
                    await asyncio.sleep(seconds)
                    self._due.discard(name)
                    await work()
            finally:
                self._steady.discard(name)
                self._due.discard(name)

        if self.start(run()) is not None:
            self._steady.add(name)

    def cancel(self, name: str) -> None:
        """End what runs under a name, if anything does."""
        task = self._named.pop(name, None)
        if task is not None:
            task.cancel()

    def end(self) -> set[asyncio.Task[Any]]:
        """Cancel everything and take no more; gives the tasks that still end."""
        self._tasks.close()
        return set(self._tasks)

    def _finished(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        _running.discard(task)
        if task.cancelled():
            return
        error = task.exception()
        if error is None:
            return
        sink = self._on_error or _sinks.unhandled
        if sink is not None:
            sink(error)
        else:
            words = "A task failed and nobody handles it"  # not shown
            task.get_loop().call_exception_handler({"message": words, "exception": error})
