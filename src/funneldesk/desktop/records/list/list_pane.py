"""List of the records of a part: search, filters, order, and a menu for what is selected."""

import asyncio
from dataclasses import replace
from datetime import UTC, datetime
from typing import Generic, TypeVar
from zoneinfo import ZoneInfo

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtWidgets import QMenu, QStackedWidget, QWidget

from funneldesk.desktop.kit.controls.buttons import Button, SearchField, column, row, surface
from funneldesk.desktop.kit.controls.empty_state import EmptyState
from funneldesk.desktop.kit.controls.labels import Label, set_tip
from funneldesk.desktop.kit.controls.menus import passing_menu, pop_up_below
from funneldesk.desktop.kit.controls.selection_bar import SelectionBar
from funneldesk.desktop.kit.explain import Explanation
from funneldesk.desktop.kit.lists.local_rows import LocalRows
from funneldesk.desktop.kit.lists.record_list import ListRow, RecordList
from funneldesk.desktop.kit.table.progress import ProgressLine
from funneldesk.desktop.kit.tasks import TaskScope
from funneldesk.desktop.local.cache.records import Coverage
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.records.filters.filter_chips import FilterChips
from funneldesk.desktop.records.filters.filter_menu import add_choice, fill_filter_menu
from funneldesk.desktop.records.library.library import RecordLibrary
from funneldesk.desktop.records.library.row import RecordRow
from funneldesk.desktop.records.list.list_spec import ListSpec
from funneldesk.desktop.records.nouns import noun
from funneldesk.desktop.records.query import Choice, Query
from funneldesk.desktop.sections.first_load import FirstLoad

R = TypeVar("R", bound=RecordRow)

TYPING_PAUSE = 0.12
SHORTEST_IN_SOURCES = 3
SHOWN_UNREAD = 20


