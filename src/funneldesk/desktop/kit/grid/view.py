"""Cells of one size, as many in a row as fit: what it costs does not grow with their number."""

import time
from collections.abc import Sequence
from itertools import chain

from PySide6.QtCore import (
    QItemSelection,
    QItemSelectionModel,
    QItemSelectionRange,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QRect,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QDragEnterEvent,
    QDragLeaveEvent,
    QDragMoveEvent,
    QDropEvent,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QRegion,
)
from PySide6.QtWidgets import QAbstractItemView

from funneldesk.desktop.kit.grid.drops import DropTarget
from funneldesk.desktop.kit.grid.layout import Laid, laid_out
from funneldesk.desktop.kit.grid.position import GridPlace
from funneldesk.desktop.kit.grid.rubber_band import Band
from funneldesk.desktop.kit.lists.record_list import ListRows
from funneldesk.desktop.kit.lists.row_view import RowView, runs_of
from funneldesk.desktop.kit.style.theme import theme

Index = QModelIndex | QPersistentModelIndex
_Action = QAbstractItemView.CursorAction
_Flag = QItemSelectionModel.SelectionFlag
_PLAIN = (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)
TYPED_SECONDS = 1.0
"""Letters typed within that time of each other seek one name."""


class GridView(RowView):
    """Shows the records of ``rows`` in cells of ``cell_size``; a cell without a width takes the
    whole width, which makes it a list. Arrows, letters, rubber band; keeps the place it shows.

    ``chosen``: Enter or a double click; ``asked_for_look``: Space. Both carry the row's number.
    """

    chosen = Signal(int)
    asked_for_look = Signal(int)
    asked_to_copy = Signal()
    asked_to_delete = Signal()
    asked_to_rename = Signal()
    selection_changed = Signal()

    def __init__(self, name: str, rows: ListRows) -> None:
        # Qt lays out while it is made: an error in that moment would break the class itself.
        self._laid = Laid()
        self._anchored = (-1, -1)
        super().__init__()
        self.rows: ListRows = rows
        self._typed, self._typed_at = "", 0.0
        self._arranging = False
        self.setModel(rows)
        self.setAccessibleName(name)
        self.setMouseTracking(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self.band = Band(self)
        self.drops = DropTarget(self)
        self.doubleClicked.connect(self._choose)
        self.selectionModel().selectionChanged.connect(self._tell_selection)
        theme.changed.connect(self.lay_out)

    def cell_size(self) -> QSize:
        """The least size of a cell; a width of 0 takes the whole line."""
        return QSize(0, theme.density.row)

    def lay_out(self) -> None:
        """The cells have another size: stand anew, around what is looked at."""
        self.updateGeometries()
        self.viewport().update()

    @property
    def columns(self) -> int:
        """How many cells stand in a line."""
        return self._laid.columns

    # Records

    def arrange(self, ids: Sequence[str]) -> None:
        """Show these records in this order; what is selected and in view stays so."""
        place = GridPlace.of(self)
        self._arranging = True
        try:
            self.rows.arrange(ids)
            kept = place.restore(self)
        finally:
            self._arranging = False
        if not kept:
            self.selection_changed.emit()

    def selected_ids(self) -> list[str]:
        """The ids of the selected records, in the order shown."""
        ids, runs = self.rows.ids, runs_of(self.selectionModel().selection())
        return [each for first, last in runs for each in ids[first : last + 1]]

    def selected_count(self) -> int:
        """How many records are selected."""
        runs = runs_of(self.selectionModel().selection())
        return sum(last - first + 1 for first, last in runs)

    def selectAll(self) -> None:
        # Qt's own asks the model about every row.
        if self.count():
            self.select_runs([(0, self.count() - 1)])

    def select(self, record_id: str) -> bool:
        """Select one record alone and bring it into view; False when it is not shown."""
        place = self.rows.row_of(record_id)
        if place < 0:
            return False
        index = self.rows.index(place)
        self.selectionModel().setCurrentIndex(index, _Flag.ClearAndSelect)
        self.scrollTo(index)
        return True

    def select_runs(self, runs: Sequence[tuple[int, int]]) -> None:
        """Select these runs of rows (first, last) and no others; runs may overlap."""
        chosen = QItemSelection()
        end = -1
        for first, last in sorted(runs):
            if last > end:
                from_here, to_here = self.rows.index(max(first, end + 1)), self.rows.index(last)
                chosen.append(QItemSelectionRange(from_here, to_here))
                end = last
        self.selectionModel().select(chosen, _Flag.ClearAndSelect)

    def _choose(self, index: QModelIndex) -> None:
        self.chosen.emit(index.row())

    def _tell_selection(self) -> None:
        if not self._arranging:
            self.selection_changed.emit()

    # Where things are

    def row_height(self) -> int:
        return self._laid.height

    def content_y(self, place: int) -> int:
        """Where a cell begins, counted from the top of all."""
        return self._laid.box(place).top()

    def rows_in(self, top: int, bottom: int) -> range:
        """The records whose cells show between two heights of the viewport."""
        laid, offset = self._laid, self.verticalOffset() - self._laid.margin
        first = max(0, (top + offset) // laid.height)
        last = max(-1, (bottom + offset) // laid.height)
        return range(first * laid.columns, min(self.count(), (last + 1) * laid.columns))

    def visualRect(self, index: Index) -> QRect:
        if not index.isValid():
            return QRect()
        return self._laid.box(index.row()).translated(0, -self.verticalOffset())

    def indexAt(self, point: QPoint) -> QModelIndex:
        place = self._nearest(point)
        if place < 0:
            return QModelIndex()
        index = self.rows.index(place)
        gap = self._laid.gap
        body = self.visualRect(index).adjusted(gap, gap, -gap, -gap)
        return index if body.contains(point) else QModelIndex()

    def runs_under(self, box: QRect) -> list[tuple[int, int]]:
        """The runs of records whose cells a box touches, counted from the top of all."""
        return self._laid.runs_under(box, self.count())

    def visualRegionForSelection(self, selection: QItemSelection) -> QRegion:
        # Whole lines: exact cells would make a region of very many boxes.
        region = QRegion()
        laid, offset = self._laid, self.verticalOffset()
        for first, last in runs_of(selection):
            top, bottom = laid.box(first).top() - offset, laid.box(last).bottom() - offset
            lines = QRect(QPoint(0, top), QPoint(self.width(), bottom))
            region = region.united(QRegion(lines.intersected(self.viewport().rect())))
        return region

    def _nearest(self, point: QPoint) -> int:
        """The record whose cell is at a point or nearest to it, -1 when there is none."""
        below = QPoint(point.x(), point.y() + self.verticalOffset())
        return min(self.count() - 1, self._laid.nearest(below))

    # Standing

    def updateGeometries(self) -> None:
        laid = laid_out(self.cell_size(), self.viewport().width())
        anchor = self._anchor() if laid != self._laid else None
        self._laid = laid
        bar, shown = self.verticalScrollBar(), self.viewport().height()
        bar.setSingleStep(max(24, laid.height // 4))
        bar.setPageStep(shown)
        whole = laid.lines(self.count()) * laid.height + 2 * laid.margin
        bar.setRange(0, max(0, whole - shown))
        if anchor is not None:
            place, y = anchor
            bar.setValue(laid.box(place).top() - y)
            self._anchored = place, bar.value()
        QAbstractItemView.updateGeometries(self)

    def _anchor(self) -> tuple[int, int] | None:
        """What stays where it is while the cells move: the current record while it is in view, or
        the first one in view; with its height in the viewport. None at the very top.

        Until somebody scrolls it is the same one, however often the cells change their size.
        """
        if not self.verticalOffset() or not self.count():
            return None
        shown = self.rows_in(0, self.viewport().height() - 1)
        here = self.currentIndex().row()
        before, offset = self._anchored
        there = before if offset == self.verticalOffset() and before in shown else shown.start
        place = min(here if here in shown else there, self.count() - 1)
        return place, self._laid.box(place).top() - self.verticalOffset()

    # Hands

    def moveCursor(self, action: _Action, modifiers: Qt.KeyboardModifier) -> QModelIndex:
        count, now = self.count(), self.currentIndex().row()
        if not count:
            return QModelIndex()
        if now < 0:
            return self.rows.index(0)
        columns = self.columns
        page = max(1, self.viewport().height() // self.row_height() - 1) * columns
        aside = 1 if columns > 1 else 0
        steps = {
            _Action.MoveLeft: -aside,
            _Action.MoveRight: aside,
            _Action.MovePrevious: -1,
            _Action.MoveNext: 1,
            _Action.MoveUp: -columns,
            _Action.MoveDown: columns,
            _Action.MovePageUp: -page,
            _Action.MovePageDown: page,
            _Action.MoveHome: -count,
            _Action.MoveEnd: count,
        }
        step = steps.get(action, 0)
        if action == _Action.MoveUp and now < columns:
            step = 0
        if action == _Action.MoveDown and now // columns == (count - 1) // columns:
            step = 0
        return self.rows.index(max(0, min(count - 1, now + step)))

    def setSelection(self, rect: QRect, command: QItemSelectionModel.SelectionFlag) -> None:
        ends = sorted((self._nearest(rect.topLeft()), self._nearest(rect.bottomRight())))
        chosen = QItemSelection()
        if ends[0] >= 0:
            chosen.select(self.rows.index(ends[0]), self.rows.index(ends[1]))
        self.selectionModel().select(chosen, command)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        here, key = self.currentIndex().row(), event.key()
        if not event.text().strip() and key != Qt.Key.Key_Space:
            self._typed = ""
        plain = event.modifiers() in _PLAIN
        if event.matches(QKeySequence.StandardKey.Copy):
            self.asked_to_copy.emit()
        elif plain and key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and here >= 0:
            self.chosen.emit(here)
        elif plain and key == Qt.Key.Key_Space and here >= 0 and not self._is_typing():
            self.asked_for_look.emit(here)
        elif plain and key == Qt.Key.Key_Delete:
            self.asked_to_delete.emit()
        elif plain and key == Qt.Key.Key_F2:
            self.asked_to_rename.emit()
        elif plain and key == Qt.Key.Key_Backspace:
            event.ignore()
        else:
            super().keyPressEvent(event)

    def keyboardSearch(self, search: str) -> None:
        """Go to the next record whose title begins with the letters typed in one go."""
        if not self._is_typing():
            self._typed = ""
        first = not self._typed
        self._typed, self._typed_at = self._typed + search, time.monotonic()
        count, here = self.count(), max(0, self.currentIndex().row())
        if not count or not self._typed.strip():
            return
        place = self.seek_title(self._typed.casefold(), (here + 1 if first else here) % count)
        if place >= 0:
            self.setCurrentIndex(self.rows.index(place))

    def seek_title(self, letters: str, start: int) -> int:
        """The first row from ``start`` on, and round again, whose title begins with the folded
        letters; -1 when there is none."""
        count = self.count()
        for place in chain(range(start, count), range(start)):
            if self.rows.at(place).title.casefold().startswith(letters):
                return place
        return -1

    def _is_typing(self) -> bool:
        return bool(self._typed) and time.monotonic() - self._typed_at < TYPED_SECONDS

    def mousePressEvent(self, event: QMouseEvent) -> None:
        point = event.position().toPoint()
        if self.indexAt(point).isValid():
            super().mousePressEvent(event)
        elif event.button() == Qt.MouseButton.LeftButton:
            self.band.begin(point, event.modifiers())
        elif event.modifiers() in _PLAIN:
            self.clearSelection()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self.band.on:
            self.band.move(event.position().toPoint())
        else:
            super().mouseMoveEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self.band.on:
            self.band.end()
        else:
            super().mouseReleaseEvent(event)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        self.dragMoveEvent(event)

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        if self.drops.over(event.mimeData(), event.position().toPoint()):
            event.acceptProposedAction()
        else:
            event.ignore()

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        self.drops.leave()

    def dropEvent(self, event: QDropEvent) -> None:
        if self.drops.drop(event.mimeData(), event.position().toPoint()):
            event.acceptProposedAction()

    # Drawing

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self.band.draw(painter)
        self.drops.draw(painter)
        painter.end()
