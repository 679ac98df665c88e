"""The search field: its hint is never cut, and long words are shown from their beginning."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from funneldesk.desktop.kit.controls.buttons import SearchField, column

HINT = "Name, slug or words in the source"


def test_the_hint_is_whole_or_a_shorter_one(qapp: QApplication) -> None:
    field = SearchField(HINT)
    field.resize(600, 30)
    field.show()
    assert (field.placeholderText(), field.toolTip()) == (HINT, "")
    field.resize(110, 30)
    assert field.placeholderText() == "Search"
    assert HINT in field.toolTip()
    assert field.accessibleName() == HINT
    field.deleteLater()


def test_who_leaves_it_sees_the_beginning_of_long_words(qapp: QApplication) -> None:
    window, field, other = QWidget(), SearchField(HINT), SearchField("Other")
    window.setLayout(column(field, other))
    window.resize(140, 90)
    window.show()
    window.activateWindow()
    assert QTest.qWaitForWindowActive(window)
    field.setFocus(Qt.FocusReason.TabFocusReason)
    QTest.keyClicks(field, "a search that is longer than its field")
    assert field.cursorPosition() == len(field.text())
    other.setFocus(Qt.FocusReason.TabFocusReason)
    assert field.cursorPosition() == 0
    field.setFocus(Qt.FocusReason.TabFocusReason)
    assert field.selectedText() == field.text() or field.cursorPosition() == len(field.text())
    window.deleteLater()
