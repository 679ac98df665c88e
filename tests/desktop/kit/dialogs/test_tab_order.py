"""The Tab key: through every section as one reads it, with the keyboard in sight at each halt."""

import gc

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QSpinBox, QTableView, QVBoxLayout, QWidget
from shiboken6 import isValid
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.tab_key import assert_seen, dressed, holder, is_document, misread, tabbed
from tests.desktop.support.window_bench import MemoryKeyring, WindowBench, in_the_window, until

from funneldesk.desktop.app.session import Session
from funneldesk.desktop.kit.dialogs.tab_order import stops
from funneldesk.desktop.kit.web.editor.tab_keys import TAB_MODE_KEYS
from funneldesk.desktop.parts.brands.panel import BrandPanel
from funneldesk.desktop.parts.pages.panel import PagesPanel

Key = Qt.Key
SHIFT, NONE = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.NoModifier
__all__ = ["dressed"]
FIELDS = "<a href='#'>one</a><input><button>two</button><p>three</p>"


async def shown(bench: WindowBench, brand: LiveBrand) -> tuple[Session, PagesPanel]:
    await brand.add(title="Spring", html=FIELDS)
    session = bench.session()
    session.window.resize(1440, 900)
    session.window.show()
    session.window.activateWindow()
    panel = await bench.add_brand(session, brand)
    await until(lambda: session.window.isActiveWindow() and panel.session.draft is not None)
    await until(lambda: panel.editor.code and panel.editor.code.is_ready)
    await until(lambda: panel.preview.stage and panel.preview.stage.is_ready)
    return session, panel


@pytest.mark.parametrize(
    "section", ["files", "brands", pytest.param("pages", marks=pytest.mark.deep)]
)
@in_the_window
async def test_tab_reads_the_window_and_is_seen_at_each_halt(
    bench: WindowBench, brand: LiveBrand, memory_keyring: MemoryKeyring, section: str
) -> None:
    session, panel = await shown(bench, brand)
    window = session.window
    window.show_section(section)
    await bench.idle(panel)
    if section == "brands":
        brands = window.panel()
        assert isinstance(brands, BrandPanel)
        await until(lambda: brands.session.draft is not None and brands.is_quiet)
    halts = await tabbed(window, window.sidebar.brand)
    assert sum(map(is_document, halts)) == (2 if section == "pages" else 0)
    assert not misread(window, halts)
    back = await tabbed(window, window.sidebar.brand, Key.Key_Backtab)
    assert back[1:] == halts[:0:-1]
    assert panel.session.draft is not None
    assert not panel.session.draft.is_dirty
    assert_seen(window, halts)


@in_the_window
async def test_tab_indents_once_somebody_writes_and_leaves_by_its_keys(
    bench: WindowBench, brand: LiveBrand, memory_keyring: MemoryKeyring
) -> None:
    _, panel = await shown(bench, brand)
    code = panel.editor.code
    assert code is not None
    code.setFocus(Qt.FocusReason.TabFocusReason)
    keyboard = holder()
    QTest.keyClick(keyboard, Key.Key_Right)
    await code.settled()
    QTest.keyClick(keyboard, Key.Key_Tab)
    await until(lambda: panel.editor.source("html") == f"  {FIELDS}")
    assert holder() is keyboard
    QTest.keyClick(keyboard, Key.Key_M, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClick(keyboard, Key.Key_Right)
    QTest.keyClick(keyboard, Key.Key_Tab)
    assert holder() is not keyboard
    await code.settled()
    assert panel.editor.source("html") == f"  {FIELDS}"
    code.focus()
    QTest.keyClick(keyboard, Key.Key_M, Qt.KeyboardModifier.ControlModifier)
    await code.settled()
    QTest.keyClick(keyboard, Key.Key_Tab)
    await until(lambda: panel.editor.source("html") != f"  {FIELDS}")
    assert any(line[0] == TAB_MODE_KEYS for line in panel.shortcuts())


def test_what_the_tab_key_passes_by_keeps_its_hold_on_others(qapp: object) -> None:
    window, table, number = QWidget(), QTableView(), QSpinBox()
    layout = QVBoxLayout(window)
    for each in (table, number):
        layout.addWidget(each)
    window.show()
    header = table.horizontalHeader()
    found = stops(window)
    assert found == [table, number]
    del found
    gc.collect()
    for widget in (header, table, number):
        assert isValid(widget), "the bindings forgot what they were asked for"
