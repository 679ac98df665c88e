"""Watched folders over the real platform: what settles goes up, whole, once; nothing is lost."""

import asyncio
from pathlib import Path

import pytest
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.relay import Relay
from tests.desktop.support.window_bench import WindowBench, in_the_window, until
from tests.server.support.file_samples import png

from funneldesk.client.uploads import Upload
from funneldesk.desktop.assets.watched_folders.folders import CannotWatch, WatchedFolders
from funneldesk.desktop.assets.watched_folders.watcher import Watcher
from funneldesk.desktop.workspace.workspace import Workspace

CSS = b"a { color: red }"


@pytest.fixture
def review(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the user has folders: not where the program keeps its own files."""
    return tmp_path_factory.mktemp("desk")


async def stored(brand: LiveBrand) -> dict[str, int]:
    """The files of the platform with their sizes."""
    async with brand.api() as api:
        return {
            entry.browse_path: entry.size_bytes or 0
            for entry in await api.files.list()
            if not entry.is_directory
        }


async def content(brand: LiveBrand, path: str) -> bytes:
    async with brand.api() as api:
        return await api.fetch_asset(f"/cdn/{brand.number}/assets/{path}?now")


async def put_there(brand: LiveBrand, path: str, data: bytes) -> None:
    """Somebody else stores a file."""
    folder, _, name = path.rpartition("/")
    async with brand.api() as api:
        await api.files.upload(Upload(name, data), folder=folder)


async def watched(workspace: Workspace, root: Path, folder: str = "site") -> Watcher:
    """A folder that is watched, with little patience."""
    root.mkdir(exist_ok=True)  # noqa: ASYNC240 - a test's own folder
    folders = workspace.shared(WatchedFolders)
    folders.settle = 0.1
    return await folders.add(root, folder)


def log(workspace: Workspace, kind: str = "") -> list[str]:
    """The places in the log, the oldest first."""
    events = reversed(workspace.shared(WatchedFolders).events)
    return [event.shown for event in events if kind in ("", event.kind)]


async def quiet(watcher: Watcher) -> None:
    """Nothing is waited for, and two more looks found nothing to do."""
    known = None
    while known != watcher.files or watcher._settling.is_waiting:
        known, before = dict(watcher.files), watcher.looked
        while watcher.looked < before + 2:
            watcher.poke()
            await asyncio.sleep(0.02)


@in_the_window
async def test_what_lies_there_and_what_comes_goes_up(
    brand: LiveBrand, bench: WindowBench, review: Path
) -> None:
    root = review / "Site"
    (root / "Summer Photos").mkdir(parents=True)
    (root / "style.css").write_bytes(CSS)
    (root / "Summer Photos" / "a.png").write_bytes(png(5, 5))
    (root / "notes.pdf").write_bytes(b"%PDF-1.4 text")
    (root / "~lock.css").write_bytes(CSS)
    workspace = await bench.workspace(brand)
    watcher = await watched(workspace, root)
    await until(lambda: len(log(workspace, "sent")) == 2)
    assert set(await stored(brand)) == {"site/style.css", "site/summer-photos/a.png"}
    assert log(workspace, "out") == ["notes.pdf"]
    # Noticed by the system's word or the next look: nothing is asked for here.
    (root / "more.css").write_bytes(b"b {}")
    await until(lambda: "more.css" in log(workspace, "sent"))
    await quiet(watcher)
    assert len(log(workspace)) == 4


@in_the_window
async def test_a_file_written_slowly_goes_up_once_and_whole(
    brand: LiveBrand, bench: WindowBench, review: Path
) -> None:
    workspace = await bench.workspace(brand)
    watcher = await watched(workspace, review / "site")
    whole = b"".join(b"a%d { color: red }\n" % number for number in range(3000))
    with (review / "site" / "slow.css").open("wb", buffering=0) as file:
        for start in range(0, len(whole), 4000):
            file.write(whole[start : start + 4000])
            watcher.poke()
            await asyncio.sleep(0.03)
            assert log(workspace) == []
    await quiet(watcher)
    assert log(workspace) == ["slow.css"]
    assert await content(brand, "site/slow.css") == whole


@in_the_window
async def test_a_touched_file_stays_and_a_changed_one_replaces_what_was_sent(
    brand: LiveBrand, bench: WindowBench, review: Path
) -> None:
    workspace = await bench.workspace(brand)
    watcher = await watched(workspace, review / "site")
    file = review / "site" / "style.css"
    file.write_bytes(CSS)
    await quiet(watcher)
    file.touch()
    await quiet(watcher)
    assert log(workspace) == ["style.css"]
    file.write_bytes(b"b { color: blue }")
    await quiet(watcher)
    assert await content(brand, "site/style.css") == b"b { color: blue }"
    assert log(workspace, "sent") == ["style.css", "style.css"]


@in_the_window
async def test_what_others_changed_waits_for_a_decision(
    brand: LiveBrand, bench: WindowBench, review: Path
) -> None:
    await put_there(brand, "site/there.css", b"z {}")
    workspace = await bench.workspace(brand)
    root = review / "site"
    root.mkdir()
    for name in ("style.css", "there.css"):
        (root / name).write_bytes(CSS)
    watcher = await watched(workspace, root)
    await quiet(watcher)
    assert [file.place for file in watcher.asked] == ["there.css"]
    await put_there(brand, "site/style.css", b"x {}")
    (root / "style.css").write_bytes(b"mine {}")
    await quiet(watcher)
    assert [file.place for file in watcher.asked] == ["style.css", "there.css"]
    assert await content(brand, "site/style.css") == b"x {}"
    assert await content(brand, "site/there.css") == b"z {}"
    await watcher.decide("style.css", "replace")
    await watcher.decide("there.css", "both")
    await until(lambda: not watcher.asked)
    await quiet(watcher)
    assert await content(brand, "site/style.css") == b"mine {}"
    assert await content(brand, "site/there.css") == b"z {}"
    assert await content(brand, "site/there-2.css") == CSS
    (root / "there.css").write_bytes(b"once more {}")
    await quiet(watcher)
    assert await content(brand, "site/there-2.css") == b"once more {}"


@in_the_window
async def test_nothing_is_deleted_and_a_folder_that_went_is_waited_for(
    brand: LiveBrand, bench: WindowBench, review: Path
) -> None:
    workspace = await bench.workspace(brand)
    root = review / "site"
    watcher = await watched(workspace, root)
    for name in ("a.css", "b.css"):
        (root / name).write_bytes(name.encode())
    await quiet(watcher)
    (root / "a.css").unlink()
    await quiet(watcher)
    assert log(workspace, "gone") == ["a.css"]
    root.rename(review / "away")
    watcher.poke()
    await until(lambda: watcher.state == "waiting")
    assert "not there" in watcher.words
    root.mkdir()
    watcher.poke()
    await until(lambda: "empty" in watcher.words)
    root.rmdir()
    (review / "away").rename(root)
    watcher.poke()
    await until(lambda: watcher.state == "watching")
    await quiet(watcher)
    assert log(workspace, "gone") == ["a.css"]
    assert set(await stored(brand)) == {"site/a.css", "site/b.css"}


@in_the_window
async def test_many_files_and_a_storm_of_renames(
    brand: LiveBrand, bench: WindowBench, review: Path
) -> None:
    workspace = await bench.workspace(brand)
    root = review / "site"
    watcher = await watched(workspace, root)
    for number in range(200):
        (root / f"n{number}.css").write_bytes(b"a%d {}" % number)
    (root / "x0.css").write_bytes(b"x {}")
    for number in range(40):
        (root / f"x{number}.css").rename(root / f"x{number + 1}.css")
        watcher.poke()
        await asyncio.sleep(0.005)
    await until(lambda: len(log(workspace, "sent")) == 201)
    found = await stored(brand)
    assert set(found) == {f"site/n{number}.css" for number in range(200)} | {"site/x40.css"}
    assert log(workspace, "failed") == []


@in_the_window
async def test_it_goes_on_after_the_platform_was_away_and_after_a_restart(
    brand: LiveBrand, bench: WindowBench, review: Path, relay: Relay
) -> None:
    workspace = await bench.workspace(brand, base_url=relay.base_url, place="one")
    root = review / "site"
    watcher = await watched(workspace, root)
    await quiet(watcher)
    await relay.vanish()
    workspace.lose()
    (root / "a.css").write_bytes(CSS)
    await until(lambda: watcher.words == "Waiting for the server.")
    await relay.listen()
    await until(lambda: log(workspace, "sent") == ["a.css"], 15.0)
    await bench.close(workspace)
    (root / "b.css").write_bytes(b"b {}")
    again = await bench.workspace(brand, place="one")
    folders = again.shared(WatchedFolders)
    folders.settle = 0.1
    await folders.begin()
    await until(lambda: log(again, "sent") == ["a.css", "b.css"])
    assert set(await stored(brand)) == {"site/a.css", "site/b.css"}


@in_the_window
async def test_a_pause_holds(brand: LiveBrand, bench: WindowBench, review: Path) -> None:
    workspace = await bench.workspace(brand)
    watcher = await watched(workspace, review / "site")
    folders = workspace.shared(WatchedFolders)
    await folders.pause_all(True)
    await until(lambda: watcher.state == "paused")
    (review / "site" / "a.css").write_bytes(CSS)
    watcher.poke()
    await asyncio.sleep(0.3)
    assert await stored(brand) == {}
    await folders.pause_all(False)
    await until(lambda: log(workspace, "sent") == ["a.css"])
    await folders.remove(watcher)
    assert folders.watchers == []
    assert set(await stored(brand)) == {"site/a.css"}


@in_the_window
async def test_pairs_that_would_meet_are_refused(
    brand: LiveBrand, bench: WindowBench, review: Path
) -> None:
    workspace = await bench.workspace(brand)
    (review / "sites" / "one").mkdir(parents=True)
    (review / "loads").mkdir()
    await watched(workspace, review / "sites" / "one")
    folders = workspace.shared(WatchedFolders)
    (review / "link").symlink_to(review / "sites" / "one")
    await workspace.store.put_value("files.download-folder", str(review / "loads"))
    for root, folder, words in (
        (review / "sites", "other", "overlaps"),
        (review / "link", "other", "watched already"),
        (review / "loads", "other", "Downloads"),
        (review / "away", "other", "not there"),
        (Path("/"), "other", "too much"),
        (workspace.store.path.parent, "other", "its own files"),
    ):
        with pytest.raises(CannotWatch, match=words):
            await folders.add(root, folder)
