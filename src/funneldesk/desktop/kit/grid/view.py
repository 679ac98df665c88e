"""Cells of one size, as many in a row as fit: what it costs does not grow with their number."""

import time
from collections.abc import Sequence
from itertools import chain

from PySide6.QtCore import (
    QItemSelection,
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    QRect,
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
)
from PySide6.QtWidgets import QAbstractItemView

from funneldesk.desktop.kit.grid.cell_view import CellView
from funneldesk.desktop.kit.grid.drops import DropTarget
from funneldesk.desktop.kit.grid.position import GridPlace
from funneldesk.desktop.kit.grid.rubber_band import Band
from funneldesk.desktop.kit.lists.record_list import ListRows
from funneldesk.desktop.kit.style.theme import theme

Index = QModelIndex | QPersistentModelIndex
_Action = QAbstractItemView.CursorAction
_Flag = QItemSelectionModel.SelectionFlag
_PLAIN = (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)
TYPED_SECONDS = 1.0
"""Letters typed within that time of each other seek one name."""


class GridView(CellView):
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
        super().__init__(rows)
        self._typed, self._typed_at = "", 0.0
        self._arranging = False
        self.setAccessibleName(name)
        self.setMouseTracking(True)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self.band = Band(self)
        self.drops = DropTarget(self)
        self.doubleClicked.connect(self._choose)
        self.selectionModel().selectionChanged.connect(self._tell_selection)
        theme.changed.connect(self.lay_out)

    def lay_out(self) -> None:
        """The cells have another size: stand anew, around what is looked at."""
        self.updateGeometries()
        self.viewport().update()

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

    def _choose(self, index: QModelIndex) -> None:
        self.chosen.emit(index.row())

    def _tell_selection(self) -> None:
        if not self._arranging:
            self.selection_changed.emit()

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
        if self.layoutDirection() == Qt.LayoutDirection.RightToLeft:
            aside = -aside
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
