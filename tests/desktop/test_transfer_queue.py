"""Uploads through the queue, as the user sees them: what arrives, what is told, what can be done."""

from pathlib import Path

from funneldesk.desktop.assets.library import AssetLibrary
from funneldesk.desktop.assets.order import LeftOut, UploadOrder

from .live_platform import LiveBrand
from .transfer_bench import Folder, all_stored, queue_of
from .window_bench import WindowBench, in_the_window


@in_the_window
async def test_files_of_several_folders_arrive_to_the_byte_and_are_told(
    bench: WindowBench, brand: LiveBrand, tmp_path: Path
) -> None:
    workspace = await bench.workspace(brand)
    folder = Folder(tmp_path)
    for number in range(45):
        folder.write(f"{('', 'summer/', 'summer/blue/')[number % 3]}p{number}.png")
    order = folder.order()
    order = UploadOrder(order.title, order.items, order.folders, (LeftOut("a.exe", "Not taken."),))

    job = await queue_of(workspace).upload(order)
    await job.finished()

    assert await all_stored(brand) == folder.contents
    results = {result.path: result for result in job.results() if result.state == "done"}
    assert set(results) == set(folder.contents)
    one = results["summer/p1.png"]
    assert one.src.endswith(f"/cdn/{brand.number}/assets/summer/p1.png")
    assert (one.width, one.height, one.replaced) == (4, 3, False)
    assert one.size == len(folder.contents["summer/p1.png"])
    (left,) = (result for result in job.results() if result.state == "left_out")
    assert (left.shown, left.words) == ("a.exe", "Not taken.")
    assert (job.done, job.total, job.trouble) == (45, 45, 0)
    assert job.bytes_done == job.bytes_total == sum(map(len, folder.contents.values()))
    assert set(workspace.shared(AssetLibrary).rows) >= set(folder.contents)
