"""Place over a window where something passing covers nothing that is needed just now."""

from collections.abc import Iterator

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QApplication, QWidget

from funneldesk.desktop.kit.controls.buttons import Button

EDGE, GAP = 16, 8


def free_place(window: QWidget, size: QSize) -> QPoint:
    """Where something of this size goes: the lower right corner, or as little above it, then left
    of it, as it takes to cover no main button and not the line that is being typed."""
    needed = list(_needed(window))
    usual = QPoint(window.width() - size.width() - EDGE, window.height() - size.height() - EDGE)
    for left in (usual.x(), max(EDGE, (window.width() - size.width()) // 2)):
        top = usual.y()
        while top >= EDGE:
            covered = [each for each in needed if each.intersects(QRect(QPoint(left, top), size))]
            if not covered:
                return QPoint(left, top)
            top = min(each.top() for each in covered) - GAP - size.height()
    return usual


def _needed(window: QWidget) -> Iterator[QRect]:
    """The main buttons of what is open, and the line with the cursor, in the window's pixels."""
    for button in window.findChildren(Button):
        if button.property("kind") == "primary" and button.isVisibleTo(window):
            yield QRect(button.mapTo(window, QPoint()), button.size())
    typed = QApplication.focusWidget()
    if typed is None or not window.isAncestorOf(typed):
        return
    from PySide6.QtWidgets import QAbstractItemView  # not for a window in which nobody types yet

    if isinstance(typed, QAbstractItemView):
        return
    if typed.testAttribute(Qt.WidgetAttribute.WA_InputMethodEnabled):
        cursor = typed.inputMethodQuery(Qt.InputMethodQuery.ImCursorRectangle)
        if isinstance(cursor, QRect):
            yield QRect(
                typed.mapTo(window, QPoint(0, cursor.y())), QSize(typed.width(), cursor.height())
            )
