"""Tasks that belong to something: they end with it, and no failure is lost."""

import asyncio
from functools import partial

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QWidget
from qasync import QEventLoop
from tests.desktop.support.window_bench import WindowBench, in_the_window, turns, until

from funneldesk.desktop.kit.tasks import (
    TaskScope,
    end_all,
    end_under,
    in_thread,
    once_done,
    set_unhandled,
    to_its_end,
    uncut,
)


class Failure(Exception):
    """What goes wrong here."""


async def fail() -> None:
    raise Failure


class Steps:
    """What a task went through."""

    def __init__(self) -> None:
        self.seen: list[str] = []

    async def walk(self, name: str) -> None:
        self.seen.append(f"{name} began")
        try:
            await asyncio.sleep(60)
        finally:
            self.seen.append(f"{name} cleaned up")


@in_the_window
async def test_tasks_end_with_their_widget(bench: WindowBench) -> None:
    widget, steps = QWidget(), Steps()
    TaskScope(widget).start(steps.walk("reading"))
    await turns()
    widget.deleteLater()
    QCoreApplication.sendPostedEvents(widget, QEvent.Type.DeferredDelete)
    await until(lambda: steps.seen == ["reading began", "reading cleaned up"])


@in_the_window
async def test_a_scope_whose_widget_is_gone_takes_no_more(bench: WindowBench) -> None:
    widget, steps = QWidget(), Steps()
    scope = TaskScope(widget)
    widget.deleteLater()
    QCoreApplication.sendPostedEvents(widget, QEvent.Type.DeferredDelete)
    assert scope.start(steps.walk("later")) is None
    await turns()
    assert steps.seen == []


@in_the_window
async def test_only_the_latest_of_a_name_goes_on(bench: WindowBench) -> None:
    scope, steps = TaskScope(QCoreApplication.instance()), Steps()
    scope.latest("search", steps.walk("first"))
    await turns()
    scope.latest("search", steps.walk("second"))
    scope.latest("other", steps.walk("beside"))
    await turns()
    began = {"first began", "second began", "beside began"}
    assert set(steps.seen) == began | {"first cleaned up"}
    scope.cancel("search")
    await turns()
    assert "second cleaned up" in steps.seen
    assert "beside cleaned up" not in steps.seen
    scope.end()


@in_the_window
async def test_what_is_being_sent_is_left_alone_by_the_next_of_its_name(bench: WindowBench) -> None:
    scope, steps, asked = TaskScope(QCoreApplication.instance()), Steps(), asyncio.Event()

    async def send() -> None:
        await asked.wait()
        with uncut():
            with uncut():
                pass
            await steps.walk("sent")

    scope.latest("save", send())
    await turns()
    asked.set()
    await turns()
    scope.latest("save", steps.walk("next"))
    await turns()
    assert steps.seen == ["sent began", "next began"]
    scope.end()
    await until(lambda: len(steps.seen) == 4)


@in_the_window
async def test_what_has_to_be_put_away_is_so_before_a_cancelled_task_ends(
    bench: WindowBench,
) -> None:
    seen: list[str] = []

    async def put_away() -> None:
        await turns()
        seen.append("put away")

    async def work() -> None:
        try:
            await asyncio.sleep(60)
        finally:
            await to_its_end(put_away())

    task = asyncio.ensure_future(work())
    await turns()
    for _again in range(3):
        task.cancel()
        await asyncio.sleep(0)
    with pytest.raises(asyncio.CancelledError):
        await task
    assert seen == ["put away"]
    assert await to_its_end(asyncio.sleep(0, "given")) == "given"


@in_the_window
async def test_one_follows_the_other_in_turn(bench: WindowBench) -> None:
    seen: list[str] = []

    async def send(name: str) -> None:
        seen.append(f"{name} began")
        await turns()
        seen.append(f"{name} ended")
        if name == "b":
            raise Failure

    heard: list[BaseException] = []
    scope = TaskScope(QCoreApplication.instance(), heard.append)
    for name in "abc":
        scope.in_turn("send", partial(send, name))
    await until(lambda: len(seen) == 6)
    assert seen == [f"{name} {what}" for name in "abc" for what in ("began", "ended")]
    assert len(heard) == 1, "one that fails holds up nobody"


@in_the_window
async def test_debounce_waits_for_quiet_and_runs_once(bench: WindowBench) -> None:
    scope = TaskScope(QCoreApplication.instance())
    typed: list[str] = []

    async def search(text: str) -> None:
        typed.append(text)

    for text in ("p", "pa", "pag"):
        scope.debounce("search", 0.05, lambda text=text: search(text))
        await asyncio.sleep(0.01)
    assert typed == []
    await until(lambda: typed == ["pag"])


@in_the_window
async def test_a_scope_that_ended_takes_no_more(bench: WindowBench) -> None:
    scope, steps = TaskScope(QCoreApplication.instance()), Steps()
    scope.start(steps.walk("reading"))
    await turns()
    assert len(scope.end()) == 1
    assert scope.start(steps.walk("later")) is None
    await turns()
    assert steps.seen == ["reading began", "reading cleaned up"]


@in_the_window
async def test_a_failure_reaches_the_scope_s_own_handler(bench: WindowBench) -> None:
    heard: list[BaseException] = []
    TaskScope(QCoreApplication.instance(), heard.append).start(fail())
    await until(lambda: heard)
    assert isinstance(heard[0], Failure)


@in_the_window
async def test_a_failure_without_a_handler_reaches_the_application(
    bench: WindowBench, escaped: list[BaseException]
) -> None:
    TaskScope(QCoreApplication.instance()).start(fail())
    await until(lambda: escaped)
    assert isinstance(escaped.pop(), Failure)


@in_the_window
async def test_without_any_handler_the_loop_is_told(bench: WindowBench, loop: QEventLoop) -> None:
    told: list[object] = []
    loop.set_exception_handler(lambda _, context: told.append(context["exception"]))
    set_unhandled(None)
    TaskScope(QCoreApplication.instance()).start(fail())
    await until(lambda: told)
    assert isinstance(told[0], Failure)


@in_the_window
async def test_a_cancelled_task_is_no_failure(
    bench: WindowBench, escaped: list[BaseException]
) -> None:
    scope = TaskScope(QCoreApplication.instance())
    task = scope.start(asyncio.sleep(60))
    assert task is not None
    await turns()
    scope.end()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert not escaped


@in_the_window
async def test_a_widget_goes_after_the_last_task_below_it(bench: WindowBench) -> None:
    outer, steps = QWidget(), Steps()
    inner = QWidget(outer)
    TaskScope(inner).start(steps.walk("inner"))
    TaskScope(outer).start(steps.walk("outer"))
    await turns()
    gone: list[bool] = []
    once_done(end_under(outer), lambda: gone.append(True))
    assert not gone
    await until(lambda: gone)
    assert {"inner cleaned up", "outer cleaned up"} <= set(steps.seen)
    once_done(end_under(outer), lambda: gone.append(True))
    assert len(gone) == 2


@in_the_window
async def test_the_end_waits_for_every_last_step(bench: WindowBench) -> None:
    done: list[bool] = []

    async def slow_to_leave() -> None:
        try:
            await asyncio.sleep(60)
        finally:
            await in_thread(lambda: None)
            done.append(True)

    TaskScope(QCoreApplication.instance()).start(slow_to_leave())
    await turns()
    await end_all(5.0)
    assert done == [True]
