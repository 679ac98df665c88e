"""A list of records in two lines each: title and time, a muted line and a status chip."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QPersistentModelIndex,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor, QFontMetrics, QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
)

from funneldesk.desktop.kit.text import plain_tip
from funneldesk.desktop.kit.theme import font, theme
from funneldesk.desktop.kit.tokens import LABEL_PX, SMALL_PX

Index = QModelIndex | QPersistentModelIndex
ROW = Qt.ItemDataRole.UserRole
LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


@dataclass(frozen=True, slots=True)
class ListRow:
    """What a row shows. ``marked`` puts a dot before the title (unsaved, unread)."""

    id: str
    title: str
    subtitle: str
    when: str
    chip: str
    tone: str
    marked: bool = False
    hover: str = ""


class ListRows(QAbstractListModel):
    """The rows that are shown."""

    def __init__(self) -> None:
        super().__init__()
        self._rows: list[ListRow] = []

    def set_rows(self, rows: Sequence[ListRow]) -> None:
        """Show these; when only contents changed, the view keeps its place."""
        fresh = list(rows)
        if [row.id for row in fresh] == [row.id for row in self._rows]:
            self._rows = fresh
            if fresh:
                self.dataChanged.emit(self.index(0), self.index(len(fresh) - 1))
            return
        self.beginResetModel()
        self._rows = fresh
        self.endResetModel()

    def row_of(self, record_id: str) -> int:
        """Where a record stands, or -1."""
        return next((n for n, row in enumerate(self._rows) if row.id == record_id), -1)

    def at(self, row: int) -> ListRow:
        """The row at a place."""
        return self._rows[row]

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid() or index.row() >= len(self._rows):
            return None
        row = self._rows[index.row()]
        if role == ROW:
            return row
        if role == Qt.ItemDataRole.DisplayRole:
            return row.title
        if role == Qt.ItemDataRole.AccessibleTextRole:
            mark = "Unsaved. " if row.marked else ""
            return f"{mark}{row.title}, {row.subtitle}, {row.chip}, {row.when}"
        if role == Qt.ItemDataRole.ToolTipRole and row.hover:
            return plain_tip(row.hover)
        return None


class RowPainter(QStyledItemDelegate):
    """Draws a ``ListRow``."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(0, 58 if theme.density.name == "comfortable" else 50)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row = index.data(ROW)
        if not isinstance(row, ListRow):
            return
        box = QRectF(option.rect)
        state = option.state
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if state & QStyle.StateFlag.State_Selected:
            painter.fillRect(box, theme.colour("accent_soft"))
            if state & QStyle.StateFlag.State_HasFocus:
                painter.fillRect(QRectF(0, box.y(), 3, box.height()), theme.colour("accent"))
        elif state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(box, theme.colour("app"))
        painter.setPen(theme.colour("line"))
        painter.drawLine(box.bottomLeft(), box.bottomRight())
        inner = box.adjusted(14, 9, -14, -9)
        half = inner.height() / 2
        self._first_line(painter, QRectF(inner.x(), inner.y(), inner.width(), half), row)
        self._second_line(painter, QRectF(inner.x(), inner.y() + half, inner.width(), half), row)
        painter.restore()

    def _first_line(self, painter: QPainter, box: QRectF, row: ListRow) -> None:
        when = font(LABEL_PX)
        width = QFontMetrics(when).horizontalAdvance(row.when) + 10
        painter.setFont(when)
        painter.setPen(theme.colour("muted"))
        painter.drawText(box, RIGHT, row.when)
        left = box
        if row.marked:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.colour("accent"))
            painter.drawEllipse(QRectF(box.x(), box.center().y() - 3.5, 7, 7))
            left = box.adjusted(13, 0, 0, 0)
        _line(painter, left.adjusted(0, 0, -width, 0), row.title, 600, theme.colour("text"))

    def _second_line(self, painter: QPainter, box: QRectF, row: ListRow) -> None:
        chip = font(LABEL_PX, 600)
        width = QFontMetrics(chip).horizontalAdvance(row.chip) + 16
        place = QRectF(box.right() - width, box.center().y() - 9, width, 19)
        soft = "sunken" if row.tone == "muted" else f"{row.tone}_soft"
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.colour(soft))
        painter.drawRoundedRect(place, 9.5, 9.5)
        painter.setFont(chip)
        painter.setPen(theme.colour(row.tone))
        painter.drawText(place, Qt.AlignmentFlag.AlignCenter, row.chip)
        painter.setFont(font(SMALL_PX))
        painter.setPen(theme.colour("muted"))
        rest = box.adjusted(0, 0, -width - 8, 0)
        text = painter.fontMetrics().elidedText(
            row.subtitle, Qt.TextElideMode.ElideRight, int(rest.width())
        )
        painter.drawText(rest, LEFT, text)


class RecordList(QListView):
    """The view. Enter and a click open a record; Delete asks for its end."""

    opened = Signal(str)
    asked_to_delete = Signal()

    def __init__(self, name: str) -> None:
        super().__init__()
        self.rows = ListRows()
        self.setModel(self.rows)
        self.setItemDelegate(RowPainter(self))
        self.setAccessibleName(name)
        self.setUniformItemSizes(True)
        self.setMouseTracking(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.clicked.connect(self._open)
        theme.changed.connect(self.scheduleDelayedItemsLayout)

    def selected_ids(self) -> list[str]:
        """The ids of the selected records, in the list's order."""
        places = sorted(index.row() for index in self.selectionModel().selectedIndexes())
        return [self.rows.at(place).id for place in places]

    def select(self, record_id: str) -> None:
        """Select one record and bring it into view; an unknown id selects none."""
        place = self.rows.row_of(record_id)
        if place < 0:
            self.clearSelection()
            return
        index = self.rows.index(place)
        self.setCurrentIndex(index)
        self.scrollTo(index)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._open(self.currentIndex())
            return
        if event.key() == Qt.Key.Key_Delete:
            self.asked_to_delete.emit()
            return
        super().keyPressEvent(event)

    def _open(self, index: QModelIndex) -> None:
        if index.isValid() and len(self.selected_ids()) <= 1:
            self.opened.emit(self.rows.at(index.row()).id)


def ago(moment: datetime | None, now: datetime) -> str:
    """How long ago, in a word or two: "2 h ago", "yesterday", "3 d", "6 w", then the date."""
    if moment is None:
        return ""
    minutes = int((now - moment).total_seconds() // 60)
    if minutes < 1:
        return "now"
    if minutes < 60:
        return f"{minutes} min ago"
    if minutes < 60 * 24:
        return f"{minutes // 60} h ago"
    days = minutes // (60 * 24)
    if days == 1:
        return "yesterday"
    if days < 14:
        return f"{days} d"
    if days < 70:
        return f"{days // 7} w"
    return f"{moment:%d %b %Y}"


def _line(painter: QPainter, box: QRectF, text: str, weight: int, colour: QColor) -> None:
    painter.setFont(font(weight=weight))
    painter.setPen(colour)
    cut = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, int(box.width()))
    painter.drawText(box, LEFT, cut)
