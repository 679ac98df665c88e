"""Shift+F10 opens the menu of what is selected, as the menu key does that many keyboards lack."""

import sys

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.window_bench import (
    MemoryKeyring,
    WindowBench,
    in_the_window,
    until,
)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="Qt knows the keys elsewhere")
@in_the_window
async def test_shift_and_f10_open_the_menu_of_the_chosen_row(
    bench: WindowBench, brand: LiveBrand, memory_keyring: MemoryKeyring
) -> None:
    await brand.add(title="Spring", html="<h1>Spring</h1>")
    session = bench.session()
    session.window.show()
    await bench.add_brand(session, brand)
    session.window.activateWindow()
    await until(session.window.isActiveWindow)
    rows = bench.pages_of(session).list.list
    await until(lambda: rows.model().rowCount())
    rows.setFocus()
    QTest.keyClick(rows, Qt.Key.Key_Down)
    QTest.keyClick(rows, Qt.Key.Key_F10, Qt.KeyboardModifier.ShiftModifier)
    await until(lambda: isinstance(QApplication.activePopupWidget(), QMenu))
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    assert any("Delete" in action.text() for action in menu.actions())
    menu.close()
