"""A small picture of the whole graph in a corner, with the part that is in view."""

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent, QPen, QPixmap
from PySide6.QtWidgets import QWidget

from funneldesk.desktop.kit.graph.view.canvas import GraphCanvas
from funneldesk.desktop.kit.style.theme import theme
from funneldesk.desktop.local.texts import _

SIZE = QSize(168, 112)
PAD = 6.0


class Minimap(QWidget):
    """Lies over a canvas; a press or a drag goes there. Hidden while everything is in view."""

    def __init__(self, canvas: GraphCanvas) -> None:
        super().__init__(canvas)
        self._canvas = canvas
        self._picture, self._picture_of = QPixmap(), (-1, 0, "")
        self.setFixedSize(SIZE)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAccessibleName(_("Overview"))
        canvas.looked_elsewhere.connect(self.follow)
        canvas.chosen.connect(self.follow)

    def follow(self) -> None:
        """Draw what is in view now, in the corner of the canvas."""
        area = self._area()
        seen = self._canvas.seen()
        self.setVisible(not area.isEmpty() and not seen.contains(self._canvas.geometry_of.bounds()))
        room = self._canvas.viewport().rect()
        self.move(room.right() - self.width() - 12, room.bottom() - self.height() - 12)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        area = self._area()
        if area.isEmpty():
            return
        painter = QPainter(self)
        painter.drawPixmap(0, 0, self._drawn(area))
        seen = self._canvas.seen().intersected(area)
        painter.setPen(QPen(theme.colour("accent"), 1.5))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(QRectF(self._to(area, seen.topLeft()), self._to(area, seen.bottomRight())))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._go(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._go(event)

    def _go(self, event: QMouseEvent) -> None:
        area = self._area()
        scale = self._scale(area)
        place = (event.position() - self._to(area, QPointF(0, 0))) / scale
        self._canvas.centerOn(place)
        self._canvas.looked_elsewhere.emit()

    def _drawn(self, area: QRectF) -> QPixmap:
        wanted = (self._canvas.geometry_of.revision, hash(area.getCoords()), theme.tokens.app)
        if self._picture_of != wanted or self._picture.isNull():
            picture = QPixmap(self.size())
            picture.fill(theme.colour("surface"))
            painter = QPainter(picture)
            painter.setPen(QPen(theme.colour("line"), 1))
            painter.drawRect(self.rect().adjusted(0, 0, -1, -1))
            painter.translate(self._to(area, QPointF(0, 0)))
            scale = self._scale(area)
            painter.scale(scale, scale)
            self._canvas.painter.paint(painter, area, 0.0 + min(scale, 0.2))
            painter.end()
            self._picture, self._picture_of = picture, wanted
        return self._picture

    def _area(self) -> QRectF:
        return self._canvas.geometry_of.bounds().adjusted(-60, -60, 60, 60)

    def _scale(self, area: QRectF) -> float:
        across, down = self.width() - 2 * PAD, self.height() - 2 * PAD
        return float(min(across / area.width(), down / area.height()))

    def _to(self, area: QRectF, place: QPointF) -> QPointF:
        scale = self._scale(area)
        middle = QPointF(self.width() / 2, self.height() / 2)
        return middle + (place - area.center()) * scale
