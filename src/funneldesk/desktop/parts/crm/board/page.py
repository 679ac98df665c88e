"""Board page: columns of a pipeline, with true counts; cards are moved, added and opened."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QMenu, QStackedWidget, QWidget

from funneldesk.contract.crm import CrmEntry, CrmStage
from funneldesk.desktop.kit.board.arrangement import Spot
from funneldesk.desktop.kit.board.card import BoardColumn, Card
from funneldesk.desktop.kit.board.view import BoardView
from funneldesk.desktop.kit.controls.buttons import Button, column
from funneldesk.desktop.kit.controls.empty_state import EmptyState
from funneldesk.desktop.kit.explain import explain
from funneldesk.desktop.kit.units import counted
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.crm.board.adding import BoardAdding
from funneldesk.desktop.parts.crm.board.board_actions import board_actions
from funneldesk.desktop.parts.crm.board.card_look import CardMaker
from funneldesk.desktop.parts.crm.board.column_heads import ColumnHeads
from funneldesk.desktop.parts.crm.board.many import ManyCards
from funneldesk.desktop.parts.crm.board.moves import Moves
from funneldesk.desktop.parts.crm.board.stage_rows import StageRows
from funneldesk.desktop.parts.crm.board.toolbar import BoardToolbar
from funneldesk.desktop.parts.crm.customer_tab import CustomerTab
from funneldesk.desktop.parts.crm.host import CrmHost
from funneldesk.desktop.parts.crm.kind import part_of
from funneldesk.desktop.parts.crm.stages import colour_of
from funneldesk.desktop.records.detail.detail_view import OwnTab
from funneldesk.desktop.records.detail.peek import RecordPeek
from funneldesk.desktop.records.detail.peek_beside import PeekBeside
from funneldesk.desktop.records.edit.edit_session import EditSession
from funneldesk.desktop.records.history.feature import RecordHistory
from funneldesk.desktop.records.views.saved_views import SavedViews, View
from funneldesk.desktop.sections.actions import OPEN_ONE, Action, Actions, Place, Takes
from funneldesk.desktop.sections.operations import operation, optional
from funneldesk.desktop.sections.panel import Command, KeysLine, Panel
from funneldesk.desktop.workspace.brand_facts import BrandFacts
from funneldesk.desktop.workspace.workspace import ONLINE, Change

READ_AGAIN = 20
"""Entries up to which a change elsewhere is read entry by entry."""


class BoardPage(Panel):
    """The board of an entity, one pipeline at a time. A move is seen at once."""

    def __init__(self, host: CrmHost) -> None:
        super().__init__(host.workspace)
        entity = host.schema.entity(host.entity_id)
        if entity is None:
            raise KeyError(host.entity_id)
        self.host, self.entity = host, entity
        self.part = part_of(entity.id)
        self.brand = host.workspace.shared(BrandFacts)
        section = host.schema.section(entity.id)
        if section.edited is None:
            raise ValueError("entries are edited")
        self.section, self.kind = section, section.edited
        self.rows = StageRows(host.workspace, section, entity, self)
        self.views = SavedViews(host.workspace.store, self.part, (View("all", _("All")),))
        self.maker = CardMaker(entity, section)
        self.heads = ColumnHeads(self.rows, {}, {}, narrowed=False)
        self._begun, self._board_state = False, dict[str, object]()
        self._beside_state: dict[str, object] = {}
        self._build()
        self.moves = Moves(self, entity, self.rows)
        self.many = ManyCards(self, section, self.rows, self.board, self._narrowed)
        self.adding = BoardAdding(
            host.workspace, self.kind, self.board, lambda: self.first_stage, self
        )
        self.declared_actions = Actions(self.workspace, tuple(self._declare()), self._selected)
        self.declared_actions.bind(self)
        self._wire()

    def _build(self) -> None:
        self.toolbar = BoardToolbar(self.entity, self.views, self.rows, self._known)
        self.board = BoardView(self.entity.plural_name or self.entity.name, self._card)
        set_up = Button(_("Set up stages"), on_click=lambda: self.host.show_page("setup"))
        self.no_stages = EmptyState(
            "square-kanban",
            _("No stages yet"),
            _("Stages are the columns of the board. Give this pipeline its first one."),
            set_up,
        )
        self.stack = QStackedWidget()
        for view in (self.board, self.no_stages):
            self.stack.addWidget(view)
        self.customer = CustomerTab(self.workspace, self.entity)
        self.peek = RecordPeek(
            self,
            self.kind,
            self.section.detail,
            self.rows.library,
            lambda: self.brand.formats,
            (OwnTab("customer", _("Customer"), self.customer),),
        )
        self.beside = PeekBeside(self.stack, self.peek, self._selected)
        built = column(self.toolbar, self.beside, spacing=0)
        built.setStretch(1, 1)
        self.setLayout(built)
        self.board.no_order = _("Cards stand in the order that is chosen above the board.")

    def _wire(self) -> None:
        board, moves = self.board, self.moves
        board.refusal, board.landing = moves.refusal, self._landing
        board.moved.connect(self._move)
        board.move_refused.connect(moves.tell)
        board.opened.connect(self.beside.open)
        board.asked_for_menu.connect(self._open_menu)
        board.selection_changed.connect(self._tell)
        board.selection_changed.connect(self.beside.follow)
        self.peek.closed.connect(board.take_keyboard)
        board.end_near.connect(lambda key: self.rows.fetch_more(int(key)))
        board.typed.connect(self._typed)
        self.adding.made.connect(lambda entry: self.tasks.start(self._show_made(entry)))
        moves.shown.connect(self._arrange)
        moves.refused.connect(lambda: self.tasks.latest("schema", self._learn_schema()))
        moves.stacks_changed.connect(self.declared_actions.show_state)
        self.rows.changed.connect(self._arrange_soon)
        self.rows.failed.connect(self._page_failed)
        self.toolbar.asked.connect(self._ask)
        self.toolbar.restyled.connect(self._restyle)
        self.toolbar.search.left_downwards.connect(board.take_keyboard)
        self.brand.changed.connect(self._arrange_soon)
        self.host.pipeline_changed.connect(self._pipeline_changed)
        self.workspace.changed.connect(self._changed_elsewhere)
        self.workspace.connection_changed.connect(self._connection_changed)

    # Reading

    async def load(self) -> None:
        if not self._begun:
            self._begun = True
            self.board.show_shape(self.maker.shape(self.toolbar.look))
            self.rows.sum_up(self.toolbar.look.summed)
            self._ask()
            await self.brand.recall()
            await self.views.read()
            await self.adding.making.recall()
            await self.rows.begin()
            self._arrange()
            self.adding.show_typed()
            self.board.restore(self._board_state)
            self.beside.restore(self._beside_state)
        units = self.entity.plural_name or self.entity.name
        doing = _("Reading “{units}”").format(units=units)
        show, retry = self.toolbar.progress.set_on, self.refresh
        with operation(self.workspace, doing, f"{self.part}/board", retry=retry, progress=show):
            await self.rows.refresh()
            await self.brand.learn()
        self.toolbar.show_paged(self.rows.is_paged)
        self._arrange()

    def _ask(self) -> None:
        stages = tuple(stage.id for stage in self.stages)
        self.rows.ask(self.host.pipeline_id, stages, self.toolbar.query)

    def _pipeline_changed(self, _pipeline_id: int) -> None:
        self.rows.counts = {}
        self._ask()
        self.refresh()

    def _changed_elsewhere(self, change: Change) -> None:
        if not change.concerns(self.part) or not self._begun:
            return
        if change.source is self and self.peek.open_id not in change.ids:
            return  # What was written here is shown already; the form's words are read below.
        if 0 < len(change.ids) <= READ_AGAIN:
            self.tasks.start(self._read_again(change.ids))
        else:
            self.refresh()

    async def _read_again(self, ids: Sequence[str]) -> None:
        for entry_id in ids:
            with optional():
                await self.rows.put(await self.kind.read(self.workspace, entry_id))

    async def _learn_schema(self) -> None:
        """A move was refused: the stages may be others now."""
        with optional():
            await self.host.schema.learn()

    def _connection_changed(self) -> None:
        self.declared_actions.show_state()
        self.adding.show_rights()
        if self.workspace.connection_state == ONLINE and self._begun:
            self.refresh()

    def _page_failed(self, error: BaseException) -> None:
        told = explain(error, _("Reading more cards"))
        self.workspace.notifications.post(told.notice(f"{self.part}/board", self.refresh))

    # Showing

    @property
    def stages(self) -> Sequence[CrmStage]:
        """The columns."""
        line = self.host.schema.pipeline(self.host.pipeline_id)
        return tuple(line.stages or ()) if line is not None else ()

    @property
    def is_quiet(self) -> bool:
        """Whether nothing is read or moved."""
        scopes = (self.tasks, self.rows.tasks, self.adding.tasks)
        return self.peek.is_quiet and not any(scope.is_busy for scope in scopes)

    def _arrange_soon(self) -> None:
        self.tasks.steadily("arrange", 0, self._arrange_now)

    async def _arrange_now(self) -> None:
        self._arrange()

    def _arrange(self, gliding: str = "") -> None:
        """Show every entry in its stage, or in the one it is on its way to."""
        self.stack.setCurrentWidget(self.board if self.stages else self.no_stages)
        shown, going = self.rows.columns(), self.moves.on_their_way()
        if going:
            for stage, ids in shown.items():
                shown[stage] = [each for each in ids if each not in going]
            for each, stage in going.items():
                if stage in shown:
                    shown[stage].insert(self.rows.place_in(stage, each), each)
        missing = {str(stage): self.rows.missing(stage) for stage in shown}
        self.heads = ColumnHeads(self.rows, going, shown, narrowed=self._narrowed())
        self.board.show_columns([self._column(each) for each in self.stages])
        self.board.arrange({str(k): ids for k, ids in shown.items()}, missing, gliding)
        self.board.tell_changed("")
        self.adding.show_rights()
        self._tell()

    def _column(self, stage: CrmStage) -> BoardColumn:
        colour, name = colour_of(stage.color), self.toolbar.look.summed
        count, note = self.heads.count(stage.id)
        total, more = self.heads.total(stage.id, self.maker.fields.get(name), self.brand.formats)
        one = self.entity.singular_name or self.entity.name
        empty = _("No cards here. Drag one here, or add a new {record} below.").format(record=one)
        if self._narrowed():
            empty = _("Nothing here matches.")
        return BoardColumn(
            str(stage.id),
            stage.name,
            colour if colour.startswith("#") else "",
            count,
            total,
            "\n".join(filter(None, (note, more))),
            empty if self.rows.has_answer else "",
        )

    def _tell(self) -> None:
        """How many cards there are, and how many are chosen."""
        chosen = len(self.board.selected_ids())
        parts = [counted(sum(self.rows.counts.values()), "entry")] if self.rows.counts else []
        field = self.maker.fields.get(self.toolbar.look.summed)
        total = self.heads.whole_sum(field) if field is not None else None
        if field is not None and total is not None:
            parts.append(f"{field.name} {self.brand.formats.number(total)}")
        if self._narrowed():
            found = self.heads.found
            parts = [_("{found:,} found").format(found=found), *parts]
        if chosen > 1:
            parts.append(_("{chosen:,} selected").format(chosen=chosen))
        self.toolbar.told.setText(" · ".join(parts))

    def _narrowed(self) -> bool:
        return bool(self.toolbar.query.text or self.toolbar.query.narrows)

    def _card(self, entry_id: str) -> Card | None:
        row = self.rows.get(entry_id)
        if row is None:
            return None
        busy = self.moves.pending(entry_id) is not None
        return self.maker.card(row, self.toolbar.look, self.brand.formats, busy=busy)

    def _restyle(self) -> None:
        self.rows.sum_up(self.toolbar.look.summed)
        self.board.show_shape(self.maker.shape(self.toolbar.look))
        self._arrange()

    def _known(self) -> Any:
        ids = (each for ids in self.rows.columns().values() for each in ids)
        return (row for each in ids if (row := self.rows.get(each)) is not None)

    # Moving and adding

    @property
    def session(self) -> EditSession:
        """The session of the entry that is open beside the board."""
        return self.peek.session

    @property
    def first_stage(self) -> int:
        """The stage in which a new card begins; 0 where there is none."""
        return next((stage.id for stage in self.stages), 0)

    def _declare(self) -> Sequence[Action]:
        history, gone = RecordHistory(self.session, self.section.detail.subtitle).declare()
        opened = lambda _ids: "" if self.peek.open_id else OPEN_ONE  # noqa: E731
        history = replace(history, takes=Takes.NOTHING, refusal=opened)
        return (*board_actions(self), *self.many.declare(), history, gone)

    def _landing(self, ids: Sequence[str], key: str) -> int:
        return self.rows.place_in(int(key), ids[0]) if ids and key else 0

    def _move(self, ids: Sequence[str], spot: Spot) -> None:
        self.moves.move(ids, int(spot.column))

    async def _show_made(self, entry: CrmEntry) -> None:
        await self.rows.put(entry)
        self.workspace.announce(self.part, entry.id, source=self)

    # The frame

    def _selected(self) -> Sequence[str]:
        return self.board.selected_ids()

    def _open_menu(self, place: QPoint) -> None:
        menu = QMenu(self)
        menu.aboutToHide.connect(menu.deleteLater)
        self.declared_actions.fill(menu, Place.LIST_MENU, self._selected())
        menu.popup(place)

    def _typed(self, letters: str) -> None:
        """Whoever types while a card has the keyboard seeks one."""
        self.toolbar.search.setFocus(Qt.FocusReason.OtherFocusReason)
        self.toolbar.search.setText(self.toolbar.search.text() + letters)

    def commands(self) -> tuple[Command, ...]:
        return tuple(self.declared_actions.commands())

    def refused(self) -> tuple[Command, ...]:
        return tuple(self.declared_actions.refused())

    def shortcuts(self) -> tuple[KeysLine, ...]:
        return (
            *self.declared_actions.keys_lines(),
            ("Ctrl+Shift+Right", _("Move the selected cards to the next column")),
            ("Ctrl+Shift+Left", _("Move the selected cards to the previous column")),
            ("Space", _("Select several, one by one")),
            ("Ctrl+A", _("Select the column, then everything")),
            ("Ctrl+F", _("Search the board")),
        )

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._begun:  # Views may have been saved in the table meanwhile.
            self.tasks.latest("views", self.views.read())

    def first_list(self) -> QWidget | None:
        views = [view.cards for view in self.board.columns.values()]
        return next((view for view in views if view.count()), next(iter(views), None))

    def seek(self) -> None:
        self.toolbar.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.toolbar.search.selectAll()

    def new(self) -> None:
        """Begin a card, or a form where more than a title is needed."""
        if self.adding.needs_form:
            self.host.begin_entry()
        else:
            self.adding.begin()

    def back(self) -> None:
        if self.peek.open_id:
            self.peek.close_record()
        self.board.take_keyboard()

    def save(self, *, publish: bool = False) -> None:
        self.peek.save()

    async def settle(self) -> None:
        await self.adding.making.settle()
        await self.peek.pane.settle()

    def unkept(self) -> tuple[str, ...]:
        return self.peek.unkept()

    def leave(self) -> None:
        self.session.lock.release()
        self.rows.end()

    def state(self) -> dict[str, Any]:
        board = self.board.state() if self._begun else self._board_state
        beside = self.beside.state() if self._begun else self._beside_state
        return {**self.toolbar.state(), "board": board, "beside": beside}

    def restore(self, state: dict[str, Any]) -> None:
        self.toolbar.restore(state)
        board = state.get("board")
        self._board_state = board if isinstance(board, dict) else {}
        beside = state.get("beside")
        self._beside_state = beside if isinstance(beside, dict) else {}
