"""Painting of a table's rows: one line, chips for status words, cut with an ellipsis."""

from PySide6.QtCore import (
    QAbstractItemModel,
    QEvent,
    QModelIndex,
    QObject,
    QPointF,
    QRectF,
    QSize,
    Qt,
)
from PySide6.QtGui import QColor, QFontMetrics, QHelpEvent, QPainter, QPolygonF
from PySide6.QtWidgets import QAbstractItemView, QStyle, QStyleOptionViewItem

from funneldesk.desktop.kit.lists.id_rows import Index
from funneldesk.desktop.kit.lists.record_list import ListRow, draw_lines
from funneldesk.desktop.kit.lists.row_painting import RowDelegate
from funneldesk.desktop.kit.style.cut_text import cut_text
from funneldesk.desktop.kit.style.theme import font, theme
from funneldesk.desktop.kit.style.tokens import BASE_PX, LABEL_PX
from funneldesk.desktop.kit.table.cell_ornaments import PICTURE, draw_bar, draw_picture
from funneldesk.desktop.kit.table.column import Bar
from funneldesk.desktop.kit.table.rows import (
    BAR_ROLE,
    LINES_ROLE,
    MARK_ROLE,
    STRONG_ROLE,
    TIPPED_ROLE,
    TONE_ROLE,
    TableRows,
)

CELL_PAD = 12
CHIP_PAD = 8
CHIP_HEIGHT = 19
CORNER = 7
DOT, DOT_GAP = 4.0, 8


class CellPainter(RowDelegate):
    """Draws the cells of ``TableRows``; a text that was cut shows whole on hover."""

    def __init__(self, parent: QObject, muted: frozenset[int]) -> None:
        super().__init__(parent)
        self._muted = muted

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(self._width(index) + 2 * CELL_PAD, option.rect.height())

    def draw(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        box = QRectF(option.rect)
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(box, theme.colour("accent_soft"))
        mark = index.data(MARK_ROLE)
        if mark is not None:
            _draw_mark(painter, box, str(mark))
        painter.fillRect(QRectF(box.left(), box.bottom() - 1, box.width(), 1), theme.colour("line"))
        inner = box.adjusted(CELL_PAD, 0, -CELL_PAD, -1)
        lines = index.data(LINES_ROLE)
        if isinstance(lines, ListRow):
            draw_lines(painter, box, lines)
            return
        inner = self._ornamented(painter, inner, index)
        tone = index.data(TONE_ROLE)
        if tone is None:
            self._draw_text(painter, inner, index)
        else:
            _draw_chip(painter, inner, str(index.data()), str(tone))

    def helpEvent(
        self,
        event: QHelpEvent,
        view: QAbstractItemView,
        option: QStyleOptionViewItem,
        index: Index,
    ) -> bool:
        room = option.rect.width() - 2 * CELL_PAD
        told = index.data(MARK_ROLE) is not None or index.data(TIPPED_ROLE)
        if event.type() == QEvent.Type.ToolTip and not told and self._width(index) <= room:
            return True
        return super().helpEvent(event, view, option, index)

    def _ornamented(self, painter: QPainter, box: QRectF, index: Index) -> QRectF:
        """Draw what stands before the text of a cell; where the text goes."""
        rows = index.model()
        if isinstance(rows, TableRows) and rows.is_pictured(index):
            side = round(PICTURE * painter.device().devicePixelRatio())
            return draw_picture(painter, box, rows.picture(index, side))
        bar = index.data(BAR_ROLE)
        return draw_bar(painter, box, bar) if isinstance(bar, Bar) else box

    def _draw_text(self, painter: QPainter, box: QRectF, index: Index) -> None:
        painter.setFont(font(weight=600) if index.data(STRONG_ROLE) else font())
        painter.setPen(theme.colour("muted" if index.column() in self._muted else "text"))
        text = cut_text(painter.fontMetrics(), str(index.data()), box.width())
        align = index.data(Qt.ItemDataRole.TextAlignmentRole)
        painter.drawText(box, align | Qt.TextFlag.TextSingleLine, text)

    def _width(self, index: Index) -> int:
        chip = index.data(TONE_ROLE) is not None
        weight = 600 if chip or index.data(STRONG_ROLE) else 400
        metrics = QFontMetrics(font(LABEL_PX if chip else BASE_PX, weight))
        return metrics.horizontalAdvance(str(index.data())) + (2 * CHIP_PAD if chip else 0)


def draw_placeholders(painter: QPainter, box: QRectF, widths: list[int]) -> None:
    """Quiet bars where the first rows will be."""
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.colour("sunken"))
    height = theme.density.row
    for number in range(min(8, int(box.height()) // height)):
        left = box.left()
        middle = box.top() + (number + 0.5) * height
        for at, width in enumerate(widths):
            share = (0.72, 0.48, 0.6)[(number + at) % 3]
            bar = QRectF(left + CELL_PAD, middle - 5, max((width - 2 * CELL_PAD) * share, 8), 10)
            painter.drawRoundedRect(bar, 5, 5)
            left += width


def cells_of(model: QAbstractItemModel, row: int, columns: list[int]) -> list[str]:
    """The texts of one row in the order given, for the clipboard."""
    texts = (str(model.index(row, column, QModelIndex()).data() or "") for column in columns)
    return [_harmless(text) for text in texts]


def _draw_mark(painter: QPainter, box: QRectF, tone: str) -> None:
    """A soft ground, and a corner that is seen without its colour."""
    painter.fillRect(box.adjusted(0, 0, 0, -1), theme.colour(f"{tone}_soft"))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.colour(tone))
    corner, across, down = box.topLeft(), QPointF(CORNER, 0), QPointF(0, CORNER)
    painter.drawPolygon(QPolygonF([corner, corner + across, corner + down]))


def _draw_chip(painter: QPainter, box: QRectF, text: str, tone: str) -> None:
    if not text:
        return
    if tone.startswith("#"):
        _draw_dotted(painter, box, text, QColor.fromString(tone))
        return
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setFont(font(LABEL_PX, 600))
    text = cut_text(painter.fontMetrics(), text, box.width() - 2 * CHIP_PAD)
    width = painter.fontMetrics().horizontalAdvance(text) + 2 * CHIP_PAD
    place = QRectF(box.left(), box.center().y() - CHIP_HEIGHT / 2, width, CHIP_HEIGHT)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.colour("sunken" if tone in ("", "muted") else f"{tone}_soft"))
    painter.drawRoundedRect(place, CHIP_HEIGHT / 2, CHIP_HEIGHT / 2)
    painter.setPen(theme.colour(tone or "muted"))
    painter.drawText(place, Qt.AlignmentFlag.AlignCenter, text)


def _draw_dotted(painter: QPainter, box: QRectF, text: str, colour: QColor) -> None:
    """A word after a dot of the colour that somebody chose: readable whatever that is."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(theme.colour("line"))
    painter.setBrush(colour)
    middle = box.center().y()
    painter.drawEllipse(QPointF(box.left() + DOT, middle), DOT, DOT)
    painter.setFont(font())
    painter.setPen(theme.colour("text"))
    words = box.adjusted(DOT * 2 + DOT_GAP, 0, 0, 0)
    text = cut_text(painter.fontMetrics(), text, words.width())
    painter.drawText(words, Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine, text)


def _harmless(text: str) -> str:
    """A spreadsheet that is pasted into must not take a server's text for a formula."""
    if not text.startswith(("=", "+", "-", "@")):
        return text
    try:
        float(text.replace(",", ""))
    except ValueError:
        return f"'{text}"
    return text