class RecordListPane(QWidget, Generic[R]):
    """``opened`` carries a record's id; the ``asked_…`` signals carry ids or nothing."""

    opened = Signal(str)
    asked_for_new = Signal()
    asked_to_refresh = Signal()
    asked_to_delete = Signal(list)
    asked_for_menu = Signal(QMenu, list)
    asked_for_section_menu = Signal(QMenu)

    def __init__(self, library: RecordLibrary[R], spec: ListSpec[R]) -> None:
        super().__init__()
        self.library = library
        self.spec = spec
        self.query = Query(sort=spec.sorts[0].name)
        self.zone: ZoneInfo | None = None
        self.tasks = TaskScope(self)
        self._unit = library.kind.unit
        self._by_source: frozenset[str] = frozenset()
        self._coverage: Coverage | None = None
        self._open_id = ""
        self._build()
        self._wire()

    def _build(self) -> None:
        surface("surface", self)
        self.search = SearchField(self.spec.search_hint)
        self.filter_button = Button(kind="icon", icon_name="filter", tip=_("Filter and sort"))
        self.new_button = Button(
            kind="icon",
            icon_name="plus",
            tip=_("New {unit}").format(unit=noun(self._unit)),
            keys="Ctrl+N",
        )
        self.more_button = Button(
            kind="icon",
            icon_name="ellipsis",
            tip=_("More about all {units}").format(units=noun(self.spec.units)),
        )
        self.count = Label(_("Loading…"), size="small", tone="muted")
        self.clear = Button(_("Show all"), kind="link")
        self.clear.hide()
        self.chips = FilterChips(self.spec.filters)
        self.progress = ProgressLine()
        self.list = RecordList(noun(self.spec.units).capitalize(), self._shown_row)
        self.list.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.selection = SelectionBar(
            lambda menu: self.asked_for_menu.emit(menu, self.list.selected_ids())
        )
        self._build_states()
        head = row(self.search, self.filter_button, self.new_button, self.more_button, spacing=2)
        head.setContentsMargins(10, 9, 6, 8)
        foot = surface("foot")
        foot.setLayout(row(self.count, None, self.clear, margins=(14, 0, 6, 0)))
        foot.setFixedHeight(30)
        whole = column(spacing=0)
        whole.addLayout(head)
        for widget in (self.chips, self.progress, self.views, self.selection, foot):
            whole.addWidget(widget)
        whole.setStretch(whole.indexOf(self.views), 1)
        self.setLayout(whole)

    def _build_states(self) -> None:
        units = self.spec.units
        first = Button(
            _("New {unit}").format(unit=noun(self._unit)),
            kind="primary",
            on_click=self.asked_for_new.emit,
        )
        self.empty = EmptyState(self.spec.icon, *self.spec.empty, first)
        self.nothing = EmptyState(
            "search",
            _("No {units} match").format(units=noun(units)),
            _("Change the search or remove a filter."),
        )
        self.first_load = FirstLoad(self.library.workspace, noun(units))
        self.refused = EmptyState(
            "shield-alert", "", "", Button(_("Try again"), on_click=self.asked_to_refresh.emit)
        )
        self.views = QStackedWidget()
        for view in (self.first_load, self.list, self.empty, self.nothing, self.refused):
            self.views.addWidget(view)

    def _wire(self) -> None:
        self.search.textChanged.connect(self._typed)
        self.search.left_downwards.connect(self._enter_list)
        self.filter_button.clicked.connect(self._open_filters)
        self.new_button.clicked.connect(self.asked_for_new)
        self.more_button.clicked.connect(self._open_section_menu)
        self.clear.clicked.connect(self.show_everything)
        self.chips.taken_off.connect(lambda name: self.choose(name, None))
        self.list.opened.connect(self.opened)
        self.list.typed.connect(self._typed_into_list)
        self.list.customContextMenuRequested.connect(self._open_menu)
        self.list.asked_to_delete.connect(
            lambda: self.asked_to_delete.emit(self.list.selected_ids())
        )
        self.selection.cleared.connect(lambda: self.list.select(self._open_id))
        self.list.selectionModel().selectionChanged.connect(self._say_what_is_selected)
        self.rows: LocalRows[R] = LocalRows(self.list, lambda: self.library.rows)
        self._order()
        self.rows.shown.connect(self._say_what_is_shown)
        self.rows.shown.connect(self._say_what_is_selected)
        self.library.replaced.connect(self.rows.take_all)
        self.library.row_changed.connect(self.rows.take)
        self.library.updated.connect(self._say_what_is_shown)
        self.library.covered.connect(self._seek_sources)

    # What is shown

    def show_progress(self, on: bool) -> None:
        """The thin line while the list is refreshed; its place is kept."""
        self.progress.set_on(on)

    def _shown_row(self, record_id: str) -> ListRow | None:
        found = self.library.rows.get(record_id)
        if found is None:
            return None
        return self.spec.line(found, datetime.now(UTC), self.zone)

    def _say_what_is_shown(self) -> None:
        """Count the rows, and say why there are none."""
        library = self.library
        kept, total = self.rows.count, library.total
        if self._open_id and kept and not self.list.selectionModel().hasSelection():
            self.list.select(self._open_id)
        narrowing = bool(self.query.text.strip()) or self.query.narrows
        words = self._count_words(kept if narrowing else total, total, narrowing)
        self.count.setText(words if library.loaded else _("Loading…"))
        longer = [words] if self._searched_so_far is not None else []  # than many lists are wide
        set_tip(self.count, "\n".join([*longer, *library.unread[:SHOWN_UNREAD]]))
        self.clear.setVisible(narrowing)
        view = self.list if kept or not self.rows.settled else self.nothing
        if not total:
            view = self.empty
        self.views.setCurrentWidget(view if library.loaded else self.first_load)
        if not narrowing and self.rows.settled:
            library.remember_head(self.list.rows.ids)

    def _say_what_is_selected(self) -> None:
        self.selection.show_count(len(self.list.selected_ids()))

    @property
    def _searched_so_far(self) -> Coverage | None:
        """None once all is searched."""
        covered = self._coverage
        return covered if covered is not None and covered.whole < covered.total else None

    def _count_words(self, kept: int, total: int, narrowing: bool) -> str:
        covered, units = self._searched_so_far, self.spec.units
        if covered is not None:
            of = _("{whole:,} of {total:,}").format(whole=covered.whole, total=covered.total)
            return _("{kept:,} found · {source} of {of} {units} searched").format(
                kept=kept, source=self.spec.source, of=of, units=noun(units)
            )
        counted = (
            _("{kept:,} of {total:,}").format(kept=kept, total=total) if narrowing else f"{total:,}"
        )
        words = f"{counted} {noun(self._unit if total == 1 else units)}"
        unread = len(self.library.unread)
        return (
            _("{words} · {unread:,} couldn't be read").format(words=words, unread=unread)
            if unread
            else words
        )

    def mark_open(self, record_id: str) -> None:
        """The record that is open stays selected as the list changes; several that are selected
        stay so while it is shown anew."""
        several = len(self.list.selected_ids()) > 1
        if record_id != self._open_id or not several:
            self._open_id = record_id
            self.list.select(record_id)

    def show_problem(self, explanation: Explanation) -> None:
        """The list could not be read: say so where there is nothing else to show."""
        if not self.library.rows:
            self.refused.say(explanation.what, f"{explanation.so_what} {explanation.now_what}")
            self.views.setCurrentWidget(self.refused)
            self.count.setText("")

    # What it is narrowed to

    def show_everything(self) -> None:
        """Drop the words and the filter, keep the order."""
        self.query = self.query.cleared()
        self.search.clear()
        self._order()

    def choose(self, name: str, value: Choice) -> None:
        """Set one filter, or take it off with None."""
        self.query = self.query.choosing(name, value)
        self._order()

    def sort(self, name: str, *, descending: bool = False) -> None:
        """Order the list; as usual by a name that is not known. ``descending``: the other way
        round."""
        self.query = replace(self.query, sort=name, descending=descending)
        self._order()

    def _order(self) -> None:
        self.chips.show_query(self.query)
        self.rows.order(
            self.query.rule(self.spec.filters, self.spec.sorts, self.spec.sorts[0].name)
        )

    def _typed(self, text: str) -> None:
        self.query = replace(self.query, text=text)
        self._by_source = frozenset()
        self._coverage = None
        self._narrow()
        self._seek_sources()

    def _narrow(self) -> None:
        self.rows.narrow(self.query.text, self._by_source)

    def _seek_sources(self) -> None:
        """Search whole records as well, once the typing pauses; again when more are here."""
        text = self.query.text.strip()
        if self.spec.source and len(text) >= SHORTEST_IN_SOURCES:
            self.tasks.debounce("sources", TYPING_PAUSE, lambda: self._search_sources(text))
        else:
            self.tasks.cancel("sources")

    async def _search_sources(self, text: str) -> None:
        found, coverage = await asyncio.gather(self.library.ids_with(text), self.library.coverage())
        self._by_source, self._coverage = found, coverage
        self._narrow()

    def _typed_into_list(self, letters: str) -> None:
        """Whoever types while the list has the keyboard seeks a record."""
        self.search.setFocus(Qt.FocusReason.OtherFocusReason)
        self.search.setText(self.search.text() + letters)

    def _enter_list(self) -> None:
        self.list.setFocus(Qt.FocusReason.OtherFocusReason)
        if not self.list.currentIndex().isValid() and self.list.rows.rowCount():
            self.list.setCurrentIndex(self.list.rows.index(0))

    # Menus

    def _open_filters(self) -> None:
        menu, spec = passing_menu(self), self.spec
        fill_filter_menu(menu, spec.filters, self.library.rows.values(), self.query, self.choose)
        menu.addSeparator()
        for each in spec.sorts:
            action = add_choice(menu, each.title, self.query.sort == each.name)
            action.triggered.connect(lambda _=False, name=each.name: self.sort(name))
        menu.addSeparator()
        turned = add_choice(menu, _("Reverse order"), self.query.descending)
        turned.triggered.connect(lambda on: self.sort(self.query.sort, descending=on))
        pop_up_below(menu, self.filter_button)

    def _open_menu(self, place: QPoint) -> None:
        ids = self.list.selected_ids()
        if ids:
            menu = passing_menu(self)
            self.asked_for_menu.emit(menu, ids)
            menu.popup(self.list.viewport().mapToGlobal(place))

    def _open_section_menu(self) -> None:
        menu = passing_menu(self)
        self.asked_for_section_menu.emit(menu)
        pop_up_below(menu, self.more_button)
