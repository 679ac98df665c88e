"""Painting of a table's rows: one line, chips for status words, cut with an ellipsis."""

from functools import cache

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
from PySide6.QtGui import QColor, QFont, QFontMetrics, QHelpEvent, QPainter, QPolygonF
from PySide6.QtWidgets import QAbstractItemView, QStyle, QStyleOptionViewItem

from funneldesk.contract.spreadsheets import safe_text
from funneldesk.desktop.kit.lists.id_rows import Index
from funneldesk.desktop.kit.lists.record_list import draw_lines
from funneldesk.desktop.kit.lists.row_painting import RowDelegate
from funneldesk.desktop.kit.style.cut_text import cut_text
from funneldesk.desktop.kit.style.theme import font, theme
from funneldesk.desktop.kit.style.tokens import BASE_PX, LABEL_PX
from funneldesk.desktop.kit.table.cell_ornaments import PICTURE, draw_bar, draw_picture
from funneldesk.desktop.kit.table.rows import (
    MARK_ROLE,
    TIPPED_ROLE,
    CellLook,
    TableRows,
)

CELL_PAD = 12
CHIP_PAD = 8
CHIP_HEIGHT = 19
CORNER = 7
DOT, DOT_GAP = 4.0, 8
_ON_A_LINE = Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine
_LINE = {
    "left": Qt.AlignmentFlag.AlignLeft | _ON_A_LINE,
    "right": Qt.AlignmentFlag.AlignRight | _ON_A_LINE,
    "centre": Qt.AlignmentFlag.AlignHCenter | _ON_A_LINE,
}


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
        look = _look(index)
        if look.mark:
            _draw_mark(painter, box, look.mark)
        painter.fillRect(QRectF(box.left(), box.bottom() - 1, box.width(), 1), theme.colour("line"))
        if look.lines is not None:
            draw_lines(painter, box, look.lines)
            return
        inner = box.adjusted(CELL_PAD, 0, -CELL_PAD, -1)
        inner = self._ornamented(painter, inner, index, look)
        if look.tone is None:
            self._draw_text(painter, inner, index, look)
        else:
            _draw_chip(painter, inner, look.text, look.tone)

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

    def _ornamented(self, painter: QPainter, box: QRectF, index: Index, look: CellLook) -> QRectF:
        """Draw what stands before the text of a cell; where the text goes."""
        rows = index.model()
        if look.is_pictured and isinstance(rows, TableRows):
            side = round(PICTURE * painter.device().devicePixelRatio())
            return draw_picture(painter, box, rows.picture(index, side))
        return draw_bar(painter, box, look.bar) if look.bar is not None else box

    def _draw_text(self, painter: QPainter, box: QRectF, index: Index, look: CellLook) -> None:
        painter.setFont(_face(BASE_PX, 600 if look.is_strong else 400))
        painter.setPen(theme.colour("muted" if index.column() in self._muted else "text"))
        text = cut_text(painter.fontMetrics(), look.text, box.width())
        painter.drawText(box, _LINE[look.align], text)

    def _width(self, index: Index) -> int:
        look = _look(index)
        chip = look.tone is not None
        weight = 600 if chip or look.is_strong else 400
        metrics = QFontMetrics(_face(LABEL_PX if chip else BASE_PX, weight))
        return metrics.horizontalAdvance(look.text) + (2 * CHIP_PAD if chip else 0)


@cache
def _face(px: float, weight: int = 400) -> QFont:
    return font(px, weight)


def _look(index: Index) -> CellLook:
    rows = index.model()
    return rows.look(index.row(), index.column()) if isinstance(rows, TableRows) else CellLook()


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
    return [safe_text(text) for text in texts]


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
    painter.setFont(_face(LABEL_PX, 600))
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
    painter.setFont(_face(BASE_PX))
    painter.setPen(theme.colour("text"))
    words = box.adjusted(DOT * 2 + DOT_GAP, 0, 0, 0)
    text = cut_text(painter.fontMetrics(), text, words.width())
    painter.drawText(words, Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine, text)
