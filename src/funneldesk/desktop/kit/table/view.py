"""Table of records: marks with Space, opens with Enter, copies with Ctrl+C."""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from PySide6.QtCore import (
    QEvent,
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    QRect,
    QRectF,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QContextMenuEvent,
    QKeyEvent,
    QKeySequence,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractItemView, QApplication, QTableView

from funneldesk.desktop.kit.lists.row_view import runs_of
from funneldesk.desktop.kit.lists.view_place import ViewPlace, go_to, selected_in
from funneldesk.desktop.kit.style.mirroring import mirrored
from funneldesk.desktop.kit.style.theme import font, theme
from funneldesk.desktop.kit.style.tokens import LABEL_PX
from funneldesk.desktop.kit.table.cells import CellPainter, cells_of, draw_placeholders
from funneldesk.desktop.kit.table.column import Column
from funneldesk.desktop.kit.table.groups import Grouping, is_heading
from funneldesk.desktop.kit.table.headings import draw_heading
from funneldesk.desktop.kit.table.rows import TableRows

R = TypeVar("R")
Flag = QItemSelectionModel.SelectionFlag
PLAIN = (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)
ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
NEAR = 20
"""Rows before the last one from which more are asked for."""


class TableView(QTableView):
    """After Space has marked a row, the arrows move without losing the marks, until Esc.

    ``end_near``: the last rows come into view, and more may be asked for. ``is_waiting`` draws
    the places of rows that are still to come. Columns that are ``editable`` are edited with Enter
    or a double click, where Ctrl+Enter opens; F2 asks to edit in any column. Headings of groups
    fold by a click, Enter, Left and Right.
    """

    opened = Signal(str)
    copied = Signal(int)
    typed = Signal(str)
    asked_to_delete = Signal()
    end_near = Signal()
    edit_asked = Signal(QModelIndex)
    paste_asked = Signal()
    more_to_select = Signal()
    """All rows are selected, and the keys that select them were pressed again."""

    def __init__(
        self, name: str, columns: Sequence[Column[R]], row: Callable[[str], R | None]
    ) -> None:
        """``row`` gives a record by its id, or None once it is gone."""
        super().__init__()
        self.rows: TableRows[Any] = TableRows(columns, row, self)
        self.groups = self.rows.groups
        self.is_waiting = False
        self.editable: frozenset[int] = frozenset()
        self._marking = False
        self.setModel(self.rows)
        muted = frozenset(at for at, column in enumerate(columns) if column.muted)
        self.setItemDelegate(CellPainter(self, muted))
        self.setAccessibleName(name)
        self._set_up()
        self.doubleClicked.connect(self._double_clicked)
        self.clicked.connect(self._clicked)
        self.verticalScrollBar().valueChanged.connect(self._tell_end)
        theme.changed.connect(self._fit)
        self._fit()

    def _set_up(self) -> None:
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setTabKeyNavigation(False)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setCornerButtonEnabled(False)
        self.verticalHeader().hide()
        header = self.horizontalHeader()
        header.setTextElideMode(Qt.TextElideMode.ElideRight)
        header.setFont(font(LABEL_PX, 600))  # It cuts by this one, and draws by the style's.

    def row_height(self) -> int:
        """The height of every row."""
        row = theme.density.row
        return round(2.3 * row) if self.rows.has_lines else row

    def arrange(self, ids: Sequence[str]) -> None:
        """Show these records in this order; what is selected and in view stays so."""
        self._arrange(self.groups.arranged(ids))

    def group_by(self, grouping: Grouping | None) -> None:
        """Put headings between the rows of different groups, or none."""
        self.groups.group_by(grouping)
        self._arrange(self.groups.arranged(self.groups.ids))

    def _arrange(self, shown: Sequence[str]) -> None:
        place = ViewPlace.of(self)
        self.rows.arrange(shown)
        place.restore(self)
        self._tell_end()

    def selected_ids(self) -> list[str]:
        """The ids of the selected records, in the table's order."""
        return [each for each in selected_in(self) if not is_heading(each)]

    def select(self, record_id: str) -> None:
        """Select one record and bring it into view; an unknown id selects none."""
        unfolded = self.groups.unfold(record_id)
        if unfolded is not None:
            self._arrange(unfolded)
        place = self.rows.row_of(record_id)
        if place < 0:
            self.clearSelection()
            return
        go_to(self, self.rows.index(place, 0))

    @property
    def is_marking(self) -> bool:
        """Whether moving leaves what is selected: rows are marked one by one."""
        return self._marking

    def mark_current(self) -> None:
        """Mark the current row, or take its mark off."""
        self._mark(self.currentIndex())

    def end_marking(self) -> None:
        """Moving selects again."""
        self._marking = False

    def move_to(self, record_id: str) -> None:
        """Make a record the current one, and leave what is selected while rows are marked."""
        place = self.rows.row_of(record_id)
        if not self._marking or place < 0:
            self.select(record_id)
            return
        index = self.rows.index(place, 0)
        self.selectionModel().setCurrentIndex(index, Flag.NoUpdate)
        self.scrollTo(index)

    def shown_columns(self) -> list[int]:
        """The model's columns that are shown, as they stand from left to right."""
        header = self.horizontalHeader()
        order = (header.logicalIndex(place) for place in range(header.count()))
        return [column for column in order if not self.isColumnHidden(column)]

    def copy_selection(self) -> None:
        """Put the selected rows on the clipboard as tab-separated lines."""
        columns = self.shown_columns()
        chosen = [
            row
            for first, last in runs_of(self.selectionModel().selection())
            for row in range(first, last + 1)
            if not is_heading(self.rows.ids[row])
        ]
        lines = ("\t".join(cells_of(self.rows, row, columns)) for row in chosen)
        if chosen:
            QApplication.clipboard().setText("\n".join(lines))
            self.copied.emit(len(chosen))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        current, plain = self.currentIndex(), event.modifiers() in PLAIN
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy_selection()
        elif event.matches(QKeySequence.StandardKey.SelectAll) and self._all_selected():
            self.more_to_select.emit()
        elif plain and self._folds(event.key(), current):
            self._toggle(current)
        elif plain and event.key() in ENTER:
            self._enter(current)
        elif self.editable and self._asks_to_edit(event, current):
            event.accept()
        elif plain and event.key() == Qt.Key.Key_Space:
            self._mark(current)
        elif plain and event.key() == Qt.Key.Key_Delete:
            self.asked_to_delete.emit()
        elif plain and event.key() == Qt.Key.Key_Escape and self._marking:
            self._marking = False
            self.selectionModel().select(current, Flag.ClearAndSelect | Flag.Rows)
        else:
            super().keyPressEvent(event)

    def moveCursor(
        self, action: QTableView.CursorAction, modifiers: Qt.KeyboardModifier
    ) -> QModelIndex:
        """Home and End lead to the first and the last row; Qt's stay in the row, which is right
        where cells are edited."""
        last = {QTableView.CursorAction.MoveHome: 0, QTableView.CursorAction.MoveEnd: -1}
        shown, count = self.shown_columns(), self.rows.rowCount()
        if action in last and shown and count and not self.editable:
            return self.rows.index(last[action] % count, shown[0])
        return super().moveCursor(action, modifiers)

    def keyboardSearch(self, search: str) -> None:
        """Qt would ask every row of a long table for its text; whoever owns the table seeks."""
        self.typed.emit(search)

    def selectionCommand(
        self, index: QModelIndex | QPersistentModelIndex, event: QEvent | None = None
    ) -> QItemSelectionModel.SelectionFlag:
        if event is not None and event.type() == QEvent.Type.MouseButtonPress:
            self._marking = False
        shifted = isinstance(event, QKeyEvent) and bool(
            event.modifiers() & Qt.KeyboardModifier.ShiftModifier
        )
        if self._marking and isinstance(event, QKeyEvent) and not shifted:
            return Flag.NoUpdate
        return super().selectionCommand(index, event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        event.ignore()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._tell_end()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter = QPainter(self.viewport())
        sided = mirrored(painter, self.viewport().rect(), self.layoutDirection())
        self._draw_headings(sided, event.rect())
        if self.is_waiting and not self.rows.ids:
            widths = [self.columnWidth(column) for column in self.shown_columns()]
            draw_placeholders(sided, QRectF(self.viewport().rect()), widths)
        current = self.currentIndex()
        if self.hasFocus() and current.isValid():
            place = QRectF(self.visualRect(current))
            if self.editable and not self._heading(current):
                ring = place.adjusted(1, 1, -1, -2)
            else:
                width = self.viewport().width() - 2
                ring = QRectF(1, place.top() + 0.5, width, place.height() - 2)
            painter.setPen(QPen(theme.colour("accent"), 1.5))
            painter.drawRect(ring)
        painter.end()

    def _all_selected(self) -> bool:
        return bool(self.rows.ids) and len(self.selected_ids()) == len(self.rows.ids)

    def _asks_to_edit(self, event: QKeyEvent, current: QModelIndex) -> bool:
        """Whether a key is one of those of a table that is edited."""
        if event.matches(QKeySequence.StandardKey.Paste):
            self.paste_asked.emit()
        elif event.key() in ENTER and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self._open(current)
        elif event.key() == Qt.Key.Key_F2 and current.isValid():
            self.edit_asked.emit(current)
        else:
            return False
        return True

    def _draw_headings(self, painter: QPainter, shown: QRect) -> None:
        if not self.groups.headings:
            return
        height, offset = self.row_height(), self.verticalScrollBar().value()
        left, ids = -self.horizontalScrollBar().value(), self.rows.ids
        width = max(self.horizontalHeader().length(), self.viewport().width())
        first = max(0, (shown.top() + offset) // height)
        for row in range(first, min(len(ids), (shown.bottom() + offset) // height + 1)):
            if is_heading(ids[row]):
                box = QRectF(left, row * height - offset, width, height)
                draw_heading(painter, box, self.groups.headings[ids[row]])

    def _heading(self, index: QModelIndex) -> str:
        """The id of the heading in a row, "" where there is none."""
        known = index.isValid() and is_heading(self.rows.ids[index.row()])
        return self.rows.ids[index.row()] if known else ""

    def _folds(self, key: int, index: QModelIndex) -> bool:
        """Whether a key folds or unfolds the group of the heading that is current."""
        heading = self.groups.headings.get(self._heading(index))
        if heading is None:
            return False
        folding = Qt.Key.Key_Right if heading.is_folded else Qt.Key.Key_Left
        return key in (*ENTER, Qt.Key.Key_Space, folding)

    def _toggle(self, index: QModelIndex) -> None:
        heading = self._heading(index)
        self._arrange(self.groups.toggle(heading))
        current = self.rows.index(self.rows.row_of(heading), 0)
        self.selectionModel().setCurrentIndex(current, Flag.NoUpdate)

    def _clicked(self, index: QModelIndex) -> None:
        if self._heading(index):
            self._toggle(index)

    def _double_clicked(self, index: QModelIndex) -> None:
        if not self._heading(index):
            self._enter(index)

    def _enter(self, index: QModelIndex) -> None:
        if index.isValid() and index.column() in self.editable:
            self.edit_asked.emit(index)
        else:
            self._open(index)

    def _open(self, index: QModelIndex) -> None:
        if index.isValid() and not self._heading(index):
            self.opened.emit(self.rows.ids[index.row()])

    def _mark(self, current: QModelIndex) -> None:
        if not current.isValid() or self._heading(current):
            return
        ids = self.selected_ids()
        first = not self._marking and ids == [self.rows.ids[current.row()]]
        self._marking = True
        if not first:
            self.selectionModel().select(current, Flag.Toggle | Flag.Rows)

    def _tell_end(self) -> None:
        bar = self.verticalScrollBar()
        if self.rows.ids and bar.value() >= bar.maximum() - NEAR * self.row_height():
            self.end_near.emit()

    def _fit(self) -> None:
        self.verticalHeader().setMinimumSectionSize(self.row_height())
        self.verticalHeader().setDefaultSectionSize(self.row_height())
        self.viewport().update()
