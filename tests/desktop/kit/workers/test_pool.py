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

from funneldesk.desktop.app.worker_jobs import JOBS as JOBS_OF_THE_PROGRAM
from funneldesk.desktop.kit.tasks import end_all, end_under
from funneldesk.desktop.kit.workers.handle import JobFailed, WorkerDied
from funneldesk.desktop.kit.workers.pool import WorkerPool
from funneldesk.desktop.kit.workers.process import Limits, environment

JOBS = """
import os, re, time
from funneldesk.desktop.kit.workers.child import JobError, serve

def count(to):
    yield from range(to)

def forever():
    while True:
        yield 1
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

def total(to):
    return sum(range(to))

def chatter():
    print("noise", flush=True)
    os.write(1, b"more noise")
    yield "said"

def surroundings():
    yield dict(os.environ)

jobs = (count, forever, stuck, refuse, break_down, vanish, total, chatter, surroundings)
raise SystemExit(serve({job.__name__: lambda job=job: job for job in jobs}))
"""


@pytest.fixture
def pool(loop: QEventLoop, tmp_path: Path) -> Iterator[WorkerPool]:
    """A process with jobs of this test."""
    program = tmp_path / "jobs.py"
    program.write_text(JOBS, "utf-8")
    owner = QObject()
    yield WorkerPool(owner, "test", Limits(), command=(sys.executable, str(program)))
    loop.run_until_complete(end_all(2.0))
    del owner


def done(loop: QEventLoop, pool: WorkerPool, job: str, **given: Any) -> list[Any]:
    """The items of a job."""
    items: list[Any] = []
    seconds = given.pop("seconds", 0)
    work = pool.run(job, given, items.append, seconds=seconds)
    loop.run_until_complete(asyncio.wait_for(work, 20))
    return items


def test_items_come_in_their_order(loop: QEventLoop, pool: WorkerPool) -> None:
    assert done(loop, pool, "count", to=3000) == list(range(3000))
    assert done(loop, pool, "count", to=0) == []


def test_a_job_that_is_stuck_is_ended_and_the_next_one_is_done(
    loop: QEventLoop, pool: WorkerPool
) -> None:
    with pytest.raises(WorkerDied):
        done(loop, pool, "stuck", seconds=0.3)
    assert done(loop, pool, "count", to=3) == [0, 1, 2]


def test_a_job_that_cannot_be_done_says_why(loop: QEventLoop, pool: WorkerPool) -> None:
    with pytest.raises(JobFailed, match=r"^It cannot be done\.$"):
        done(loop, pool, "refuse")
    with pytest.raises(JobFailed, match="ValueError: deep inside"):
        done(loop, pool, "break_down")
    with pytest.raises(WorkerDied):
        done(loop, pool, "vanish")
    assert done(loop, pool, "count", to=2) == [0, 1]


@pytest.mark.parametrize("job", ["forever", "stuck"])
def test_cancelling_stops_a_job_and_the_next_one_does_not_wait(
    loop: QEventLoop, pool: WorkerPool, job: str
) -> None:
    async def cancelled() -> list[int]:
        begun = asyncio.Event()
        task = asyncio.ensure_future(pool.run(job, {}, lambda _: begun.set()))
        await asyncio.wait_for(begun.wait(), 20)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        items: list[int] = []
        await asyncio.wait_for(pool.run("count", {"to": 2}, items.append), 60)
        return items

    assert loop.run_until_complete(cancelled()) == [0, 1]


def test_the_process_ends_with_its_owner(loop: QEventLoop, pool: WorkerPool) -> None:
    async def ended() -> None:
        pool.warm()
        await until(lambda: pool.processes)
        (number,) = pool.processes
        await asyncio.sleep(0)
        pool._tasks.end()
        await until(lambda: not pool.processes)
        await until(lambda: not Path(f"/proc/{number}").exists())
        with pytest.raises(WorkerDied):
            await pool.run("count", {"to": 1})

    loop.run_until_complete(ended())


def test_the_process_ends_when_the_window_is_killed(loop: QEventLoop, pool: WorkerPool) -> None:
    async def left_alone() -> None:
        begun = asyncio.Event()
        task = asyncio.ensure_future(pool.run("forever", {}, lambda _: begun.set()))
        await asyncio.wait_for(begun.wait(), 20)
        process = pool._handles[0].process
        assert process is not None
        process._requests.close()
        with pytest.raises(WorkerDied):
            await asyncio.wait_for(task, 20)

    loop.run_until_complete(left_alone())


def test_one_that_rests_is_ended_and_one_that_works_is_not(
    loop: QEventLoop, tmp_path: Path
) -> None:
    (tmp_path / "jobs.py").write_text(JOBS, "utf-8")
    owner = QObject()
    command = (sys.executable, str(tmp_path / "jobs.py"))
    pool = WorkerPool(owner, "test", Limits(), idle=0.05, command=command)

    async def work_and_rest() -> None:
        items: list[int] = []
        task = asyncio.ensure_future(pool.run("forever", {}, items.append))
        await until(lambda: pool.processes)
        (number,) = pool.processes
        await until(lambda: len(items) > 40)
        assert pool.processes == (number,)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        await until(lambda: not pool.processes)
        assert await pool.run("total", {"to": 4}) == 6

    loop.run_until_complete(work_and_rest())
    end_under(owner)
    loop.run_until_complete(end_all(2.0))


def test_what_a_job_prints_is_no_answer(loop: QEventLoop, pool: WorkerPool) -> None:
    assert done(loop, pool, "chatter") == ["said"]


def test_a_worker_inherits_no_secret(
    loop: QEventLoop, pool: WorkerPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = ("FUNNELDESK_API_KEY", "AWS_SECRET_ACCESS_KEY", "github_token", "PGPASSWORD")
    for name in names:
        monkeypatch.setenv(name, "swordfish")
    monkeypatch.setenv("LANG_OF_TEST", "plain")
    (around,) = done(loop, pool, "surroundings")
    assert "swordfish" not in around.values()
    assert around["LANG_OF_TEST"] == "plain"
    assert set(environment()) <= set(around)


@pytest.mark.parametrize("name", sorted(JOBS_OF_THE_PROGRAM))
def test_every_job_of_the_program_can_be_loaded(name: str) -> None:
    assert callable(JOBS_OF_THE_PROGRAM[name]())
