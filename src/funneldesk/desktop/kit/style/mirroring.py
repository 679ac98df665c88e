"""Painting for languages that are read from right to left.

Whoever paints lays out from the left, as if every language began there; ``mirrored`` gives a
painter that puts it where it belongs. Texts and images are moved, never turned over.
"""

from collections.abc import Callable
from typing import Any, cast

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QImage, QPainter, QPixmap, QTransform
from PySide6.QtWidgets import QWidget

RTL = Qt.LayoutDirection.RightToLeft
MOVED = {
    "drawEllipse",
    "drawImage",
    "drawLine",
    "drawPath",
    "drawPixmap",
    "drawPolygon",
    "drawPolyline",
    "drawRect",
    "drawRoundedRect",
    "drawText",
    "fillRect",
    "setClipRect",
}


def mirrored(painter: QPainter, whole: QRectF | QRect, direction: Qt.LayoutDirection) -> QPainter:
    """``painter`` itself, or for a language from right to left one that paints the other way
    round within ``whole``."""
    return cast("QPainter", _Mirrored(painter, QRectF(whole))) if direction == RTL else painter


def painter_of(widget: QWidget) -> QPainter:
    """A painter on a widget that begins where its language begins."""
    return mirrored(QPainter(widget), QRectF(widget.rect()), widget.layoutDirection())


def unturned(painter: QPainter, box: QRectF) -> tuple[QPainter, QRectF]:
    """For what has an order of its own, such as code: the painter that mirrors nothing, and where
    ``box`` is for it."""
    known: object = painter
    return (known.painter, known.turned(box)) if isinstance(known, _Mirrored) else (painter, box)


def from_start(widget: QWidget, x: float) -> float:
    """How far a place of a widget is from where its language begins."""
    return widget.width() - x if widget.layoutDirection() == RTL else x


def onward(painter: QPainter) -> str:
    """The name of the arrow that points to where one reads on."""
    return "chevron-left" if painter.layoutDirection() == RTL else "chevron-right"


class _Mirrored:
    """Hands everything on; what says where it is drawn is moved to the other side before."""

    def __init__(self, painter: QPainter, whole: QRectF) -> None:
        self.painter = painter
        self._sum = whole.left() + whole.right()
        self._turn = QTransform(-1, 0, 0, 1, self._sum, 0)

    def layoutDirection(self) -> Qt.LayoutDirection:
        """The way in which one reads."""
        return RTL

    def __getattr__(self, name: str) -> Any:
        known = getattr(self.painter, name)
        return self._moving(name, known) if name in MOVED else known

    def _moving(self, name: str, draw: Callable[..., object]) -> Callable[..., object]:
        def moved(*given: Any) -> object:
            if name == "drawText" and len(given) == 3 and not isinstance(given[0], int):
                given = (given[0], _aligned(int(given[1])), given[2])
            if isinstance(given[0], int | float):
                given = (*self._from_numbers(name, given),)
            elif isinstance(given[0], QPoint | QPointF):
                given = (self._point(name, given), *given[1:])
            else:
                given = (self.turned(given[0]), *given[1:])
            return draw(*given)

        return moved

    def _from_numbers(self, name: str, given: tuple[Any, ...]) -> tuple[Any, ...]:
        """(x, y, image) or (x, y, width, height, …)."""
        x, y, what = given[:3]
        if isinstance(what, QPixmap | QImage):
            return (QPointF(self._sum - x - what.deviceIndependentSize().width(), y), what)
        return (self.turned(QRectF(x, y, what, given[3])), *given[4:])

    def _point(self, name: str, given: tuple[Any, ...]) -> QPointF:
        """Where an image or a line of text begins, or the middle of an ellipse."""
        place, what = QPointF(given[0]), given[1]
        width = 0.0
        if isinstance(what, QPixmap | QImage):
            width = what.deviceIndependentSize().width()
        elif isinstance(what, str):
            width = self.painter.fontMetrics().horizontalAdvance(what)
        return QPointF(self._sum - place.x() - width, place.y())

    def turned(self, shape: Any) -> Any:
        if isinstance(shape, QRect):
            return QRectF(self._turn.mapRect(QRectF(shape))).toRect()
        if isinstance(shape, QRectF):
            return self._turn.mapRect(shape)
        return self._turn.map(shape)


def _aligned(flags: int) -> int:
    """On the other side of the box, whatever the letters; their order stays that of the text."""
    left, right = Qt.AlignmentFlag.AlignLeft.value, Qt.AlignmentFlag.AlignRight.value
    middle = (Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignJustify).value
    end = left if flags & right else 0 if flags & middle else right
    return flags & ~(left | right) | end | Qt.AlignmentFlag.AlignAbsolute.value
