"""Quick look and properties, over a running platform."""

from pathlib import Path

import pytest
from PySide6.QtCore import QSize, Qt, QUrl
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from tests.desktop.support.image_samples import drawing, font, picture
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.relay import Relay
from tests.desktop.support.window_bench import WindowBench, in_the_window, said, until

from funneldesk.client.uploads import Upload
from funneldesk.desktop.parts.files.panel import FilesPanel
from funneldesk.desktop.parts.files.properties.properties import Properties
from funneldesk.desktop.parts.files.quick_look.font import FontStage
from funneldesk.desktop.parts.files.quick_look.image import PictureStage
from funneldesk.desktop.parts.files.quick_look.quick_look import QuickLook
from funneldesk.desktop.parts.files.quick_look.text import LINE, MOST, TextStage, readable
from funneldesk.desktop.parts.files.quick_look.video import VideoStage
from funneldesk.desktop.parts.files.quick_look.window import LookWindow
from funneldesk.desktop.shell.shortcuts.panel_keys import bind_panel_keys

CLIP = Path(__file__).parents[3] / "support" / "clip.mp4"
Key = Qt.Key


def same_file(url: QUrl, original: Path, name: str) -> bool:
    """Whether an address of this computer is a copy of ``original`` under ``name``."""
    place = Path(url.toLocalFile())
    return (place.name, place.read_bytes()) == (name, original.read_bytes())


async def opened(bench: WindowBench, brand: LiveBrand, base_url: str = "") -> FilesPanel:
    """The section with a file of every kind, shown."""
    files = {
        "a.png": picture(1_600, 900),
        "b.svg": drawing('<circle cx="20" cy="20" r="15" fill="#3D57D6"/>'),
        "c.otf": font(),
        "d.css": b"a { color: red }\n" * 9_000 + b"x" * 5_000,
        "e.mp4": CLIP.read_bytes(),
        "f.png": picture(300, 300)[:60],
    }
    async with brand.api() as api:
        for name, content in files.items():
            await api.files.upload(Upload(name, content))
    workspace = await bench.workspace(brand, base_url=base_url)
    panel = bench.own(FilesPanel(workspace))
    panel.resize(1_100, 700)
    panel.show()
    panel.refresh()
    await until(lambda: len(panel.shown_rows()) == len(files))
    return panel


def feature(panel: FilesPanel, kind: type[QuickLook]) -> QuickLook:
    return next(each for each in panel.features if isinstance(each, kind))


async def looked_at(panel: FilesPanel, name: str) -> LookWindow:
    """What Space on a file brings, once the file is there."""
    look = feature(panel, QuickLook)
    panel.select(name)
    QTest.keyClick(panel.list.grid, Key.Key_Space)
    await until(lambda: look.window is not None and look.window.isVisible())
    assert look.window is not None
    await until(lambda: look.window.loaded and look.window.row.path == name)
    return look.window


@in_the_window
async def test_space_looks_and_arrows_go_on(bench: WindowBench, brand: LiveBrand) -> None:
    panel = await opened(bench, brand)
    look = feature(panel, QuickLook)
    window = await looked_at(panel, "a.png")
    assert "a.png" in said(window)
    assert "1 of 6" in said(window)
    assert "1,600 × 900" in window.facts.text()
    stage = window.stage.currentWidget()
    assert isinstance(stage, PictureStage)
    assert 0 < stage.canvas.image.width() <= 1_600
    QTest.keyClick(window, Key.Key_Right)
    await until(lambda: window.loaded and window.row.path == "b.svg")
    assert [row.path for row in panel.selected()] == ["b.svg"]
    QTest.keyClick(window, Key.Key_Left)
    await until(lambda: window.loaded and window.row.path == "a.png")
    QTest.keyClick(window, Key.Key_Left)
    assert window.row.path == "a.png"
    # The keyboard may be in the grid as well: what is selected there is shown.
    panel.select("d.css")
    await until(lambda: window.loaded and window.row.path == "d.css")
    QTest.keyClick(window, Key.Key_Space)
    await until(lambda: look._open_window() is None)
    window = await looked_at(panel, "b.svg")
    QTest.keyClick(panel.list.grid, Key.Key_Space)
    await until(lambda: look._open_window() is None)
    window = await looked_at(panel, "b.svg")
    QTest.keyClick(window, Key.Key_Escape)
    await until(lambda: look._open_window() is None)
    await looked_at(panel, "a.png")
    panel.hide()
    await until(lambda: look._open_window() is None)


