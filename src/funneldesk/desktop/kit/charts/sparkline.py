"""A line of the size of a word, painted by Qt: the shape of some values, without axes."""

from collections.abc import Sequence
from math import isfinite

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QWidget

from funneldesk.desktop.kit.charts.chart import Value
from funneldesk.desktop.kit.style.mirroring import painter_of
from funneldesk.desktop.kit.style.theme import theme
from funneldesk.desktop.local.texts import _

WIDTH, HEIGHT = 120, 28
_MARGIN = 3.0
_PEN = 1.5
_DASHES = (2.5, 2.0)


def places(values: Sequence[Value], box: QRectF) -> list[QPointF | None]:
    """Where each value lies in a box; None for what is missing. Alike values lie in the middle."""
    numbers = [None if each is None or not isfinite(each) else float(each) for each in values]
    known = [each for each in numbers if each is not None]
    low, high = min(known, default=0.0), max(known, default=0.0)
    step = box.width() / max(1, len(numbers) - 1)

    def height(number: float) -> float:
        share = (number - low) / (high - low) if high > low else 0.5
        return box.bottom() - share * box.height()

    return [
        None if each is None else QPointF(box.left() + at * step, height(each))
        for at, each in enumerate(numbers)
    ]


def paint_sparkline(
    painter: QPainter,
    box: QRectF,
    values: Sequence[Value],
    colour: QColor,
    *,
    partial_from: int | None = None,
) -> None:
    """Paint values as time goes: from left to right, or as the painter is mirrored. Missing ones
    leave a gap; what comes from the place ``partial_from`` on is dashed."""
    inner = box.adjusted(_MARGIN, _MARGIN, -_MARGIN, -_MARGIN)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    whole = QPen(colour, _PEN, c=Qt.PenCapStyle.RoundCap, j=Qt.PenJoinStyle.RoundJoin)
    dashed = QPen(whole)
    dashed.setCapStyle(Qt.PenCapStyle.FlatCap)
    dashed.setDashPattern(_DASHES)
    run: list[QPointF] = []
    points = places(values, inner)
    for at, place in enumerate([*points, None]):
        if place is None:
            painter.setPen(whole)
            _draw(painter, run, colour)
            run = []
        elif partial_from is not None and at >= partial_from and run:
            painter.setPen(whole)
            _draw(painter, run, colour)
            painter.setPen(dashed)
            painter.drawPolyline(QPolygonF([run[-1], place]))
            run = [place]
        else:
            run.append(place)
    painter.restore()


def _draw(painter: QPainter, run: list[QPointF], colour: QColor) -> None:
    if len(run) > 1:
        painter.drawPolyline(QPolygonF(run))
    elif run:
        painter.setBrush(colour)
        painter.drawEllipse(run[0], 1.0, 1.0)
        painter.setBrush(Qt.BrushStyle.NoBrush)


class Sparkline(QWidget):
    """Takes what room there is. ``said`` is what a screen reader says of it."""

    def __init__(self, said: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._values: Sequence[Value] = ()
        self._partial_from: int | None = None
        self._tone = "accent"
        self.setMinimumHeight(HEIGHT)
        self.setAccessibleName(said or _("Trend"))
        theme.changed.connect(self.update)

    def show_values(
        self, values: Sequence[Value], *, partial_from: int | None = None, tone: str = "accent"
    ) -> None:
        """Show other values; ``tone`` names a colour of the theme."""
        self._values, self._partial_from, self._tone = tuple(values), partial_from, tone
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(WIDTH, HEIGHT)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = painter_of(self)
        colour, box = theme.colour(self._tone), QRectF(self.rect())
        paint_sparkline(painter, box, self._values, colour, partial_from=self._partial_from)
        painter.end()
