"""A rubber band over a grid: what it touches is selected, beside what was selected before."""

from PySide6.QtCore import QObject, QPoint, QRect, Qt, QTimer
from PySide6.QtGui import QColor, QPainter

from funneldesk.desktop.kit.grid.cell_view import CellView
from funneldesk.desktop.kit.lists.row_view import runs_of
from funneldesk.desktop.kit.style.theme import theme

SCROLL_MILLISECONDS = 25
FASTEST = 60
"""Pixels by which the view moves at once while the band is drawn beyond its edge."""
_ADDING = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier


class Band(QObject):
    """Spans from where it began, which scrolls with the cells, to the pointer."""

    def __init__(self, view: CellView) -> None:
        super().__init__(view)
        self._view = view
        self.on = False
        self._origin = self._pointer = QPoint()
        self._before: list[tuple[int, int]] = []
        self._scroll = QTimer(self, interval=SCROLL_MILLISECONDS)
        self._scroll.timeout.connect(self._scroll_on)

    def begin(self, point: QPoint, modifiers: Qt.KeyboardModifier) -> None:
        """Start at a point of the viewport; Ctrl and Shift keep what is selected."""
        view = self._view
        adding = bool(modifiers & _ADDING)
        self._before = runs_of(view.selectionModel().selection()) if adding else []
        if not adding:
            view.clearSelection()
        self.on = True
        self._origin = point + QPoint(0, view.verticalOffset())
        self._pointer = point

    def move(self, point: QPoint) -> None:
        """The pointer is there now."""
        self._pointer = point
        if self._beyond():
            self._scroll.start()
        self._select()

    def end(self) -> None:
        """The button was let go."""
        self.on = False
        self._scroll.stop()
        self._view.viewport().update()

    def draw(self, painter: QPainter) -> None:
        """Draw it over the cells."""
        if not self.on:
            return
        box = self._box().translated(0, -self._view.verticalOffset())
        ground = QColor(theme.colour("accent"))
        ground.setAlpha(36)
        painter.fillRect(box, ground)
        painter.setPen(theme.colour("accent"))
        painter.drawRect(box.adjusted(0, 0, -1, -1))

    def _box(self) -> QRect:
        here = self._pointer + QPoint(0, self._view.verticalOffset())
        left, right = sorted((self._origin.x(), here.x()))
        top, bottom = sorted((self._origin.y(), here.y()))
        return QRect(QPoint(left, top), QPoint(right, bottom))

    def _select(self) -> None:
        view = self._view
        view.select_runs([*self._before, *view.runs_under(self._box())])
        view.viewport().update()

    def _beyond(self) -> int:
        """By how many pixels the pointer is above or below the viewport."""
        y, bottom = self._pointer.y(), self._view.viewport().height()
        return min(0, y) + max(0, y - bottom)

    def _scroll_on(self) -> None:
        beyond = self._beyond()
        if not beyond:
            self._scroll.stop()
            return
        bar = self._view.verticalScrollBar()
        bar.setValue(bar.value() + max(-FASTEST, min(FASTEST, beyond)))
        self._select()
