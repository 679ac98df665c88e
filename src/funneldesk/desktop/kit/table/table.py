"""A table over a remote listing: old rows while new ones come, clear words when none do."""

from collections.abc import Callable, Mapping
from typing import Any, Generic, TypeVar

from PySide6.QtCore import QItemSelectionModel, QPoint, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QStackedWidget, QWidget

from funneldesk.desktop.kit.controls.banner import Banner
from funneldesk.desktop.kit.controls.buttons import Button, column, row, surface
from funneldesk.desktop.kit.controls.empty_state import EmptyState
from funneldesk.desktop.kit.controls.labels import Label
from funneldesk.desktop.kit.explain import Explanation, explain
from funneldesk.desktop.kit.lists.remote_rows import RemoteRows
from funneldesk.desktop.kit.table.columns import TableColumns
from funneldesk.desktop.kit.table.progress import ProgressLine
from funneldesk.desktop.kit.table.view import TableView

T = TypeVar("T")
Flag = QItemSelectionModel.SelectionFlag


class RemoteTable(QWidget, Generic[T]):
    """The rows of a ``RemoteRows`` with their header, progress, empty place and failures.

    ``opened`` carries a row (Enter, double click). ``sort_asked`` carries (sort key, descending):
    answer it with a new query and ``show_sort``. ``columns_changed`` carries what to remember
    and give back to ``restore_columns`` next time.
    """

    opened = Signal(object)
    selection_changed = Signal()
    sort_asked = Signal(str, bool)
    columns_changed = Signal(dict)

    def __init__(
        self,
        rows: RemoteRows[T],
        *,
        name: str,
        empty: EmptyState,
        doing: str,
        explained: Callable[[BaseException, str], Explanation] = explain,
    ) -> None:
        super().__init__()
        self.rows = rows
        self.view = TableView(name, rows)
        self.empty = empty
        self._doing = doing
        self._explained = explained
        self._columns = TableColumns(self.view, rows)
        self._progress = ProgressLine()
        self.failure = Banner("Try again", closable=False)
        self._stack = QStackedWidget()
        self._count = Label(size="small", tone="muted")
        self._columns_button = Button("Columns", kind="plain", on_click=self._show_columns)
        self._kept: set[object] = set()
        self._kept_current: object = None
        self._kept_scroll = 0
        rows.setParent(self)
        self._build()
        self._wire()
        self._show_state()

    def selected(self) -> list[T]:
        """The selected rows, from top to bottom."""
        return [self.rows.row(number) for number in self.view.selected_rows()]

    def current(self) -> T | None:
        """The row that the keyboard stands on."""
        index = self.view.currentIndex()
        return self.rows.row(index.row()) if index.isValid() else None

    def columns(self) -> dict[str, Any]:
        """What to remember of the columns."""
        return self._columns.state()

    def restore_columns(self, state: Mapping[str, Any]) -> None:
        """Take up what was remembered of the columns."""
        self._columns.restore(state)

    def show_sort(self, sort_key: str, descending: bool) -> None:
        """Show by which column the platform sorted."""
        self._columns.show_sort(sort_key, descending)

    def count_text(self) -> str:
        """The line under the rows: how many are there, loaded and selected."""
        return self._count.text()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fill()

    def _build(self) -> None:
        self._stack.addWidget(self.view)
        self._stack.addWidget(self.empty)
        foot = surface("foot")
        foot.setLayout(row(self._count, None, self._columns_button, margins=(12, 2, 8, 2)))
        built = column(self.failure, self._progress, self._stack, foot, spacing=0)
        built.setStretch(2, 1)
        self.setLayout(built)
        self.setFocusProxy(self.view)

    def _wire(self) -> None:
        rows = self.rows
        rows.loading_changed.connect(self._show_state)
        rows.settled.connect(self._show_state)
        rows.settled.connect(self._fill)
        rows.failed.connect(self._show_state)
        rows.rowsInserted.connect(self._show_state)
        rows.modelAboutToBeReset.connect(self._keep_place)
        rows.modelReset.connect(self._take_place)
        self.failure.pressed.connect(rows.retry)
        self.view.opened.connect(lambda number: self.opened.emit(rows.row(number)))
        self.view.selectionModel().selectionChanged.connect(self._on_selection)
        self._columns.sort_asked.connect(self.sort_asked)
        self._columns.changed.connect(self.columns_changed)

    def _show_state(self) -> None:
        rows = self.rows
        self._progress.set_on(rows.is_loading)
        nothing = rows.has_answer and not rows.rows and rows.error is None and not rows.is_loading
        self._stack.setCurrentWidget(self.empty if nothing else self.view)
        if rows.error is None:
            self.failure.clear()
        else:
            told = self._explained(rows.error, self._doing)
            self.failure.say(told.what, f"{told.so_what} {told.now_what}".strip(), told.tone)
        self._show_count()
        self.view.viewport().update()

    def _fill(self) -> None:
        """Qt asks for more as one scrolls; rows that leave room below them are our business."""
        last = self.rows.rowCount() - 1
        if last >= 0 and self.view.rowAt(self.view.viewport().height() - 1) in (-1, last):
            self.rows.fetchMore()

    def _show_count(self) -> None:
        loaded, total = self.rows.rowCount(), self.rows.total
        words = f"{loaded:,}" if total in (None, loaded) else f"{loaded:,} of {total:,}"
        chosen = len(self.view.selected_rows())
        picked = f" · {chosen:,} selected" if chosen > 1 else ""
        self._count.setText(f"{words} {'row' if loaded == total == 1 else 'rows'}{picked}")
        self._count.setVisible(self.rows.has_answer)

    def _on_selection(self) -> None:
        self._show_count()
        self.selection_changed.emit()

    def _keep_place(self) -> None:
        self._kept = {self.rows.identity_of(number) for number in self.view.selected_rows()}
        index = self.view.currentIndex()
        self._kept_current = self.rows.identity_of(index.row()) if index.isValid() else None
        self._kept_scroll = self.view.verticalScrollBar().value()

    def _take_place(self) -> None:
        """Rows that are still there stay selected and where they were."""
        if not self._kept and self._kept_current is None:
            return
        chosen = self.view.selectionModel()
        for number in range(self.rows.rowCount()):
            identity = self.rows.identity_of(number)
            index = self.rows.index(number, 0)
            if identity == self._kept_current:
                chosen.setCurrentIndex(index, Flag.NoUpdate)
            if identity in self._kept:
                chosen.select(index, Flag.Select | Flag.Rows)
        self.view.verticalScrollBar().setValue(self._kept_scroll)
        self._kept, self._kept_current = set(), None

    def _show_columns(self) -> None:
        button = self._columns_button
        menu = self._columns.menu()
        menu.popup(button.mapToGlobal(QPoint(0, -menu.sizeHint().height())))
