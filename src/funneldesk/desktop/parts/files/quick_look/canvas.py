"""An image that can be zoomed and moved; what shows through has a checkerboard behind it."""

from PySide6.QtCore import QPointF, QRectF, QSize, QSizeF, Signal
from PySide6.QtGui import (
    QColor,
    QImage,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPixmap,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QWidget

from funneldesk.desktop.kit.style.theme import theme
from funneldesk.desktop.local.texts import _

LEAST_ZOOM, MOST_ZOOM, MOST_OF_VECTORS = 0.02, 16.0, 400.0
_STEP = 1.25
_SQUARE = 8
_MARGIN = 16
_GROUNDS = {False: ("#FFFFFF", "#E4E7EC"), True: ("#3A404B", "#2E333C")}


class PictureCanvas(QWidget):
    """``zoom`` is screen pixels for each pixel of the image; None fits it into the view."""

    zoomed = Signal()
    """Another zoom, or another size of the view: a sharper image may be of use."""

    def __init__(self) -> None:
        super().__init__()
        self.image = QImage()
        self.whole = QSize()
        self.zoom: float | None = None
        self.grows = False
        self._centre = QPointF(0.5, 0.5)
        self._dragged: QPointF | None = None
        self._checks = QPixmap()
        self.setAccessibleName(_("Image"))
        theme.changed.connect(self._theme_changed)

    def set_image(self, image: QImage, whole: QSize, *, anew: bool) -> None:
        """Show an image of an image that is ``whole`` pixels; ``anew``: another image."""
        self.image = image
        self.whole = whole if not whole.isEmpty() else image.size()
        if anew:
            self.zoom = None
            self._centre = QPointF(0.5, 0.5)
        self.update()
        self.zoomed.emit()

    @property
    def scale(self) -> float:
        """Screen pixels for each pixel of the image, as it is shown."""
        return self.zoom if self.zoom is not None else self._fitting()

    @property
    def shown_size(self) -> QSizeF:
        """The whole image as it is shown, in screen pixels."""
        return QSizeF(self.whole) * self.scale

    def set_zoom(self, zoom: float | None, around: QPointF | None = None) -> None:
        """Zoom; the point of the view ``around`` stays where it is."""
        if self.whole.isEmpty():
            return
        place = around if around is not None else QPointF(self.rect().center())
        before = self._target()
        held = QPointF(
            (place.x() - before.x()) / max(before.width(), 1),
            (place.y() - before.y()) / max(before.height(), 1),
        )
        most = MOST_OF_VECTORS if self.grows else MOST_ZOOM
        self.zoom = None if zoom is None else max(LEAST_ZOOM, min(zoom, most))
        after = self.shown_size / self.devicePixelRatioF()
        self._centre = QPointF(
            held.x() - (place.x() - self.width() / 2) / max(after.width(), 1),
            held.y() - (place.y() - self.height() / 2) / max(after.height(), 1),
        )
        self._keep_in_view()
        self.update()
        self.zoomed.emit()

    def step(self, up: bool) -> None:
        """A little larger or smaller."""
        self.set_zoom(self.scale * (_STEP if up else 1 / _STEP))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), theme.colour("sunken"))
        if self.image.isNull():
            return
        target = self._target()
        if self.image.hasAlphaChannel():
            painter.setBrushOrigin(target.topLeft())
            painter.fillRect(target, self._pattern())
        # Pixels are seen as what they are once they are larger than the screen's.
        painter.setRenderHint(
            QPainter.RenderHint.SmoothPixmapTransform, self.grows or self.scale < 3
        )
        painter.drawImage(target, self.image, QRectF(self.image.rect()))

    def wheelEvent(self, event: QWheelEvent) -> None:
        turn = event.angleDelta().y()
        if turn:
            self.set_zoom(self.scale * _STEP ** (turn / 120), event.position())
        event.accept()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self.set_zoom(1.0 if self.zoom is None else None, event.position())

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._dragged = event.position()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._dragged is None:
            return
        moved, self._dragged = event.position() - self._dragged, event.position()
        size = self._target().size()
        self._centre -= QPointF(moved.x() / max(size.width(), 1), moved.y() / max(size.height(), 1))
        self._keep_in_view()
        self.update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._dragged = None

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._keep_in_view()
        self.zoomed.emit()

    def _fitting(self) -> float:
        if self.whole.isEmpty():
            return 1.0
        ratio = self.devicePixelRatioF()
        room = QSizeF(max(16, self.width() - _MARGIN), max(16, self.height() - _MARGIN)) * ratio
        fits = min(room.width() / self.whole.width(), room.height() / self.whole.height())
        return fits if self.grows else min(1.0, fits)

    def _target(self) -> QRectF:
        size = self.shown_size / self.devicePixelRatioF()
        return QRectF(
            self.width() / 2 - self._centre.x() * size.width(),
            self.height() / 2 - self._centre.y() * size.height(),
            size.width(),
            size.height(),
        )

    def _keep_in_view(self) -> None:
        """Centre an image that fits; let one that does not leave no empty border."""
        size = self.shown_size / self.devicePixelRatioF()
        self._centre = QPointF(
            _kept(self._centre.x(), self.width(), size.width()),
            _kept(self._centre.y(), self.height(), size.height()),
        )

    def _pattern(self) -> QPixmap:
        if self._checks.isNull():
            light, dark = _GROUNDS[theme.tokens.dark]
            self._checks = QPixmap(2 * _SQUARE, 2 * _SQUARE)
            self._checks.fill(QColor(light))
            painter = QPainter(self._checks)
            for x, y in ((0, 0), (_SQUARE, _SQUARE)):
                painter.fillRect(x, y, _SQUARE, _SQUARE, QColor(dark))
            painter.end()
        return self._checks

    def _theme_changed(self) -> None:
        self._checks = QPixmap()
        self.update()


def _kept(centre: float, view: float, shown: float) -> float:
    if shown <= view:
        return 0.5
    edge = view / 2 / shown
    return max(edge, min(centre, 1 - edge))
