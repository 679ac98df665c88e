"""Files that change, vanish or are none: what stands in for them, and that no half of one is told
as done."""

import asyncio
import io
import os
import sys
import threading
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.transfer_bench import Folder, all_stored, picture, queue_of, stored
from tests.desktop.support.transfer_line import shaky_line
from tests.desktop.support.window_bench import WindowBench, in_the_window, until

from funneldesk.contract.files import LARGEST_FILE, MOST_FILES
from funneldesk.desktop.assets.transfers.result import ItemResult, TransferItem
from funneldesk.desktop.assets.transfers.uploads import source
from funneldesk.desktop.assets.transfers.uploads.batching import (
    LARGE,
    MOST_BYTES,
    Pool,
    most_together,
)
from funneldesk.desktop.assets.transfers.uploads.order import UploadItem, UploadOrder
from funneldesk.desktop.assets.transfers.uploads.source import (
    KEPT,
    CannotSend,
    StillChanging,
    pieces,
    snapshot,
)

OLD = 1_700_000_000


def settled(path: Path, content: bytes) -> Path:
    """A file that nobody has touched for long."""
    path.write_bytes(content)
    os.utime(path, (OLD, OLD))
    return path


async def sent(path: Path) -> bytes:
    """What would leave for a file."""
    return b"".join([piece async for piece in pieces(snapshot(path), lambda _: None)])


@pytest.mark.parametrize("size", [0, 1, KEPT, KEPT + 1, 3 * KEPT + 17])
def test_what_leaves_is_the_file(tmp_path: Path, size: int) -> None:
    content = os.urandom(size)
    path = settled(tmp_path / "a.png", content)
    assert asyncio.run(sent(path)) == content
    assert snapshot(path).size == size


@pytest.mark.parametrize("change", ["grows", "shrinks", "other bytes", "vanishes", "another file"])
def test_a_file_that_changes_after_it_was_read_breaks_off_before_its_end(
    tmp_path: Path, change: str
) -> None:
    from funneldesk.client.uploads import CannotRead

    content = os.urandom(3 * KEPT)
    path = settled(tmp_path / "a.png", content)
    shot = snapshot(path)
    other = {
        "grows": content + b"more",
        "shrinks": content[:-1],
        "other bytes": content[:-1] + bytes([content[-1] ^ 1]),
        "another file": os.urandom(len(content)),
    }.get(change)
    path.unlink()
    if other is not None:
        settled(path, other)  # even with the time that it had
    left: list[bytes] = []

    async def send() -> None:
        async for piece in pieces(shot, lambda _: None):
            left.append(piece)  # noqa: PERF401 - what left before the end counts

    with pytest.raises(CannotRead):
        asyncio.run(send())
    assert shot.torn
    assert change == "grows" or sum(map(len, left)) < shot.size


async def test_a_file_whose_sending_ends_while_it_is_opened_is_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shot = snapshot(settled(tmp_path / "a.png", os.urandom(3 * KEPT)))
    begun, go_on, closed = threading.Event(), threading.Event(), threading.Event()

    class Watched(io.FileIO):
        """A file that tells of its end."""

        def close(self) -> None:
            super().close()
            closed.set()

    def slowly(shot: source.Snapshot) -> Watched:
        begun.set()
        go_on.wait(30)
        return Watched(shot.path)

    monkeypatch.setattr(source, "_opened_as", slowly)
    sending = asyncio.ensure_future(anext(pieces(shot, lambda _: None)))
    await asyncio.to_thread(begun.wait, 30)
    sending.cancel()
    with pytest.raises(asyncio.CancelledError):
        await sending
    assert not closed.is_set()
    go_on.set()
    assert await asyncio.to_thread(closed.wait, 30)


def test_what_is_no_file_is_not_opened(tmp_path: Path) -> None:
    with pytest.raises(CannotSend, match="not there any more"):
        snapshot(tmp_path / "gone.png")
    with pytest.raises(CannotSend, match="not a file"):
        snapshot(tmp_path)
    with pytest.raises(CannotSend, match="not there any more"):
        snapshot(settled(tmp_path / "file", b"x") / "below.png")
    large = tmp_path / "large.png"
    with large.open("wb") as file:
        file.truncate(LARGEST_FILE + 1)
    os.utime(large, (OLD, OLD))
    with pytest.raises(CannotSend, match="larger than 10 MB"):
        snapshot(large)
    fresh = tmp_path / "fresh.png"
    fresh.write_bytes(b"x")
    with pytest.raises(StillChanging):
        snapshot(fresh)
    assert snapshot(fresh, fresh.stat().st_mtime_ns).size == 1


