"""Drops on a grid and its cells; the target is marked meanwhile."""

from collections.abc import Callable

from PySide6.QtCore import QMimeData, QObject, QPoint, QRectF, Qt, Signal
from PySide6.QtGui import QPainter, QPen

from funneldesk.desktop.kit.grid.cell_view import CellView
from funneldesk.desktop.kit.style.theme import theme

GROUND = -1
"""The target that is no cell but what lies between them."""
Judge = Callable[[QMimeData, int], int | None]
"""Gets what is dragged and the row under it (or ``GROUND``), gives the target: a row, ``GROUND``,
or None when it may not be dropped there."""


class DropTarget(QObject):
    """``dropped`` carries the data, which is good for that moment only, and the target's row."""

    dropped = Signal(QMimeData, int)

    def __init__(self, view: CellView) -> None:
        super().__init__(view)
        self._view = view
        self._judge: Judge | None = None
        self.target: int | None = None

    def accept(self, judge: Judge) -> None:
        """Take what ``judge`` has a target for."""
        self._judge = judge
        self._view.setAcceptDrops(True)
        self._view.viewport().setAcceptDrops(True)

    def over(self, mime: QMimeData, point: QPoint) -> bool:
        """Something is dragged over a point; whether it may be dropped there."""
        row = self._view.indexAt(point).row()
        self._aim(self._judge(mime, row) if self._judge is not None else None)
        return self.target is not None

    def leave(self) -> None:
        """It is gone again."""
        self._aim(None)

    def drop(self, mime: QMimeData, point: QPoint) -> bool:
        """It was dropped; whether it was taken."""
        taken, target = self.over(mime, point), self.target
        self.leave()
        if taken and target is not None:
            self.dropped.emit(mime, target)
        return taken

    def draw(self, painter: QPainter) -> None:
        """Mark the target."""
        if self.target is None:
            return
        view = self._view
        if self.target == GROUND:
            box = QRectF(view.viewport().rect()).adjusted(2, 2, -2, -2)
        else:
            box = QRectF(view.visualRect(view.rows.index(self.target))).adjusted(2, 2, -2, -2)
        painter.setPen(QPen(theme.colour("accent"), 2))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(box, 6, 6)

    def _aim(self, target: int | None) -> None:
        if target != self.target:
            self.target = target
            self._view.viewport().update()
