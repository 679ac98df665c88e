"""A list view whose rows are all of one height: what it costs does not grow with the list."""

from PySide6.QtCore import (
    QItemSelection,
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QRect,
    Qt,
)
from PySide6.QtGui import QPainter, QPaintEvent, QRegion
from PySide6.QtWidgets import QAbstractItemView, QListView, QStyle, QStyleOptionViewItem, QWidget

Index = QModelIndex | QPersistentModelIndex
_Action = QAbstractItemView.CursorAction
_Hint = QAbstractItemView.ScrollHint


def runs_of(selection: QItemSelection) -> list[tuple[int, int]]:
    """The first and the last row of each range, from top to bottom."""
    # Numbers only: a range is a piece of the selection, and is gone with it.
    ranges = (selection.at(place) for place in range(selection.size()))
    return sorted((part.top(), part.bottom()) for part in ranges)


class RowView(QListView):
    """Computes where a row stands; QListView itself walks through all of them at each change.

    ``row_height`` is in device-independent pixels.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def row_height(self) -> int:
        """The height of every row."""
        return 32

    def count(self) -> int:
        """Number of rows."""
        model = self.model()
        return model.rowCount() if model is not None else 0

    def rows_in(self, top: int, bottom: int) -> range:
        """The rows that show between two heights of the viewport, both included."""
        height, offset = self.row_height(), self.verticalOffset()
        first = max(0, (top + offset) // height)
        return range(first, min(self.count(), (bottom + offset) // height + 1))

    # Where things are

    def verticalOffset(self) -> int:
        return self.verticalScrollBar().value()

    def horizontalOffset(self) -> int:
        return 0

    def isIndexHidden(self, index: Index) -> bool:
        return False

    def visualRect(self, index: Index) -> QRect:
        if not index.isValid():
            return QRect()
        height = self.row_height()
        top = index.row() * height - self.verticalOffset()
        return QRect(0, top, self.viewport().width(), height)

    def indexAt(self, point: QPoint) -> QModelIndex:
        rows = self.rows_in(point.y(), point.y())
        return self.model().index(rows[0], 0) if rows and point.y() >= 0 else QModelIndex()

    def visualRegionForSelection(self, selection: QItemSelection) -> QRegion:
        region = QRegion()
        height, offset = self.row_height(), self.verticalOffset()
        for first, last in runs_of(selection):
            whole = QRect(0, first * height - offset, self.width(), (last - first + 1) * height)
            region = region.united(QRegion(whole.intersected(self.viewport().rect())))
        return region

    # Moving about

    def doItemsLayout(self) -> None:
        QAbstractItemView.doItemsLayout(self)

    def updateGeometries(self) -> None:
        bar, shown = self.verticalScrollBar(), self.viewport().height()
        bar.setSingleStep(self.row_height())
        bar.setPageStep(shown)
        bar.setRange(0, max(0, self.count() * self.row_height() - shown))
        QAbstractItemView.updateGeometries(self)

    def scrollTo(self, index: Index, hint: _Hint = _Hint.EnsureVisible) -> None:
        if not index.isValid():
            return
        self.executeDelayedItemsLayout()
        bar, place, shown = self.verticalScrollBar(), self.visualRect(index), self.viewport()
        value = bar.value() + place.top()
        if hint == _Hint.PositionAtBottom:
            value -= shown.height() - place.height()
        elif hint == _Hint.PositionAtCenter:
            value -= (shown.height() - place.height()) // 2
        elif hint == _Hint.EnsureVisible:
            below = place.bottom() + 1 - shown.height()
            value = bar.value() + (min(place.top(), 0) or max(below, 0))
        bar.setValue(value)

    def moveCursor(self, action: _Action, modifiers: Qt.KeyboardModifier) -> QModelIndex:
        count, now = self.count(), self.currentIndex()
        if not count:
            return QModelIndex()
        page = max(1, self.viewport().height() // self.row_height() - 1)
        steps = {
            _Action.MoveUp: -1,
            _Action.MovePrevious: -1,
            _Action.MoveDown: 1,
            _Action.MoveNext: 1,
            _Action.MovePageUp: -page,
            _Action.MovePageDown: page,
            _Action.MoveHome: -count,
            _Action.MoveEnd: count,
        }
        wanted = now.row() + steps.get(action, 0) if now.isValid() else 0
        return self.model().index(max(0, min(count - 1, wanted)), 0)

    def setSelection(self, rect: QRect, command: QItemSelectionModel.SelectionFlag) -> None:
        box = rect.normalized()
        rows = self.rows_in(box.top(), box.bottom())
        chosen = QItemSelection()
        if rows:
            model = self.model()
            chosen.select(model.index(rows[0], 0), model.index(rows[-1], 0))
        self.selectionModel().select(chosen, command)

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        # QListView moves only what it laid out itself; a blit would take the pointed row along.
        self.viewport().update()

    # Drawing

    def paintEvent(self, event: QPaintEvent) -> None:
        option = QStyleOptionViewItem()
        self.initViewItemOption(option)
        plain = option.state & ~(QStyle.StateFlag.State_MouseOver | QStyle.StateFlag.State_HasFocus)
        pointed = self._pointed_row()
        here = self.currentIndex().row() if self.hasFocus() else -1
        chosen, delegate, model = self.selectionModel(), self.itemDelegate(), self.model()
        painter = QPainter(self.viewport())
        for row in self.rows_in(event.rect().top(), event.rect().bottom()):
            index = model.index(row, 0)
            state = plain
            if chosen.isSelected(index):
                state |= QStyle.StateFlag.State_Selected
            if row == here:
                state |= QStyle.StateFlag.State_HasFocus
            if row == pointed:
                state |= QStyle.StateFlag.State_MouseOver
            option.state = state
            option.rect = self.visualRect(index)
            delegate.paint(painter, option, index)
        painter.end()

    def _pointed_row(self) -> int:
        if not self.viewport().underMouse():
            return -1
        return self.indexAt(self.viewport().mapFromGlobal(self.cursor().pos())).row()
