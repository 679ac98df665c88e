"""The menu of what has the focus, by Shift+F10: many keyboards have no key for it, and Qt knows
these two on Windows alone."""

import sys

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtWidgets import QApplication, QWidget

from funneldesk.desktop.kit.shortcuts import bind

MENU_KEYS = "Shift+F10"


def bind_menu_key(window: QWidget) -> None:
    """Let Shift+F10 do in a window what the menu key does."""
    if sys.platform.startswith("linux"):
        bind(window, MENU_KEYS, open_menu)


def open_menu() -> None:
    """Ask the widget with the focus for its menu, where its cursor or chosen row is."""
    widget = QApplication.focusWidget()
    if widget is None:
        return
    row = QRectF(widget.inputMethodQuery(Qt.InputMethodQuery.ImCursorRectangle))
    place = row.center().toPoint()
    reason = QContextMenuEvent.Reason.Keyboard
    QApplication.sendEvent(widget, QContextMenuEvent(reason, place, widget.mapToGlobal(place)))
