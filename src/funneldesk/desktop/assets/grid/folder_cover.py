"""Cover of a folder: a few of its images, side by side."""

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPixmap

from funneldesk.desktop.assets.backdrop import backdrop
from funneldesk.desktop.kit.style.tokens import RADIUS

FACES = 4
GAP = 2


def draw_faces(painter: QPainter, frame: QRectF, pictures: Sequence[QPixmap]) -> None:
    """Fill a frame with up to four images, each cut to its place."""
    outline = QPainterPath()
    outline.addRoundedRect(frame, RADIUS, RADIUS)
    painter.save()
    painter.setClipPath(outline, Qt.ClipOperation.IntersectClip)
    for place, picture in zip(_places(frame, len(pictures)), pictures, strict=False):
        if picture.hasAlphaChannel():
            painter.fillRect(place, backdrop(picture))
        painter.drawPixmap(place, picture, _cut(picture, place.size()))
    painter.restore()


def _places(frame: QRectF, count: int) -> list[QRectF]:
    """One: all of it. Two: halves. Three: a half and two quarters. Four: quarters."""
    left, right = _halves(frame, across=True)
    if count == 1:
        return [frame]
    if count == 2:
        return [left, right]
    lefts = [left] if count == 3 else _halves(left, across=False)
    return [*lefts, *_halves(right, across=False)]


def _halves(box: QRectF, *, across: bool) -> list[QRectF]:
    width, height = box.width(), box.height()
    if across:
        half = (width - GAP) / 2
        return [
            QRectF(box.x(), box.y(), half, height),
            QRectF(box.right() - half, box.y(), half, height),
        ]
    half = (height - GAP) / 2
    return [
        QRectF(box.x(), box.y(), width, half),
        QRectF(box.x(), box.bottom() - half, width, half),
    ]


def _cut(picture: QPixmap, place: QSizeF) -> QRectF:
    """The middle of an image, in the shape of its place."""
    whole = QRectF(picture.rect())
    size = place.scaled(whole.size(), Qt.AspectRatioMode.KeepAspectRatio)
    return QRectF(whole.center() - QPointF(size.width() / 2, size.height() / 2), size)
