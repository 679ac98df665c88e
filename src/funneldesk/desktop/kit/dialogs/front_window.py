"""The window over which a dialog opens that no section asked for; first sizes that fit a screen."""

from PySide6.QtCore import QSize
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QMainWindow, QWidget

TITLE_BAR = 32
"""Pixels that the system's frame may take; it is not known before the window is shown."""


def front_window() -> QWidget | None:
    """The window that the user works in."""
    front = QApplication.activeWindow()
    while front is not None and (above := front.parentWidget()) is not None:
        front = above.window()
    shown = (w for w in QApplication.topLevelWidgets() if isinstance(w, QMainWindow))
    return front or next((w for w in shown if w.isVisible()), None)


def first_size(wanted: QSize) -> QSize:
    """``wanted``, or what the screen has room for with a title bar above it."""
    screen = QGuiApplication.primaryScreen()
    room = screen.availableSize() - QSize(0, TITLE_BAR) if screen is not None else wanted
    return wanted.boundedTo(room)
