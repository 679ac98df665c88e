"""Downloads over lines that fail, and in a program that is killed: all there, once, whole."""

import asyncio
import random
from dataclasses import replace
from pathlib import Path

import pytest
from tests.desktop.support.killed_uploader import Uploader
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.transfer_bench import picture
from tests.desktop.support.transfer_line import ShakyLine, shaky_line
from tests.desktop.support.window_bench import WindowBench, in_the_window

from funneldesk.client.uploads import Upload
from funneldesk.desktop.assets.library.library import AssetLibrary
from funneldesk.desktop.assets.library.row import AssetRow
from funneldesk.desktop.assets.transfers.downloads.order import DownloadOrder
from funneldesk.desktop.assets.transfers.downloads.plan import order_for
from funneldesk.desktop.assets.transfers.queue import TransferQueue

CHILD = Path(__file__).parents[3] / "support" / "download_child.py"
FILES, KILLS = 60, 3


def contents(size: int) -> dict[str, bytes]:
    return {f"media/{n % 4}/{n:03}.png": picture(str(n), size) for n in range(FILES)}


async def stored_all(brand: LiveBrand, files: dict[str, bytes]) -> None:
    async with brand.api() as api:
        for folder in sorted({path.rpartition("/")[0] for path in files}):
            inside = [path for path in files if path.startswith(f"{folder}/")]
            uploads = [Upload(path.rpartition("/")[2], files[path]) for path in inside]
            result = await api.files.upload_many(uploads, folder=folder)
            assert result.summary.failed == 0


def on_disk(target: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(target)): path.read_bytes()
        for path in target.rglob("*")
        if path.is_file()
    }


def folder_in(home: Path) -> Path:
    made = home / "here"
    made.mkdir()
    return made


@in_the_window
@pytest.mark.deep
async def test_a_line_that_fails_in_all_ways_loses_nothing(
    bench: WindowBench, brand: LiveBrand, tmp_path: Path
) -> None:
    files, target = contents(3_000), folder_in(tmp_path)
    await stored_all(brand, files)
    plain = await bench.workspace(brand, place="plain")
    library = plain.shared(AssetLibrary)
    await library.refresh()
    order = order_for([AssetRow("", True)], library.rows, target)
    line = await shaky_line(bench, brand, share=0.3, seed=11, keys_refused=0)
    workspace = await bench.workspace(brand, base_url=line.base_url)
    shaky = over(order, brand.base_url, line.base_url)
    job = await workspace.shared(TransferQueue).download(shaky)
    await job.finished()
    failed = {result.shown for result in job.results() if result.state != "done"}
    wanted = {item.place for item in shaky.items} - failed
    assert on_disk(target) == {path: files[path] for path in wanted}
    assert len(failed) <= 2, "eight tries each"
    assert sum(line.met.values()) > 5


def over(order: DownloadOrder, before: str, after: str) -> DownloadOrder:
    """Half of the order, with addresses on another line."""
    items = [replace(item, src=item.src.replace(before, after)) for item in order.items[::2]]
    return replace(order, items=tuple(items))


def test_a_killed_program_goes_on_and_leaves_no_parts(brand: LiveBrand, tmp_path: Path) -> None:
    files, target = contents(60_000), folder_in(tmp_path)
    asyncio.run(killed_again_and_again(brand, files, target, tmp_path))
    assert on_disk(target) == files


async def killed_again_and_again(
    brand: LiveBrand, files: dict[str, bytes], target: Path, home: Path
) -> None:
    await stored_all(brand, files)
    line = ShakyLine(brand.base_url, rate=4_000_000)
    await line.listen()
    where = {
        "home": str(home),
        "base_url": line.base_url,
        "brand": brand.number,
        "key": brand.key(),
        "source": str(target),
    }
    program = Uploader(where, CHILD)
    try:
        outcome = await program.live(KILLS, random.Random(5), 0.5)
    finally:
        await program.end()
        await line.close()
    assert outcome.kills >= 1
    assert {told.state for told in outcome.results} == {"done"}
    assert len(outcome.results) == FILES
