"""Places of equal cells in a view, and their selection."""

from collections.abc import Sequence

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
)
from PySide6.QtGui import (
    QRegion,
)
from PySide6.QtWidgets import QAbstractItemView, QStyle

from funneldesk.desktop.kit.grid.layout import Laid, laid_out
from funneldesk.desktop.kit.lists.record_list import ListRows
from funneldesk.desktop.kit.lists.row_view import RowView, runs_of
from funneldesk.desktop.kit.style.theme import theme

Index = QModelIndex | QPersistentModelIndex
_Action = QAbstractItemView.CursorAction
_Flag = QItemSelectionModel.SelectionFlag
_PLAIN = (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)
TYPED_SECONDS = 1.0
"""Letters typed within that time of each other seek one name."""


class CellView(RowView):
    """Cells of ``cell_size``; one without a width takes the whole width, which makes it a list."""

    def __init__(self, rows: ListRows) -> None:
        # Qt lays out while it is made: an error in that moment would break the class itself.
        self._laid = Laid()
        self._anchored = (-1, -1)
        super().__init__()
        self.rows: ListRows = rows
        self.setModel(rows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)

    def cell_size(self) -> QSize:
        """The least size of a cell; a width of 0 takes the whole line."""
        return QSize(0, theme.density.row)

    @property
    def columns(self) -> int:
        """Number of cells in a line."""
        return self._laid.columns

    # What is selected

    def selected_ids(self) -> list[str]:
        """The ids of the selected records, in the order shown."""
        ids, runs = self.rows.ids, runs_of(self.selectionModel().selection())
        return [each for first, last in runs for each in ids[first : last + 1]]

    def selected_count(self) -> int:
        """Number of selected records."""
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
        box = self._laid.box(index.row()).translated(0, -self.verticalOffset())
        return QStyle.visualRect(self.layoutDirection(), self.viewport().rect(), box)

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
        seen = self.viewport().rect()
        sided = QStyle.visualRect(self.layoutDirection(), seen, box)
        return self._laid.runs_under(sided, self.count())

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
        sided = QStyle.visualPos(self.layoutDirection(), self.viewport().rect(), point)
        below = QPoint(sided.x(), point.y() + self.verticalOffset())
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
        """The anchor while the cells move: the current record while it is in view, or
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
