"""A short list in an order of the user's: rows are dragged, or moved by Alt with Up and Down."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QDropEvent, QKeyEvent, QPainter, QPen
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListWidget,
    QListWidgetItem,
    QStyle,
    QStyleOptionViewItem,
    QWidget,
)

from funneldesk.desktop.kit.lists.row_painting import (
    RowDelegate,
    draw_count,
    draw_ground,
    draw_line_below,
)
from funneldesk.desktop.kit.style.cut_text import draw_cut
from funneldesk.desktop.kit.style.icons import pixmap
from funneldesk.desktop.kit.style.theme import font, theme
from funneldesk.desktop.kit.style.tokens import SMALL_PX

Index = QModelIndex | QPersistentModelIndex
ROW = Qt.ItemDataRole.UserRole
PAD, GRIP, DOT, GAP, INDENT = 10, 16, 10, 10, 20
_STEPS = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}


@dataclass(frozen=True, slots=True)
class OrderedRow:
    """``text`` stands muted after the title, ``count`` at the right end; ``colour`` is that of a
    dot before the title, "" for none. A row of a ``level`` above 0 belongs to the one before it:
    it stands further in, and is not moved by itself."""

    id: str
    title: str
    text: str = ""
    count: str = ""
    colour: str = ""
    level: int = 0


class OrderedPainter(RowDelegate):
    """Draws an ``OrderedRow``, with a grip where it can be dragged."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(0, theme.density.row)

    def draw(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row, box = index.data(ROW), QRectF(option.rect)
        if not isinstance(row, OrderedRow):
            return
        draw_ground(painter, box, option.state)
        draw_line_below(painter, box)
        if index.flags() & Qt.ItemFlag.ItemIsDragEnabled:
            painter.drawPixmap(PAD, int(box.center().y()) - 8, pixmap("grip-vertical", "muted"))
        inner = title_box(box, row)
        if row.colour:
            dot = QRectF(inner.x() - DOT - GAP, box.center().y() - DOT / 2, DOT, DOT)
            painter.setPen(QPen(theme.colour("strong"), 1))
            painter.setBrush(QColor(row.colour))
            painter.drawEllipse(dot)
        if row.count:
            inner.setRight(box.right() - draw_count(painter, box, row.count, PAD) - GAP)
        painter.setFont(font(weight=400 if row.level else 500))
        painter.setPen(theme.colour("text"))
        used = draw_cut(painter, inner, row.title)
        painter.setFont(font(SMALL_PX))
        painter.setPen(theme.colour("muted"))
        rest = inner.adjusted(min(used, inner.width()) + GAP, 0, 0, 0)
        if row.text and rest.width() > GAP:
            draw_cut(painter, rest, row.text)

    def updateEditorGeometry(
        self, editor: QWidget, option: QStyleOptionViewItem, index: Index
    ) -> None:
        row = index.data(ROW)
        if isinstance(row, OrderedRow):
            box = title_box(QRectF(option.rect), row).adjusted(-6, 2, 0, -3).toRect()
            editor.setGeometry(QStyle.visualRect(option.direction, option.rect, box))


def title_box(box: QRectF, row: OrderedRow) -> QRectF:
    """Where a row's title begins, to the end of the row."""
    left = PAD + GRIP + 6 + (DOT + GAP if row.colour else 0) + INDENT * row.level
    return box.adjusted(left, 0, -PAD, 0)


class OrderedList(QListWidget):
    """As high as its rows. F2 renames in place where that is wanted, Enter opens, Del asks to
    remove. ``moved`` carries all ids in their new order."""

    moved = Signal(list)
    renamed = Signal(str, str)
    opened = Signal(str)
    removal_asked = Signal(str)

    def __init__(self, name: str, *, renames: bool = False) -> None:
        super().__init__()
        self._renames, self._fixed = renames, False
        self.setAccessibleName(name)
        self.setItemDelegate(OrderedPainter(self))
        self.setMouseTracking(True)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setDragDropMode(QAbstractItemView.DragDropMode.InternalMove)
        self.setDefaultDropAction(Qt.DropAction.MoveAction)
        self.setEditTriggers(QAbstractItemView.EditTrigger.EditKeyPressed)
        self.itemDoubleClicked.connect(lambda item: self.opened.emit(_row(item).id))
        self.itemChanged.connect(self._changed)
        theme.changed.connect(self._fit)

    @property
    def ids(self) -> list[str]:
        """The ids in the order that is shown."""
        return [_row(self.item(at)).id for at in range(self.count())]

    @property
    def current(self) -> str:
        """The id of the current row, "" where there is none."""
        item = self.currentItem()
        return _row(item).id if item is not None else ""

    def show_rows(self, rows: Sequence[OrderedRow]) -> None:
        """Show these; the current one stays."""
        current = self.current
        self.blockSignals(True)
        self.clear()
        for row in rows:
            self.addItem(self._item(row))
        self.blockSignals(False)
        self.choose(current)
        self._fit()

    def choose(self, row_id: str) -> None:
        """Make a row the current one."""
        if row_id in self.ids:
            self.setCurrentRow(self.ids.index(row_id))

    def rename(self) -> None:
        """Edit the title of the current row in place."""
        item = self.currentItem()
        if item is not None and self._renames and not self._fixed:
            self.editItem(item)

    @property
    def is_read_only(self) -> bool:
        """Whether rows are only shown."""
        return self._fixed

    def set_read_only(self, on: bool) -> None:
        """Rows are only shown."""
        self._fixed = on
        self.setDragEnabled(not on)
        self.blockSignals(True)
        for at in range(self.count()):
            self.item(at).setFlags(self._flags(_row(self.item(at))))
        self.blockSignals(False)

    def move_row(self, step: int) -> None:
        """Move the current row up or down."""
        at = self.currentRow()
        if self._fixed or at < 0 or not 0 <= at + step < self.count():
            return
        self.blockSignals(True)
        item = self.takeItem(at)
        self.insertItem(at + step, item)
        self.setCurrentRow(at + step)
        self.blockSignals(False)
        self.moved.emit(self.ids)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        if self.state() == QAbstractItemView.State.EditingState:
            return  # Enter ends a title, and comes here as well.
        if key in _STEPS and event.modifiers() & Qt.KeyboardModifier.AltModifier:
            self.move_row(_STEPS[key])
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.current:
            self.opened.emit(self.current)
        elif key == Qt.Key.Key_Delete and self.current and not self._fixed:
            self.removal_asked.emit(self.current)
        else:
            super().keyPressEvent(event)

    def dropEvent(self, event: QDropEvent) -> None:
        before, chosen = self.ids, self.current
        super().dropEvent(event)
        if self.ids != before:
            self.choose(chosen)
            self.moved.emit(self.ids)

    def _item(self, row: OrderedRow) -> QListWidgetItem:
        item = QListWidgetItem(row.title)
        item.setData(ROW, row)
        told = (row.title, row.text, row.count)
        item.setData(Qt.ItemDataRole.AccessibleTextRole, ", ".join(filter(None, told)))
        item.setFlags(self._flags(row))
        return item

    def _flags(self, row: OrderedRow) -> Qt.ItemFlag:
        flags = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        if self._fixed or row.level:
            return flags
        flags |= Qt.ItemFlag.ItemIsDragEnabled
        return flags | Qt.ItemFlag.ItemIsEditable if self._renames else flags

    def _changed(self, item: QListWidgetItem) -> None:
        row, typed = _row(item), item.text().strip()
        if typed == row.title:
            return
        if typed:
            self.renamed.emit(row.id, typed)
        else:
            item.setText(row.title)

    def _fit(self) -> None:
        self.setFixedHeight(self.count() * theme.density.row + 2 * self.frameWidth())


def _row(item: QListWidgetItem) -> OrderedRow:
    row: OrderedRow = item.data(ROW)
    return row
