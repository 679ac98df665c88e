"""Handle over a tile while a board is arranged: moved and resized by mouse or by keys."""

from typing import Protocol

from PySide6.QtCore import QPoint, QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from funneldesk.desktop.kit.style.icons import pixmap
from funneldesk.desktop.kit.style.mirroring import RTL, painter_of
from funneldesk.desktop.kit.style.theme import theme
from funneldesk.desktop.kit.style.tokens import CARD_RADIUS
from funneldesk.desktop.local.texts import _

CORNER = 28
_Key = Qt.Key
STEPS = {
    _Key.Key_Left: (-1, 0),
    _Key.Key_Right: (1, 0),
    _Key.Key_Up: (0, -1),
    _Key.Key_Down: (0, 1),
}


class Stepping(Protocol):
    """What tells how many columns and rows some pixels are."""

    def steps(self, dx: int, dy: int) -> tuple[int, int]: ...


class TileHandle(QWidget):
    """Drag it to move the tile, its corner to resize it. Arrows move, Shift+arrows resize, Delete
    takes it off. ``asked_to_move`` carries the number, columns, rows, wider, higher."""

    asked_to_move = Signal(int, int, int, int, int)
    asked_to_remove = Signal(int)

    def __init__(self, view: QWidget, number: int, title: str) -> None:
        super().__init__(view)
        if not hasattr(view, "steps"):
            raise TypeError("the view of a handle knows its steps")
        self._view: Stepping = view
        self.number = number
        self._from: QPoint | None = None
        self._resizes = False
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.SizeAllCursor)
        self.setAccessibleName(_("Arrange: {tile}").format(tile=title))
        self.setAccessibleDescription(
            _("Arrows move it, Shift and arrows resize it, Delete takes it off.")
        )
        theme.changed.connect(self.update)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._from = event.globalPosition().toPoint()
            place = event.position().toPoint()
            end = self.width() - place.x() if self.layoutDirection() != RTL else place.x()
            self._resizes = end < CORNER and self.height() - place.y() < CORNER

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._from is None:
            return
        way = event.globalPosition().toPoint() - self._from
        columns, rows = self._view.steps(way.x(), way.y())
        if columns or rows:
            self._from = event.globalPosition().toPoint()
            self._tell(columns, rows, self._resizes)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._from = None

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = STEPS.get(_Key(event.key()))
        shifted = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        if step is not None:
            columns = -step[0] if self.layoutDirection() == RTL else step[0]
            self._tell(columns, step[1], shifted)
        elif event.key() in (_Key.Key_Delete, _Key.Key_Backspace):
            self.asked_to_remove.emit(self.number)
        else:
            super().keyPressEvent(event)

    def _tell(self, columns: int, rows: int, resizes: bool) -> None:
        moved = (0, 0, columns, rows) if resizes else (columns, rows, 0, 0)
        self.asked_to_move.emit(self.number, *moved)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = painter_of(self)
        painter.setRenderHint(painter.RenderHint.Antialiasing)
        ground = theme.colour("accent")
        ground.setAlpha(26)
        width = 2.0 if self.hasFocus() else 1.0
        painter.setPen(QPen(theme.colour("accent"), width))
        painter.setBrush(ground)
        inset = width / 2
        box = QRectF(self.rect()).adjusted(inset, inset, -inset, -inset)
        painter.drawRoundedRect(box, CARD_RADIUS, CARD_RADIUS)
        painter.drawPixmap(self.width() // 2 - 8, 4, pixmap("grip-vertical", "accent"))
        painter.drawPixmap(self.width() - 24, self.height() - 24, pixmap("maximize-2", "accent"))
        painter.end()