@in_the_window
async def test_esc_closes_it_where_the_window_has_a_use_for_esc(
    bench: WindowBench, brand: LiveBrand
) -> None:
    panel = await opened(bench, brand)
    led_back: list[object] = []
    bind_panel_keys(panel, lambda act: led_back.append(act))
    look = feature(panel, QuickLook)
    window = await looked_at(panel, "a.png")
    await until(window.isActiveWindow)
    QTest.keyClick(window, Key.Key_Escape)
    await until(lambda: look._open_window() is None)
    assert not led_back
    panel.activateWindow()
    await until(panel.isActiveWindow)
    QTest.keyClick(panel.list.grid, Key.Key_Escape)
    await until(lambda: len(led_back) == 1)


@in_the_window
async def test_a_picture_is_sharp_at_every_zoom(bench: WindowBench, brand: LiveBrand) -> None:
    panel = await opened(bench, brand)
    window = await looked_at(panel, "a.png")
    stage = window.stage.currentWidget()
    assert isinstance(stage, PictureStage)
    assert stage.canvas.scale < 1
    QTest.keyClick(window, Key.Key_1, Qt.KeyboardModifier.NoModifier)
    assert stage.percent.text() == "100%"
    await until(lambda: stage.canvas.image.width() == 1_600)
    QTest.keyClick(window, Key.Key_0)
    assert stage.canvas.scale < 1
    # Of a vector there is always a sharper one.
    window = await looked_at(panel, "b.svg")
    before = stage.canvas.image.width()
    for _ in range(6):
        QTest.keyClick(window, Key.Key_Plus)
    await until(lambda: stage.canvas.image.width() > before * 1.5)


@in_the_window
async def test_fonts_texts_and_videos(
    bench: WindowBench, brand: LiveBrand, monkeypatch: pytest.MonkeyPatch
) -> None:
    panel = await opened(bench, brand)
    window = await looked_at(panel, "c.otf")
    stage = window.stage.currentWidget()
    assert isinstance(stage, FontStage)
    assert "Inter" not in said(window)
    tall = stage.specimen.height()
    stage.words.setText("Harbour Lane")
    await until(lambda: stage.specimen.height() != tall)
    window = await looked_at(panel, "d.css")
    stage = window.stage.currentWidget()
    assert isinstance(stage, TextStage)
    await until(lambda: stage.view.blockCount() == 9_000 + 5)
    assert stage.note.text() == "long lines are broken"
    window = await looked_at(panel, "e.mp4")
    stage = window.stage.currentWidget()
    assert isinstance(stage, VideoStage)
    assert stage.canvas.whole == QSize(64, 36)
    opened_by: list[QUrl] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: not opened_by.append(url))
    QTest.keyClick(window, Key.Key_K)
    await until(lambda: opened_by)
    assert same_file(opened_by[0], CLIP, "e.mp4")


@in_the_window
async def test_what_cannot_be_shown_says_why(
    bench: WindowBench, brand: LiveBrand, relay: Relay
) -> None:
    panel = await opened(bench, brand, relay.base_url)
    window = await looked_at(panel, "f.png")
    assert window.stage.currentWidget() is window.problem
    assert "damaged" in said(window.problem)
    await relay.vanish()
    await looked_at(panel, "d.css")
    assert "can't be reached" in said(window.problem)


@in_the_window
async def test_properties_tell_what_is_selected(bench: WindowBench, brand: LiveBrand) -> None:
    panel = await opened(bench, brand)
    view = next(each for each in panel.features if isinstance(each, Properties)).view
    assert "Select a file" in said(view)
    panel.select("a.png")
    await until(lambda: "a.png" in said(view).replace("\u200b", ""))
    await until(lambda: "PNG image" in said(view))
    assert "1,600 × 900 pixels" in said(view)
    size = f"{panel.selected()[0].size:,} bytes"
    await until(lambda: any(size in each.toolTip() for each in view.findChildren(QWidget)))
    view.copy_addresses("url")
    assert QGuiApplication.clipboard().text().endswith("/assets/a.png")
    assert QGuiApplication.clipboard().text().startswith("http")
    # The size of a vector is known from its content alone.
    panel.select("b.svg")
    await until(lambda: "40 × 40 pixels" in said(view))
    panel.list.grid.selectAll()
    await until(lambda: "6 selected" in said(view))
    assert "Images\n2\n" in said(view)
    view.copy_addresses("url")
    assert len(QGuiApplication.clipboard().text().splitlines()) == 6


def test_any_bytes_are_readable() -> None:
    pieces, broken = readable(b"\xef\xbb\xbfa\x00b\r\nc\xff\n" + b"y" * (2 * LINE + 1))
    text = "".join(pieces)
    assert text.startswith("a\u2400b\r\nc\ufffd\n")
    assert broken
    assert max(map(len, text.splitlines())) <= LINE + 1
    assert sum(map(len, readable(b"z\n" * MOST)[0])) == MOST
    assert readable(b"") == ([], False)
