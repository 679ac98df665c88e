"""Uploads through the queue: what arrives, what is told, and what the user can do."""

from dataclasses import replace
from pathlib import Path

import pytest
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.transfer_bench import Folder, all_stored, put, queue_of, stored
from tests.desktop.support.transfer_line import shaky_line
from tests.desktop.support.window_bench import WindowBench, in_the_window, until

from funneldesk.desktop.assets.library.library import AssetLibrary
from funneldesk.desktop.assets.transfers.uploads.order import Conversion, LeftOut, UploadOrder
from funneldesk.desktop.assets.transfers.uploads.runner import UploadRunner


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
    assert job.outcome == "45 files uploaded."


@in_the_window
async def test_each_refusal_is_told_at_its_file_and_the_others_go(
    bench: WindowBench, brand: LiveBrand, tmp_path: Path
) -> None:
    workspace = await bench.workspace(brand)
    folder = Folder(tmp_path)
    for number in range(4):
        folder.write(f"p{number}.png")
    folder.write("notes.pdf", b"%PDF-1.7 not for the web")

    job = await queue_of(workspace).upload(folder.order())
    await job.finished()

    told = {result.path: result for result in job.results()}
    assert told["notes.pdf"].state == "failed"
    assert "application/pdf are not allowed" in told["notes.pdf"].words
    assert {path for path, one in told.items() if one.state == "done"} == {
        f"p{number}.png" for number in range(4)
    }
    assert job.outcome == "4 files uploaded, 1 failed."
    assert "retry" in job.acts


@in_the_window
async def test_a_name_taken_meanwhile_is_never_overwritten_unless_the_user_says_so(
    bench: WindowBench, brand: LiveBrand, tmp_path: Path
) -> None:
    workspace = await bench.workspace(brand)
    queue = queue_of(workspace)
    await queue.begin()
    folder = Folder(tmp_path)
    for name in ("free.png", "taken.png", "same.png"):
        folder.write(name)
    theirs = b"GIF89a\x04\0\x03\0\0\0\0;"
    await put(brand, {"same.png": folder.contents["same.png"]})
    async with brand.api() as api:
        from funneldesk.client.uploads import Upload

        await api.files.upload_many([Upload("taken.png", folder.contents["free.png"])])
    job = await queue.upload(folder.order())
    job.judged_at = None  # the decision is of yesterday
    await job.finished()

    told = {result.path: result for result in job.results()}
    assert told["free.png"].state == "done"
    assert told["same.png"].state == "done"
    assert "the same to the byte" in told["same.png"].words
    assert told["taken.png"].state == "failed"
    assert told["taken.png"].taken
    assert await stored(brand, "taken.png") == folder.contents["free.png"]
    assert theirs not in (await all_stored(brand)).values()

    await queue.again(job, replace_taken=True)
    await job.finished()
    assert await stored(brand, "taken.png") == folder.contents["taken.png"]
    assert {result.state for result in job.results()} == {"done"}


@in_the_window
async def test_what_the_user_replaces_is_replaced_and_what_is_the_same_is_not_sent(
    bench: WindowBench, brand: LiveBrand, tmp_path: Path
) -> None:
    line = await shaky_line(bench, brand)
    workspace = await bench.workspace(brand, base_url=line.base_url)
    folder = Folder(tmp_path)
    for name in ("old.png", "same.png"):
        folder.write(name)
    await put(
        brand, {"old.png": picture_of_others(folder), "same.png": folder.contents["same.png"]}
    )

    job = await queue_of(workspace).upload(folder.order(replaces=folder.contents))
    await job.finished()

    assert await all_stored(brand) == folder.contents
    told = {result.path: result for result in job.results()}
    assert told["old.png"].replaced
    assert not told["same.png"].replaced
    assert line.stored == {"old.png": 1}


def picture_of_others(folder: Folder) -> bytes:
    """A picture that none of the folder's is."""
    from tests.desktop.support.transfer_bench import picture

    made = picture("of others")
    assert made not in folder.contents.values()
    return made


@in_the_window
async def test_undo_deletes_what_was_added_and_nothing_else(
    bench: WindowBench, brand: LiveBrand, tmp_path: Path
) -> None:
    workspace = await bench.workspace(brand)
    folder = Folder(tmp_path)
    for name in ("new.png", "in/new.png", "changed.png", "replaced.png", "there.png"):
        folder.write(name)
    others = picture_of_others(folder)
    await put(brand, {"replaced.png": others, "there.png": folder.contents["there.png"]})
    order = folder.order(replaces=("replaced.png", "there.png"))
    job = await queue_of(workspace).upload(order)
    await job.finished()
    await put(brand, {"changed.png": others})

    told = {result.path: result for result in await job.undo()}

    assert await all_stored(brand) == {
        "changed.png": others,
        "replaced.png": folder.contents["replaced.png"],
        "there.png": folder.contents["there.png"],
    }
    assert {path for path, one in told.items() if one.state == "cancelled"} == {
        "new.png",
        "in/new.png",
    }
    assert "Someone changed it" in told["changed.png"].words
    assert "cannot be brought back" in told["replaced.png"].words
    assert "before this upload" in told["there.png"].words
    assert "new.png" not in workspace.shared(AssetLibrary).rows
    again = await job.undo()
    assert {one.state for one in again} == {"done"}


