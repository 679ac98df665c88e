"""The process beside the window: jobs done, stopped, stuck, and never one left behind."""

import asyncio
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QObject
from qasync import QEventLoop
from tests.desktop.support.window_bench import until

from funneldesk.desktop.kit.tasks import end_all
from funneldesk.desktop.kit.workers.process import SideJobFailed, SideProcess, SideProcessEnded

JOBS = """
import os, re, time
from funneldesk.desktop.kit.workers.child import JobError, serve

def count(to):
    yield from range(to)

def forever():
    while True:
        yield None
        time.sleep(0.005)

def stuck():
    yield "begun"
    re.search("(a|a)+b", "a" * 60)
    yield "never"

def refuse():
    yield 1
    raise JobError("It cannot be done.")

def break_down():
    raise ValueError("deep inside")
    yield

def vanish():
    yield 1
    os._exit(3)

jobs = (count, forever, stuck, refuse, break_down, vanish)
raise SystemExit(serve({job.__name__: job for job in jobs}))
"""


@pytest.fixture
def side(loop: QEventLoop, tmp_path: Path) -> Iterator[SideProcess]:
    """A process with jobs of this test."""
    program = tmp_path / "jobs.py"
    program.write_text(JOBS, "utf-8")
    owner = QObject()
    yield SideProcess(owner, (sys.executable, str(program)))
    loop.run_until_complete(end_all(2.0))
    del owner


def done(loop: QEventLoop, side: SideProcess, job: str, **given: Any) -> list[Any]:
    """The items of a job."""
    items: list[Any] = []
    seconds = given.pop("seconds", 0)
    work = side.run(job, given, items.append, seconds=seconds)
    loop.run_until_complete(asyncio.wait_for(work, 20))
    return items


def test_items_come_in_their_order(loop: QEventLoop, side: SideProcess) -> None:
    assert done(loop, side, "count", to=3000) == list(range(3000))
    assert done(loop, side, "count", to=0) == []


def test_a_job_that_is_stuck_is_ended_and_the_next_one_is_done(
    loop: QEventLoop, side: SideProcess
) -> None:
    with pytest.raises(SideProcessEnded):
        done(loop, side, "stuck", seconds=0.3)
    assert done(loop, side, "count", to=3) == [0, 1, 2]


def test_a_job_that_cannot_be_done_says_why(loop: QEventLoop, side: SideProcess) -> None:
    with pytest.raises(SideJobFailed, match=r"^It cannot be done\.$"):
        done(loop, side, "refuse")
    with pytest.raises(SideJobFailed, match="ValueError: deep inside"):
        done(loop, side, "break_down")
    with pytest.raises(SideProcessEnded):
        done(loop, side, "vanish")
    assert done(loop, side, "count", to=2) == [0, 1]


@pytest.mark.parametrize("job", ["forever", "stuck"])
def test_cancelling_stops_a_job_and_the_next_one_does_not_wait(
    loop: QEventLoop, side: SideProcess, job: str
) -> None:
    async def cancelled() -> list[int]:
        task = asyncio.ensure_future(side.run(job, {}))
        await until(lambda: side._asked and side._asked.begun)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        items: list[int] = []
        await asyncio.wait_for(side.run("count", {"to": 2}, items.append), 10)
        return items

    assert loop.run_until_complete(cancelled()) == [0, 1]


def test_the_process_ends_with_its_owner(loop: QEventLoop, side: SideProcess) -> None:
    async def ended() -> None:
        side.warm()
        process = side._process
        assert process is not None
        await until(lambda: process.processId() > 0)
        number = process.processId()
        await asyncio.sleep(0)
        side._tasks.end()
        await until(lambda: side._process is None)
        await until(lambda: not Path(f"/proc/{number}").exists())

    loop.run_until_complete(ended())


def test_the_process_ends_when_the_window_is_killed(loop: QEventLoop, side: SideProcess) -> None:
    async def left_alone() -> None:
        process = side._started()
        await until(lambda: process.processId() > 0)
        process.closeWriteChannel()
        await until(lambda: side._process is None)

    loop.run_until_complete(left_alone())
