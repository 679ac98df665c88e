"""Panel of a declared section: its table, the record that is open beside it, and its export."""

import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property, partial
from typing import Any, ClassVar

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QMenu, QSplitter, QStackedWidget, QWidget

from funneldesk.client.errors import NotFound
from funneldesk.desktop.kit.controls.buttons import row
from funneldesk.desktop.kit.controls.empty_state import EmptyState
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.records.detail.detail_view import DetailView, OwnTab
from funneldesk.desktop.records.export.list_export import ListExport
from funneldesk.desktop.records.export.section_export import scopes_of
from funneldesk.desktop.records.importing.action import import_action
from funneldesk.desktop.records.nouns import noun
from funneldesk.desktop.records.query import Query
from funneldesk.desktop.records.section import RecordSection
from funneldesk.desktop.records.sources.section_source import SectionSource
from funneldesk.desktop.records.staging.staging import Staging
from funneldesk.desktop.records.table.reading_all import ReadingAll
from funneldesk.desktop.records.table.table_pane import TablePane
from funneldesk.desktop.records.views.saved_views import SavedViews
from funneldesk.desktop.records.views.view_column import ViewColumn
from funneldesk.desktop.records.views.view_links import view_of
from funneldesk.desktop.sections.actions import Action, Actions, Ids, Place, Takes, shown_record
from funneldesk.desktop.sections.operations import operation
from funneldesk.desktop.sections.panel import Command, KeysLine, Panel
from funneldesk.desktop.workspace.brand_facts import BrandFacts
from funneldesk.desktop.workspace.workspace import ONLINE, Change, Workspace, section_of

NARROW = 900
"""Width under which table and detail take turns."""
VIEWS_BESIDE = 1_180
"""Width from which the views of a list in lines stand beside it, with their counts."""
DETAIL = "detail"
"""Name of what is made with the first record."""
PEEK_PAUSE = 0.12
"""Seconds without a further key after which a hand rests."""


