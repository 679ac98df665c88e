"""The window over which a dialog opens that no section asked for."""

from PySide6.QtWidgets import QApplication, QMainWindow, QWidget


def front_window() -> QWidget | None:
    """The window that the user works in."""
    front = QApplication.activeWindow()
    while front is not None and (above := front.parentWidget()) is not None:
        front = above.window()
    shown = (w for w in QApplication.topLevelWidgets() if isinstance(w, QMainWindow))
    return front or next((w for w in shown if w.isVisible()), None)
