"""No word is cut without a way to read it: not in rows that are painted, in dialogs, or offline."""

from PySide6.QtCore import QEvent, QSize
from PySide6.QtGui import QHelpEvent
from PySide6.QtWidgets import QApplication, QStyledItemDelegate, QToolTip
from tests.desktop.support.cut_texts import ROOMY, cut_in, recording
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.relay import Relay
from tests.desktop.support.upload_trees import fill
from tests.desktop.support.window_bench import (
    MemoryKeyring,
    WindowBench,
    in_the_window,
    shown_dialog,
    turns,
    until,
)

from funneldesk.desktop.app.session import Session
from funneldesk.desktop.kit.lists.record_list import ListRow, RecordList, RowPainter

LONG = "Summer advertorial for everybody who asked twice & never came back <b>"
WIDTHS, DENSITIES = (1440, 1024), ("comfortable", "compact")
NARROW = 40
"""Pixels for a text in a row, so that every one of them is cut."""


def long_rows() -> RecordList:
    shown = ListRow("1", LONG, "/" + "a-very-long-way/" * 9, "2 h ago", "Published", "success")
    view = RecordList("Pages", lambda _: shown)
    view.resize(300, 200)
    view.arrange(["1"])
    return view


def test_a_row_tells_what_was_cut_in_it(loop: object) -> None:
    view = long_rows()
    view.show()
    with recording() as cuts:
        view.grab()
    assert cuts.count == 2
    place = view.visualRect(view.rows.index(0)).center()
    corner = view.viewport().mapToGlobal(place)
    QApplication.sendEvent(view.viewport(), QHelpEvent(QEvent.Type.ToolTip, place, corner))
    assert "asked twice &amp; never came back &lt;b&gt;" in QToolTip.text()
    assert "a-very-long-way/a-very-long-way" in QToolTip.text()
    assert not cut_in(view)
    view.close()


def test_a_list_that_tells_nothing_is_found(loop: object) -> None:
    """The control: without it nobody knows whether the search can fail."""

    class Silent(QStyledItemDelegate):
        paint, draw = RowPainter.paint, RowPainter.draw

    view = long_rows()
    view.setItemDelegate(Silent(view))
    view.show()
    assert [words for _, words, _ in cut_in(view)] == [LONG, "/" + "a-very-long-way/" * 9]
    view.close()


async def untold(session: Session) -> list[str]:
    """What is cut and told nowhere, in both densities and at both widths."""
    found = []
    for density in DENSITIES:
        session.set_density(density)
        for width in WIDTHS:
            session.window.resize(QSize(width, 900))
            await turns()
            tops = [each for each in QApplication.topLevelWidgets() if each.isVisible()]
            for most in (ROOMY, NARROW):
                found += [
                    f"{density} {width}: {each}" for top in tops for each in cut_in(top, most)
                ]
    return found


async def long_names(brand: LiveBrand) -> None:
    for number in range(3):
        await brand.add(title=f"{LONG} {number}", slug=f"{'a-very-long-way-' * 5}{number}")
    folder = "for-everybody-who-asked-twice-and-never-came-back"
    css = b"p { color: teal }"
    await fill(brand, {f"{folder}/{folder}.css": css, f"{folder}.css": css})


@in_the_window
async def test_what_is_cut_in_the_window_is_told(
    bench: WindowBench, brand: LiveBrand, relay: Relay, memory_keyring: MemoryKeyring
) -> None:
    await long_names(brand)
    session = bench.session()
    window = session.window
    window.show()
    panel = await bench.add_brand(session, brand, base_url=relay.base_url)
    await bench.opened(panel, panel.list.list.rows.at(0).id)
    assert not await untold(session)
    window.show_section("files")
    files = window.panel()
    await until(lambda: files.library.loaded and files.list.grid.count() == 2)
    for shape in ("list", "grid"):
        files.list.show_as(shape)
        await turns()
        assert not await untold(session), shape
    for open_dialog in (session.open_preferences, lambda: session.show_shortcuts(window)):
        open_dialog()
        dialog = await shown_dialog()
        assert not await untold(session), dialog.windowTitle()
        dialog.answer("")
        await turns()
    await relay.vanish()
    files.refresh()
    await until(window.banner.isVisible)
    assert not await untold(session), "offline"
