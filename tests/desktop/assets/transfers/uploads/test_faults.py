"""A third of all requests fails in all the ways that lines fail, and the program is killed: every
file arrives once, and what is told of it is true (quirks 9, 10 and 35).
"""

import asyncio
import random
from pathlib import Path
from typing import Any

import pytest
from tests.desktop.support.killed_uploader import Uploader
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.transfer_assertions import digests_on, judged, wanted_of
from tests.desktop.support.transfer_line import ShakyLine, shaky_line
from tests.desktop.support.transfer_trees import plain_files, plain_order
from tests.desktop.support.window_bench import WindowBench, in_the_window

from devtool.slowness import slowness
from funneldesk.client import api
from funneldesk.client.call import Timeouts
from funneldesk.desktop.assets.transfers.job import TransferJob
from funneldesk.desktop.assets.transfers.queue import TransferQueue
from funneldesk.desktop.assets.transfers.uploads.order import UploadOrder
from funneldesk.desktop.workspace.workspace import Workspace

FILES = 300
SHARE = 0.3
KILLS = 4


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same rules with shorter waits."""
    short = Timeouts(connect=0.5, read=0.7, write=0.4, whole=0.7)
    monkeypatch.setattr(api, "Timeouts", lambda: short)


async def carried_to_its_end(queue: TransferQueue, order: UploadOrder) -> TransferJob:
    """What failed for the line's sake is sent again, as a user would have it."""
    job = await queue.upload(order)
    await job.finished()
    for _ in range(3):
        if not job.trouble:
            break
        queue.retry(job)
        await until_waiting(job)
        await job.finished()
    return job


async def until_waiting(job: TransferJob) -> None:
    """The job has begun again."""
    while job.state == "ended":  # noqa: ASYNC110 - what a user would see
        await asyncio.sleep(0.01)


async def key_at_hand(workspace: Workspace, brand: LiveBrand) -> None:
    """The user gives the key whenever it is asked for."""

    async def give(*_: Any) -> str:
        return brand.key()

    workspace.ask_for_key = give


@pytest.mark.usefixtures("impatient")
@in_the_window
async def test_a_third_of_all_requests_fails(
    bench: WindowBench, brand: LiveBrand, tmp_path: Path
) -> None:
    plain_files(tmp_path / "drop", FILES, 4000)
    order = plain_order(tmp_path / "drop")
    line = await shaky_line(bench, brand, share=SHARE, seed=7)
    workspace = await bench.workspace(brand, base_url=line.base_url)
    await key_at_hand(workspace, brand)
    job = await carried_to_its_end(workspace.shared(TransferQueue), order)
    verdict = judged(job.results(), wanted_of(order), await digests_on(brand), line.stored)
    assert verdict.is_clean, (verdict, line.met)
    assert sum(line.met.values()) > 5
    assert len(job.results()) == FILES


def test_the_program_is_killed_in_the_middle(brand: LiveBrand, tmp_path: Path) -> None:
    plain_files(tmp_path / "drop", FILES, 20_000)
    asyncio.run(killed_again_and_again(brand, tmp_path))


async def killed_again_and_again(brand: LiveBrand, folder: Path) -> None:
    line = ShakyLine(brand.base_url, rate=6_000_000)
    await line.listen()
    where = {
        "home": str(folder),
        "base_url": line.base_url,
        "brand": brand.number,
        "key": brand.key(),
        "source": str(folder / "drop"),
    }
    uploader = Uploader(where)
    try:
        outcome = await uploader.live(KILLS, random.Random(3), 0.4 * slowness())
    finally:
        await uploader.end()
        await line.close()
    order = plain_order(folder / "drop")
    there = await digests_on(brand)
    verdict = judged(outcome.results, wanted_of(order), there, line.stored)
    assert verdict.is_clean, (verdict, outcome.ended_before)
    assert outcome.kills == KILLS
    assert outcome.ended_before[-1] > 0, "no kill came in the middle"
