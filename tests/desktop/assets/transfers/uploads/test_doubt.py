"""Lost answers, refused keys, a new start: nothing is sent twice, lost or told wrong."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from tests.desktop.support.faulty_line import (
    KEY_REFUSED,
    NOT_JSON,
    RESET_BEFORE,
    SLOW_DOWN,
    TRUNCATED,
    FaultLine,
)
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.transfer_bench import Folder, all_stored, picture, put, queue_of, stored
from tests.desktop.support.transfer_line import shaky_line
from tests.desktop.support.window_bench import WindowBench, in_the_window, until

from funneldesk.desktop.assets.transfers.queue import TransferQueue
from funneldesk.desktop.assets.transfers.result import SENDING
from funneldesk.desktop.workspace.workspace import OFFLINE, Workspace

BULK = "/bulk-upload-files"


async def line_to(bench: WindowBench, brand: LiveBrand) -> FaultLine:
    line = FaultLine(brand.base_url)
    bench.at_end.append(line.close)
    await line.listen()
    return line


def folder_of(root: Path, count: int = 3) -> Folder:
    folder = Folder(root)
    for number in range(count):
        folder.write(f"a/p{number}.png")
    return folder


@pytest.mark.parametrize("kind", [RESET_BEFORE, TRUNCATED, NOT_JSON])
@pytest.mark.parametrize("reaches", [True, False])
@in_the_window
async def test_after_a_lost_answer_the_platform_is_looked_at_first(
    bench: WindowBench, brand: LiveBrand, tmp_path: Path, kind: str, reaches: bool
) -> None:
    line = await line_to(bench, brand)
    workspace = await bench.workspace(brand, base_url=line.base_url)
    folder = folder_of(tmp_path)
    sends: list[str] = []
    workspace.changed.connect(lambda change: sends.extend(change.ids))
    await line.hurt_requests(kind, "POST", BULK, reaches=reaches, times=1)

    job = await queue_of(workspace).upload(folder.order())
    await job.finished()

    assert line.hurt == 1
    assert await all_stored(brand) == folder.contents
    told = {result.path: result for result in job.results()}
    assert {one.state for one in told.values()} == {"done"}
    assert all(one.src.endswith(f"/assets/{path}") for path, one in told.items())
    assert all((one.width, one.height) == (4, 3) for one in told.values())
    assert sorted(sends) == sorted(folder.contents)


@in_the_window
async def test_what_somebody_else_put_there_meanwhile_is_not_replaced(
    bench: WindowBench, brand: LiveBrand, tmp_path: Path
) -> None:
    line = await line_to(bench, brand)
    workspace = await bench.workspace(brand, base_url=line.base_url)
    folder = folder_of(tmp_path, 2)
    await put(brand, {"a/p0.png": picture("before")})
    await line.hurt_requests(SLOW_DOWN, "POST", BULK, times=1, wait=1)
    job = await queue_of(workspace).upload(folder.order(replaces=["a/p0.png"]))
    await until(lambda: job.doing == "The server asks to slow down")
    await put(brand, {"a/p0.png": picture("theirs"), "a/p1.png": picture("theirs too")})
    await job.finished()

    told = {result.path: result for result in job.results()}
    assert await stored(brand, "a/p0.png") == picture("theirs")
    assert await stored(brand, "a/p1.png") == picture("theirs too")
    assert {one.state for one in told.values()} == {"failed"}
    assert all(one.taken for one in told.values())
    assert "Someone put another file there" in told["a/p0.png"].words
    assert "another file has this name" in told["a/p1.png"].words


@in_the_window
async def test_a_platform_that_is_away_is_waited_for(
    bench: WindowBench, brand: LiveBrand, tmp_path: Path
) -> None:
    line = await line_to(bench, brand)
    workspace = await bench.workspace(brand, base_url=line.base_url)
    queue = queue_of(workspace)
    await queue.begin()
    folder = folder_of(tmp_path, 30)
    line.hang_up()
    job = await queue.upload(folder.order())
    await until(lambda: job.state == "away")
    assert workspace.connection_state == OFFLINE
    assert job.doing == "Waiting for the server"
    assert {result.state for result in job.results()} == {"waiting"}
    await line.listen()
    await job.finished()
    assert await all_stored(brand) == folder.contents
    assert {result.state for result in job.results()} == {"done"}


@in_the_window
async def test_a_job_is_cancelled_while_the_platform_is_away(
    bench: WindowBench, brand: LiveBrand, tmp_path: Path
) -> None:
    line = await line_to(bench, brand)
    workspace = await bench.workspace(brand, base_url=line.base_url)
    queue = queue_of(workspace)
    await queue.begin()
    line.hang_up()
    job = await queue.upload(folder_of(tmp_path).order())
    await until(lambda: job.state == "away")
    job.acts["cancel"]()
    await asyncio.wait_for(job.finished(), 60)
    assert {result.state for result in job.results()} == {"cancelled"}


@in_the_window
async def test_a_job_begun_before_there_is_a_connection_can_be_cancelled_and_waits(
    bench: WindowBench, brand: LiveBrand, tmp_path: Path
) -> None:
    workspace = await bench.workspace(brand, connected=False)
    queue = queue_of(workspace)
    folder = folder_of(tmp_path)
    given_up = await queue.upload(folder.order(["a/p0.png"]))
    await until(lambda: given_up.state == "away")
    given_up.acts["cancel"]()
    await asyncio.wait_for(given_up.finished(), 60)
    job = await queue.upload(folder.order(["a/p1.png"]))
    await until(lambda: job.state == "away")
    await workspace.connect_to(brand.base_url, brand.key())
    await job.finished()
    assert set(await all_stored(brand)) == {"a/p1.png"}


@in_the_window
async def test_a_pause_that_the_platform_asks_for_is_kept_by_the_whole_queue(
    bench: WindowBench, brand: LiveBrand, tmp_path: Path
) -> None:
    line = await line_to(bench, brand)
    workspace = await bench.workspace(brand, base_url=line.base_url)
    folder = folder_of(tmp_path, 45)
    await line.hurt_requests(SLOW_DOWN, "POST", BULK, times=1, wait=1)
    job = await queue_of(workspace).upload(folder.order())
    await until(lambda: job.doing == "The server asks to slow down")
    count = len(line.reached)
    await asyncio.sleep(0.5)
    assert len(line.reached) <= count + 2  # what had left already
    await job.finished()
    assert await all_stored(brand) == folder.contents


@in_the_window
async def test_a_refused_key_is_asked_for_and_the_work_goes_on(
    bench: WindowBench, brand: LiveBrand, tmp_path: Path
) -> None:
    workspace = await bench.workspace(brand)
    asked: list[Any] = []

    async def give(*words: Any) -> str:
        asked.append(words)
        return brand.key()

    workspace.ask_for_key = give
    brand.revoke()
    folder = folder_of(tmp_path, 25)
    job = await queue_of(workspace).upload(folder.order())
    await job.finished()
    assert len(asked) == 1
    assert await all_stored(brand) == folder.contents
    assert {result.state for result in job.results()} == {"done"}


@in_the_window
async def test_a_key_that_is_refused_by_chance_is_looked_behind(
    bench: WindowBench, brand: LiveBrand, tmp_path: Path
) -> None:
    line = await line_to(bench, brand)
    workspace = await bench.workspace(brand, base_url=line.base_url)
    folder = folder_of(tmp_path)
    await line.hurt_requests(KEY_REFUSED, "POST", BULK, times=1)
    job = await queue_of(workspace).upload(folder.order())
    await job.finished()
    assert {result.state for result in job.results()} == {"done"}


@in_the_window
async def test_a_role_that_may_not_write_ends_the_job_with_words(
    bench: WindowBench, brand: LiveBrand, tmp_path: Path
) -> None:
    workspace = await bench.workspace(brand, role="viewer")
    job = await queue_of(workspace).upload(folder_of(tmp_path, 25).order())
    await job.finished()
    assert await all_stored(brand) == {}
    assert {result.state for result in job.results()} == {"failed"}
    assert all("role does not allow" in result.words for result in job.results())


@in_the_window
async def test_a_new_start_goes_on_where_the_last_one_was(
    bench: WindowBench, brand: LiveBrand, tmp_path: Path
) -> None:
    line = await shaky_line(bench, brand, rate=1_500_000)
    folder = Folder(tmp_path / "drop")
    for number in range(60):
        folder.write(f"p{number:02}.png", picture(str(number), 30_000))
    first = await bench.workspace(brand, base_url=line.base_url, place="kept")
    job = await queue_of(first).upload(folder.order())
    await until(lambda: job.done >= 1)
    await bench.close(first)
    line._rate = 0

    second = await bench.workspace(brand, base_url=line.base_url, place="kept")
    queue = queue_of(second)
    await queue.begin()
    (again,) = queue.jobs
    assert again in second.jobs.jobs
    assert again.total == 60
    await again.finished()
    assert await all_stored(brand) == folder.contents
    assert set(line.stored.values()) == {1}
    assert [result.path for result in again.results()] == sorted(folder.contents)
    assert {result.state for result in again.results()} == {"done"}
    await bench.close(second)

    third = await bench.workspace(brand, base_url=line.base_url, place="kept")
    await _ended_job_is_remembered_until_it_is_put_away(third)


async def _ended_job_is_remembered_until_it_is_put_away(workspace: Workspace) -> None:
    queue = queue_of(workspace)
    await queue.begin()
    (job,) = queue.jobs
    assert (job.state, job.done, job.total) == ("ended", 60, 60)
    await job.load()
    assert len(job.results()) == 60
    workspace.jobs.put_away(job)
    await until(lambda: not queue.jobs)
    await until(lambda: not queue.tasks._tasks - {queue._begun} or len(queue.tasks._tasks) <= 1)
    assert await queue._store.jobs() == []


@in_the_window
async def test_a_paused_job_stays_paused_over_a_new_start(
    bench: WindowBench, brand: LiveBrand, tmp_path: Path
) -> None:
    folder = folder_of(tmp_path / "drop", 3)
    first = await bench.workspace(brand, place="kept", connected=False)
    job = await queue_of(first).upload(folder.order())
    job.acts["pause"]()
    await until(lambda: job.state == "paused" or job.pausing)
    await _settled(queue_of(first))
    await bench.close(first)

    second = await bench.workspace(brand, place="kept")
    queue = queue_of(second)
    await queue.begin()
    (again,) = queue.jobs
    assert again.state == "paused"
    again.acts["resume"]()
    await again.finished()
    assert await all_stored(brand) == folder.contents


async def _settled(queue: TransferQueue) -> None:
    """What was asked of the store is written."""
    await queue._store.jobs()


@in_the_window
async def test_after_a_crash_a_file_in_doubt_is_compared_not_sent(
    bench: WindowBench, brand: LiveBrand, tmp_path: Path
) -> None:
    """The store is left as a crash leaves it: files noted as sending, one there, one not, and
    one of somebody else."""
    folder = folder_of(tmp_path / "drop", 3)
    first = await bench.workspace(brand, place="kept", connected=False)
    queue = queue_of(first)
    job = await queue.upload(folder.order())
    await _leave_in_doubt(queue, job, folder)
    await bench.close(first)
    await put(brand, {"a/p0.png": folder.contents["a/p0.png"], "a/p2.png": picture("theirs")})

    line = await shaky_line(bench, brand)
    second = await bench.workspace(brand, base_url=line.base_url, place="kept")
    queue = queue_of(second)
    await queue.begin()
    (again,) = queue.jobs
    await again.finished()
    told = {result.path: result for result in again.results()}
    assert (told["a/p0.png"].state, told["a/p1.png"].state) == ("done", "done")
    assert (told["a/p2.png"].state, told["a/p2.png"].taken) == ("failed", True)
    assert line.stored == {"a/p1.png": 1}


async def _leave_in_doubt(queue: TransferQueue, job: Any, folder: Folder) -> None:
    from hashlib import sha256

    for item in job.items:
        source = item.task.source
        item.doubtful = True
        item.note |= {
            "sha256": sha256(source.read_bytes()).hexdigest(),
            "size": item.task.size,
            "changed": item.task.changed,
            "from": str(source),
        }
    await queue._context.note(job, job.items)
    async for kept in queue._store.items(job.key):
        assert {one.state for one in kept} == {SENDING}
    assert folder.contents