class RecordsPanel(Panel):
    """Made from a declaration alone; a section with deeds of its own extends it."""

    detail_can_wait: ClassVar[bool] = False
    """Whether the detail is made with the first record that is opened: a section says so that
    looks for none of its tabs before."""

    def __init__(self, workspace: Workspace, declared: RecordSection) -> None:
        super().__init__(workspace)
        self.declared = declared
        self.brand = workspace.shared(BrandFacts)
        self.views = SavedViews(workspace.store, declared.part, declared.views)
        self.open_id = ""
        self._begun = False
        self._awaited = ""
        self._peeked = 0.0
        self._build()
        self._wire()

    def _build(self) -> None:
        declared = self.declared
        self.list = TablePane(declared, self.views, lambda: self.brand.formats)
        self.nothing = EmptyState(
            declared.icon,
            _("No {unit} selected").format(unit=noun(declared.unit)),
            _("Its details open here."),
        )
        self.side = QStackedWidget()
        self.side.addWidget(self.nothing)
        if not self.detail_can_wait:
            self.side.addWidget(self.detail)
        self.split = QSplitter(Qt.Orientation.Horizontal)
        self.split.setHandleWidth(1)
        self.split.setChildrenCollapsible(False)
        for widget in (self.list, self.side):
            self.split.addWidget(widget)
        self.list.setMinimumWidth(340 if declared.line is None else 280)
        self.side.setMinimumWidth(300)
        self.split.setStretchFactor(0, 1)
        self.split.setSizes([760, 400])
        self.view_column = ViewColumn(self.list.views) if declared.line is not None else None
        self.across = row(*filter(None, (self.view_column, self.split)), spacing=0)
        self.setLayout(self.across)
        columns = [each.in_export() for each in declared.columns]
        self.export = ListExport(self, declared.units, columns, lambda: scopes_of(self.list))
        self.source = SectionSource(self.workspace, declared, self.list)
        edited, library = declared.edited, self.source.library
        self.staging = Staging(self, self.list, library, edited) if edited is not None else None
        self.declared_actions = Actions(
            self.workspace, self.declare(), self._selected_ids, self._shown_ids
        )
        self.declared_actions.read_all = ReadingAll(self, self.list).start
        self.declared_actions.bind(self)

    def _selected_ids(self) -> Ids:
        """The selection, where it can be seen."""
        return () if self.is_alone else self.list.selection.ids()

    def _shown_ids(self) -> Ids:
        chosen = self.list.table.selected_ids()
        return shown_record(self.open_id, chosen, beside_list=not self.is_narrow)

    @cached_property
    def detail(self) -> DetailView:
        """The open record; made with the first one, or by a section that adds to it."""
        made = DetailView(self.declared.detail, lambda: self.brand.formats, self.own_tabs())
        made.back_button.clicked.connect(self.back)
        made.back_button.setVisible(self.is_narrow)
        made.asked_again.connect(lambda: self.open_record(self.open_id))
        made.asked_to_open.connect(self.workspace.go)
        if self.detail_can_wait:
            self.side.addWidget(made)
        return made

    def own_tabs(self) -> Sequence[OwnTab]:
        """Tabs of the detail that only this section has."""
        return ()

    def declare(self) -> Sequence[Action]:
        """What can be done here; a section with actions of its own adds them."""
        declared, part = self.declared, section_of(self.declared.part)
        imports = (import_action(self, declared.part, declared.units),)
        return (
            Action(
                f"{part}.open",
                _("Open"),
                lambda ids: self.open_record(ids[0]),
                places=Place.LIST_MENU,
                takes=Takes.ONE,
                offered=lambda _, ids: len(ids) == 1,
            ),
            Action(
                f"{part}.copy",
                _("Copy"),
                lambda _: self.list.table.copy_selection(),
                places=Place.LIST_MENU,
                takes=Takes.SEVERAL,
            ),
            *(self.staging.declare() if self.staging is not None else ()),
            Action(
                f"{part}.export-selected",
                _("Export…"),
                lambda _: self.export.start("selected"),
                places=Place.LIST_MENU,
                takes=Takes.QUERY,
            ),
            Action(
                f"{part}.export",
                _("Export the list of {units}").format(units=noun(declared.units)),
                lambda _: self.export.start("shown"),
                "download",
                places=Place.PALETTE | Place.SECTION_MENU,
                menu_title=_("Export the list…"),
            ),
            *(imports if part in self.workspace.importers else ()),
        )

    def _wire(self) -> None:
        self.list.opened.connect(self.open_record)
        self.list.shown.connect(self._select_awaited)
        self.list.asked_for_menu.connect(partial(self._fill, Place.LIST_MENU))
        self.list.asked_for_section_menu.connect(partial(self._fill, Place.SECTION_MENU, ids=()))
        self.list.table.selectionModel().selectionChanged.connect(self._peek)
        self.brand.changed.connect(self._formats_changed)
        self.workspace.changed.connect(self._changed_elsewhere)
        self.workspace.connection_changed.connect(self._connection_changed)

    # Reading

    async def load(self) -> None:
        if not self._begun:
            self._begun = True
            await self.brand.recall()
            await self.views.read()
            if self.staging is not None:
                await self.staging.staged.read()
            await self.source.begin()
        doing, key = (
            _("Counting the {units}").format(units=noun(self.declared.units)),
            f"{self.declared.part}/load",
        )
        with operation(self.workspace, doing, key):
            await self.source.refresh()
            await self.brand.learn()

    def open_record(self, record_id: str) -> None:
        self.open_id = record_id
        if record_id and record_id not in self.list.table.selected_ids():
            # What comes and goes in the list would otherwise lead back to what is selected there.
            self.list.table.select(record_id)
        self._awaited = record_id if record_id not in self.list.rows else ""
        self.source.library.user_acted()
        self.side.setCurrentWidget(self.detail if record_id else self.nothing)
        self._arrange()
        if record_id:
            self.tasks.latest("open", self._open(record_id))
        else:
            self.tasks.cancel("open")
            self.titled.emit("")

    def let_go(self, record_id: str) -> None:
        """A record is gone: it is shown no more."""
        if record_id == self.open_id:
            self.open_record("")

    def _select_awaited(self) -> None:
        """What was opened before the list was here is selected once it is."""
        if self._awaited and self._awaited in self.list.table.rows.ids:
            record_id, self._awaited = self._awaited, ""
            self.list.table.select(record_id)

    def _peek(self) -> None:
        """Beside the table, the one record that is selected is shown: at once after a rest, and
        while the hand goes on as soon as it rests."""
        if len(self.list.table.selected_ids()) == 1 and not self.is_narrow:
            before, self._peeked = self._peeked, time.monotonic()
            is_rested = self._peeked - before > PEEK_PAUSE
            self.tasks.debounce("peek", 0 if is_rested else PEEK_PAUSE, self._open_selected)

    async def _open_selected(self) -> None:
        ids, is_seen = self.list.table.selected_ids(), not self.split.isHidden()
        if len(ids) == 1 and ids[0] != self.open_id and not self.is_narrow and is_seen:
            self.open_record(ids[0])

    async def _open(self, record_id: str) -> None:
        """Show what was read before, then what the server says now."""
        library, doing = (
            self.source.library,
            _("Reading this {unit}").format(unit=noun(self.declared.unit)),
        )
        known = await library.record(record_id) or {}
        self._show_detail(known)
        self.detail.show_problem(None)
        with operation(
            self.workspace,
            doing,
            tell=self.detail.show_problem,
            progress=self.detail.show_loading,
        ) as asked:
            read = await library.fetch(record_id)
            if read != known:
                self._show_detail(read)
        if isinstance(asked.error, NotFound):
            await library.forget(record_id)

    def whole(self, body: Mapping[str, Any]) -> Mapping[str, Any]:
        """The open record, with what the list alone knows of it."""
        return body

    def _show_detail(self, read: Mapping[str, Any]) -> None:
        body = self.whole(read)
        self.detail.show_record(body)
        self.titled.emit(self.declared.detail.title(body) if body else "")

    def _formats_changed(self) -> None:
        self.list.show_again()
        if DETAIL in vars(self):
            self.detail.again()

    def _changed_elsewhere(self, change: Change) -> None:
        if change.concerns(self.declared.part) and change.source is not self:
            self.refresh()
            if self.open_id and self.open_id in change.ids:
                self.read_again()

    def read_again(self) -> None:
        """Read the open record once more: somebody else in this window wrote it."""
        self.tasks.latest("open", self._open(self.open_id))

    def _connection_changed(self) -> None:
        if self.workspace.connection_state == ONLINE and self._begun:
            self.refresh()

    # The frame

    def open_view(self, link: str) -> None:
        found = view_of(link)
        if found is None:
            return
        view, declared = found[1], self.declared
        known = {spec.name for spec in declared.filters}
        choices = {name: v for name, v in view.query.choices.items() if name in known}
        sort = view.query.sort if view.query.sort in {s.name for s in declared.sorts()} else ""
        self.list.views.chosen.emit(
            replace(view, query=replace(view.query, choices=choices, sort=sort))
        )

    def _fill(self, place: Place, menu: QMenu, ids: Sequence[str]) -> None:
        self.declared_actions.fill(menu, place, ids)

    def commands(self) -> tuple[Command, ...]:
        return tuple(self.declared_actions.commands())

    def refused(self) -> tuple[Command, ...]:
        return tuple(self.declared_actions.refused())

    def next_steps(self, text: str) -> tuple[Command, ...]:
        words = _("Search all {units} for “{text}”").format(
            units=noun(self.declared.units), text=text
        )
        return (Command(words, lambda: self.list.ask(Query(text)), "", "search"),)

    def shortcuts(self) -> tuple[KeysLine, ...]:
        unit = self.declared.unit
        own = self.staging.SHORTCUTS if self.staging is not None else ()
        return (
            *self.declared_actions.keys_lines(),
            *own,
            (
                "Ctrl+Enter" if own else "Enter",
                _("Open the selected {unit}").format(unit=noun(unit)),
            ),
            ("Space", _("Select several, one by one")),
            ("Ctrl+A", _("Select all rows; press again for all that match")),
            ("Ctrl+C", _("Copy the selected rows")),
            ("Ctrl+F", _("Search the list")),
        )

    def first_list(self) -> QWidget:
        return self.list.table

    def seek(self) -> None:
        self.list.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.list.search.selectAll()

    def back(self) -> None:
        if self.open_id and self.is_narrow:
            self.open_record("")
        self.list.enter_table()

    def save(self, *, publish: bool = False) -> None:
        if self.staging is not None:
            self.staging.apply()

    async def settle(self) -> None:
        if self.staging is not None:
            await self.staging.settle()

    def unkept(self) -> tuple[str, ...]:
        kept = self.staging is None or self.staging.staged.is_kept
        return (
            ()
            if kept
            else (_("Changes in the table of {units}").format(units=noun(self.declared.units)),)
        )

    def leave(self) -> None:
        if self.list.source is not None:
            self.list.source.end()

    def state(self) -> dict[str, Any]:
        return {"open": self.open_id, "sizes": self.split.sizes(), "list": self.list.state()}

    def restore(self, state: dict[str, Any]) -> None:
        known = state.get("list")
        self.list.restore(known if isinstance(known, dict) else {})
        sizes = state.get("sizes")
        if (
            isinstance(sizes, list)
            and len(sizes) == self.split.count()
            and all(type(n) is int for n in sizes)
        ):
            self.split.setSizes([max(1, min(n, 100_000)) for n in sizes])
        if state.get("open"):
            self.open_record(str(state["open"]))

    @property
    def is_quiet(self) -> bool:
        """Whether nothing is read, and what was asked for is shown."""
        rows = self.list.source
        settled = rows is not None and rows.has_answer and not rows.is_loading
        return settled and not self.tasks.is_busy and not self.list.tasks.is_busy

    @property
    def is_narrow(self) -> bool:
        """Whether table and detail take turns."""
        return self.width() < NARROW

    @property
    def is_alone(self) -> bool:
        """Whether the open record is shown without the table."""
        return self.is_narrow and bool(self.open_id)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        """Side by side where there is room; the detail alone, or the table, where there is none."""
        alone = self.is_alone
        if DETAIL in vars(self):
            self.detail.back_button.setVisible(self.is_narrow)
        self.side.setVisible(bool(self.open_id) or not self.is_narrow)
        if alone and self.list.isAncestorOf(self.focusWidget() or self):
            self.detail.back_button.setFocus(Qt.FocusReason.OtherFocusReason)
        self.list.setVisible(not alone)
        if self.view_column is not None:
            beside = self.width() >= VIEWS_BESIDE
            self.view_column.setVisible(beside)
            self.list.views.setVisible(not beside)
