"""Curve of days over effects: the smaller the effect, the longer the test."""

import math
from collections.abc import Sequence
from itertools import pairwise

from PySide6.QtCore import QLineF, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from funneldesk.desktop.kit.formats import HERE
from funneldesk.desktop.kit.style.mirroring import painter_of
from funneldesk.desktop.kit.style.theme import font, theme
from funneldesk.desktop.kit.style.tokens import LABEL_PX

BESIDE = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
FIRST = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
HEIGHT, LEFT, BELOW, ABOVE, RIGHT = 190, 44, 22, 18, 14
DAYS = (1, 3, 7, 14, 28, 60, 120, 365, 1000, 3650)
Point = tuple[float, int]


class DaysCurve(QWidget):
    """Effects from left to right, days from below upwards, both by their logarithms."""

    def __init__(self, effect_title: str, day_title: str) -> None:
        super().__init__()
        self._titles = effect_title, day_title
        self._points: Sequence[Point] = ()
        self._mark: Point | None = None
        self._words = ""
        self.setFixedHeight(HEIGHT)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.update)

    def show_points(self, points: Sequence[Point], mark: Point | None, words: str) -> None:
        """``mark`` is the plan; ``words`` tell it to whoever can't see the curve."""
        self._points, self._mark, self._words = points, mark, words
        self.setAccessibleName(words)
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(420, HEIGHT)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = painter_of(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(font(LABEL_PX))
        self._draw_scale(painter)
        places = [self._at(point) for point in self._points]
        painter.setPen(QPen(theme.colour("accent"), 2))
        for first, second in pairwise(places):
            painter.drawLine(QLineF(first, second))
        if self._mark is not None:
            self._draw_mark(painter, self._at(self._mark))
        painter.end()

    def _draw_scale(self, painter: QPainter) -> None:
        effects, (low, high) = (2, 5, 10, 20, 50), self._span()
        muted, line = theme.colour("muted"), QPen(theme.colour("line"), 1)
        for days in (each for each in DAYS if low <= each <= high):
            y = self._y(days)
            painter.setPen(line)
            painter.drawLine(QLineF(LEFT, y, self.width() - RIGHT, y))
            painter.setPen(muted)
            box = QRectF(0, y - 8, LEFT - 6, 16)
            painter.drawText(box, BESIDE, f"{days:,}")
        painter.setPen(muted)
        for effect in effects:
            x = self._x(effect / 100)
            box = QRectF(x - 24, self.height() - BELOW + 4, 48, 16)
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, HERE.percent(effect, of=100))
        title = QRectF(0, 0, self.width() - RIGHT, 14)
        effect_title, day_title = self._titles
        painter.drawText(title, FIRST, day_title)
        painter.drawText(title, BESIDE, effect_title)

    def _draw_mark(self, painter: QPainter, at: QPointF) -> None:
        painter.setPen(QPen(theme.colour("strong"), 1, Qt.PenStyle.DashLine))
        painter.drawLine(QLineF(QPointF(at.x(), self.height() - BELOW), at))
        painter.drawLine(QLineF(QPointF(LEFT, at.y()), at))
        painter.setPen(QPen(theme.colour("surface"), 2))
        painter.setBrush(theme.colour("accent"))
        painter.drawEllipse(QRectF(at.x() - 5, at.y() - 5, 10, 10))

    def _span(self) -> tuple[float, float]:
        days = [point[1] for point in self._points] or [1, 365]
        return max(1, min(days)) * 0.8, max(days) * 1.25

    def _at(self, point: Point) -> QPointF:
        return QPointF(self._x(point[0]), self._y(point[1]))

    def _x(self, effect: float) -> float:
        low, high = math.log(0.018), math.log(0.66)
        share = (math.log(max(effect, 1e-6)) - low) / (high - low)
        return LEFT + (self.width() - LEFT - RIGHT) * min(1.0, max(0.0, share))

    def _y(self, days: float) -> float:
        low, high = (math.log(end) for end in self._span())
        share = (math.log(max(days, 0.5)) - low) / (high - low)
        room = self.height() - ABOVE - BELOW
        return self.height() - BELOW - room * min(1.0, max(0.0, share))
