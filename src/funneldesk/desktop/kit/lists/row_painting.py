"""What rows of lists have in common when they are drawn: their ground, cut texts, counts."""

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyle

from funneldesk.desktop.kit.style.icons import pixmap
from funneldesk.desktop.kit.style.theme import font, theme
from funneldesk.desktop.kit.style.tokens import LABEL_PX

LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
FOCUS_WIDTH = 3
_COUNT_HEIGHT, _COUNT_LEAST, _COUNT_PAD = 18.0, 24.0, 14.0


def draw_ground(painter: QPainter, box: QRectF, state: QStyle.StateFlag) -> None:
    """Selected, with a bar where the keyboard is, or under the pointer."""
    if state & QStyle.StateFlag.State_Selected:
        painter.fillRect(box, theme.colour("accent_soft"))
        if state & QStyle.StateFlag.State_HasFocus:
            bar = QRectF(0, box.y(), FOCUS_WIDTH, box.height())
            painter.fillRect(bar, theme.colour("accent"))
    elif state & QStyle.StateFlag.State_MouseOver:
        painter.fillRect(box, theme.colour("app"))


def draw_line_below(painter: QPainter, box: QRectF) -> None:
    """The line between a row and the next, within the row: what is outside is not drawn again."""
    line = QRectF(box.x(), box.bottom() - 1, box.width(), 1)
    painter.fillRect(line, theme.colour("line"))


def draw_cut(painter: QPainter, box: QRectF, text: str) -> float:
    """A line, cut to its box; gives its width."""
    metrics = painter.fontMetrics()
    shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, max(0, int(box.width())))
    painter.drawText(box, LEFT, shown)
    return float(metrics.horizontalAdvance(shown))


def draw_group(painter: QPainter, box: QRectF, arrow_at: int, *, is_open: bool) -> None:
    """The line above a heading, and the arrow that tells whether its rows are shown."""
    painter.fillRect(QRectF(box.x(), box.y(), box.width(), 1), theme.colour("line"))
    arrow = pixmap("chevron-down" if is_open else "chevron-right", "muted")
    painter.drawPixmap(int(box.x()) + arrow_at, int(box.center().y()) - 8, arrow)


def draw_count(painter: QPainter, box: QRectF, words: str, margin: float) -> float:
    """A number on a soft ground at the right of a row; gives the width of both with the margin."""
    painter.setFont(font(LABEL_PX, 600))
    width = max(_COUNT_LEAST, painter.fontMetrics().horizontalAdvance(words) + _COUNT_PAD)
    top = box.center().y() - _COUNT_HEIGHT / 2
    place = QRectF(box.right() - width - margin, top, width, _COUNT_HEIGHT)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.colour("sunken"))
    painter.drawRoundedRect(place, _COUNT_HEIGHT / 2, _COUNT_HEIGHT / 2)
    painter.setPen(theme.colour("muted"))
    painter.drawText(place, Qt.AlignmentFlag.AlignCenter, words)
    return width + margin