@in_the_window
async def test_a_pause_lets_what_is_under_way_end_and_a_resume_goes_on(
    bench: WindowBench, brand: LiveBrand, tmp_path: Path
) -> None:
    line = await shaky_line(bench, brand, rate=8_000_000)
    workspace = await bench.workspace(brand, base_url=line.base_url)
    queue = queue_of(workspace)
    folder = Folder(tmp_path)
    for number in range(5):
        folder.write(f"p{number}.png", _big(number))
    job = await queue.upload(folder.order())
    await until(lambda: job.moving and job.moving[0].moved)
    assert {one.name for one in job.under_way()} <= set(folder.contents)
    job.acts["pause"]()
    await until(lambda: job.state == "paused")
    done = job.done
    assert 0 < done < 5
    assert len(await all_stored(brand)) == done
    assert sum(line.stored.values()) == done

    job.acts["resume"]()
    await job.finished()
    assert await all_stored(brand) == folder.contents
    assert set(line.stored.values()) == {1}


@in_the_window
async def test_a_cancelled_job_tells_truly_what_had_arrived(
    bench: WindowBench, brand: LiveBrand, tmp_path: Path
) -> None:
    line = await shaky_line(bench, brand, rate=8_000_000)
    workspace = await bench.workspace(brand, base_url=line.base_url)
    folder = Folder(tmp_path)
    for number in range(5):
        folder.write(f"p{number}.png", _big(number))
    job = await queue_of(workspace).upload(folder.order())
    await until(lambda: job.done >= 1)
    job.acts["cancel"]()
    await job.finished()

    there = await all_stored(brand)
    told = {result.path: result.state for result in job.results()}
    assert {path for path, state in told.items() if state == "done"} == set(there)
    assert set(told.values()) == {"done", "cancelled"}
    assert job.stopped
    assert not job.acts


def _big(number: int) -> bytes:
    from tests.desktop.support.transfer_bench import picture

    return picture(f"big {number}", 2_200_000)


@in_the_window
async def test_jobs_of_one_lane_take_turns_and_another_lane_does_not_wait(
    bench: WindowBench, brand: LiveBrand, tmp_path: Path
) -> None:
    line = await shaky_line(bench, brand, rate=6_000_000)
    workspace = await bench.workspace(brand, base_url=line.base_url)
    queue = queue_of(workspace)
    folder = Folder(tmp_path)
    for number in range(4):
        folder.write(f"p{number}.png", _big(number))
    folder.write("small.png")
    folder.write("later.png")
    large = await queue.upload(folder.order([f"p{number}.png" for number in range(4)]))
    later = await queue.upload(folder.order(["later.png"]))
    quick = await queue.upload(folder.order(["small.png"]), lane="quick")
    await quick.finished()
    assert large.state == "running"
    assert later.state == "waiting"
    await later.finished()
    assert large.state == "ended"
    assert await all_stored(brand) == folder.contents


@in_the_window
async def test_a_picture_is_made_over_before_it_goes(
    bench: WindowBench, brand: LiveBrand, tmp_path: Path
) -> None:
    from PySide6.QtGui import QImage

    workspace = await bench.workspace(brand)
    source = tmp_path / "wide.png"
    image = QImage(400, 200, QImage.Format.Format_RGB32)
    image.fill(0x3D57D6)
    assert image.save(str(source))
    folder = Folder(tmp_path, {"wide.png": source.read_bytes()})
    item = replace(folder.item("wide.png", name="wide.webp"), conversion=Conversion("webp", 100))
    job = await queue_of(workspace).upload(UploadOrder("One", (item,)))
    await job.finished()

    (told,) = job.results()
    assert (told.state, told.width, told.height, told.words) == ("done", 100, 50, "")
    content = await stored(brand, "wide.webp")
    assert content is not None
    assert content.startswith(b"RIFF")
    assert told.size == len(content) < source.stat().st_size
    assert source.exists()
    spool = workspace.store.path.with_name(f"{workspace.store.path.stem}.spool")
    assert not list(spool.iterdir())


@in_the_window
async def test_a_fault_of_the_program_holds_one_job_and_not_the_lane(
    bench: WindowBench, brand: LiveBrand, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    workspace = await bench.workspace(brand)
    queue = queue_of(workspace)
    folder = Folder(tmp_path)
    folder.write("a.png")
    folder.write("b.png")
    with monkeypatch.context() as broken:
        broken.setattr(UploadRunner, "run", _broken)
        held = await queue.upload(folder.order(["a.png"]))
        await until(lambda: held.state == "paused")
    assert held.note
    assert bench.notice("paused") is not None
    going = await queue.upload(folder.order(["b.png"]))
    await going.finished()
    held.acts["resume"]()
    await held.finished()
    assert await all_stored(brand) == folder.contents


async def _broken(*_: object) -> None:
    raise RuntimeError("a fault of ours")
