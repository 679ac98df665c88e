"""Table of an entity's entries, with the one that is open beside it as a form."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from funneldesk.client.errors import ApiError, NotFound
from funneldesk.contract.crm import CrmEntity, CrmEntry
from funneldesk.desktop.kit.controls.buttons import column
from funneldesk.desktop.kit.dialogs.dialog import confirm
from funneldesk.desktop.kit.explain import explain
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.local.user_data.drafts import is_new_id
from funneldesk.desktop.parts.crm.board.page import BoardPage
from funneldesk.desktop.parts.crm.fields import VALUES, named
from funneldesk.desktop.parts.crm.kind import flat
from funneldesk.desktop.parts.crm.moves import StageMoves
from funneldesk.desktop.people.customer_view import CustomerView
from funneldesk.desktop.records.bulk.outcome import BulkItem
from funneldesk.desktop.records.bulk.set_action import set_fields
from funneldesk.desktop.records.detail.detail_view import OwnTab, RecordView
from funneldesk.desktop.records.detail.edit_pane import EditPane
from funneldesk.desktop.records.history.feature import RecordHistory
from funneldesk.desktop.records.library.library import library_of
from funneldesk.desktop.records.making.quick_line import QuickLine
from funneldesk.desktop.records.panel import RecordsPanel
from funneldesk.desktop.records.section import RecordSection, listed_kind
from funneldesk.desktop.records.sources.mirrored import MirroredRows
from funneldesk.desktop.sections.actions import OPEN_ONE, Action, Ids, Place, Takes
from funneldesk.desktop.workspace.brand_facts import formats_of
from funneldesk.desktop.workspace.workspace import Change, Workspace

PART, EDIT = "crm", "edit"
WIDE = 1_180
"""Width from which the customer stands beside the form."""
NEXT_KEYS, BACK_KEYS = "Alt+Shift+Right", "Alt+Shift+Left"


class EntryForm(RecordView):
    """The form of the open entry, as the first tab of its detail; its session fills it."""

    def __init__(self, pane: EditPane) -> None:
        super().__init__()
        self.setLayout(column(pane, spacing=0))


class EntriesPanel(RecordsPanel):
    """The records panel whose detail is a form, with the linked customer beside it."""

    def __init__(self, workspace: Workspace, declared: RecordSection, entity: CrmEntity) -> None:
        if declared.edited is None:
            raise ValueError("entries are edited")
        self.kind = declared.edited
        self.entity = entity
        self.customer = CustomerView(workspace, formats_of(workspace))
        self.customer.setMinimumWidth(300)
        self.customer.hide()
        super().__init__(workspace, declared)
        library = self.source.library
        self.moves = StageMoves(self, entity)
        words = _("Add an entry: type its title and press Enter")
        begins = lambda: {"stage_id": self.first_stage()}  # noqa: E731
        self.quick_add = QuickLine(workspace, self.kind, words, begins)
        layout = self.list.layout()
        if layout is not None:
            layout.addWidget(self.quick_add)
        self.split.addWidget(self.customer)
        self.split.setSizes([600, 390, 310])
        self.quick_add.made.connect(lambda entry: self.tasks.start(self._made(entry)))
        self.tasks.start(self.quick_add.recall())
        self.quick_add.asked_for_form.connect(lambda title: self._begin({"title": title}))
        self.session.opened.connect(self._opened)
        self.session.asked.connect(self._answered)
        library.updated.connect(self.session.compare_with_list)
        self.pane.form.asked_to_discard.connect(lambda: self.tasks.start(self._discard()))

    def own_tabs(self) -> Sequence[OwnTab]:
        library = library_of(self.workspace, listed_kind(self.declared))
        self.pane = EditPane(self.kind, self, library)
        self.session = self.pane.session
        return (OwnTab(EDIT, _("Details"), EntryForm(self.pane)),)

    def declare(self) -> Sequence[Action]:
        history, gone = RecordHistory(self.session, self.declared.detail.subtitle).declare()
        refusal = self._open_one
        history = replace(history, takes=Takes.NOTHING, refusal=refusal)
        new = Action(
            "crm.new",
            _("New entry"),
            lambda _: self.new(),
            "plus",
            "Ctrl+N",
            writes=PART,
            window_keys=True,
        )
        return (new, *self._about_many(), *super().declare(), history, gone)

    def _about_many(self) -> Sequence[Action]:
        writes: Mapping[str, Any] = {"takes": Takes.SEVERAL, "writes": PART}
        anywhere = Place.PALETTE | Place.LIST_MENU
        return (
            Action(
                "crm.next-stage",
                _("Move to the next stage"),
                lambda ids: self.moves.step(ids, 1),
                "arrow-up-right",
                NEXT_KEYS,
                anywhere,
                **writes,
            ),
            Action(
                "crm.previous-stage",
                _("Move to the stage before"),
                lambda ids: self.moves.step(ids, -1),
                "arrow-left",
                BACK_KEYS,
                anywhere,
                **writes,
            ),
            Action(
                "crm.set-fields",
                _("Set fields on the selected entries"),
                lambda ids: self.tasks.start(self._set_fields(ids)),
                places=anywhere | Place.SELECTION_BAR,
                menu_title=_("Set fields…"),
                **writes,
            ),
        )

    def _open_one(self, _ids: Ids) -> str:
        return "" if self.open_id else OPEN_ONE

    # The open entry

    def open_record(self, record_id: str) -> None:
        super().open_record(record_id)
        if not record_id:
            self.tasks.latest("open", self._close())

    async def _open(self, record_id: str) -> None:
        self.detail.show_problem(None)
        self.detail.show_loading(not is_new_id(record_id))
        await self.session.open(record_id)

    async def _close(self) -> None:
        await self.session.drafts.save_now()
        self.session.close()

    def _opened(self, record_id: str) -> None:
        draft = self.session.draft
        if draft is None or not record_id:
            return
        self.open_id = record_id
        self.side.setCurrentWidget(self.detail)
        title = draft.title or _("New {unit}").format(unit=lower_first(named(self.entity)))
        self._show_detail(draft.base or {**draft.fields, "title": title})
        self.customer.show_email(linked_address(self.entity, self.detail.body))
        self._arrange()

    def _answered(self, record_id: str, error: ApiError | None) -> None:
        if record_id == self.open_id:
            self.detail.show_loading(False)
            doing = _("Reading this entry")
            self.detail.show_problem(explain(error, doing) if error is not None else None)
        if isinstance(error, NotFound) and not self.session.is_dirty:
            self.tasks.start(self.source.library.forget(record_id))

    def _arrange(self) -> None:
        super()._arrange()
        beside = bool(self.open_id and self.customer.email) and self.width() >= WIDE
        self.customer.setVisible(beside)

    # What is done with it

    def first_stage(self) -> int:
        """The stage in which a new entry begins: the one that the list is narrowed to."""
        chosen = self.list.query.choices
        lines = [line for line in self.entity.pipelines or () if line.stages]
        wanted = chosen.get("pipeline_id")
        line = next((each for each in lines if each.id == wanted), next(iter(lines), None))
        first = line.stages[0].id if line is not None and line.stages else 0
        stage = chosen.get("stage_id")
        return stage if isinstance(stage, int) else first

    def new(self) -> None:
        self._begin({})

    def _begin(self, values: dict[str, Any]) -> None:
        self.tasks.latest("new", self._open_new({"stage_id": self.first_stage(), **values}))

    async def _open_new(self, values: dict[str, Any]) -> None:
        if self.workspace.may_write(PART):
            await self.session.open_new(values)
            self.list.table.select(self.session.record_id)
            self.pane.form.form.row("title").input.take_focus()

    async def _made(self, entry: CrmEntry) -> None:
        await self.source.library.keep(flat(self.entity, entry).model_dump(mode="json"))
        self.workspace.announce(self.kind.part, entry.id, source=self)
        self.list.table.select(entry.id)

    async def _discard(self) -> None:
        """An entry that is only on this computer goes for good; others go back by themselves."""
        entry_id = self.session.record_id
        if not is_new_id(entry_id):
            return
        what = _("Discard this new entry?")
        text = _("It was never sent to the server, and what you typed is lost.")
        if await confirm(self, what, text, action=_("Discard entry"), danger=True):
            self.session.close()
            await self.workspace.store.drop_draft(self.kind.part, entry_id)
            self.source.library.drop_unsaved_new(entry_id)
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
        await self.quick_add.making.settle()
        await super().settle()

    def unkept(self) -> tuple[str, ...]:
        return (*super().unkept(), *(() if self.session.is_kept else (self.session.title,)))

    def _changed_elsewhere(self, change: Change) -> None:
        # What the board moved is in the library that both show: nothing has to be listed anew.
        shared = isinstance(change.source, BoardPage) and isinstance(self.list.source, MirroredRows)
        if not shared or self.open_id in change.ids:
            super()._changed_elsewhere(change)

    def leave(self) -> None:
        self.session.lock.release()
        super().leave()

    @property
    def is_quiet(self) -> bool:
        return super().is_quiet and not self.session.tasks.is_busy


def lower_first(name: str) -> str:
    """A name of an entity within a sentence: "deal", but "SKU"."""
    return name if name[1:2].isupper() else name[:1].lower() + name[1:]


def linked_address(entity: CrmEntity, body: Mapping[str, Any]) -> str:
    """The email address of the customer that an entry is about; "" where none is known."""
    linked = str(body.get("reference_id") or "")
    if body.get("reference_type") == "customer" and "@" in linked:
        return linked
    emails = (VALUES + each.key for each in entity.fields or () if each.type == "email")
    return next((str(body[name]) for name in emails if body.get(name)), "")
