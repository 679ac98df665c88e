"""Map of one place: its country as large as fits, a pin on it; zoomed and moved by hand."""

import math
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import (
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QTransform,
    QWheelEvent,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from funneldesk.desktop.kit.controls.labels import set_tip
from funneldesk.desktop.kit.maps.outlines import Outlines, flat, read_outlines
from funneldesk.desktop.kit.style.theme import theme
from funneldesk.desktop.kit.tasks import TaskScope, in_thread
from funneldesk.desktop.local.texts import _

STEP, NOTCH = 1.6, 120
SHARE, NARROWEST = 1.9, 110.0
"""How much more than the country is seen; the least that is seen, in units of the outlines."""
MOST = 24.0
MOVED = 48
PIN = 6.0


@dataclass(frozen=True, slots=True)
class Place:
    """``country`` is a code of two letters; latitude and longitude in degrees, None for unknown."""

    country: str
    latitude: float | None = None
    longitude: float | None = None
    name: str = ""

    @property
    def point(self) -> QPointF | None:
        """Where it lies on the map; None where that is not known, or no place of the earth."""
        if self.latitude is None or self.longitude is None:
            return None
        known = math.isfinite(self.latitude) and math.isfinite(self.longitude)
        if not known or abs(self.latitude) > 90 or abs(self.longitude) > 180:
            return None
        return flat(self.latitude, self.longitude)


class PlaceMap(QWidget):
    """Wheel, + and - zoom; a drag and the arrows move; 0 comes back, Home shows the world."""

    def __init__(self) -> None:
        super().__init__()
        self.place = Place("")
        self.outlines = Outlines()
        self.seen = QRectF(-1_600, -780, 3_200, 1_560)
        """The part that is shown, in units of the outlines; more beside it where there is room."""
        self.tasks = TaskScope(self)
        self._held: QPointF | None = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setAccessibleName(_("Map"))
        set_tip(self, _("Zoom with the wheel, + and −; 0 comes back, Home shows the world"))
        theme.changed.connect(self.update)

    def sizeHint(self) -> QSize:
        return QSize(400, 220)

    def show_place(self, place: Place) -> None:
        """Show another place, as large as it fits."""
        self.place = place
        self.setAccessibleDescription(place.name)
        if self.outlines.countries:
            self.fit()
        else:
            self.tasks.latest("read", self._read())

    async def _read(self) -> None:
        self.outlines = await in_thread(read_outlines)
        self.fit()

    # What is seen

    def fit(self) -> None:
        """Show the country with what lies around it, or the pin where it is elsewhere."""
        box, point = self.outlines.country(self.place.country), self.place.point
        if point is not None and not box.contains(point):
            box = QRectF(point, point)  # An island far away, or a country that has no outline.
        elif box.isEmpty():
            self.show_world()
            return
        wide = max(NARROWEST, box.width() * SHARE)
        tall = max(NARROWEST, box.height() * SHARE)
        self.seen = QRectF(0, 0, wide, tall)
        self.seen.moveCenter(box.center())
        self.update()

    def show_world(self) -> None:
        """Show all of it."""
        self.seen = self.outlines.world().adjusted(-20, -20, 20, 20)
        self.update()

    def zoom(self, factor: float, around: QPointF | None = None) -> None:
        """Show less for a factor above 1; what is at ``around``, a place of the widget, stays."""
        whole = self.outlines.world().width() or self.seen.width()
        width = min(max(whole / MOST / 2, self.seen.width() / factor), whole * 1.2)
        factor = self.seen.width() / width
        held = self.at(around) if around is not None else self.seen.center()
        size = self.seen.size() / factor
        corner = held + (self.seen.topLeft() - held) / factor
        self.seen = QRectF(corner, size)
        self.update()

    def move_by(self, dx: float, dy: float) -> None:
        """Move what is seen by pixels."""
        scale = self._scale()
        self.seen.translate(dx / scale, dy / scale)
        self.update()

    def at(self, place: QPointF) -> QPointF:
        """What is shown at a place of the widget, in units of the outlines."""
        return (
            place - QPointF(self.width(), self.height()) / 2
        ) / self._scale() + self.seen.center()

    def _scale(self) -> float:
        across = self.width() / max(1.0, self.seen.width())
        return max(1e-6, min(across, self.height() / max(1.0, self.seen.height())))

    def _turn(self) -> QTransform:
        """From units of the outlines to the widget."""
        scale, middle = self._scale(), self.seen.center()
        turn = QTransform.fromTranslate(self.width() / 2, self.height() / 2)
        return turn.scale(scale, scale).translate(-middle.x(), -middle.y())

    # Painting

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(self.rect(), theme.colour("app"))
        turn = self._turn()
        painter.setTransform(turn, True)
        border = QPen(theme.colour("app"), 1)
        border.setCosmetic(True)
        painter.setPen(border)
        inverse, _sure = turn.inverted()
        seen = inverse.mapRect(QRectF(self.rect()))
        for code, path in self.outlines.countries.items():
            if path.controlPointRect().intersects(seen):
                tone = "accent_soft" if code == self.place.country else "line"
                painter.fillPath(path, theme.colour(tone))
                painter.drawPath(path)
        own = self.outlines.countries.get(self.place.country)
        if own is not None:
            edge = QPen(theme.colour("accent"), 1)
            edge.setCosmetic(True)
            painter.setPen(edge)
            painter.drawPath(own)
        painter.resetTransform()
        self._paint_pin(painter, turn)
        if self.hasFocus():
            painter.setPen(QPen(theme.colour("accent"), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(self.rect().adjusted(1, 1, -1, -1))
        painter.end()

    def _paint_pin(self, painter: QPainter, turn: QTransform) -> None:
        point = self.place.point
        if point is None:
            return
        painter.setPen(QPen(theme.colour("surface"), 2))
        painter.setBrush(theme.colour("accent"))
        painter.drawEllipse(turn.map(point), PIN, PIN)

    # Hands

    def wheelEvent(self, event: QWheelEvent) -> None:
        turned = event.angleDelta().y()
        if turned:
            self.zoom(STEP ** (turned / NOTCH), event.position())
        event.accept()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._held = event.position()
            self.setFocus(Qt.FocusReason.MouseFocusReason)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._held is not None:
            moved = self._held - event.position()
            self._held = event.position()
            self.move_by(moved.x(), moved.y())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._held = None

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self.zoom(STEP, event.position())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        moves = {
            Qt.Key.Key_Left: (-MOVED, 0),
            Qt.Key.Key_Right: (MOVED, 0),
            Qt.Key.Key_Up: (0, -MOVED),
            Qt.Key.Key_Down: (0, MOVED),
        }
        key = Qt.Key(event.key())
        if key in moves:
            self.move_by(*moves[key])
        elif key in (Qt.Key.Key_Plus, Qt.Key.Key_Equal):
            self.zoom(STEP)
        elif key == Qt.Key.Key_Minus:
            self.zoom(1 / STEP)
        elif key == Qt.Key.Key_0:
            self.fit()
        elif key == Qt.Key.Key_Home:
            self.show_world()
        else:
            super().keyPressEvent(event)
