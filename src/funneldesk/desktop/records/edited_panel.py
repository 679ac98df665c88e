"""Panel of a declared section whose records are edited: the records panel with a form beside it."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from funneldesk.client.errors import ApiError, NotFound
from funneldesk.desktop.kit.dialogs.dialog import confirm
from funneldesk.desktop.kit.explain import explain
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.local.user_data.drafts import is_new_id
from funneldesk.desktop.records.bulk.outcome import BulkItem
from funneldesk.desktop.records.bulk.set_action import set_fields
from funneldesk.desktop.records.detail.detail_view import OwnTab
from funneldesk.desktop.records.detail.edit_pane import EditPane
from funneldesk.desktop.records.detail.peek import EDIT, EditTab
from funneldesk.desktop.records.history.feature import RecordHistory
from funneldesk.desktop.records.library.library import library_of
from funneldesk.desktop.records.nouns import noun
from funneldesk.desktop.records.panel import RecordsPanel
from funneldesk.desktop.records.section import RecordSection, edited_kind, listed_kind
from funneldesk.desktop.sections.actions import OPEN_ONE, Action, Ids, Place, Takes
from funneldesk.desktop.workspace.workspace import Workspace, section_of


class EditedPanel(RecordsPanel):
    """The form is the first tab of the detail; drafts, locks, guard, history and new records come
    with it. Raises ValueError for a section whose records are not edited."""

    first_field: ClassVar[str] = ""
    """The field that takes the keyboard in a new record; "" is its title."""

    def __init__(self, workspace: Workspace, declared: RecordSection) -> None:
        self.kind = edited_kind(declared)
        self._was_dirty = self._was_new = False
        super().__init__(workspace, declared)
        self._offer_new()
        self.session.opened.connect(self._opened)
        self.session.changed.connect(self._tell_saved)
        self.session.asked.connect(self._answered)
        self.source.library.updated.connect(self.session.compare_with_list)
        self.pane.form.refused.connect(lambda: self.detail.open_tab(EDIT))
        self.pane.form.asked_to_discard.connect(lambda: self.tasks.start(self._discard()))

    def _offer_new(self) -> None:
        """Show the button for a new record, where one can be made by hand."""
        actions, new = self.declared_actions, f"{section_of(self.kind.part)}.new"
        if new in {each.id for each in actions.declared}:
            for button in (self.list.new_button, self.list.first_button):
                actions.show_on(button, new)
                button.show()
            self.list.first_button.setText(actions[new].words(()))
            self.workspace.connection_changed.connect(actions.show_state)
            actions.show_state()

    def own_tabs(self) -> Sequence[OwnTab]:
        library = library_of(self.workspace, listed_kind(self.declared))
        self.pane = EditPane(self.kind, self, library)
        self.session = self.pane.session
        return (OwnTab(EDIT, _("Details"), EditTab(self.pane)),)

    def declare(self) -> Sequence[Action]:
        history, gone = RecordHistory(self.session, self.declared.detail.subtitle).declare()
        history = replace(history, takes=Takes.NOTHING, refusal=self.open_one)
        part = section_of(self.kind.part)
        new = Action(
            f"{part}.new",
            _("New {unit}").format(unit=noun(self.kind.unit)),
            lambda _: self.new(),
            "plus",
            "Ctrl+N",
            writes=part,
            window_keys=True,
        )
        many = Action(
            f"{part}.set-fields",
            _("Set fields on the selected {units}").format(units=noun(self.kind.units)),
            lambda ids: self.tasks.start(self._set_fields(ids)),
            places=Place.PALETTE | Place.LIST_MENU | Place.SELECTION_BAR,
            menu_title=_("Set fields…"),
            takes=Takes.SEVERAL,
            writes=part,
        )
        return (new, *self.about_many(), many, *super().declare(), history, gone)

    def about_many(self) -> Sequence[Action]:
        """Actions of the section that stand before those that all have."""
        return ()

    def open_one(self, _ids: Ids) -> str:
        """Why nothing can be done with the open record: none is open."""
        return "" if self.open_id else OPEN_ONE

    # The open record

    def open_record(self, record_id: str) -> None:
        super().open_record(record_id)
        if not record_id:
            self.tasks.latest("open", self._close())

    async def _open(self, record_id: str) -> None:
        self.detail.show_problem(None)
        is_there = record_id == self.session.record_id and self.session.draft is not None
        self.detail.show_loading(not is_there and not is_new_id(record_id))
        await self.session.open(record_id)

    def read_again(self) -> None:
        """Leave it to the session, which compares what was written with what is typed."""

    def let_go(self, record_id: str) -> None:
        if record_id == self.session.record_id:
            self.session.close()
            self.open_record("")

    async def _close(self) -> None:
        await self.session.drafts.save_now()
        self.session.close()

    def _opened(self, record_id: str) -> None:
        draft = self.session.draft
        if draft is None or not record_id:
            return
        self.open_id = record_id
        self.side.setCurrentWidget(self.detail)
        title = draft.title or _("New {unit}").format(unit=self.one)
        self._show_detail(draft.base or {**draft.fields, draft.listed[0]: title})
        self.show_beside(self.detail.body)
        self._arrange()

    def _tell_saved(self) -> None:
        """Once nothing is unsaved any more, what stands over the form is told anew; the server
        counts one more where it was a new record."""
        was_new, self._was_new = self._was_new, is_new_id(self.session.record_id)
        if was_new and not self._was_new:
            self.source.count_again()
        draft, was_dirty = self.session.draft, self._was_dirty
        self._was_dirty = self.session.is_dirty
        if draft is not None and was_dirty and not self._was_dirty and draft.base:
            body = self.whole(draft.base)
            self.detail.tell_again(body)
            self.titled.emit(self.declared.detail.title(body))

    @property
    def one(self) -> str:
        """One record within a sentence."""
        return noun(self.kind.unit)

    def show_beside(self, body: Mapping[str, Any]) -> None:
        """A record was opened: for what a section has beside its form."""

    def _answered(self, record_id: str, error: ApiError | None) -> None:
        if record_id == self.open_id:
            self.detail.show_loading(False)
            doing = _("Reading this {unit}").format(unit=noun(self.kind.unit))
            self.detail.show_problem(explain(error, doing) if error is not None else None)
        if isinstance(error, NotFound) and not self.session.is_dirty:
            self.tasks.start(self.source.library.forget(record_id))

    # What is done with it

    def first_values(self) -> dict[str, Any]:
        """What a new record begins with."""
        return {}

    def new(self) -> None:
        self.begin_new({})

    def begin_new(self, values: dict[str, Any]) -> None:
        """Open a new record with these values."""
        self.tasks.latest("new", self._open_new({**self.first_values(), **values}))

    async def _open_new(self, values: dict[str, Any]) -> None:
        if self.workspace.may_write(section_of(self.kind.part)):
            await self.session.open_new(values)
            self.detail.open_tab(EDIT)
            self.list.table.select(self.session.record_id)
            name = self.first_field or self.kind.draft.listed[0]
            self.pane.form.form.row(name).input.take_focus()

    async def _discard(self) -> None:
        """A record that is only on this computer goes for good; others go back by themselves."""
        record_id = self.session.record_id
        if not is_new_id(record_id):
            return
        what = _("Discard this new {unit}?").format(unit=self.one)
        text = _("It was never sent to the server, and what you typed is lost.")
        action = _("Discard {unit}").format(unit=noun(self.kind.unit))
        if await confirm(self, what, text, action=action, danger=True):
            self.session.close()
            await self.workspace.store.drop_draft(self.kind.part, record_id)
            self.source.library.drop_unsaved_new(record_id)
            self.open_record("")

    def save(self, *, publish: bool = False) -> None:
        """What the keyboard is in: the form, or the cells that wait in the table."""
        in_table = self.list.isAncestorOf(self.focusWidget() or self)
        waits = self.staging is not None and bool(self.staging.staged.cells)
        if waits and (in_table or not self.session.is_dirty):
            super().save()
        elif self.session.draft is not None:
            self.session.tasks.start(self.pane.save_flow.save(None))

    async def _set_fields(self, ids: Ids) -> None:
        if self.staging is not None:
            items = [BulkItem(each, self.staging.table.title(each)) for each in ids]
            await set_fields(self, self.kind, self.source.library, self.staging.runs, items)

    # The frame

    async def settle(self) -> None:
        await self.pane.settle()
        await super().settle()

    def unkept(self) -> tuple[str, ...]:
        return (*super().unkept(), *(() if self.session.is_kept else (self.session.title,)))

    def leave(self) -> None:
        self.session.lock.release()
        super().leave()

    @property
    def is_quiet(self) -> bool:
        return super().is_quiet and not self.session.tasks.is_busy
