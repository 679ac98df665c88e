"""A folder that somebody works in while it goes up, and a platform without room (quirk 35)."""

import asyncio
import os
import random
import resource
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import pytest
from tests.desktop.support.live_server import LiveBrand, LivePlatform, live_platform
from tests.desktop.support.transfer_assertions import digests_on, judged, wanted_of
from tests.desktop.support.transfer_bench import picture, stored
from tests.desktop.support.transfer_line import shaky_line
from tests.desktop.support.transfer_trees import plain_files, plain_order
from tests.desktop.support.window_bench import WindowBench, in_the_window, until

from funneldesk.desktop.assets.transfers.queue import TransferQueue

FILES, SIZE = 60, 60_000
WORDS = "disk is full"


@pytest.fixture
def own_platform(tmp_path: Path) -> Iterator[LivePlatform]:
    """A platform that no other test has."""
    with live_platform(tmp_path / "platform") as running:
        yield running


@in_the_window
@pytest.mark.deep
async def test_no_half_of_a_file_is_told_as_done(
    bench: WindowBench, brand: LiveBrand, tmp_path: Path
) -> None:
    drop = tmp_path / "drop"
    plain_files(drop, FILES, SIZE)
    order = plain_order(drop)
    line = await shaky_line(bench, brand, rate=2_000_000)
    queue = (await bench.workspace(brand, base_url=line.base_url)).shared(TransferQueue)
    whole = {item.path: {digest(item.source)} for item in order.items}
    files = [item.source for item in order.items]
    job = await queue.upload(order)
    enough = asyncio.Event()
    somebody = asyncio.ensure_future(works_in(drop, files, whole, random.Random(4), enough))
    await until(lambda: job.done >= FILES // 2 or somebody.done())
    enough.set()
    await somebody
    await job.finished()
    there = await digests_on(brand)
    for told in job.results():
        if told.state == "done":
            assert there[told.path] in whole[told.path], f"{told.path} is torn"
        else:
            assert told.state == "failed", told
            assert told.words.endswith("."), told
            # Of one that had gone up before it changed again, the user learns that too.
            assert told.path not in there or "on the server" in told.words, told
    states = [told.state for told in job.results()]
    assert states.count("done") > FILES // 2
    assert states.count("failed") >= 1


async def works_in(
    folder: Path,
    files: list[Path],
    whole: dict[str, set[str]],
    chance: random.Random,
    enough: asyncio.Event,
) -> None:
    """Writes files anew in pieces, lets some grow, takes some away and puts links in their place;
    notes what each was as a whole, and leaves none half written."""
    (folder / "secret").write_bytes(b"nobody's")
    while not enough.is_set():
        file = chance.choice(files)
        path = file.relative_to(folder.parent).as_posix()
        kind = chance.choice(["anew", "anew", "grows", "goes", "link"])
        if not file.is_file() or file.is_symlink():
            continue
        if kind == "anew":
            content = picture(f"{chance.random()}", SIZE)
            whole[path].add(sha256(content).hexdigest())
            with file.open("r+b") as opened:
                for start in range(0, len(content), 20_000):
                    opened.write(content[start : start + 20_000])
                    opened.flush()
                    await asyncio.sleep(0.002)
                opened.truncate()
        elif kind == "grows":
            with file.open("ab") as opened:
                opened.write(os.urandom(500))
            whole[path].add(digest(file))
        elif kind == "goes":
            file.unlink()
        else:
            file.unlink()
            file.symlink_to(folder / "secret")
        await asyncio.sleep(0.03)


def digest(file: Path) -> str:
    return sha256(file.read_bytes()).hexdigest()


@in_the_window
async def test_a_platform_without_room_is_told_and_tried_again(
    bench: WindowBench, own_platform: LivePlatform, tmp_path: Path
) -> None:
    brand = own_platform.brand()
    plain_files(tmp_path / "drop", 6, 4_000)
    (tmp_path / "drop" / "part-00" / "large.png").write_bytes(picture("large", 7_000_000))
    order = plain_order(tmp_path / "drop")
    queue = (await bench.workspace(brand)).shared(TransferQueue)
    before = resource.prlimit(own_platform.pid, resource.RLIMIT_FSIZE)
    # What the system refuses is what it refuses on a full disk: the next byte of a file.
    resource.prlimit(own_platform.pid, resource.RLIMIT_FSIZE, (6_000_000, before[1]))
    job = await queue.upload(order)
    await job.finished()
    resource.prlimit(own_platform.pid, resource.RLIMIT_FSIZE, before)
    failed = [told for told in job.results() if told.state != "done"]
    assert [told.path for told in failed] == ["drop/part-00/large.png"]
    assert failed[0].state == "failed"
    assert WORDS in failed[0].words
    assert await stored(brand, "drop/part-00/large.png") is None
    queue.retry(job)
    await until(lambda: job.state != "ended")
    await job.finished()
    verdict = judged(job.results(), wanted_of(order), await digests_on(brand), {})
    assert verdict.is_clean, verdict
