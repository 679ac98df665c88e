"""Pane of a table of records: views, search, filters, rows, and a line of what is shown."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QMenu, QStackedWidget, QWidget

from funneldesk.desktop.kit.controls.banner import Banner
from funneldesk.desktop.kit.controls.buttons import Button, column, row, surface
from funneldesk.desktop.kit.controls.empty_state import EmptyState
from funneldesk.desktop.kit.controls.labels import Label, set_tip
from funneldesk.desktop.kit.controls.menus import passing_menu, pop_up_below
from funneldesk.desktop.kit.explain import explain
from funneldesk.desktop.kit.formats import Formats
from funneldesk.desktop.kit.lists.record_list import ListRow
from funneldesk.desktop.kit.table.columns import TableColumns
from funneldesk.desktop.kit.table.groups import Grouping
from funneldesk.desktop.kit.table.progress import ProgressLine
from funneldesk.desktop.kit.table.view import TableView
from funneldesk.desktop.kit.tasks import TaskScope
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.records.filters.filter_chips import FilterChips
from funneldesk.desktop.records.filters.filter_menu import fill_filter_menu
from funneldesk.desktop.records.nouns import noun
from funneldesk.desktop.records.query import Choice, GroupSpec, Query
from funneldesk.desktop.records.rows import SummaryRow
from funneldesk.desktop.records.section import RecordSection
from funneldesk.desktop.records.sources.mirrored import MirroredRows
from funneldesk.desktop.records.sources.source import RecordSource
from funneldesk.desktop.records.table.count_words import count_words
from funneldesk.desktop.records.table.pane_columns import LINES, shown_columns
from funneldesk.desktop.records.table.pane_head import PaneHead
from funneldesk.desktop.records.table.selection import TableSelection
from funneldesk.desktop.records.table.totals import Totals
from funneldesk.desktop.records.views.saved_views import SavedViews, View
from funneldesk.desktop.records.views.view_bar import ViewBar

TYPING_PAUSE = 0.2


class TablePane(QWidget):
    """``opened`` carries an id; ``asked_for_menu`` a menu to fill and the selected ids."""

    opened = Signal(str)
    shown = Signal()
    """Rows came, went or changed."""
    asked_for_menu = Signal(QMenu, object)
    asked_for_section_menu = Signal(QMenu)

    def __init__(
        self, declared: RecordSection, views: SavedViews, formats: Callable[[], Formats]
    ) -> None:
        super().__init__()
        self.declared = declared
        self.rows: dict[str, SummaryRow] = {}
        self.read: dict[str, SummaryRow] = {}
        """Rows of all that matched when something was done with them, shown or not."""
        self.note: Callable[[SummaryRow], str] = lambda _row: ""
        """What the section adds to the lines of a row."""
        self.picture_of: Callable[[SummaryRow, int], QPixmap | None] = lambda *_: None
        """The picture of a row for columns that are ``pictured``."""
        self.query = declared.first_query()
        self.source: RecordSource | None = None
        self._grouped: GroupSpec[SummaryRow] | None = None
        self.tasks = TaskScope(self)
        self._formats = formats
        self.totals = tuple(
            Totals(each, formats, self) for each in declared.columns if each.key in declared.totals
        )
        columns = shown_columns(
            declared, formats, self._finished, lambda row, side: self.picture_of(row, side)
        )
        self.table = TableView(declared.title, columns, self.rows.get)
        self.selection = TableSelection(self.table, declared.unit, self.asked_for_menu.emit)
        specs = (each.group(formats) for each in declared.columns)
        self.groups = {spec.name: spec for spec in specs if spec is not None}
        self.columns = TableColumns(self.table, tuple(self.groups))
        self.views = ViewBar(views, lambda: (self.query, self.columns.state()))
        self.chips = FilterChips(declared.filters)
        self._build()
        self._wire()
        self.views.show_view(declared.first_view)
        self.columns.changed.connect(self._show_header)
        self._show_header()
        self.columns.show_sort(self.query.sort, self.query.descending)
        self._show_chips()
        self._show()

    def use(self, source: RecordSource) -> None:
        """Take the rows from here; the query stays."""
        if self.source is not None:
            self.source.end()
        self.source = source
        for signal in (source.shown, source.loading_changed, source.failed):
            signal.connect(self._show)
        whole = isinstance(source, MirroredRows)
        self.columns.no_groups = "" if whole else _("Only a list that is whole on this computer.")
        sent = {each.key for each in self.declared.columns if each.sent_as}
        self.columns.sortable = lambda key: whole or key in sent
        self.selection.use(source)
        self._group()
        source.ask(self.query)

    def ask(self, query: Query) -> None:
        """Show another query."""
        self.query = query
        self.selection.keep_rows()
        self.columns.show_sort(query.sort, query.descending)
        self._group()
        self._show_chips()
        if self.search.text() != query.text:
            self.search.blockSignals(True)
            self.search.setText(query.text)
            self.search.blockSignals(False)
        if self.source is not None:
            self.source.ask(query)
        self._show()

    def _finished(self, row: SummaryRow, told: ListRow) -> ListRow:
        """The lines of a row with what was found in it, and with what the section adds."""
        found = self.source.snippets.get(row.id, "") if self.source is not None else ""
        return replace(told, third=found or told.third, note=self.note(row))

    def row(self, record_id: str) -> SummaryRow | None:
        """A row that is shown, or was read to do something with it."""
        return self.rows.get(record_id) or self.read.get(record_id)

    def show_everything(self) -> None:
        """Drop the words and the filters, keep the order."""
        self.ask(self.query.cleared())
        self.views.show_whole()

    def state(self) -> dict[str, Any]:
        """What to remember: query, columns, view."""
        view = self.views.current
        return {
            "query": self.query.state(),
            "columns": self.columns.state(),
            "view": view.key if view is not None else "",
        }

    def restore(self, state: Mapping[str, Any]) -> None:
        """Come back as ``state`` left it."""
        columns = state.get("columns")
        if isinstance(columns, dict):
            self.columns.restore(columns)
            self._show_header()
        if "query" in state:
            self.ask(Query.of(state["query"]))
        self.views.show_view(str(state.get("view") or ""))

    def _build(self) -> None:
        surface("surface", self)
        declared = self.declared
        self.count = Label("", size="small", tone="muted")
        self.clear = Button(_("Show all"), kind="link", on_click=self.show_everything)
        self.progress = ProgressLine()
        self.failure = Banner(_("Try again"), closable=False)
        # Both are shown by a section whose records are made by hand.
        self.first_button = Button(icon_name="plus")
        self.new_button = Button(kind="icon", icon_name="plus")
        self.empty = EmptyState(declared.icon, *declared.empty, self.first_button)
        self.nothing = EmptyState("search", "", "")
        self.body: QWidget = self.table
        """What shows the rows: the table, or what a section has in its place."""
        self.stack = QStackedWidget()
        for view in (self.table, self.empty, self.nothing):
            self.stack.addWidget(view)
        foot = surface("foot")
        foot.setFixedHeight(30)
        foot.setLayout(row(self.count, None, self.clear, margins=(14, 0, 6, 0)))
        head = PaneHead(declared, self.open_filters, self._open_columns, self._open_section_menu)
        self.search, self.filter_button = head.search, head.filter_button
        self.columns_button, self.more_button = head.columns_button, head.more_button
        for button in (self.first_button, self.new_button):
            button.hide()
        self.views.add(self.new_button)
        whole = column(self.views, spacing=0)
        whole.addLayout(head.line)
        for widget in (
            self.chips,
            self.failure,
            self.progress,
            self.stack,
            self.selection.bar,
            foot,
        ):
            whole.addWidget(widget)
        whole.setStretch(whole.indexOf(self.stack), 1)
        self.setLayout(whole)

    def _wire(self) -> None:
        self.search.textChanged.connect(self._typed)
        self.search.left_downwards.connect(self._enter_results)
        self.table.opened.connect(self.opened)
        self.table.typed.connect(self._typed_into_table)
        self.selection.bar.cleared.connect(self._select_none)
        self.table.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.table.customContextMenuRequested.connect(self._open_menu)
        self.columns.sort_asked.connect(self._sort)
        self.columns.group_asked.connect(lambda key: self.ask(replace(self.query, group=key)))
        self.chips.taken_off.connect(lambda name: self.choose(name, None))
        self.views.chosen.connect(self._choose_view)
        self.views.shown.connect(self._show_chips)
        self.failure.pressed.connect(self._retry)
        for each in self.totals:
            each.changed.connect(self._show_count)
        self.table.selectionModel().selectionChanged.connect(self._add_up)

    def _retry(self) -> None:
        if self.source is not None:
            self.source.retry()

    def _show_header(self) -> None:
        """Lines that tell all of a row have no need of a title."""
        shown = [self.table.rows.columns[at].key for at in self.table.shown_columns()]
        self.table.horizontalHeader().setVisible(shown != [LINES])

    # Narrowing and ordering

    def choose(self, name: str, value: Choice) -> None:
        """Set a filter, or take it off with None."""
        self.ask(self.query.choosing(name, value))

    def _group(self) -> None:
        """Put the headings of the query's groups into the table, where its rows are in groups."""
        spec = None if self.columns.no_groups else self.groups.get(self.query.group)
        self.columns.show_group(spec.name if spec is not None else "")
        if spec is self._grouped:
            return
        self._grouped, rows = spec, self.rows
        if spec is None:
            self.table.group_by(None)
            return
        value = spec.value
        grouping = Grouping(lambda each: value(rows[each]) if each in rows else None, spec.called)
        self.table.group_by(grouping)

    def _sort(self, name: str, descending: bool) -> None:
        spec = next((each for each in self.declared.sorts() if each.name == name), None)
        if spec is not None and self.query.sort != name:
            descending = spec.descending
        self.ask(replace(self.query, sort=name, descending=descending))

    def _choose_view(self, view: View) -> None:
        if view.columns:
            self.columns.restore(view.columns)
            self._show_header()
        sort = view.query.sort or self.query.sort
        descending = view.query.descending if view.query.sort else self.query.descending
        self.ask(replace(view.query, sort=sort, descending=descending))

    def _typed(self, text: str) -> None:
        query = replace(self.query, text=text.strip())
        if query != self.query:
            self.query = query
            self.selection.keep_rows()
            if isinstance(self.source, MirroredRows):
                self._ask_typed()  # Rows that are here are narrowed letter by letter.
            else:
                self.tasks.debounce("typed", TYPING_PAUSE, self._ask_once_typed)

    async def _ask_once_typed(self) -> None:
        self._ask_typed()

    def _ask_typed(self) -> None:
        if self.source is not None:
            self.source.ask(self.query)
        self._show()

    def _typed_into_table(self, letters: str) -> None:
        self.search.setFocus(Qt.FocusReason.OtherFocusReason)
        self.search.setText(self.search.text() + letters)

    def _enter_results(self) -> None:
        """Go from the search to what it found: to the first one where none is selected."""
        self.enter_table()
        if self.table.rows.ids and not self.table.selected_ids():
            self.table.select(self.table.rows.ids[0])

    def enter_table(self) -> None:
        """Go to the rows, to the first one when none is current."""
        self.table.setFocus(Qt.FocusReason.OtherFocusReason)
        if not self.table.currentIndex().isValid() and self.table.rows.ids:
            self.table.setCurrentIndex(self.table.rows.index(0, 0))

    # Showing

    def _show(self) -> None:
        source = self.source
        waiting = source is None or (source.is_loading and not source.has_answer)
        self.table.is_waiting = waiting
        self.progress.set_on(source is None or source.is_loading)
        nothing = source is not None and source.has_answer and not source.count
        narrowed = bool(self.query.text or self.query.narrows)
        asked = nothing and source is not None and not source.is_loading and source.error is None
        self.nothing.say(*self.views.nothing_in(self.query, self.declared))
        empty = self.nothing if narrowed else self.empty
        self.stack.setCurrentWidget(empty if asked else self.body)
        self.clear.setVisible(narrowed)
        self._show_failure(source.error if source is not None else None)
        self._show_count()
        self._add_up()
        self.table.viewport().update()
        self.shown.emit()

    def show_again(self) -> None:
        """Amounts and days are written otherwise now."""
        self.table.rows.tell_changed()
        self._add_up()

    def _add_up(self) -> None:
        for each in self.totals:
            each.add_up(self._added_up)

    def _added_up(self) -> list[SummaryRow]:
        """The rows that are selected, or all that are shown."""
        chosen = self.table.selected_ids()
        ids = chosen if len(chosen) > 1 else self.table.groups.ids
        return [self.rows[each] for each in ids if each in self.rows]

    def _show_chips(self) -> None:
        """Beside lines the view that is shown is marked: only what goes beyond it is a chip."""
        view = self.views.current if self.declared.line is not None else None
        self.chips.show_query(self.query if view is None else view.beyond(self.query))

    def _show_failure(self, error: BaseException | None) -> None:
        if error is None:
            self.failure.clear()
            return
        told = explain(error, _("Reading the {units}").format(units=noun(self.declared.units)))
        self.failure.say(told.what, f"{told.so_what} {told.now_what}".strip(), told.tone)

    def _select_none(self) -> None:
        self.table.end_marking()
        self.table.clearSelection()
        self.enter_table()

    def _show_count(self) -> None:
        source, totals = self.source, [each.words for each in self.totals]
        formats = self._formats()
        self.count.setText(count_words(self.declared, source, self.query, formats, totals))
        unread = source.unread if source is not None else ()
        set_tip(self.count, "\n".join(unread[:20]))

    # Menus

    def open_filters(self) -> None:
        """Offer every filter with its choices."""
        menu = passing_menu(self)
        fill_filter_menu(menu, self.declared.filters, self.rows.values(), self.query, self.choose)
        pop_up_below(menu, self.filter_button)

    def _open_columns(self) -> None:
        pop_up_below(self.columns.menu(), self.columns_button)

    def _open_menu(self, place: QPoint) -> None:
        ids = self.selection.ids()
        if ids:
            menu = passing_menu(self)
            self.asked_for_menu.emit(menu, ids)
            menu.popup(self.table.viewport().mapToGlobal(place))

    def _open_section_menu(self) -> None:
        menu = passing_menu(self)
        self.asked_for_section_menu.emit(menu)
        pop_up_below(menu, self.more_button)
