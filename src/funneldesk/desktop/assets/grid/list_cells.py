"""Rows of the detailed list: a small image, the name, and a cell per column."""

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRectF, Qt
from PySide6.QtGui import QPainter, QPen
from PySide6.QtWidgets import QStyle, QStyleOptionViewItem

from funneldesk.desktop.assets.backdrop import backdrop, needs_other
from funneldesk.desktop.assets.grid.cells import (
    Pictures,
    draw_fitting,
    draw_icon,
    draw_name,
    picture_of,
)
from funneldesk.desktop.assets.grid.columns import ListHeader, cell_words
from funneldesk.desktop.assets.grid.rows import AssetRows
from funneldesk.desktop.assets.library.row import AssetRow
from funneldesk.desktop.kit.lists.row_painting import RowDelegate
from funneldesk.desktop.kit.style.cut_text import LEFT, draw_cut
from funneldesk.desktop.kit.style.theme import font, theme
from funneldesk.desktop.kit.style.tokens import RADIUS, SMALL_PX

Index = QModelIndex | QPersistentModelIndex
PAD = 12
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


class LinePainter(RowDelegate):
    """Draws a line of ``AssetRows`` below a header."""

    def __init__(self, header: ListHeader, rows: AssetRows, pictures: Pictures) -> None:
        super().__init__(header)
        self._header = header
        self._rows = rows
        self._pictures = pictures

    def draw(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row = self._rows.record(index.row())
        if row is None:
            return
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        box = QRectF(option.rect)
        _draw_ground(painter, box, option.state)
        held = self._rows.held(row) if row.is_folder else 0
        for column, left, width in self._header.columns():
            cell = QRectF(left + PAD, box.y(), width - 2 * PAD, box.height())
            if column.key == "name":
                self._draw_file(painter, cell, row)
                continue
            painter.setFont(font(SMALL_PX))
            painter.setPen(theme.colour("muted"))
            words = cell_words(row, column.key, held)
            draw_cut(painter, cell, words, align=_RIGHT if column.numeric else LEFT)

    def _draw_file(self, painter: QPainter, cell: QRectF, row: AssetRow) -> None:
        side = cell.height() - 8
        frame = QRectF(cell.x(), cell.y() + 4, side, side)
        picture = None if row.is_folder else picture_of(painter, frame, row, self._pictures)
        if picture is not None:
            if needs_other(picture):
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(backdrop(picture))
                painter.drawRoundedRect(frame, RADIUS, RADIUS)
            draw_fitting(painter, frame, picture)
        else:
            draw_icon(painter, frame, row.icon_name, "muted", 16)
        draw_name(painter, cell.adjusted(side + 8, 0, 0, 0), row.name)


def _draw_ground(painter: QPainter, box: QRectF, state: QStyle.StateFlag) -> None:
    if state & QStyle.StateFlag.State_Selected:
        painter.fillRect(box, theme.colour("accent_soft"))
    elif state & QStyle.StateFlag.State_MouseOver:
        painter.fillRect(box, theme.colour("app"))
    painter.fillRect(QRectF(box.x(), box.bottom() - 1, box.width(), 1), theme.colour("line"))
    if state & QStyle.StateFlag.State_HasFocus:
        painter.setPen(QPen(theme.colour("accent"), 1.5))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(box.adjusted(1, 1, -1, -2))