@pytest.mark.skipif(
    sys.platform == "win32", reason="Windows has neither pipes nor links like these"
)
def test_pipes_and_links_are_not_opened(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.png")
    with pytest.raises(CannotSend, match="not a file"):
        snapshot(tmp_path / "pipe.png")
    (tmp_path / "link.png").symlink_to(settled(tmp_path / "secret", b"x"))
    with pytest.raises(CannotSend, match="link"):
        snapshot(tmp_path / "link.png")


@in_the_window
async def test_a_file_that_is_written_slowly_goes_up_whole(
    bench: WindowBench, brand: LiveBrand, tmp_path: Path
) -> None:
    line = await shaky_line(bench, brand)
    workspace = await bench.workspace(brand, base_url=line.base_url)
    folder = Folder(tmp_path)
    whole = picture("slow", 900_000)
    source = folder.write("slow.png", whole[:100_000])
    order = folder.order()
    job = await queue_of(workspace).upload(order)
    for end in range(200_000, len(whole) + 100_000, 100_000):
        with source.open("ab") as file:
            file.write(whole[end - 100_000 : end])
        await asyncio.sleep(0.02)
    await job.finished()
    assert await stored(brand, "slow.png") == whole
    (told,) = job.results()
    assert (told.state, told.size, told.replaced) == ("done", len(whole), False)


@in_the_window
async def test_a_file_that_changed_while_it_went_up_goes_once_more(
    bench: WindowBench, brand: LiveBrand, tmp_path: Path
) -> None:
    line = await shaky_line(bench, brand, rate=3_000_000)
    workspace = await bench.workspace(brand, base_url=line.base_url)
    folder = Folder(tmp_path)
    source = folder.write("a.png", picture("one", 1_000_000))
    job = await queue_of(workspace).upload(folder.order())
    await until(lambda: job.moving and job.moving[0].moved)
    newer = picture("two", 1_000_000)
    source.write_bytes(newer)
    await job.finished()
    assert await stored(brand, "a.png") == newer
    (told,) = job.results()
    assert (told.state, told.replaced) == ("done", False)
    assert [one.state for one in await job.undo()] == ["cancelled"]
    assert await stored(brand, "a.png") is None


@in_the_window
async def test_files_that_vanished_or_became_something_else_are_told_and_the_rest_goes(
    bench: WindowBench, brand: LiveBrand, tmp_path: Path
) -> None:
    workspace = await bench.workspace(brand)
    folder = Folder(tmp_path)
    for name in ("gone.png", "folder.png", "fine.png"):
        folder.write(name)
    odd = tmp_path / os.fsdecode(b"odd-\xff.png")
    odd.write_bytes(folder.contents["fine.png"])
    found = odd.stat()
    item = UploadItem(odd, "", "odd.png", found.st_size, found.st_mtime_ns, "odd-?.png")
    order = folder.order()
    order = UploadOrder(order.title, (*order.items, item), order.folders)
    (tmp_path / "gone.png").unlink()
    (tmp_path / "folder.png").unlink()
    (tmp_path / "folder.png").mkdir()
    job = await queue_of(workspace).upload(order)
    await job.finished()
    told = {result.path: result for result in job.results()}
    assert set(await all_stored(brand)) == {"fine.png", "odd.png"}
    assert "moved, renamed or deleted" in told["gone.png"].words
    assert "not a file any more" in told["folder.png"].words
    assert job.outcome == "2 files uploaded, 2 failed."


ITEMS = st.lists(
    st.tuples(
        st.sampled_from(["", "a", "a/b"]),
        st.integers(0, 30),
        st.integers(0, 5_000_000),
        st.integers(0, 5),
    ),
    max_size=120,
)


@given(ITEMS, st.integers(1, 4))
def test_every_file_travels_once_in_a_company_that_fits(
    made: list[tuple[str, int, int, int]], at_once: int
) -> None:
    items = []
    for number, (folder, name, size, tries) in enumerate(made):
        task = UploadItem(Path("x"), folder, f"{name}.png", size, 0)
        items.append(TransferItem(number, task, ItemResult("", task.path, size=size), tries))
    pool = Pool(items)
    travelled: list[int] = []
    under_way: list[list[TransferItem]] = []
    while len(pool) or under_way:
        batch = pool.take(0.0)
        if batch:
            _check(batch, under_way)
            under_way.append(batch)
        if not batch or len(under_way) == at_once:
            arrived = under_way.pop(0)
            travelled += [item.number for item in arrived]
            pool.arrived(arrived)
    assert sorted(travelled) == list(range(len(items)))


def _check(batch: list[TransferItem], under_way: list[list[TransferItem]]) -> None:
    assert len({item.task.folder for item in batch}) == 1
    assert len(batch) <= MOST_FILES
    assert len(batch) == 1 or max(item.task.size for item in batch) <= LARGE
    assert len(batch) == 1 or sum(item.task.size for item in batch) <= MOST_BYTES
    assert len(batch) <= most_together(max(item.tries for item in batch))
    paths = [item.task.path for group in (*under_way, batch) for item in group]
    assert len(set(paths)) == len(paths)
