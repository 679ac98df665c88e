"""Images that were seen are there offline too, within a budget; spoilt ones were never seen."""

import os
from pathlib import Path

import pytest
from tests.desktop.parts.pages.preview.test_pane import Looking, inside, until_is
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.pages_driver import page_open, write
from tests.desktop.support.relay import Relay
from tests.desktop.support.window_bench import WindowBench, in_the_window, until

from funneldesk.client.uploads import Upload
from funneldesk.desktop.assets.seen_files import PublicFiles
from funneldesk.desktop.assets.thumbnails.fetching import NotFetched, fetched
from funneldesk.desktop.local.cache.seen_files import SeenFiles

DRAWING = b'<svg xmlns="http://www.w3.org/2000/svg" width="7" height="5"/>'


@in_the_window
async def test_a_picture_that_was_seen_is_in_the_preview_while_the_server_is_away(
    bench: WindowBench, brand: LiveBrand, relay: Relay
) -> None:
    async with brand.api() as api:
        await api.files.upload(Upload("mark.svg", DRAWING), folder="img")
    picture = f"/cdn/{brand.number}/assets/img/mark.svg"
    panel = await page_open(bench, brand, relay, html=f"<p>one</p><img src='{picture}'>")
    panel.resize(1300, 800)
    panel.show()
    await until(lambda: panel.preview.stage and panel.preview.stage.is_ready)
    on, image = Looking(panel), f"{inside(0)}?.querySelector('img')"
    await until_is(on.stage, f"{image}?.naturalWidth", 7)
    files = panel.workspace.shared(PublicFiles)
    while await files.last_seen(picture) is None:
        pass
    await relay.vanish()
    panel.workspace.lose()
    write(panel, "html", f"<p>two</p><img src='{picture}?'>")
    await until_is(on.stage, f"{inside(0)}?.querySelector('p')?.textContent", "two")
    await until_is(on.stage, f"{image}?.naturalWidth", 7)


@in_the_window
async def test_a_file_is_looked_at_offline_only_when_it_was_seen(
    bench: WindowBench, brand: LiveBrand, relay: Relay
) -> None:
    async with brand.api() as api:
        for name in ("seen.svg", "other.svg"):
            await api.files.upload(Upload(name, DRAWING), folder="img")
    workspace = await bench.workspace(brand, base_url=relay.base_url)
    at = f"{relay.base_url}/cdn/{brand.number}/assets/img"
    assert await fetched(workspace, f"{at}/seen.svg", 99) == DRAWING
    while await workspace.shared(PublicFiles).last_seen(f"{at}/seen.svg") is None:
        pass
    await relay.vanish()
    assert await fetched(workspace, f"{at}/seen.svg", 99) == DRAWING
    with pytest.raises(NotFetched, match="can't be reached") as caught:
        await fetched(workspace, f"{at}/other.svg", 99)
    assert caught.value.passing


def test_the_files_not_seen_for_longest_make_room(tmp_path: Path) -> None:
    seen = SeenFiles(tmp_path / "seen", budget=10_000)
    for number in range(40):
        seen.keep(f"https://a.example/{number}.png", bytes([number]) * 1_000)
        for place in (tmp_path / "seen").iterdir():
            # A second of the disk's clock for each, without waiting for it.
            os.utime(place, (place.stat().st_mtime - 1, place.stat().st_mtime - 1))
        assert seen.get("https://elsewhere.example/0.png") == b"\0" * 1_000, "it is seen each time"
        assert sum(place.stat().st_size for place in (tmp_path / "seen").iterdir()) <= 10_000
    assert seen.get("https://a.example/39.png") == bytes([39]) * 1_000
    assert seen.get("https://a.example/5.png") is None
    again = SeenFiles(tmp_path / "seen", budget=10_000)
    again.keep("https://a.example/40.png", b"x" * 1_000)
    assert sum(place.stat().st_size for place in (tmp_path / "seen").iterdir()) <= 10_000


@pytest.mark.parametrize("spoil", [lambda raw: raw[:-3], lambda raw: b"", lambda raw: raw + b"!"])
def test_a_spoilt_file_was_never_seen(tmp_path: Path, spoil: object) -> None:
    seen = SeenFiles(tmp_path)
    seen.keep("/cdn/1/a.png", b"picture")
    (file,) = tmp_path.iterdir()
    assert callable(spoil)
    file.write_bytes(spoil(file.read_bytes()))
    assert seen.get("/cdn/1/a.png") is None
    seen.keep("/cdn/1/a.png", b"picture")
    assert seen.get("/cdn/1/a.png") == b"picture"


def test_a_folder_that_cannot_be_made_costs_nothing_but_the_files(tmp_path: Path) -> None:
    (tmp_path / "seen").write_text("a file")
    seen = SeenFiles(tmp_path / "seen")
    seen.keep("/a.png", b"picture")
    assert seen.get("/a.png") is None
    assert (tmp_path / "seen").read_text() == "a file"
