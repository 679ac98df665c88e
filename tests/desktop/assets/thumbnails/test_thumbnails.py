"""Thumbnails: made beside the window, kept by content, there without the platform."""

import asyncio
import contextlib
import os
import signal
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtGui import QPixmap
from tests.desktop.support.image_samples import bomb, font, picture, turned_photo
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.relay import Relay
from tests.desktop.support.window_bench import WindowBench, in_the_window, until

from funneldesk.client.uploads import Upload
from funneldesk.desktop.assets.library.library import AssetLibrary
from funneldesk.desktop.assets.library.row import AssetRow
from funneldesk.desktop.assets.thumbnails.source import MOST_REQUESTED, Thumbnails
from funneldesk.desktop.kit.style.theme import theme
from funneldesk.desktop.local.cache import thumbnails as thumb_store
from funneldesk.desktop.local.cache.thumbnails import Content, Shown, ThumbStore
from funneldesk.desktop.workspace.workspace import Workspace

CLIP = Path(__file__).parents[2] / "support" / "clip.mp4"
Give = Callable[[], QPixmap | None]


async def uploaded(brand: LiveBrand, **files: bytes) -> None:
    async with brand.api() as api:
        for name, content in files.items():
            await api.files.upload(Upload(name.replace("_", "."), content))


async def rows(workspace: Workspace) -> dict[str, AssetRow]:
    library = workspace.shared(AssetLibrary)
    await library.refresh()
    return library.rows


async def shown(give: Give, within: float = 8.0) -> QPixmap:
    """The picture, once it is there."""
    await until(give, within)
    found = give()
    assert found is not None
    return found


