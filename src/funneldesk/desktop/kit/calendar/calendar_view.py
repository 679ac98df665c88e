"""Calendar view: a month or a week of days with entries that are opened, and moved by a drag."""

from collections.abc import Mapping
from datetime import date
from typing import Any

from babel.dates import format_date
from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QPointF,
    QRectF,
    Qt,
    Signal,
)
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QAbstractItemView, QApplication, QHeaderView, QTableView

from funneldesk.desktop.kit.calendar.day_painter import (
    AIMED,
    CONTENT,
    DAY,
    OTHER,
    TODAY,
    DayPainter,
    entry_at,
)
from funneldesk.desktop.kit.calendar.days import DAYS, Day, Entry, Span, month_span
from funneldesk.desktop.kit.formats import OURS
from funneldesk.desktop.kit.style.theme import theme

Index = QModelIndex | QPersistentModelIndex
Role = Qt.ItemDataRole
LEAST_HEIGHT = 96
NOTHING = Day()


class CalendarModel(QAbstractTableModel):
    """A week in a row, a day in a cell."""

    def __init__(self, today: date) -> None:
        super().__init__()
        self.today, self.shown = today, month_span(today)
        self.days: Mapping[date, Day] = {}
        self.aimed: date | None = None

    def show(self, span: Span, days: Mapping[date, Day]) -> None:
        """Show other days, or other things on them."""
        self.beginResetModel()
        self.shown, self.days = span, days
        self.endResetModel()

    def aim(self, day: date | None) -> None:
        """Mark the day under what is dragged."""
        if day != self.aimed:
            self.aimed = day
            self.dataChanged.emit(self.index(0, 0), self.index(self.shown.weeks - 1, DAYS - 1))

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        return 0 if parent.isValid() else self.shown.weeks

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        return 0 if parent.isValid() else DAYS

    def data(self, index: Index, role: int = Role.DisplayRole) -> Any:
        day = self.shown.day(index.row(), index.column())
        if role == DAY:
            return day
        if role == CONTENT:
            return self.days.get(day, NOTHING)
        if role == OTHER:
            return self.shown.is_other(day)
        if role == TODAY:
            return day == self.today
        if role == AIMED:
            return day == self.aimed
        return self._said(day) if role == Role.AccessibleTextRole else None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = 0) -> Any:
        if orientation == Qt.Orientation.Vertical or role != Role.DisplayRole:
            return None
        return format_date(self.shown.day(0, section), "EEE", locale=OURS)

    def _said(self, day: date) -> str:
        content = self.days.get(day, NOTHING)
        named = format_date(day, "full", locale=OURS)
        return ", ".join((named, *content.sums, *(each.text for each in content.entries)))


class CalendarView(QTableView):
    """``picked`` carries an entry's id; ``day_opened`` a day; ``moved`` an id and the day onto
    which it was dragged: nothing is moved by the view itself."""

    picked = Signal(str)
    day_opened = Signal(object)
    moved = Signal(str, object)

    def __init__(self, title: str, today: date) -> None:
        super().__init__()
        self.days = CalendarModel(today)
        self.days.setParent(self)
        self._held: tuple[Entry, QPoint] | None = None
        self._is_dragging = False
        self.setAccessibleName(title)
        self.setModel(self.days)
        self.setItemDelegate(DayPainter(self))
        self.setShowGrid(False)
        self.setFrameShape(QTableView.Shape.NoFrame)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setTabKeyNavigation(False)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.verticalHeader().hide()
        self.verticalHeader().setMinimumSectionSize(LEAST_HEIGHT)
        for header in (self.verticalHeader(), self.horizontalHeader()):
            header.setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.horizontalHeader().setSectionsClickable(False)
        theme.changed.connect(self.viewport().update)
        self.go_to(today)  # Else the first day would be the keyboard's once it comes here.

    def show_days(self, span: Span, days: Mapping[date, Day]) -> None:
        """Show these days; the keyboard stays on its day where that is still there."""
        before = self.currentIndex().data(DAY) if self.currentIndex().isValid() else None
        self.days.show(span, days)
        self.go_to(before or self.days.today)

    def go_to(self, day: date) -> None:
        """Lead the keyboard to a day that is shown."""
        place = self.days.shown.place(day) or (0, 0)
        self.setCurrentIndex(self.days.index(*place))

    def entry_at(self, place: QPoint) -> Entry | None:
        """The entry that is painted there."""
        index = self.indexAt(place)
        if not index.isValid():
            return None
        return entry_at(QRectF(self.visualRect(index)), index.data(CONTENT), QPointF(place))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self._is_dragging:
            self._let_go()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.currentIndex().isValid():
            self.day_opened.emit(self.currentIndex().data(DAY))
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        super().mousePressEvent(event)
        place = event.position().toPoint()
        entry = self.entry_at(place)
        if event.button() == Qt.MouseButton.LeftButton and entry is not None:
            self._held = (entry, place)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._held is None:
            super().mouseMoveEvent(event)
            return
        place = event.position().toPoint()
        far = (place - self._held[1]).manhattanLength() >= QApplication.startDragDistance()
        if far or self._is_dragging:
            self._is_dragging = True
            self.setCursor(Qt.CursorShape.ClosedHandCursor)
            index = self.indexAt(place)
            self.days.aim(index.data(DAY) if index.isValid() else None)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        held, aimed, dragged = self._held, self.days.aimed, self._is_dragging
        self._let_go()
        super().mouseReleaseEvent(event)
        if held is None:
            self._open_rest(event.position().toPoint())
        elif not dragged:
            self.picked.emit(held[0].id)
        elif aimed is not None and aimed != self.indexAt(held[1]).data(DAY):
            self.moved.emit(held[0].id, aimed)

    def _open_rest(self, place: QPoint) -> None:
        """A day that has more than there is room for is opened by a click beside its entries."""
        index = self.indexAt(place)
        if index.isValid() and index.data(CONTENT).entries:
            self.day_opened.emit(index.data(DAY))

    def _let_go(self) -> None:
        self._held, self._is_dragging = None, False
        self.unsetCursor()
        self.days.aim(None)
