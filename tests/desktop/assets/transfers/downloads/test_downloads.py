"""Downloads: what lies on the platform lies on this computer, whole, under a safe name, once."""

import asyncio
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.local_server import Door
from tests.desktop.support.relay import Relay
from tests.desktop.support.transfer_bench import picture, put, queue_of
from tests.desktop.support.window_bench import WindowBench, in_the_window, until

from funneldesk.desktop.assets.library.library import AssetLibrary
from funneldesk.desktop.assets.library.row import AssetRow
from funneldesk.desktop.assets.transfers.downloads import disk as download_disk
from funneldesk.desktop.assets.transfers.downloads.order import (
    Conflict,
    DownloadItem,
    DownloadOrder,
)
from funneldesk.desktop.assets.transfers.downloads.plan import one_as, order_for
from funneldesk.desktop.assets.transfers.job import TransferJob
from funneldesk.desktop.workspace.workspace import Workspace


async def library_of(workspace: Workspace) -> Mapping[str, AssetRow]:
    library = workspace.shared(AssetLibrary)
    await library.refresh()
    return library.rows


async def ordered(
    workspace: Workspace,
    target: Path,
    paths: Sequence[str] = ("",),
    conflict: Conflict = "both",
) -> DownloadOrder:
    """What a user asks for who chose these; "" is everything."""
    rows = await library_of(workspace)
    chosen = [rows.get(path) or AssetRow(path, True) for path in paths]
    return order_for(chosen, rows, target, conflict=conflict)


async def downloaded(workspace: Workspace, order: DownloadOrder) -> TransferJob:
    job = await queue_of(workspace).download(order)
    await job.finished()
    return job


def found(target: Path) -> dict[str, bytes]:
    """Every file under a folder, hidden ones too, by its path."""
    return {
        str(path.relative_to(target)): path.read_bytes()
        for path in target.rglob("*")
        if path.is_file()
    }


def take_away(folder: Path) -> None:
    folder.rmdir()


def is_gone(folder: Path) -> bool:
    return not folder.exists()


@pytest.fixture
def target(tmp_path: Path) -> Path:
    folder = tmp_path / "Downloads here"
    folder.mkdir()
    return folder


@in_the_window
async def test_a_folder_tree_comes_down_to_the_byte(
    bench: WindowBench, brand: LiveBrand, target: Path
) -> None:
    files = {
        f"media/{place}": picture(place, 9_000 * number)
        for number, place in enumerate(("a.png", "deep/er/b.png", "grün und gelb.png", "c.png"))
    }
    await put(brand, files | {"other/not-asked-for.png": picture("o")})
    workspace = await bench.workspace(brand)
    job = await downloaded(workspace, await ordered(workspace, target, ["media"]))
    assert found(target) == files
    assert (job.done, job.trouble, job.share) == (4, 0, 1.0)
    assert job.outcome == "4 files are in “Downloads here”."
    assert [result.state for result in job.results()] == ["done"] * 4
    assert not job.results()[0].words


@in_the_window
async def test_one_file_is_saved_under_the_chosen_name(
    bench: WindowBench, brand: LiveBrand, target: Path
) -> None:
    await put(brand, {"logo.png": picture("logo")})
    (target / "mine.png").write_bytes(b"what was there")
    workspace = await bench.workspace(brand)
    rows = await library_of(workspace)
    await downloaded(workspace, one_as(rows["logo.png"], target / "mine.png"))
    assert found(target) == {"mine.png": picture("logo")}


