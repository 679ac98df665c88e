"""A value with its interval, drawn on a scale that the variants of a test have in common."""

from PySide6.QtCore import QLineF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from funneldesk.desktop.kit.style.mirroring import painter_of
from funneldesk.desktop.kit.style.theme import theme
from funneldesk.statistics.proportions import Interval

HEIGHT, DOT = 18, 9
EDGE = 6


class IntervalBar(QWidget):
    """The interval as a soft bar, the rate as a dot, the baseline's rate as a thin line."""

    def __init__(self, name: str) -> None:
        """``name`` tells in words what is drawn."""
        super().__init__()
        self._rate: float | None = None
        self._ends: Interval | None = None
        self._scale: Interval = (0.0, 1.0)
        self._mark: float | None = None
        self._tone = "accent"
        self.setAccessibleName(name)
        self.setFixedHeight(HEIGHT)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.update)

    def show_rate(
        self,
        rate: float | None,
        ends: Interval | None,
        scale: Interval,
        mark: float | None = None,
        tone: str = "accent",
    ) -> None:
        """``mark`` is the rate of the baseline; ``scale`` goes from end to end of the widget."""
        self._rate, self._ends, self._scale = rate, ends, scale
        self._mark, self._tone = mark, tone
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(240, HEIGHT)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = painter_of(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        middle = self.height() / 2
        painter.setBrush(theme.colour("sunken"))
        painter.drawRoundedRect(QRectF(0, middle - 3, self.width(), 6), 3, 3)
        if self._ends is not None:
            low, high = (self._at(end) for end in self._ends)
            soft = "sunken" if self._tone == "muted" else f"{self._tone}_soft"
            painter.setBrush(theme.colour("strong" if self._tone == "muted" else soft))
            painter.setPen(QPen(theme.colour(self._tone), 1))
            painter.drawRoundedRect(QRectF(low, middle - 4.5, max(2.0, high - low), 9), 4, 4)
        if self._mark is not None:
            painter.setPen(QPen(theme.colour("muted"), 1.5))
            at = self._at(self._mark)
            painter.drawLine(QLineF(at, 1, at, self.height() - 1))
        if self._rate is not None:
            painter.setPen(QPen(theme.colour("surface"), 1.5))
            painter.setBrush(theme.colour(self._tone))
            box = QRectF(self._at(self._rate) - DOT / 2, middle - DOT / 2, DOT, DOT)
            painter.drawEllipse(box)
        painter.end()

    def _at(self, value: float) -> float:
        low, high = self._scale
        share = (value - low) / (high - low) if high > low else 0.5
        return EDGE + (self.width() - 2 * EDGE) * min(1.0, max(0.0, share))
