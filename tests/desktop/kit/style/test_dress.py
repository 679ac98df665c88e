"""Windows have the style sheet, and by that all that they hold and open."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, QStringListModel
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QLineEdit, QMainWindow, QMenu, QWidget
from pytestqt.qtbot import QtBot

from funneldesk.desktop.kit.controls.buttons import column, surface
from funneldesk.desktop.kit.controls.completing import offer_words
from funneldesk.desktop.kit.dialogs.dialog import Dialog
from funneldesk.desktop.kit.style.theme import theme
from funneldesk.desktop.kit.style.tokens import DARK, LIGHT


@pytest.fixture
def window(qtbot: QtBot, qapp: QApplication) -> Iterator[QMainWindow]:
    before = theme.mode
    theme.set_mode("light")
    made = QMainWindow()
    qtbot.addWidget(made)
    theme.dress(made)
    made.resize(300, 200)
    made.show()
    yield made
    theme.set_mode(before)


def ground(widget: QWidget) -> str:
    return widget.grab().toImage().pixelColor(QPoint(5, 5)).name().upper()


def bordered(widget: QWidget) -> str:
    return widget.grab().toImage().pixelColor(QPoint(0, widget.height() // 2)).name().upper()


def hexed(colour: str) -> str:
    return QColor(colour).name().upper()


def test_what_a_window_holds_is_dressed_whenever_it_came(window: QMainWindow) -> None:
    before = surface("sunken")
    holder = QWidget()
    holder.setLayout(column(before))
    window.setCentralWidget(holder)
    assert ground(before) == hexed(LIGHT.sunken)
    later = surface("sunken")
    layout = holder.layout()
    assert layout is not None
    layout.addWidget(later)
    assert ground(later) == hexed(LIGHT.sunken)
    theme.set_mode("dark")
    assert ground(before) == ground(later) == hexed(DARK.sunken)


@pytest.mark.parametrize("mode", ["light", "dark"])
def test_what_a_window_opens_is_dressed(window: QMainWindow, qtbot: QtBot, mode: str) -> None:
    theme.set_mode(mode)
    dialog, menu = Dialog(window, "Rename"), QMenu(window)
    menu.addAction("Rename")
    menu.resize(90, 40)
    for each in (dialog, menu):
        assert bordered(each) == hexed(theme.tokens.line), each
    chooser = QComboBox(window)
    chooser.addItems(["One", "Two"])
    assert ground(chooser) == hexed(theme.tokens.surface)


def test_offered_words_are_dressed(window: QMainWindow, qtbot: QtBot) -> None:
    field = QLineEdit(window)
    field.show()
    field.setFocus()
    completer = offer_words(field, QStringListModel(["Spring sale", "Summer"], field))
    QTest.keyClicks(field, "SALE")
    popup = completer.popup()
    assert popup is not None
    qtbot.waitUntil(popup.isVisible)
    assert completer.completionCount() == 1
    assert popup.styleSheet() == window.styleSheet()
    theme.set_mode("dark")
    assert popup.styleSheet() == window.styleSheet()
    popup.hide()


def test_nothing_is_styled_anew_for_a_look_that_is_there(
    window: QMainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    styled: list[str] = []
    monkeypatch.setattr(window, "setStyleSheet", styled.append)
    with qtbot.assertNotEmitted(theme.changed):
        theme.set_mode("light")
        theme.set_density(theme.density)
    assert styled == []
    with qtbot.waitSignal(theme.changed):
        theme.set_mode("dark")
