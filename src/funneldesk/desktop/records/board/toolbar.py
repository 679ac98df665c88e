"""Line above the board: views, search, filters, and what cards and columns tell."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtWidgets import QMenu, QWidget

from funneldesk.desktop.kit.controls.buttons import Button, SearchField, column, row, surface
from funneldesk.desktop.kit.controls.labels import ElidedLabel, set_tip
from funneldesk.desktop.kit.table.progress import ProgressLine
from funneldesk.desktop.kit.tasks import TaskScope
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.records.board.card_look import AGE, AGES, NUMBERS, CardLook
from funneldesk.desktop.records.board.column_rows import ENTERED, ColumnRows
from funneldesk.desktop.records.board.declaration import RecordBoard
from funneldesk.desktop.records.filters.filter_chips import FilterChips
from funneldesk.desktop.records.filters.filter_menu import add_choice, fill_filter_menu
from funneldesk.desktop.records.query import Choice, Query
from funneldesk.desktop.records.rows import SummaryRow
from funneldesk.desktop.records.views.saved_views import SavedViews, View
from funneldesk.desktop.records.views.view_bar import ViewBar

TYPING_PAUSE = 0.2
RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
COLOURED = ("choice", "several", "bool")


class BoardToolbar(QWidget):
    """``query`` and ``look`` are what is chosen; ``asked`` and ``restyled`` tell of others."""

    asked = Signal()
    restyled = Signal()

    def __init__(
        self,
        board: RecordBoard,
        views: SavedViews,
        rows: ColumnRows,
        known: Callable[[], Iterable[SummaryRow]],
    ) -> None:
        """``known`` gives the records that filters offer the values of."""
        super().__init__()
        self.query, self.look = Query(), CardLook.usual(board)
        self._declared, self._rows, self._known = board, rows, known
        self._fields = board.shown()
        self.tasks = TaskScope(self)
        surface("surface", self)
        self.views = ViewBar(views, lambda: (self.query, {"board": self.look.state()}))
        self.views.show_view("all")
        self.chips = FilterChips(rows.filters)
        self._build()
        self.search.textChanged.connect(self._typed)
        self.filter_button.clicked.connect(self.open_filters)
        self.sort_button.clicked.connect(self.open_orders)
        self.cards_button.clicked.connect(self.open_cards)
        self.chips.taken_off.connect(lambda name: self.choose(name, None))
        self.views.chosen.connect(self._choose_view)

    def _build(self) -> None:
        if (inside := self.views.layout()) is not None:
            inside.setContentsMargins(4, 0, 0, 0)  # It stands in a line with buttons.
        self.search = SearchField(_("Search the board"))
        self.search.setMinimumWidth(180)
        self.search.setMaximumWidth(260)
        self.filter_button = Button(_("Filter"), icon_name="filter", kind="plain")
        self.sort_button = Button(_("Order"), icon_name="arrow-up-down", kind="plain")
        self.cards_button = Button(_("Cards"), icon_name="sliders-horizontal", kind="plain")
        self.told = ElidedLabel("", size="small", tone="muted")
        self.told.setAlignment(RIGHT)
        self.progress = ProgressLine()
        head = row(self.search, self.filter_button, self.sort_button, self.cards_button, spacing=4)
        head.addWidget(self.views)
        head.addWidget(self.told, 1)
        head.setContentsMargins(10, 4, 14, 4)
        built = column(spacing=0)
        built.addLayout(head)
        built.addWidget(self.chips)
        built.addWidget(self.progress)
        self.setLayout(built)

    def show_paged(self, paged: bool) -> None:
        """Filters and orders need all entries on this computer."""
        reason = self._declared.words.too_many if paged else ""
        for button in (self.filter_button, self.sort_button):
            button.setEnabled(not paged)
            set_tip(button, reason)

    def ask(self, query: Query) -> None:
        """Show another query; of pages only words can be asked."""
        self.query = query = replace(query, choices={}, sort="") if self._rows.is_paged else query
        self.chips.show_query(query)
        if self.search.text().strip() != query.text:
            self.search.blockSignals(True)
            self.search.setText(query.text)
            self.search.blockSignals(False)
        self.asked.emit()

    def choose(self, name: str, value: Choice) -> None:
        """Set a filter, or take it off with None."""
        self.ask(self.query.choosing(name, value))

    def show_look(self, look: CardLook) -> None:
        """Show other things on the cards."""
        self.look = look
        self.restyled.emit()

    def state(self) -> dict[str, Any]:
        """What to remember."""
        view = self.views.current
        return {
            "query": self.query.state(),
            "look": self.look.state(),
            "view": view.key if view is not None else "",
        }

    def restore(self, state: Mapping[str, Any]) -> None:
        """Come back as ``state`` left it."""
        self.look = CardLook.of(state.get("look"), self._declared)
        self.ask(Query.of(state.get("query")))
        self.views.show_view(str(state.get("view") or "all"))

    # Menus

    def open_filters(self) -> None:
        """Offer every filter with its choices."""
        menu = self._menu()
        rows = list(self._known())
        fill_filter_menu(menu, self._rows.filters, rows, self.query, self.choose)
        self._pop(menu, self.filter_button)

    def open_orders(self) -> None:
        """Offer the orders of the cards in their columns."""
        menu, now = self._menu(), self.query.sort or ENTERED
        usual = add_choice(menu, self._declared.words.latest, now == ENTERED)
        usual.triggered.connect(lambda: self._order("", descending=False))
        menu.addSeparator()
        for sort in self._rows.sorts[1:]:
            entry = add_choice(menu, sort.title, now == sort.name)
            order = partial(self._order, sort.name, descending=sort.descending)
            entry.triggered.connect(lambda _on=False, order=order: order())
        menu.addSeparator()
        turned = add_choice(menu, _("Reverse order"), self.query.descending)
        turned.setEnabled(now != ENTERED)
        turned.triggered.connect(lambda on: self._order(now, descending=on))
        self._pop(menu, self.sort_button)

    def open_cards(self) -> None:
        """Offer what cards show, what columns sum, and what colours a card."""
        menu, look = self._menu(), self.look
        shown = menu.addMenu(_("Show on cards"))
        sums = menu.addMenu(_("Sum of the columns"))
        colours = menu.addMenu(_("Colour"))
        overdue = menu.addMenu(_("Mark as waiting after"))
        self._add(sums, _("None"), not look.summed, replace(look, summed=""))
        self._add(colours, _("None"), not look.colour, replace(look, colour=""))
        self._add(colours, self._declared.words.age, look.colour == AGE, replace(look, colour=AGE))
        for name, field in self._fields.items():
            self._add(shown, field.title, name in look.fields, look.toggled(name))
            if field.kind in NUMBERS:
                self._add(sums, field.title, name == look.summed, replace(look, summed=name))
            if field.kind in COLOURED:
                self._add(colours, field.title, name == look.colour, replace(look, colour=name))
        for days in AGES:
            words = _("{days:,} days").format(days=days)
            self._add(overdue, words, days == look.overdue, replace(look, overdue=days))
        self._add(overdue, _("Never"), not look.overdue, replace(look, overdue=0))
        self._pop(menu, self.cards_button)

    def _add(self, menu: QMenu, words: str, on: bool, look: CardLook) -> None:
        add_choice(menu, words, on).triggered.connect(lambda: self.show_look(look))

    def _order(self, name: str, *, descending: bool) -> None:
        self.ask(replace(self.query, sort=name, descending=descending))

    def _choose_view(self, view: View) -> None:
        board = view.columns.get("board")
        if board is not None:
            self.show_look(CardLook.of(board, self._declared))
        known = {each.name for each in self._rows.filters}
        choices = {name: value for name, value in view.query.choices.items() if name in known}
        self.ask(replace(view.query, choices=choices, group=""))

    def _typed(self, text: str) -> None:
        query = replace(self.query, text=text.strip())
        if query != self.query:
            self.query = query
            self.tasks.debounce("typed", TYPING_PAUSE, self._ask_typed)

    async def _ask_typed(self) -> None:
        self.asked.emit()

    def _menu(self) -> QMenu:
        menu = QMenu(self)
        menu.aboutToHide.connect(menu.deleteLater)
        return menu

    def _pop(self, menu: QMenu, button: QWidget) -> None:
        menu.popup(button.mapToGlobal(QPoint(0, button.height() + 4)))
