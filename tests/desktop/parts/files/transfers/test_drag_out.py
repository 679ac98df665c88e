"""Files dragged out: what the editor, other programs and folders get."""

import json
from pathlib import Path
from urllib.parse import unquote, urlsplit

from tests.desktop.parts.files.test_panel import FILES, opened, stock
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.relay import Relay
from tests.desktop.support.window_bench import WindowBench, in_the_window, until

from funneldesk.desktop.parts.files.browse.drops import ASSETS_MIME
from funneldesk.desktop.parts.files.panel import FilesPanel
from funneldesk.desktop.parts.files.transfers.drag_out import (
    KEY,
    MOST_FILES,
    ONLY_ADDRESSES,
    DraggedFiles,
    DragOut,
)


def dragged(panel: FilesPanel, *paths: str) -> DraggedFiles:
    feature = next(each for each in panel.features if isinstance(each, DragOut))
    made = feature.mime_of([panel.library.rows[path] for path in paths])
    assert isinstance(made, DraggedFiles)
    return made


@in_the_window
async def test_a_drag_carries_addresses_and_soon_copies(
    brand: LiveBrand, bench: WindowBench
) -> None:
    await stock(brand)
    panel = await opened(bench, await bench.workspace(brand))
    mime = dragged(panel, "hero.png", "summer/img2.png")
    at = f"{brand.base_url}/cdn/{brand.number}/assets"
    assert [url.toString() for url in mime.urls()] == [f"{at}/hero.png", f"{at}/summer/img2.png"]
    assert mime.text().splitlines() == [f"{at}/hero.png", f"{at}/summer/img2.png"]
    assert mime.html().startswith(f'<img src="{at}/hero.png"')
    told = json.loads(bytes(mime.data(ASSETS_MIME).data()))
    assert [(one["path"], one["kind"]) for one in told] == [
        ("hero.png", "image"),
        ("summer/img2.png", "image"),
    ]
    await until(lambda: mime.copies)
    paths = [Path(url.toLocalFile()) for url in mime.urls()]
    assert [path.name for path in paths] == ["hero.png", "img2.png"]
    assert [path.read_bytes() for path in paths] == [FILES["hero.png"], FILES["summer/img2.png"]]
    # What other programs read are the bytes of the list.
    lines = bytes(mime.data("text/uri-list").data()).decode().split()
    assert [Path(unquote(urlsplit(line).path)) for line in lines] == paths
    panel.leave()
    assert not paths[0].exists()


@in_the_window
async def test_a_folder_is_dragged_within_the_files_only(
    brand: LiveBrand, bench: WindowBench
) -> None:
    await stock(brand)
    panel = await opened(bench, await bench.workspace(brand))
    mime = dragged(panel, "summer")
    assert not mime.hasUrls()
    assert json.loads(bytes(mime.data(ASSETS_MIME).data()))[0]["kind"] == "folder"


def told(bench: WindowBench) -> str:
    notice = bench.notice(ONLY_ADDRESSES)
    assert notice is not None
    return notice.text


@in_the_window
async def test_who_gets_only_addresses_is_told_why(brand: LiveBrand, bench: WindowBench) -> None:
    await stock(brand)
    panel = await opened(bench, await bench.workspace(brand))
    grid = panel.list.grid
    early = dragged(panel, "hero.png")
    assert early.urls()
    grid.given_away.emit(early)
    assert "asked before the files were here" in told(bench)
    await until(lambda: early.copies)
    many = dragged(panel, *["hero.png"] * (MOST_FILES + 1))
    assert many.urls()
    grid.given_away.emit(many)
    assert "at most 20 files and 40 MB" in told(bench)
    panel.workspace.notifications.withdraw(KEY)
    # The copies are told of by nobody.
    assert early.urls()
    grid.given_away.emit(early)
    assert not bench.notice(ONLY_ADDRESSES)


@in_the_window
async def test_what_cannot_be_fetched_says_so(
    brand: LiveBrand, bench: WindowBench, relay: Relay
) -> None:
    await stock(brand)
    panel = await opened(bench, await bench.workspace(brand, base_url=relay.base_url))
    await relay.vanish()
    mime = dragged(panel, "hero.png")
    await until(lambda: "reached" in mime.lacking)
    assert mime.urls()
    panel.list.grid.given_away.emit(mime)
    assert "cannot be reached" in told(bench)
