"""Which columns a table shows, how wide and in which order: chosen by menu, remembered."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from PySide6.QtCore import QObject, QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QActionGroup
from PySide6.QtWidgets import QHeaderView, QMenu

from funneldesk.desktop.kit.controls.labels import set_menu_tip
from funneldesk.desktop.kit.table.column import Column
from funneldesk.desktop.kit.table.view import TableView
from funneldesk.desktop.local.texts import _

SETTLE_MS = 300
LEAST_WIDTH = 48
MOST_WIDTH = 1200


class TableColumns(QObject):
    """The header of a table. ``changed`` carries what to remember, once it has settled.

    ``sort_asked`` carries (order, descending), ``group_asked`` the key of a column or "": who owns
    the table orders its rows. ``grouped`` are the columns that rows can be grouped by;
    ``no_groups`` says why they can't be now. ``sortable`` tells the orders that there are now.
    """

    changed = Signal(dict)
    sort_asked = Signal(str, bool)
    group_asked = Signal(str)

    def __init__(self, view: TableView, grouped: Sequence[str] = ()) -> None:
        super().__init__(view)
        self.no_groups = ""
        self.sortable: Callable[[str], bool] = lambda _key: True
        self._grouped = [column for column in view.rows.columns if column.key in grouped]
        self._group = ""
        self._view = view
        self._rows = view.rows
        self._columns: tuple[Column[Any], ...] = view.rows.columns
        self._sort = ("", False)
        self._settle = QTimer(self)
        self._settle.setSingleShot(True)
        self._settle.setInterval(SETTLE_MS)
        self._build()
        self._wire()

    @property
    def _header(self) -> QHeaderView:
        """Asked for each time: a wrapper of what Qt made itself may end while one holds it."""
        return self._view.horizontalHeader()

    def state(self) -> dict[str, Any]:
        """State to remember: ``order``, ``hidden`` and ``widths`` by the columns' keys."""
        order = [self._header.logicalIndex(place) for place in range(len(self._columns))]
        return {
            "order": [self._columns[at].key for at in order],
            "hidden": [c.key for at, c in enumerate(self._columns) if self._is_hidden(at)],
            "widths": {
                c.key: self._header.sectionSize(at)
                for at, c in enumerate(self._columns)
                if not self._is_hidden(at) and not c.stretch
            },
        }

    def restore(self, state: Mapping[str, Any]) -> None:
        """Take up what was remembered; keys of other versions are passed over."""
        self._header.blockSignals(True)
        at_key = {column.key: at for at, column in enumerate(self._columns)}
        known = [key for key in state.get("order", ()) if key in at_key]
        for place, key in enumerate(known):
            self._header.moveSection(self._header.visualIndex(at_key[key]), place)
        hidden = set(state.get("hidden", ()))
        if "hidden" in state and not hidden.issuperset(at_key):
            for key, at in at_key.items():
                self._header.setSectionHidden(at, key in hidden)
        for key, width in dict(state.get("widths", {})).items():
            if key in at_key and isinstance(width, int) and width >= LEAST_WIDTH:
                self._header.resizeSection(at_key[key], min(width, MOST_WIDTH))
        self._header.blockSignals(False)
        self._view.scheduleDelayedItemsLayout()

    def set_shown(self, key: str, on: bool) -> None:
        """Show or hide a column; the last one shown stays."""
        at = next(at for at, column in enumerate(self._columns) if column.key == key)
        if on or len(self._view.shown_columns()) > 1:
            self._header.setSectionHidden(at, not on)
            self._settle.start()

    def show_sort(self, sort: str, descending: bool) -> None:
        """Show which column the rows are ordered by; "" shows none."""
        self._sort = (sort, descending)
        keys = [column.sort for column in self._columns]
        at = keys.index(sort) if sort and sort in keys else -1
        self._rows.mark_sorted(at, descending)

    def show_group(self, key: str) -> None:
        """Show which column the rows are grouped by; "" shows none."""
        self._group = key

    def menu(self) -> QMenu:
        """Columns to choose, and what to sort and group by: the way without a mouse."""
        menu = QMenu(self._view)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.setToolTipsVisible(True)
        for at, column in enumerate(self._columns):
            action = menu.addAction(column.title.replace("&", "&&"))
            action.setCheckable(True)
            action.setChecked(not self._is_hidden(at))
            action.setEnabled(self._is_hidden(at) or len(self._view.shown_columns()) > 1)
            action.toggled.connect(lambda on, key=column.key: self.set_shown(key, on))
        sortable = [each for each in self._columns if each.sort and self.sortable(each.sort)]
        if sortable:
            menu.addSeparator()
            self._add_sorts(menu.addMenu(_("Sort by")), sortable)
        if self._grouped:
            self._add_groups(menu.addMenu(_("Group by")))
        return menu

    def _add_groups(self, menu: QMenu) -> None:
        choices = [("", _("No groups")), *((each.key, each.title) for each in self._grouped)]
        menu.menuAction().setEnabled(not self.no_groups)
        set_menu_tip(menu.menuAction(), self.no_groups)
        for key, title in choices:
            action = menu.addAction(title.replace("&", "&&"))
            action.setCheckable(True)
            action.setChecked(key == self._group)
            action.triggered.connect(partial(self.group_asked.emit, key))

    def _add_sorts(self, menu: QMenu, sortable: list[Column[Any]]) -> None:
        group = QActionGroup(menu)
        for column in sortable:
            for descending, words in (
                (False, _("{column}, ascending")),
                (True, _("{column}, descending")),
            ):
                action = menu.addAction(words.format(column=column.title).replace("&", "&&"))
                action.setCheckable(True)
                action.setChecked(self._sort == (column.sort, descending))
                action.triggered.connect(self._asker(column.sort, descending))
                group.addAction(action)

    def _asker(self, sort: str, descending: bool) -> Callable[[], None]:
        return lambda: self.sort_asked.emit(sort, descending)

    def _build(self) -> None:
        header = self._header
        header.setHighlightSections(False)
        header.setSectionsClickable(True)
        header.setSectionsMovable(True)
        header.setMinimumSectionSize(LEAST_WIDTH)
        header.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        for at, column in enumerate(self._columns):
            header.resizeSection(at, column.width)
            header.setSectionHidden(at, column.hidden)
            if column.stretch:
                header.setSectionResizeMode(at, QHeaderView.ResizeMode.Stretch)

    def _wire(self) -> None:
        self._header.sectionClicked.connect(self._clicked)
        self._header.sectionMoved.connect(self._settle.start)
        self._header.sectionResized.connect(self._settle.start)
        self._header.customContextMenuRequested.connect(self._show_menu)
        self._settle.timeout.connect(lambda: self.changed.emit(self.state()))

    def _clicked(self, at: int) -> None:
        key = self._columns[at].sort
        if key and self.sortable(key):
            self.sort_asked.emit(key, self._sort == (key, False))

    def _show_menu(self, place: QPoint) -> None:
        self.menu().popup(self._header.mapToGlobal(place))

    def _is_hidden(self, at: int) -> bool:
        return self._header.isSectionHidden(at)
