"""The view of a remote table: marks with Space, opens with Enter, copies with Ctrl+C."""

from typing import Any

from PySide6.QtCore import (
    QEvent,
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    QRectF,
    Qt,
    Signal,
)
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QKeySequence, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractItemView, QApplication, QTableView

from funneldesk.desktop.kit.lists.remote_rows import RemoteRows
from funneldesk.desktop.kit.style.theme import theme
from funneldesk.desktop.kit.table.cells import CellPainter, cells_of, draw_placeholders

Flag = QItemSelectionModel.SelectionFlag


class TableView(QTableView):
    """After Space has marked a row, the arrows move without losing the marks, until Esc."""

    opened = Signal(int)
    copied = Signal(int)

    def __init__(self, name: str, model: RemoteRows[Any]) -> None:
        super().__init__()
        self._rows = model
        self._marking = False
        self.setModel(model)
        muted = frozenset(at for at, column in enumerate(model.columns) if column.muted)
        self.setItemDelegate(CellPainter(self, muted))
        self.setAccessibleName(name)
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
        self.doubleClicked.connect(lambda index: self.opened.emit(index.row()))
        theme.changed.connect(self._fit)
        self._fit()

    def selected_rows(self) -> list[int]:
        """The numbers of the selected rows, from top to bottom."""
        selection = self.selectionModel().selection()
        ranges = (selection.at(number) for number in range(selection.count()))
        return sorted({row for r in ranges for row in range(r.top(), r.bottom() + 1)})

    def shown_columns(self) -> list[int]:
        """The model's columns that are shown, as they stand from left to right."""
        header = self.horizontalHeader()
        order = (header.logicalIndex(place) for place in range(header.count()))
        return [column for column in order if not self.isColumnHidden(column)]

    def copy_selection(self) -> None:
        """Put the selected rows on the clipboard as tab-separated lines."""
        columns = self.shown_columns()
        chosen = self.selected_rows()
        lines = ("\t".join(cells_of(self._rows, row, columns)) for row in chosen)
        if chosen:
            QApplication.clipboard().setText("\n".join(lines))
            self.copied.emit(len(chosen))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        current = self.currentIndex()
        plain = event.modifiers() in (
            Qt.KeyboardModifier.NoModifier,
            Qt.KeyboardModifier.KeypadModifier,
        )
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy_selection()
        elif plain and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if current.isValid():
                self.opened.emit(current.row())
        elif plain and event.key() == Qt.Key.Key_Space:
            self._mark(current)
        elif plain and event.key() == Qt.Key.Key_Escape and self._marking:
            self._marking = False
            self.selectionModel().select(current, Flag.ClearAndSelect | Flag.Rows)
        else:
            super().keyPressEvent(event)

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

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter = QPainter(self.viewport())
        if self._rows.is_loading and not self._rows.has_answer:
            widths = [self.columnWidth(column) for column in self.shown_columns()]
            draw_placeholders(painter, QRectF(self.viewport().rect()), widths)
        current = self.currentIndex()
        if self.hasFocus() and current.isValid():
            place = QRectF(self.visualRect(current))
            ring = QRectF(1, place.top() + 0.5, self.viewport().width() - 2, place.height() - 2)
            painter.setPen(QPen(theme.colour("accent"), 1.5))
            painter.drawRect(ring)
        painter.end()

    def _mark(self, current: QModelIndex) -> None:
        if not current.isValid():
            return
        first = not self._marking and self.selected_rows() == [current.row()]
        self._marking = True
        if not first:
            self.selectionModel().select(current, Flag.Toggle | Flag.Rows)

    def _fit(self) -> None:
        self.verticalHeader().setMinimumSectionSize(theme.density.row)
        self.verticalHeader().setDefaultSectionSize(theme.density.row)
        self.viewport().update()
