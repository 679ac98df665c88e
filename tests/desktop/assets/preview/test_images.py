"""Pictures of whole pages: true width, all of the length, written under safe names, or told why
not."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QFileDialog, QWidget
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.pages_driver import page_open
from tests.desktop.support.window_bench import WindowBench, in_the_window, shown_dialog, until

from funneldesk.desktop.assets.preview.images import (
    ImagesDialog,
    TakingDialog,
    file_stem,
    write_picture,
)
from funneldesk.desktop.kit.export.writing import CannotWrite
from funneldesk.desktop.kit.web.preview import capture as photographer
from funneldesk.desktop.kit.web.preview.capture import CannotPicture, Photographer, joined
from funneldesk.desktop.kit.web.preview.contact_sheet import Named, contact_sheet
from funneldesk.desktop.kit.web.preview.preview import PreviewFrame
from funneldesk.desktop.parts.pages.panel import PagesPanel

STRIPES = "".join(
    f"<div style='height: 500px; background: rgb({20 * n}, 0, {255 - 20 * n})'></div>"
    for n in range(10)
)
LONG = (
    "<!doctype html><style>body { margin: 0 } ::-webkit-scrollbar { width: 0 }"
    "#bar { position: fixed; top: 0; height: 40px; width: 100%; background: #0f0 }"
    "</style><div id=bar></div>" + STRIPES
)
SPLIT = (
    "<title>x</title><inline-split-test name=head><variant name='A/B: 1' weight=60><h1>A</h1>"
    "</variant><variant name='..' weight=40><h1>B</h1></variant></inline-split-test>"
)


def frame(html: str, width: int = 390) -> PreviewFrame:
    return PreviewFrame("one", "Calm", "70 %", width, html, "", "Phone, 390 px")


@asynccontextmanager
async def camera(scale: int = 1) -> AsyncIterator[Photographer]:
    owner = QWidget()
    made = Photographer(None, "", owner, scale)
    try:
        yield made
    finally:
        made.end()
        owner.deleteLater()


@pytest.mark.parametrize("scale", [1, 2])
@in_the_window
async def test_a_picture_is_the_whole_page_at_its_true_width(
    bench: WindowBench, scale: int
) -> None:
    async with camera(scale) as taking:
        photo = await taking.picture(frame(LONG))
    image = photo.image
    assert not photo.cut
    assert (image.width(), image.height()) == (390 * scale, 5000 * scale)
    for n in range(10):
        at = (500 * n + 250) * scale
        assert image.pixelColor(100 * scale, at) == QColor(20 * n, 0, 255 - 20 * n), n
    green = [
        y for y in range(5000) if image.pixelColor(200 * scale, y * scale) == QColor(0, 255, 0)
    ]
    assert green == list(range(40)), "what stays on the screen is on the first image only"


@in_the_window
async def test_a_page_that_is_longer_than_a_picture_can_be_is_cut_and_said_so(
    bench: WindowBench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(photographer, "MOST_HEIGHT", 2200)
    async with camera() as taking:
        photo = await taking.picture(frame(LONG))
        assert (photo.cut, photo.image.height()) == (True, 2200)
        short = await taking.picture(frame("<p>short</p>", 820))
        assert (short.cut, short.image.width()) == (False, 820)


@in_the_window
async def test_a_page_that_does_not_get_ready_is_given_up(
    bench: WindowBench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(photographer, "PATIENCE", 0.0)
    async with camera() as taking:
        with pytest.raises(CannotPicture, match="Calm"):
            await taking.picture(frame("<p>x</p>"))


def test_tiles_that_overlap_at_the_end_make_one_picture() -> None:
    red, blue = QImage(10, 8, QImage.Format.Format_RGB32), QImage(10, 8, QImage.Format.Format_RGB32)
    red.fill(QColor("red"))
    blue.fill(QColor("blue"))
    image = joined([(0, red), (4, blue)], 10, 12)
    assert (image.width(), image.height()) == (10, 12)
    assert [image.pixelColor(1, y).name() for y in (0, 3, 4, 11)] == [
        "#ff0000",
        "#ff0000",
        "#0000ff",
        "#0000ff",
    ]


def test_a_sheet_holds_every_image_and_stays_of_a_size_that_opens() -> None:
    images = [QImage(w, 20_000, QImage.Format.Format_RGB32) for w in (390, 820, 1280)]
    for image in images:
        image.fill(QColor("red"))
    named = [Named(f"V{n}", "70 %", image) for n in range(6) for image in images]
    sheet = contact_sheet("Summer sale", named, 3)
    assert sheet.height() <= 32_767
    assert sheet.width() * sheet.height() < 60_000_000
    reds = [x for x in range(sheet.width()) if sheet.pixelColor(x, 200).name() == "#ff0000"]
    runs = sum(1 for a, b in pairwise(reds) if b - a > 1) + 1
    assert runs == 3


@given(st.lists(st.text(max_size=80), max_size=4))
def test_a_files_name_is_safe_whatever_the_page_is_called(parts: list[str]) -> None:
    stem = file_stem(*parts)
    assert stem
    assert stem == stem.strip(" .-")
    assert not set(stem) & set('/\\:*?"<>|\0\n\r\t')
    assert len(stem) < 200
    assert stem.split(".")[0].upper() not in {"CON", "NUL", "AUX", "PRN", "COM1", "LPT9"}


def test_names_that_are_taken_are_left_alone(tmp_path: Path) -> None:
    image = QImage(4, 4, QImage.Format.Format_RGB32)
    image.fill(QColor("red"))
    paths = [write_picture(tmp_path, file_stem("Summer sale", "A/B"), image) for _ in range(3)]
    assert [path.name for path in paths] == [
        "Summer-sale A-B.png",
        "Summer-sale A-B 2.png",
        "Summer-sale A-B 3.png",
    ]
    assert QImage(str(paths[0])).pixelColor(1, 1) == QColor("red")
    with pytest.raises(CannotWrite):
        write_picture(tmp_path / "gone", "x", image)
    assert names_in(tmp_path) == sorted(path.name for path in paths)


def names_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


async def saving(panel: PagesPanel, folder: Path | None) -> None:
    """Save pictures…, as it is offered, into a folder."""
    panel.preview.asked_for_pictures.emit()
    dialog = await shown_dialog(ImagesDialog)
    dialog.answer("choose")

    def dialogs() -> list[QFileDialog]:
        return [d for d in panel.findChildren(QFileDialog) if d.isVisible()]

    await until(dialogs)
    if folder is None:
        dialogs()[-1].reject()
    else:
        dialogs()[-1].fileSelected.emit(str(folder))


async def split_page(bench: WindowBench, brand: LiveBrand) -> PagesPanel:
    panel = await page_open(bench, brand, title="Sale: 50 %", html=SPLIT)
    panel.show()
    await until(lambda: len(panel.preview.views()) == 2)
    return panel


@in_the_window
async def test_the_pictures_of_the_preview_are_saved_with_a_dialog(
    bench: WindowBench, brand: LiveBrand, tmp_path: Path
) -> None:
    panel = await split_page(bench, brand)
    folder = tmp_path / "pictures"
    folder.mkdir()
    await saving(panel, folder)
    await until(lambda: bench.notice("3 images saved"))
    names = names_in(folder)
    assert names == ["Sale-50 A-B-1.png", "Sale-50 sheet.png", "Sale-50.png"]
    widths = {name: QImage(str(folder / name)).width() for name in names}
    assert widths["Sale-50.png"] == widths["Sale-50 A-B-1.png"] == 390


@in_the_window
async def test_stopped_pictures_and_folders_that_are_gone_are_told(
    bench: WindowBench, brand: LiveBrand, tmp_path: Path
) -> None:
    panel = await split_page(bench, brand)
    await saving(panel, None)
    await bench.idle(panel)
    assert bench.notice() is None
    await saving(panel, tmp_path / "gone")
    await until(lambda: bench.notice("Show folder") is None and bench.notifications.notices)
    told = bench.notifications.notices[0]
    assert told.tone == "danger"
    assert told.text
    await saving(panel, tmp_path)
    dialog = await shown_dialog(TakingDialog)
    dialog.answer("")
    await until(lambda: bench.notice("Stopped taking images"))
    await bench.idle(panel)
    assert not [name for name in names_in(tmp_path) if name.endswith(".part")]
