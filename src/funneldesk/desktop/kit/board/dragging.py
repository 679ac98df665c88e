"""Dragging of cards over a board, within the program's own loop: Esc and a drop outside change
nothing, edges scroll."""

from PySide6.QtCore import QObject, QPoint, QRectF, QSize, Qt, QTimer, QVariantAnimation, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QScrollBar, QStyle, QWidget

from funneldesk.desktop.kit.board.card import Card, CardShape
from funneldesk.desktop.kit.board.card_painter import draw_card
from funneldesk.desktop.kit.style.theme import font, theme
from funneldesk.desktop.kit.style.tokens import LABEL_PX

EDGE = 40
"""Pixels at an edge in which it scrolls."""
TICK_MS, FASTEST = 16, 26
GLIDE_MS = 120


class Ghost(QWidget):
    """A card above the board, with the number of cards where they are several."""

    def __init__(self, over: QWidget) -> None:
        super().__init__(over)
        self._card, self._shape, self._count, self._box = Card(""), CardShape(), 1, QRectF()
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._motion = QVariantAnimation(self)
        self._motion.setDuration(GLIDE_MS)
        self._motion.valueChanged.connect(lambda place: self.move(place))
        self._motion.finished.connect(self.hide)
        self.hide()

    def lift(self, card: Card, shape: CardShape, size: QSize, count: int, place: QPoint) -> None:
        """Show a card of a size at a place of the board."""
        self._motion.stop()
        self._card, self._shape, self._count = card, shape, count
        self._box = QRectF(0.5, 8.5, size.width() - 1, size.height() - 1)
        self.resize(size + QSize(12, 12))
        self.move(place)
        self.show()
        self.raise_()

    def glide(self, card: Card, shape: CardShape, size: QSize, start: QPoint, end: QPoint) -> None:
        """Go from one place to another in less than 150 ms; not at all where motion is unwanted."""
        wanted = self.style().styleHint(QStyle.StyleHint.SH_Widget_Animation_Duration)
        if wanted and start != end:
            self.lift(card, shape, size, 1, start)
            self._motion.setStartValue(start)
            self._motion.setEndValue(end)
            self._motion.start()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setOpacity(0.94)
        mirrored = self.layoutDirection() == Qt.LayoutDirection.RightToLeft
        chosen = QStyle.StateFlag.State_Selected
        draw_card(painter, self._box, self._card, self._shape, chosen, mirrored)
        if self._count > 1:
            painter.setOpacity(1)
            painter.setFont(font(LABEL_PX, 600))
            words = f"{self._count:,}"
            wide = max(20, painter.fontMetrics().horizontalAdvance(words) + 12)
            badge = QRectF(self.width() - wide, 0, wide, 20)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.colour("accent"))
            painter.drawRoundedRect(badge, 10, 10)
            painter.setPen(theme.colour("on_accent"))
            painter.drawText(badge, Qt.AlignmentFlag.AlignCenter, words)
        painter.end()


class EdgeScroll(QObject):
    """Scrolls while the pointer rests near an edge; ``scrolled`` after each step."""

    scrolled = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._pulls: tuple[tuple[QScrollBar, int], ...] = ()
        self._timer = QTimer(self, interval=TICK_MS)
        self._timer.timeout.connect(self._step)

    def pull(self, *pulls: tuple[QScrollBar, int]) -> None:
        """Scroll these bars by so many pixels each tick; none stops."""
        self._pulls = tuple((bar, by) for bar, by in pulls if by)
        if not self._pulls:
            self._timer.stop()
        elif not self._timer.isActive():
            self._timer.start()

    def _step(self) -> None:
        before = [bar.value() for bar, _ in self._pulls]
        for bar, by in self._pulls:
            bar.setValue(bar.value() + by)
        if [bar.value() for bar, _ in self._pulls] != before:
            self.scrolled.emit()


def pull_at(place: int, first: int, last: int) -> int:
    """Pixels by which to scroll, for a place on an axis whose view is from ``first`` to ``last``:
    the faster, the nearer it is to an edge, and beyond it."""
    near = min(EDGE, max(1, (last - first) // 3))
    if place < first + near:
        return -min(FASTEST, (first + near - place) * FASTEST // near)
    if place > last - near:
        return min(FASTEST, (place - last + near) * FASTEST // near)
    return 0
