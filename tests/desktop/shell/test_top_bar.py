"""The top bar and the texts of the window: things keep their places, and no word is cut."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, QSize, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit
from tests.desktop.support.cut_texts import cut_in
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.pages_driver import write
from tests.desktop.support.window_bench import (
    MemoryKeyring,
    WindowBench,
    in_the_window,
    turns,
    until,
)

from funneldesk.desktop.kit.controls.buttons import Button
from funneldesk.desktop.kit.style.stylesheet import style_sheet
from funneldesk.desktop.kit.style.theme import font, theme
from funneldesk.desktop.kit.style.tokens import COMFORTABLE, COMPACT, Density
from funneldesk.desktop.shell.windows.main_window import MainWindow

SECTIONS = ("pages", "files", "brands")
WIDTHS = (1440, 1024)


@pytest.fixture(params=[COMFORTABLE, COMPACT], ids=lambda density: density.name)
def density(qapp: QApplication, request: pytest.FixtureRequest) -> Iterator[Density]:
    before = qapp.font(), theme.density
    theme.density = request.param
    qapp.setFont(font())
    qapp.setStyleSheet(style_sheet(theme.tokens, theme.density))
    yield request.param
    theme.density = before[1]
    qapp.setStyleSheet("")
    qapp.setFont(before[0])


def places(window: MainWindow) -> list[tuple[int, int]]:
    """Where what is in every section stands, and how wide it is."""
    top = window.top
    fixed = (top.palette_button, top.jobs, top.notices)
    return [(each.mapTo(window, QPoint(0, 0)).x(), each.width()) for each in fixed]


@in_the_window
async def test_what_is_everywhere_keeps_its_place_and_no_word_is_cut(
    bench: WindowBench, brand: LiveBrand, memory_keyring: MemoryKeyring, density: Density
) -> None:
    await brand.add(title="Spring", html="<p>one</p>")
    session = bench.session()
    window = session.window
    window.show()
    panel = await bench.add_brand(session, brand)
    for width in WIDTHS:
        window.resize(QSize(width, 900))
        window.show_section("pages")
        await turns()
        before = places(window)
        for section in SECTIONS:
            window.show_section(section)
            await bench.idle(panel)
            assert places(window) == before, (section, width)
            assert not cut_in(window), (section, width)
    window.show_section("pages")
    await turns()
    publish = panel.publish_button
    assert publish.text() == "Publish"
    kept = publish.mapTo(window, QPoint(0, 0)), publish.width()
    await panel.save_flow.save("published")
    await bench.idle(panel)
    assert publish.text() == "Published"
    assert (publish.mapTo(window, QPoint(0, 0)), publish.width()) == kept
    write(panel, "html", "<p>two</p>")
    await turns()
    assert publish.text() == "Publish changes"
    assert (publish.mapTo(window, QPoint(0, 0)), publish.width()) == kept
    assert not cut_in(window)


@in_the_window
async def test_a_click_on_a_button_of_the_bar_leaves_the_cursor_where_one_types(
    bench: WindowBench, brand: LiveBrand, memory_keyring: MemoryKeyring
) -> None:
    page = await brand.add(title="Spring", html="<p>one</p>", status="published")
    session = bench.session()
    session.window.show()
    panel = await bench.add_brand(session, brand)
    await bench.opened(panel, page)
    field = panel.list.findChild(QLineEdit)
    field.setFocus()
    await until(field.hasFocus)
    shown = session.window.top.section_actions.currentWidget()
    toggle = next(b for b in shown.findChildren(Button) if "preview" in b.accessibleName().lower())
    QTest.mouseClick(toggle, Qt.MouseButton.LeftButton)
    await turns()
    assert field.hasFocus()


@in_the_window
async def test_a_section_that_is_shown_first_gives_the_keyboard_to_its_list(
    bench: WindowBench, brand: LiveBrand, memory_keyring: MemoryKeyring
) -> None:
    await brand.add(title="Spring", html="<p>one</p>")
    session = bench.session()
    session.window.show()
    session.window.activateWindow()
    await bench.add_brand(session, brand)
    session.window.show_section("files")
    panel = session.window.panel()
    assert panel is not None
    assert session.window.focusWidget() in (panel, panel.first_list())
