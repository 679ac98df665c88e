"""The Funnels section: the list, and beside it the map of the funnel that is open."""

from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QMenu

from funneldesk.desktop.kit.controls.buttons import Button
from funneldesk.desktop.kit.controls.menus import passing_menu
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.local.user_data.drafts import is_new_id
from funneldesk.desktop.parts.funnels.actions import FunnelActions, list_actions
from funneldesk.desktop.parts.funnels.kind import PART
from funneldesk.desktop.parts.funnels.map.page import MapPage
from funneldesk.desktop.parts.funnels.map.paper import MapPaper
from funneldesk.desktop.parts.funnels.steps.actions import map_actions
from funneldesk.desktop.parts.funnels.steps.adding import AddPagesDialog
from funneldesk.desktop.parts.funnels.steps.changing import StepChanges
from funneldesk.desktop.records.detail.detail_view import OwnTab
from funneldesk.desktop.records.detail.peek import EDIT
from funneldesk.desktop.records.edited_panel import EditedPanel
from funneldesk.desktop.records.section import RecordSection
from funneldesk.desktop.sections.actions import Action, Place
from funneldesk.desktop.sections.operations import operation
from funneldesk.desktop.workspace.workspace import Change, Workspace

MAP = "map"
LIST_WIDTH, MAP_WIDTH = 400, 800
READ_WITH = ("pages", "split_tests", "products", "domains")
"""Parts whose changes show in the map."""


class FunnelsPanel(EditedPanel):
    """The map is the first tab; a new funnel begins with its form."""

    def __init__(self, workspace: Workspace, declared: RecordSection) -> None:
        self.map = MapPage(workspace)
        super().__init__(workspace, declared)
        self.changes.setParent(self)
        self.paper = MapPaper(self, self.map)
        self.split.setSizes([LIST_WIDTH, MAP_WIDTH])
        self.map.asked_to_save.connect(self._save_order)
        self.map.view.opened.connect(self.open_step)
        self.map.view.asked_to_remove.connect(self.take_out)
        self.map.view.asked_for_menu.connect(self._open_menu)
        self.map.shown.connect(self._show_state)
        self.list.shown.connect(self._select_made)
        self.map.view.selectionModel().currentChanged.connect(self._show_state)
        self.changes.busy.connect(self._busy)
        self.changes.told.connect(self._tell)
        self.changes.done.connect(self._changed)
        self.changes.saved.connect(self.map.forget_order)
        self.changes.moved_back.connect(self.map.show_order)
        self.map.reordered.connect(self._reordered)
        add, more = Button(_("Add pages"), icon_name="plus"), self.more_button
        for button in (add, more):
            self.map.buttons.addWidget(button)
        self.declared_actions.show_on(add, "funnels.add-pages")
        self._show_state()

    def own_tabs(self) -> Sequence[OwnTab]:
        self.more_button = Button(
            kind="icon", icon_name="ellipsis", tip=_("More for this funnel"), on_click=self._more
        )
        return (OwnTab(MAP, _("Map"), self.map), *super().own_tabs())

    def about_many(self) -> Sequence[Action]:
        if self.staging is None:
            raise ValueError("funnels are edited in the table")
        self.changes = StepChanges(self.workspace, self)
        self.funnel_actions = FunnelActions(self, self.source.library, self.staging.runs)
        return (*list_actions(self.funnel_actions, self), *map_actions(self))

    def first_values(self) -> dict[str, Any]:
        return {"status": "inactive"}

    def begin_new(self, values: dict[str, Any]) -> None:
        self._show_tab(EDIT)
        super().begin_new(values)

    def show_map(self) -> None:
        """Lead to the steps of the funnel that is open."""
        self._show_tab(MAP)
        self.map.view.setFocus(Qt.FocusReason.OtherFocusReason)

    def _show_tab(self, key: str) -> None:
        self.detail.tabs.choose(key)
        self.detail.tabs.chosen.emit(key)

    async def load(self) -> None:
        await super().load()
        if self.open_id:
            self.map.again(*READ_WITH)

    # Steps

    @property
    def funnel(self) -> int | None:
        """The funnel that is open on the server, None for none."""
        return int(self.open_id) if self.open_id and not is_new_id(self.open_id) else None

    def open_step(self, page: str) -> None:
        """Show the page of a step in its own section."""
        self.workspace.go("pages", page)

    def take_out(self, page: str) -> None:
        """Have a page leave the funnel; it stays a page."""
        card = self.map.view.rows.cards.get(page)
        if self.funnel is not None and card is not None:
            self.changes.take_out(self.funnel, page, card.step.name)

    async def add_pages(self) -> None:
        """Ask for pages, and have them join."""
        funnel, pages = self.funnel, None
        with operation(self.workspace, _("Reading the pages"), f"{PART}/pages"):
            pages = await self.map.reader.pages()
        if funnel is None or pages is None:
            return
        rows = self.source.library.rows
        names = {int(key): str(row.get("name")) for key, row in rows.items() if key.isdecimal()}
        inside = {step.id for step in self.map.reading.steps}
        dialog = AddPagesDialog(self, pages.values(), names, inside)
        if await dialog.ask() == "add":
            self.changes.add(funnel, dialog.chosen)

    def _reordered(self, before: tuple[str, ...], after: tuple[str, ...]) -> None:
        if self.funnel is not None:
            self.changes.note_move(self.funnel, before, after)
            self._show_state()

    def _save_order(self, order: list[str]) -> None:
        if self.funnel is not None:
            self.changes.put_in_order(self.funnel, order)

    def _changed(self, funnel: int) -> None:
        if funnel == self.funnel:
            self.map.again("pages")
        self.tasks.latest("count", self._fetch(str(funnel)))

    async def _fetch(self, funnel: str) -> None:
        with operation(self.workspace, _("Reading the funnel"), f"{PART}/count"):
            body = await self.source.library.fetch(funnel)
            if funnel == self.open_id:
                self._show_detail(body)

    def _select_made(self) -> None:
        """A funnel that was just saved has another number: it stays the one that is selected."""
        if self.open_id in self.list.table.rows.ids and not self.list.table.selected_ids():
            self.list.table.select(self.open_id)

    def _tell(self, words: str) -> None:
        """How far a change is, in the place of what is told of the funnel."""
        self.detail.subtitle.setText(words or self.declared.detail.subtitle(self.detail.body))

    def _busy(self, on: bool) -> None:
        self.map.progress.set_on(on)
        self.map.view.can_move = not on
        self._show_state()

    def _show_state(self) -> None:
        self.declared_actions.show_state()

    # The frame

    def _more(self) -> None:
        menu = passing_menu(self)
        self.declared_actions.fill(menu, Place.RECORD_MENU, (self.open_id,))
        menu.popup(self.more_button.mapToGlobal(self.more_button.rect().bottomLeft()))

    def _open_menu(self, place: QPoint) -> None:
        menu: QMenu = passing_menu(self)
        self.declared_actions.fill(menu, Place.RECORD_MENU, (self.open_id,))
        menu.popup(place)

    def _changed_elsewhere(self, change: Change) -> None:
        super()._changed_elsewhere(change)
        parts = [part for part in READ_WITH if change.concerns(part)]
        if parts and change.source is not self and self.open_id:
            self.map.again(*parts)

    def show_beside(self, body: Mapping[str, Any]) -> None:
        self._show_state()

    def save(self, *, publish: bool = False) -> None:
        if self.map.order and self.map.isVisibleTo(self):
            self.map.save_order()
        else:
            super().save(publish=publish)

    @property
    def is_quiet(self) -> bool:
        return super().is_quiet and self.map.is_quiet and not self.changes.is_working
