"""A frame over an image that is dragged, or moved by keys: the part of it that is wanted."""

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QPixmap
from PySide6.QtWidgets import QWidget

from funneldesk.desktop.kit.formats import HERE
from funneldesk.desktop.kit.style.theme import theme
from funneldesk.desktop.local.texts import _

SIDE, EDGE, NEAR, LEAST, STEP = 420, 8, 12.0, 0.04, 0.01
"""Pixels of the view at most, of what is left around the image, and how near an edge is taken;
shares of the image: the smallest frame, and what a key moves."""
ARROWS = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
}


@dataclass(frozen=True, slots=True)
class Cut:
    """A part of an image, in shares of its width and height."""

    left: float = 0.0
    top: float = 0.0
    width: float = 1.0
    height: float = 1.0


class CropFrame(QWidget):
    """``cut`` is what is framed. With a ``ratio`` (width to height, in pixels) the frame keeps it;
    0 is free. ``changed``: the frame is another one."""

    changed = Signal()

    def __init__(self, picture: QPixmap) -> None:
        super().__init__()
        self._picture = picture
        self.cut, self.ratio = Cut(), 0.0
        self._held = ""
        self._grabbed, self._before = QPointF(), Cut()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        room = QSize(2 * EDGE, 2 * EDGE)
        inner = picture.size().scaled(QSize(SIDE, SIDE) - room, Qt.AspectRatioMode.KeepAspectRatio)
        self.setFixedSize(inner.expandedTo(QSize(1, 1)) + room)
        self.setAccessibleName(_("Part of the picture"))
        self._tell()

    @property
    def shape(self) -> float:
        """Width to height of the whole image."""
        return self._picture.width() / max(1, self._picture.height())

    def keep(self, ratio: float) -> None:
        """Keep a ratio from now on: the largest frame of it around the middle of what is framed."""
        self.ratio = ratio
        if ratio:
            wide = min(1.0, ratio / self.shape)
            size = wide, wide * self.shape / ratio
            middle = self.cut.left + self.cut.width / 2, self.cut.top + self.cut.height / 2
            self._take(middle[0] - size[0] / 2, middle[1] - size[1] / 2, *size)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        whole, frame = self._whole(), self._frame()
        painter.drawPixmap(whole, self._picture, QRectF(self._picture.rect()))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(0, 0, 0, 130))
        for box in _around(whole, frame):
            painter.drawRect(box)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(Qt.GlobalColor.white, 3))
        painter.drawRect(frame)
        painter.setPen(QPen(theme.colour("accent"), 2 if self.hasFocus() else 1))
        painter.drawRect(frame)
        painter.setBrush(Qt.GlobalColor.white)
        for corner in (frame.topLeft(), frame.topRight(), frame.bottomLeft(), frame.bottomRight()):
            painter.drawRect(QRectF(corner.x() - 4, corner.y() - 4, 8, 8))
        painter.end()

    # By mouse

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._held = self._at(event.position())
        self._grabbed, self._before = event.position(), self.cut

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._held = ""

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if not self._held:
            self.setCursor(_CURSORS.get(self._at(event.position()), Qt.CursorShape.ArrowCursor))
            return
        whole, by = self._whole(), event.position() - self._grabbed
        self._drag(by.x() / whole.width(), by.y() / whole.height())

    def _drag(self, x: float, y: float) -> None:
        before = self._before
        if self._held == "all":
            self._take(before.left + x, before.top + y, before.width, before.height)
            return
        left = before.left + (x if "l" in self._held else 0)
        top = before.top + (y if "t" in self._held else 0)
        right = before.left + before.width + (x if "r" in self._held else 0)
        bottom = before.top + before.height + (y if "b" in self._held else 0)
        left, right = max(0.0, min(left, right - LEAST)), min(1.0, max(right, left + LEAST))
        top, bottom = max(0.0, min(top, bottom - LEAST)), min(1.0, max(bottom, top + LEAST))
        wide, high = self._kept(right - left, bottom - top)
        # The opposite side stays where it is.
        left = right - wide if "l" in self._held else left
        top = bottom - high if "t" in self._held else top
        self._take(left, top, wide, high)

    def _kept(self, wide: float, high: float) -> tuple[float, float]:
        """A size within these that has the ratio."""
        if not self.ratio:
            return wide, high
        wide = min(wide, high * self.ratio / self.shape)
        return wide, wide * self.shape / self.ratio

    # By keys

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows move the frame, with Shift they make it larger and smaller."""
        way = ARROWS.get(Qt.Key(event.key()))
        if way is None:
            super().keyPressEvent(event)
            return
        x, y, cut = way[0] * STEP, way[1] * STEP, self.cut
        if not event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            self._take(cut.left + x, cut.top + y, cut.width, cut.height)
            return
        wide = min(1 - cut.left, max(LEAST, cut.width + x))
        high = min(1 - cut.top, max(LEAST, cut.height + y))
        if self.ratio and y and not x:
            wide = min(1 - cut.left, high * self.ratio / self.shape)
        high = 1 - cut.top if self.ratio else high
        self._take(cut.left, cut.top, *self._kept(wide, high))

    # The frame

    def _take(self, left: float, top: float, wide: float, high: float) -> None:
        wide, high = min(1.0, wide), min(1.0, high)
        left, top = max(0.0, min(left, 1 - wide)), max(0.0, min(top, 1 - high))
        made = Cut(left, top, wide, high)
        if made != self.cut:
            self.cut = made
            self._tell()
            self.update()
            self.changed.emit()

    def _tell(self) -> None:
        said = _(
            "{width} of the width, {height} of the height. Arrows move the frame, Shift with "
            "arrows resizes it."
        )
        wide, high = (HERE.percent(each, 0) for each in (self.cut.width, self.cut.height))
        self.setAccessibleDescription(said.format(width=wide, height=high))

    def _whole(self) -> QRectF:
        """Where the image is drawn."""
        size = self._picture.size().scaled(
            self.size() - QSize(2 * EDGE, 2 * EDGE), Qt.AspectRatioMode.KeepAspectRatio
        )
        place = QRectF(0, 0, size.width(), size.height())
        place.moveCenter(QRectF(self.rect()).center())
        return place

    def _frame(self) -> QRectF:
        whole, cut = self._whole(), self.cut
        return QRectF(
            whole.x() + cut.left * whole.width(),
            whole.y() + cut.top * whole.height(),
            cut.width * whole.width(),
            cut.height * whole.height(),
        )

    def _at(self, place: QPointF) -> str:
        """Which edges are there ("l", "tr"), "all" within the frame."""
        frame = self._frame()
        if not frame.adjusted(-NEAR, -NEAR, NEAR, NEAR).contains(place):
            return ""
        across = {"l": abs(place.x() - frame.left()), "r": abs(place.x() - frame.right())}
        down = {"t": abs(place.y() - frame.top()), "b": abs(place.y() - frame.bottom())}
        found = [min(each, key=each.__getitem__) for each in (down, across)]
        edges = [e for e, far in zip(found, (down, across), strict=True) if far[e] <= NEAR]
        return "".join(edges) or "all"


_CURSORS = {
    "all": Qt.CursorShape.SizeAllCursor,
    "tl": Qt.CursorShape.SizeFDiagCursor,
    "br": Qt.CursorShape.SizeFDiagCursor,
    "tr": Qt.CursorShape.SizeBDiagCursor,
    "bl": Qt.CursorShape.SizeBDiagCursor,
    "l": Qt.CursorShape.SizeHorCursor,
    "r": Qt.CursorShape.SizeHorCursor,
    "t": Qt.CursorShape.SizeVerCursor,
    "b": Qt.CursorShape.SizeVerCursor,
}


def _around(whole: QRectF, frame: QRectF) -> tuple[QRectF, ...]:
    """What lies outside of the frame."""
    return (
        QRectF(whole.topLeft(), QPointF(whole.right(), frame.top())),
        QRectF(QPointF(whole.left(), frame.bottom()), whole.bottomRight()),
        QRectF(QPointF(whole.left(), frame.top()), frame.bottomLeft()),
        QRectF(frame.topRight(), QPointF(whole.right(), frame.bottom())),
    )