def is_blue(pixmap: QPixmap) -> bool:
    image = pixmap.toImage()
    colour = image.pixelColor(image.width() // 2, image.height() // 2)
    return abs(colour.red() - 0x3D) + abs(colour.green() - 0x57) + abs(colour.blue() - 0xD6) < 12


def kept(store: Path) -> list[bytes]:
    """The pictures that lie in a store; none when it cannot be read."""
    with contextlib.suppress(sqlite3.Error), closing(sqlite3.connect(store)) as database:
        return [picture for (picture,) in database.execute("SELECT picture FROM made")]
    return []


def one_picture_is_damaged(store: Path) -> None:
    with closing(sqlite3.connect(store)) as database, database:
        database.execute("UPDATE made SET picture = ?", (b"\xff\xd8\xff" + bytes(500),))


def the_store_is_damaged(store: Path) -> None:
    for file in store.parent.glob("thumbs.sqlite3*"):
        file.write_bytes(b"not a database at all, but long enough to be read" * 200)


@in_the_window
async def test_every_kind_of_picture_fits_in_its_square(
    bench: WindowBench, brand: LiveBrand
) -> None:
    await uploaded(
        brand,
        a_png=picture(640, 480),
        b_jpg=turned_photo(),
        c_webp=picture(300, 300, "#2E7D6B", "WEBP"),
        d_svg=b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 5">'
        b'<rect width="10" height="5" fill="#3D57D6"/></svg>',
        e_otf=font(),
        f_mp4=CLIP.read_bytes(),
    )
    workspace = await bench.workspace(brand)
    thumbs = workspace.shared(Thumbnails)
    told: list[str] = []
    thumbs.ready.connect(told.append)
    files = await rows(workspace)
    sizes = {}
    for name in ("a.png", "b.jpg", "c.webp", "d.svg", "e.otf", "f.mp4"):
        pixmap = await shown(lambda name=name: thumbs.picture(files[name], 200))
        sizes[name] = pixmap.width(), pixmap.height()
        assert name in told
    assert sizes == {
        "a.png": (256, 192),
        "b.jpg": (20, 60),
        "c.webp": (256, 256),
        "d.svg": (256, 128),
        "e.otf": (256, 256),
        "f.mp4": (64, 36),
    }
    assert is_blue(await shown(lambda: thumbs.picture(files["d.svg"], 200)))
    about = await thumbs.content(files["b.jpg"])
    assert about is not None
    assert (about.kind, about.width, about.height) == ("image/jpeg", 20, 60)


@in_the_window
async def test_videos_keep_no_picture_waiting_and_a_broken_one_is_told(
    bench: WindowBench, brand: LiveBrand, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    thumbs = (await bench.workspace(brand)).shared(Thumbnails)
    still = asyncio.Event()

    draw_and = thumbs.workers.draw_and

    async def not_before_the_picture(finish: Any, head: Any, body: bytes = b"") -> Any:
        """A video that takes as long as it likes."""
        if head["name"].endswith(".mp4"):
            await still.wait()
        return await draw_and(finish, head, body)

    monkeypatch.setattr(thumbs.workers, "draw_and", not_before_the_picture)
    (tmp_path / "broken.mp4").write_bytes(CLIP.read_bytes()[:900])
    (tmp_path / "still.png").write_bytes(picture(60, 40))
    films = [tmp_path / f"{number}.mp4" for number in range(3)]
    for number, film in enumerate(films):
        film.write_bytes(CLIP.read_bytes() + bytes(number))
    places = [tmp_path / "still.png", *films, tmp_path / "broken.mp4"]

    def all_asked() -> bool:
        found = [thumbs.local(place, 200) or thumbs.failure(str(place)) for place in places]
        return all(found)

    await until(lambda: [thumbs.local(place, 200) for place in reversed(places)][-1])
    assert not any(thumbs.local(film, 200) for film in films)
    still.set()
    await until(all_asked)
    assert all(thumbs.local(film, 200) for film in films)
    assert "format isn't known" in thumbs.failure(str(places[-1]))


@in_the_window
async def test_what_was_seen_once_is_there_without_the_platform(
    bench: WindowBench, brand: LiveBrand, relay: Relay
) -> None:
    await uploaded(brand, a_png=picture(640, 480), small_png=picture(90, 60))
    first = await bench.workspace(brand, place="same", base_url=relay.base_url)
    files = await rows(first)
    for name in files:
        await shown(lambda name=name: first.shared(Thumbnails).picture(files[name], 200))
    await bench.close(first)
    await relay.vanish()
    again = await bench.workspace(brand, place="same", base_url=relay.base_url)
    object.__setattr__(again.connection, "id", first.connection.id)
    thumbs = again.shared(Thumbnails)
    pixmap = await shown(lambda: thumbs.picture(files["a.png"], 200))
    assert (pixmap.width(), pixmap.height()) == (256, 192)
    smaller = await shown(lambda: thumbs.picture(files["a.png"], 100))
    assert smaller.width() in (128, 256)
    # There is no larger one, and none is needed: the whole picture is this small.
    assert (await shown(lambda: thumbs.picture(files["small.png"], 800))).width() == 90
    assert not thumbs.workers.processes
    # A larger one is made from the copy of what was seen.
    await until(lambda: (shown := thumbs.picture(files["a.png"], 500)) and shown.width() > 256)
    assert not thumbs.failure("a.png")


@in_the_window
async def test_damaged_files_of_the_cache_are_made_again(
    bench: WindowBench, brand: LiveBrand
) -> None:
    await uploaded(brand, a_png=picture(640, 480))
    first = await bench.workspace(brand, place="same")
    files = await rows(first)
    await shown(lambda: first.shared(Thumbnails).picture(files["a.png"], 100))
    store = first.cache / "thumbs" / "thumbs.sqlite3"
    await until(lambda: kept(store))
    await bench.close(first)
    whole = kept(store)
    for damage in (one_picture_is_damaged, the_store_is_damaged):
        damage(store)
        assert damage is the_store_is_damaged or kept(store) != whole
        again = await bench.workspace(brand, place="same")
        object.__setattr__(again.connection, "id", first.connection.id)
        thumbs = again.shared(Thumbnails)
        assert (await shown(lambda t=thumbs: t.picture(files["a.png"], 100))).width() == 128
        await until(lambda: kept(store) == whole)
        await bench.close(again)


@in_the_window
async def test_a_file_that_cannot_be_drawn_tells_why_and_is_not_tried_again(
    bench: WindowBench, brand: LiveBrand
) -> None:
    whole = picture(64, 64)
    await uploaded(brand, torn_png=whole[: len(whole) // 2], bomb_png=bomb(), good_png=whole)
    workspace = await bench.workspace(brand)
    thumbs = workspace.shared(Thumbnails)
    files = await rows(workspace)
    told: list[str] = []
    thumbs.ready.connect(told.append)
    for name in ("torn.png", "bomb.png"):
        thumbs.picture(files[name], 128)
        await until(lambda name=name: thumbs.failure(name))
    assert "damaged" in thumbs.failure("torn.png")
    assert "40,000 × 40,000 pixels are too many" in thumbs.failure("bomb.png")
    told.clear()
    for _ in range(3):
        assert thumbs.picture(files["torn.png"], 128) is None
    await shown(lambda: thumbs.picture(files["good.png"], 128))
    assert told == ["good.png"]
    # Another file in its place is another picture.
    async with brand.api() as api:
        await api.files.upload(Upload("torn.png", picture(70, 64)))
    files = await rows(workspace)
    assert (await shown(lambda: thumbs.picture(files["torn.png"], 128))).width() == 70
    assert not thumbs.failure("torn.png")


@in_the_window
async def test_a_worker_that_is_killed_is_replaced(
    bench: WindowBench, brand: LiveBrand, tmp_path: Path
) -> None:
    workspace = await bench.workspace(brand)
    thumbs = workspace.shared(Thumbnails)
    for number in range(3):
        place = tmp_path / f"{number}.png"
        place.write_bytes(picture(40 + number, 40))
        for process in thumbs.workers.processes:
            os.kill(process, signal.SIGKILL)
        pixmap = await shown(lambda place=place: thumbs.local(place, 128))
        assert pixmap.width() == 40 + number
    processes = thumbs.workers.processes
    assert processes
    await bench.close(workspace)
    await until(lambda: not any(Path(f"/proc/{process}").exists() for process in processes))


@in_the_window
async def test_local_files_follow_what_is_on_disk(
    bench: WindowBench, brand: LiveBrand, tmp_path: Path
) -> None:
    workspace = await bench.workspace(brand)
    thumbs = workspace.shared(Thumbnails)
    os.mkfifo(tmp_path / "pipe.png")
    for name in ("pipe.png", "missing.png"):
        thumbs.local(tmp_path / name, 128)
        await until(lambda name=name: thumbs.failure(str(tmp_path / name)))
    assert "not there" in thumbs.failure(str(tmp_path / "missing.png"))
    place = tmp_path / "\udcff odd.png"
    place.write_bytes(picture(50, 40))
    assert (await shown(lambda: thumbs.local(place, 128))).width() == 50
    place.write_bytes(picture(60, 40))
    thumbs.forget_failures()
    await until(lambda: (found := thumbs.local(place, 128)) and found.width() == 60)


@in_the_window
async def test_what_was_scrolled_past_waits_for_what_is_seen(
    bench: WindowBench, brand: LiveBrand, tmp_path: Path
) -> None:
    workspace = await bench.workspace(brand)
    thumbs = workspace.shared(Thumbnails)
    places = [tmp_path / f"{number}.png" for number in range(MOST_REQUESTED + 60)]
    for number, place in enumerate(places):
        place.write_bytes(picture(16, 16, f"#{number:06x}"))
        thumbs.local(place, 128)
    await until(lambda: len(thumbs._here) == len(places))
    order: list[str] = []
    thumbs.ready.connect(order.append)
    for place in places:
        thumbs.local(place, 128)
    await until(lambda: str(places[-1]) in order)
    assert str(places[0]) not in order
    # Whoever still shows the others asks again when all else is done, and gets them.
    await until(lambda: str(places[0]) in order)
    assert (await shown(lambda: thumbs.local(places[0], 128))).width() == 16


@in_the_window
async def test_letters_of_fonts_follow_the_theme(bench: WindowBench, brand: LiveBrand) -> None:
    await uploaded(brand, e_otf=font())
    workspace = await bench.workspace(brand)
    thumbs = workspace.shared(Thumbnails)
    files = await rows(workspace)

    async def inks() -> set[str]:
        image = (await shown(lambda: thumbs.picture(files["e.otf"], 128))).toImage()
        every = ((x, y) for x in range(image.width()) for y in range(image.height()))
        return {
            image.pixelColor(x, y).name() for x, y in every if image.pixelColor(x, y).alpha() == 255
        }

    before = theme.mode
    try:
        theme.set_mode("light")
        light = await inks()
        theme.set_mode("dark")
        await asyncio.sleep(0)
        dark = await inks()
    finally:
        theme.set_mode(before)
    assert light == {"#1a212c"}
    assert dark == {"#e7eaf0"}


def test_what_was_not_used_for_long_goes_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = ThumbStore(tmp_path / "thumbs", budget=10_000)
    clock = 1_000_000.0
    monkeypatch.setattr(thumb_store.time, "time", lambda: clock)
    for number in range(20):
        clock += 10
        shown = Shown(f"file {number}", number, 1.0)
        files.keep(shown, Content(f"{number:064x}", "image/png", 9, 9), 128, bytes(1_000))
    clock += 2 * 86_400
    assert files.picture(f"{0:064x}", 128)
    while files.prune():
        pass
    left = [number for number in range(20) if files.picture(f"{number:064x}", 128)]
    assert left == [0, *range(12, 20)]
    assert len(kept(tmp_path / "thumbs" / "thumbs.sqlite3")) == len(left)
    assert files.content(Shown("file 15", 15, 1.0)) is not None
    assert files.content(Shown("file 15", 15, 2.0)) is None
    files.close()


def test_a_disk_that_refuses_only_means_that_nothing_is_kept(tmp_path: Path) -> None:
    (tmp_path / "thumbs").write_bytes(b"a file where the folder should be")
    files = ThumbStore(tmp_path / "thumbs")
    shown = Shown("a", 1, 1.0)
    files.keep(shown, Content("ab" * 32, "image/png", 9, 9), 128, b"picture")
    assert files.content(shown) is None
    assert files.picture("ab" * 32, 128) is None
    assert not files.prune()
    files.close()


def test_a_full_disk_keeps_what_is_there_and_nothing_by_halves(tmp_path: Path) -> None:
    store = ThumbStore(tmp_path / "thumbs")
    early, late = Shown("early", 1, 1.0), Shown("late", 1, 1.0)
    store.keep(early, Content("ab" * 32, "image/png", 9, 9), 128, b"early")
    assert store._database is not None
    (pages,) = store._database.execute("PRAGMA page_count").fetchone()
    store._database.execute(f"PRAGMA max_page_count = {pages}")
    store.keep(late, Content("cd" * 32, "image/png", 9, 9), 128, bytes(100_000))
    assert store.content(late) is None
    assert store.picture("cd" * 32, 128) is None
    assert store.picture("ab" * 32, 128) == b"early"
    # Once there is room again all goes on.
    store._database.execute("PRAGMA max_page_count = 1000000")
    store.keep(late, Content("cd" * 32, "image/png", 9, 9), 128, b"late")
    assert store.picture("cd" * 32, 128) == b"late"
    store.close()