@pytest.mark.parametrize(
    ("conflict", "expected", "words"),
    [
        ("both", {"a.png": b"mine", "a (2).png": picture("a")}, "called “a (2).png”"),
        ("replace", {"a.png": picture("a")}, ""),
        ("skip", {"a.png": b"mine"}, "A file of this name was there"),
    ],
)
@in_the_window
async def test_a_file_that_is_there_is_treated_as_decided(
    bench: WindowBench,
    brand: LiveBrand,
    target: Path,
    conflict: Conflict,
    expected: dict[str, bytes],
    words: str,
) -> None:
    await put(brand, {"a.png": picture("a"), "b.png": picture("b")})
    (target / "a.png").write_bytes(b"mine")
    workspace = await bench.workspace(brand)
    order = await ordered(workspace, target, ["a.png", "b.png"], conflict)
    job = await downloaded(workspace, order)
    assert found(target) == expected | {"b.png": picture("b")}
    assert words in job.results()[0].words
    again = await downloaded(workspace, order)
    assert found(target) == expected | {"b.png": picture("b")}, "the same file is not doubled"
    assert again.results()[1].state in ("done", "left_out")


@in_the_window
async def test_a_full_disk_is_told_and_nothing_half_stays(
    bench: WindowBench, brand: LiveBrand, target: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await put(brand, {f"{n}.png": picture(str(n), 2_000_000) for n in range(8)})
    (target / "mine.txt").write_bytes(b"mine")
    workspace = await bench.workspace(brand)
    order = await ordered(workspace, target)

    def full(handle: int, *_: Any, **__: Any) -> Any:
        os.close(handle)
        return Path("/dev/full").open("wb", buffering=0)

    with monkeypatch.context() as patch:
        patch.setattr(download_disk.os, "fdopen", full)
        job = await downloaded(workspace, order)
    assert found(target) == {"mine.txt": b"mine"}
    words = [result.words for result in job.results()]
    assert all(result.state == "failed" for result in job.results())
    assert any(said.startswith("The disk is full.") for said in words)
    assert sum(said.startswith("It was not tried. The disk is full.") for said in words) >= 4
    assert job.outcome == "8 files could not be downloaded."
    job.acts["retry"]()
    await until(lambda: job.state != "ended")
    await job.finished()
    assert len(found(target)) == 9


@in_the_window
async def test_a_target_that_is_gone_ends_the_job_with_words(
    bench: WindowBench, brand: LiveBrand, target: Path
) -> None:
    await put(brand, {f"{n}.png": picture(str(n)) for n in range(3)})
    workspace = await bench.workspace(brand)
    order = await ordered(workspace, target)
    take_away(target)
    job = await downloaded(workspace, order)
    assert is_gone(target)
    assert all("is not there any more" in result.words for result in job.results())


@in_the_window
async def test_a_link_in_the_target_leads_nothing_out_of_it(
    bench: WindowBench, brand: LiveBrand, target: Path, tmp_path: Path
) -> None:
    await put(brand, {"media/deep/a.png": picture("a"), "b.png": picture("b")})
    outside = tmp_path / "outside"
    outside.mkdir()
    (target / "media").symlink_to(outside)
    workspace = await bench.workspace(brand)
    job = await downloaded(workspace, await ordered(workspace, target))
    assert not list(outside.iterdir())
    assert (target / "b.png").read_bytes() == picture("b")
    assert "leads" in next(r.words for r in job.results() if r.state == "failed")


@in_the_window
async def test_a_file_that_is_gone_from_the_platform_is_told(
    bench: WindowBench, brand: LiveBrand, target: Path
) -> None:
    await put(brand, {"a.png": picture("a"), "b.png": picture("b")})
    workspace = await bench.workspace(brand)
    order = await ordered(workspace, target)
    async with brand.api() as api:
        await api.files.delete("a.png")
    job = await downloaded(workspace, order)
    assert found(target) == {"b.png": picture("b")}
    assert [result.state for result in job.results()] == ["failed", "done"]
    assert "not on the server any more" in job.results()[0].words
    assert job.outcome == "1 file is in “Downloads here”, 1 is not."


@in_the_window
async def test_a_broken_line_is_waited_for_and_a_stop_is_heeded(
    bench: WindowBench, brand: LiveBrand, relay: Relay, target: Path
) -> None:
    await put(brand, {f"{n}.png": picture(str(n)) for n in range(6)})
    workspace = await bench.workspace(brand, base_url=relay.base_url)
    order = await ordered(workspace, target)
    await relay.vanish()
    job = await queue_of(workspace).download(order)
    await until(lambda: job.state == "away")
    await relay.listen()
    await job.finished()
    assert len(found(target)) == 6
    await relay.vanish()
    stopped = await queue_of(workspace).download(_again(order, target / "second"))
    await until(lambda: stopped.state == "away")
    stopped.acts["cancel"]()
    await stopped.finished()
    assert found(target / "second") == {}
    assert {result.state for result in stopped.results()} == {"cancelled"}
    assert "6 stopped" in stopped.outcome


def _again(order: DownloadOrder, target: Path) -> DownloadOrder:
    target.mkdir()
    return DownloadOrder(order.title, target, order.items, order.conflict)


@in_the_window
async def test_a_download_goes_on_after_the_program_was_away(
    bench: WindowBench, brand: LiveBrand, target: Path
) -> None:
    files = {f"{n:02}.png": picture(str(n), 50_000) for n in range(30)}
    await put(brand, files)
    first = await bench.workspace(brand, place="one")
    order = await ordered(first, target)
    job = await queue_of(first).download(order)
    await until(lambda: job.done >= 3)
    await bench.close(first)
    await until(lambda: not any(name.endswith(".part") for name in found(target)))
    (target / ".00.png.0123456789.part").write_bytes(b"of somebody else")
    again = await bench.workspace(brand, place="one")
    queue = queue_of(again)
    await queue.begin()
    await asyncio.gather(*(job.finished() for job in queue.jobs))
    assert found(target) == files | {".00.png.0123456789.part": b"of somebody else"}
    assert queue.jobs[0].done == 30


class OddServer:
    """Answers in the platform's place, by what the address ends with."""

    def __init__(self) -> None:
        self._door = Door(self._serve)
        self.asked: list[bytes] = []

    async def listen(self) -> str:
        self._door.open()
        return f"http://127.0.0.1:{self._door.port}"

    async def close(self) -> None:
        await self._door.close()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = await reader.readuntil(b"\r\n\r\n")
        self.asked.append(head)
        path = head.split(b" ")[1]
        writer.write(ANSWERS.get(path.rpartition(b"/")[2], UNKNOWN))
        await writer.drain()
        writer.close()


PAGE = b"<!DOCTYPE html><p>Sign in to the hotel's network</p>"
UNKNOWN = b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n"
"""To the workspace, which asks for its brand when it likes."""
ANSWERS = {
    b"hotel.png": b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%s" % (len(PAGE), PAGE),
    b"half.png": b"HTTP/1.1 200 OK\r\nContent-Length: 900\r\n\r\n" + b"x" * 300,
    b"endless.png": b"HTTP/1.1 200 OK\r\n\r\n" + b"x" * 300,
    b"moved.png": b"HTTP/1.1 302 Found\r\nLocation: http://thief.example/\r\n\r\n",
    b"fine.png": b"HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nfine",
}


@in_the_window
async def test_what_is_not_the_whole_file_is_never_taken_for_it(
    bench: WindowBench, brand: LiveBrand, target: Path
) -> None:
    server = OddServer()
    base = await server.listen()
    bench.at_end.append(server.close)
    workspace = await bench.workspace(brand, base_url=base)
    items = [
        DownloadItem(name, f"/cdn/1/assets/{name}", name, 900)
        for name in (key.decode() for key in ANSWERS)
    ]
    outside = DownloadItem("x.png", "https://thief.example/x.png", "x.png")
    order = DownloadOrder("Odd", target, (*items, outside))
    job = await downloaded(workspace, order)
    words = {result.path: result.words for result in job.results()}
    assert found(target) == {"fine.png": b"fine"}
    assert "A web page came in its place" in words["hotel.png"]
    assert "only partly" in words["endless.png"]
    assert "broke off on the way" in words["half.png"]
    assert "led to another page" in words["moved.png"]
    assert "does not lead to this server's files" in words["x.png"]
    assert not any(b"svc-access-key" in head.lower() for head in server.asked)
