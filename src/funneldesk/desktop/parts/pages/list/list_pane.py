"""The list of pages: search, filters, order, and what can be done with what is selected."""

import asyncio
from collections.abc import Sequence
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QProgressBar, QStackedWidget, QWidget

from funneldesk.desktop.kit.controls.buttons import Button, SearchField, column, row, surface
from funneldesk.desktop.kit.controls.empty_state import EmptyState
from funneldesk.desktop.kit.controls.labels import Label
from funneldesk.desktop.kit.controls.selection_bar import SelectionBar
from funneldesk.desktop.kit.explain import Explanation
from funneldesk.desktop.kit.lists.local_rows import LocalRows
from funneldesk.desktop.kit.lists.record_list import ListRow, RecordList
from funneldesk.desktop.kit.tasks import TaskScope
from funneldesk.desktop.local.cache.records import Coverage
from funneldesk.desktop.parts.pages.library.library import PageLibrary
from funneldesk.desktop.parts.pages.list.rows import (
    SORTS,
    STATUS_WORDS,
    PageFilter,
    PageRow,
    rule_of,
    with_choice,
)
from funneldesk.desktop.sections.first_load import FirstLoad

TYPING_PAUSE = 0.12
SHORTEST_IN_HTML = 3


class PageListPane(QWidget):
    """``opened`` carries a page's id; the ``asked_…`` signals carry ids or nothing."""

    opened = Signal(str)
    asked_for_new = Signal()
    asked_to_refresh = Signal()
    asked_to_delete = Signal(list)
    asked_to_publish = Signal(list)
    asked_for_menu = Signal(QMenu, list)
    asked_for_section_menu = Signal(QMenu)

    def __init__(self, library: PageLibrary) -> None:
        super().__init__()
        self.library = library
        self.wanted = PageFilter()
        self.zone: ZoneInfo | None = None
        self.tasks = TaskScope(self)
        self._by_html: frozenset[str] = frozenset()
        self._coverage: Coverage | None = None
        self._open_id = ""
        self._build()
        self._wire()

    def _build(self) -> None:
        surface("surface", self)
        self.search = SearchField("Name, slug or html")
        self.filter_button = Button(kind="icon", icon_name="filter", tip="Filter and sort")
        self.new_button = Button(kind="icon", icon_name="plus", tip="New page", keys="Ctrl+N")
        self.more_button = Button(kind="icon", icon_name="ellipsis", tip="More about all pages")
        self.count = Label("", size="small", tone="muted")
        self.clear = Button("Show all", kind="link")
        self.clear.hide()
        self.progress = QProgressBar()
        self.progress.setRange(0, 0)
        self.progress.setTextVisible(False)
        self.progress.setFixedHeight(2)
        self.progress.setAccessibleName("Refreshing")
        self.list = RecordList("Pages", self._shown_row)
        self.list.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self._build_states()
        head = row(self.search, self.filter_button, self.new_button, self.more_button, spacing=2)
        head.setContentsMargins(10, 9, 6, 8)
        foot = row(self.count, None, self.clear, margins=(14, 0, 6, 0))
        foot_box = surface("foot")
        foot_box.setLayout(foot)
        foot_box.setFixedHeight(30)
        whole = column(spacing=0)
        whole.addLayout(head)
        whole.addWidget(self.progress)
        self.selection = SelectionBar(
            lambda menu: self.asked_for_menu.emit(menu, self.list.selected_ids())
        )
        self.publish_button = Button("Publish", kind="link")
        self.selection.add(self.publish_button)
        whole.addWidget(self.views, 1)
        whole.addWidget(self.selection)
        whole.addWidget(foot_box)
        self.setLayout(whole)
        self.show_progress(False)

    def _build_states(self) -> None:
        first = Button("New page", kind="primary", on_click=self.asked_for_new.emit)
        self.empty = EmptyState(
            "file-code",
            "Build your first page",
            "Start from a template type, or use an HTML file from your disk.",
            first,
        )
        self.nothing = EmptyState("search", "No page fits", "Change the words or the filter.")
        self.first_load = FirstLoad(self.library.workspace, "pages")
        self.refused = EmptyState(
            "shield-alert", "", "", Button("Try again", on_click=self.asked_to_refresh.emit)
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
        self.list.opened.connect(self.opened)
        self.list.typed.connect(self._typed_into_list)
        self.list.customContextMenuRequested.connect(self._open_menu)
        self.list.asked_to_delete.connect(
            lambda: self.asked_to_delete.emit(self.list.selected_ids())
        )
        self.selection.cleared.connect(lambda: self.list.select(self._open_id))
        self.publish_button.clicked.connect(
            lambda: self.asked_to_publish.emit(self.list.selected_ids())
        )
        self.list.selectionModel().selectionChanged.connect(self._say_what_is_selected)
        self.rows: LocalRows[PageRow] = LocalRows(self.list, lambda: self.library.rows)
        self.rows.order(rule_of(self.wanted))
        self.rows.shown.connect(self._say_what_is_shown)
        self.rows.shown.connect(self._say_what_is_selected)
        self.library.replaced.connect(self.rows.take_all)
        self.library.row_changed.connect(self.rows.take)
        self.library.updated.connect(self._say_what_is_shown)
        self.library.covered.connect(self._seek_sources)

    def show_progress(self, on: bool) -> None:
        """The thin line while the list is refreshed; its place is kept."""
        self.progress.setRange(0, 0 if on else 1)
        self.progress.setProperty("idle", not on)
        self.progress.style().polish(self.progress)

    def _shown_row(self, page_id: str) -> ListRow | None:
        row = self.library.rows.get(page_id)
        return row.shown(datetime.now(UTC), self.zone) if row is not None else None

    def _say_what_is_shown(self) -> None:
        """Count the rows, and say why there are none."""
        kept, total = self.rows.count, self.library.total
        if self._open_id and kept and not self.list.selectionModel().hasSelection():
            self.list.select(self._open_id)
        narrowing = bool(self.wanted.text.strip()) or self.wanted.narrows
        self.count.setText(self._count_words(kept if narrowing else total, total, narrowing))
        self.clear.setVisible(narrowing)
        view = self.list if kept or not self.rows.settled else self.nothing
        if not total:
            view = self.empty
        self.views.setCurrentWidget(view if self.library.loaded else self.first_load)
        if not narrowing and self.rows.settled:
            self.library.remember_head(self.list.rows.ids)

    def _say_what_is_selected(self) -> None:
        self.selection.show_count(len(self.list.selected_ids()))

    def _count_words(self, kept: int, total: int, narrowing: bool) -> str:
        covered = self._coverage
        if covered is not None and covered.whole < covered.total:
            of = f"{covered.whole:,} of {covered.total:,}"
            return f"{kept:,} found · html of {of} pages searched"
        pages = f"{kept:,} of {total:,}" if narrowing else f"{total:,}"
        return f"{pages} page{'' if total == 1 else 's'}"

    def mark_open(self, page_id: str) -> None:
        """The page that is open stays selected as the list changes; several that are selected
        stay so while it is shown anew."""
        several = len(self.list.selected_ids()) > 1
        if page_id != self._open_id or not several:
            self._open_id = page_id
            self.list.select(page_id)

    def show_problem(self, explanation: Explanation) -> None:
        """The list could not be read: say so where there is nothing else to show."""
        if not self.library.rows:
            self.refused.say(explanation.what, f"{explanation.so_what} {explanation.now_what}")
            self.views.setCurrentWidget(self.refused)

    def show_everything(self) -> None:
        """Drop the words and the filter, keep the order."""
        self.wanted = self.wanted.cleared()
        self.search.clear()
        self.rows.order(rule_of(self.wanted))

    def choose(self, name: str, value: object) -> None:
        """Set one choice of the filter."""
        self.wanted = with_choice(self.wanted, name, value)
        self.rows.order(rule_of(self.wanted))

    def _typed(self, text: str) -> None:
        self.wanted = with_choice(self.wanted, "text", text)
        self._by_html = frozenset()
        self._coverage = None
        self._narrow()
        self._seek_sources()

    def _narrow(self) -> None:
        self.rows.narrow(self.wanted.text, self._by_html)

    def _seek_sources(self) -> None:
        """Search the html as well, once the typing pauses; again when more of it is here."""
        text = self.wanted.text.strip()
        if len(text) >= SHORTEST_IN_HTML:
            self.tasks.debounce("html", TYPING_PAUSE, lambda: self._search_sources(text))
        else:
            self.tasks.cancel("html")

    async def _search_sources(self, text: str) -> None:
        found, coverage = await asyncio.gather(self.library.ids_with(text), self.library.coverage())
        self._by_html, self._coverage = found, coverage
        self._narrow()

    def _typed_into_list(self, letters: str) -> None:
        """Whoever types while the list has the keyboard seeks a page."""
        self.search.setFocus(Qt.FocusReason.OtherFocusReason)
        self.search.setText(self.search.text() + letters)

    def _enter_list(self) -> None:
        self.list.setFocus(Qt.FocusReason.OtherFocusReason)
        if not self.list.currentIndex().isValid() and self.list.rows.rowCount():
            self.list.setCurrentIndex(self.list.rows.index(0))

    def _open_filters(self) -> None:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        rows = self.library.rows.values()
        types = sorted({row.type for row in rows if row.type})
        funnels = sorted({row.funnel_id for row in rows if row.funnel_id})
        domains = sorted({row.domain_id for row in rows if row.domain_id})
        self._add_choices(menu, "Status", "status", list(STATUS_WORDS.items()))
        self._add_choices(menu, "Type", "type", [(t, t.replace("-", " ")) for t in types])
        self._add_choices(menu, "Funnel", "funnel_id", [(f, f"Funnel {f}") for f in funnels])
        self._add_choices(menu, "Domain", "domain_id", [(d, f"Domain {d}") for d in domains])
        menu.addSeparator()
        for key, title in SORTS:
            action = self._choice(menu, title, self.wanted.sort == key)
            action.triggered.connect(lambda _=False, key=key: self.choose("sort", key))
        menu.popup(self.filter_button.mapToGlobal(QPoint(0, self.filter_button.height() + 4)))

    def _add_choices(
        self, menu: QMenu, title: str, name: str, choices: Sequence[tuple[object, str]]
    ) -> None:
        if not choices:
            return
        inner = menu.addMenu(title)
        current = getattr(self.wanted, name)
        every = self._choice(inner, "All", current is None)
        every.triggered.connect(lambda: self.choose(name, None))
        for value, text in choices:
            action = self._choice(inner, text, current == value)
            action.triggered.connect(lambda _=False, value=value: self.choose(name, value))

    def _choice(self, menu: QMenu, text: str, checked: bool) -> QAction:
        action = menu.addAction(text.replace("&", "&&"))
        action.setCheckable(True)
        action.setChecked(checked)
        return action

    def _open_menu(self, place: QPoint) -> None:
        ids = self.list.selected_ids()
        if not ids:
            return
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.asked_for_menu.emit(menu, ids)
        menu.popup(self.list.viewport().mapToGlobal(place))

    def _open_section_menu(self) -> None:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.asked_for_section_menu.emit(menu)
        menu.popup(self.more_button.mapToGlobal(QPoint(0, self.more_button.height() + 4)))
