"""Board of declared records: columns with true counts; cards are moved, added, opened beside."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QMenu, QStackedWidget, QWidget

from funneldesk.desktop.kit.board.arrangement import Spot
from funneldesk.desktop.kit.board.card import Card
from funneldesk.desktop.kit.board.view import BoardView
from funneldesk.desktop.kit.controls.buttons import Button, column
from funneldesk.desktop.kit.controls.empty_state import EmptyState
from funneldesk.desktop.kit.explain import explain
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.records.board.actions import board_actions
from funneldesk.desktop.records.board.adding import BoardAdding
from funneldesk.desktop.records.board.card_look import CardMaker
from funneldesk.desktop.records.board.column_heads import ColumnHeads
from funneldesk.desktop.records.board.column_rows import ColumnRows
from funneldesk.desktop.records.board.declaration import ColumnSpec, RecordBoard
from funneldesk.desktop.records.board.many import ManyCards
from funneldesk.desktop.records.board.moves import Moves
from funneldesk.desktop.records.board.toolbar import BoardToolbar
from funneldesk.desktop.records.detail.detail_view import OwnTab
from funneldesk.desktop.records.detail.peek import RecordPeek
from funneldesk.desktop.records.detail.peek_beside import PeekBeside
from funneldesk.desktop.records.edit.edit_session import EditSession
from funneldesk.desktop.records.fields import RecordField
from funneldesk.desktop.records.history.feature import RecordHistory
from funneldesk.desktop.records.views.saved_views import SavedViews, View
from funneldesk.desktop.sections.actions import (
    OPEN_ONE,
    Action,
    Actions,
    Place,
    Takes,
    shown_record,
)
from funneldesk.desktop.sections.operations import operation, optional
from funneldesk.desktop.sections.panel import Command, KeysLine, Panel
from funneldesk.desktop.workspace.brand_facts import BrandFacts
from funneldesk.desktop.workspace.workspace import ONLINE, Change, Workspace

READ_AGAIN = 20
"""Records up to which a change elsewhere is read one by one."""


class BoardPanel(Panel):
    """One lane at a time. A move is seen at once. A section says in ``columns`` and ``lane`` what
    is shown, and calls ``lane_changed`` when that is another one."""

    def __init__(self, workspace: Workspace, declared: RecordBoard) -> None:
        super().__init__(workspace)
        self.declared, self.kind = declared, declared.kind
        self.part = declared.kind.part
        self.brand = workspace.shared(BrandFacts)
        self.rows = ColumnRows(workspace, declared, self)
        self.views = SavedViews(workspace.store, self.part, (View("all", _("All")),))
        self.maker = CardMaker(declared)
        self.heads = ColumnHeads(self.rows, {}, {}, narrowed=False)
        self._begun, self._board_state = False, dict[str, object]()
        self._beside_state: dict[str, object] = {}
        self._build()
        self.moves = Moves(self, declared, self.rows, self._names)
        self.many = ManyCards(self, declared.section, self.rows, self.board, self._narrowed)
        self.adding = BoardAdding(
            workspace, self.kind, self.board, declared.field, lambda: self._first_key, self
        )
        self.declared_actions = Actions(
            self.workspace, tuple(self.declare()), self._selected, self._shown
        )
        self.declared_actions.bind(self)
        self._wire()

    def _build(self) -> None:
        declared = self.declared
        self.toolbar = BoardToolbar(declared, self.views, self.rows, self._known)
        self.board = BoardView(declared.name, self._card)
        title, sentence = declared.words.no_columns
        self.no_columns = EmptyState(declared.section.icon, title, sentence, *self.set_up_buttons())
        self.stack = QStackedWidget()
        for view in (self.board, self.no_columns):
            self.stack.addWidget(view)
        self.peek = RecordPeek(
            self,
            self.kind,
            declared.section.detail,
            self.rows.library,
            lambda: self.brand.formats,
            self.own_tabs(),
        )
        self.beside = PeekBeside(self.stack, self.peek, self._selected)
        built = column(self.toolbar, self.beside, spacing=0)
        built.setStretch(1, 1)
        self.setLayout(built)
        self.board.no_order = _("Cards stand in the order that is chosen above the board.")

    # What a section says

    @property
    def columns(self) -> Sequence[ColumnSpec]:
        """The columns."""
        return ()

    @property
    def lane(self) -> int:
        """The value of ``RecordBoard.lane`` that is shown; 0 where there are no lanes."""
        return 0

    def own_tabs(self) -> Sequence[OwnTab]:
        """Tabs of the record that is open, which only this section has."""
        return ()

    def set_up_buttons(self) -> Sequence[Button]:
        """The first step where there are no columns."""
        return ()

    def begin_form(self) -> None:
        """Begin a new record that takes more than a title."""

    async def learn_columns(self) -> None:
        """A move was refused: the columns may be others now. Raises ``ApiError``."""

    def declare(self) -> Sequence[Action]:
        """What can be done here; a section with actions of its own adds them."""
        about = self.declared.section.detail.subtitle
        history, gone = RecordHistory(self.session, about).declare()
        opened = lambda _ids: "" if self.peek.open_id else OPEN_ONE  # noqa: E731
        history = replace(history, takes=Takes.NOTHING, refusal=opened)
        return (*board_actions(self), *self.many.declare(), history, gone)

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
        self.adding.made.connect(lambda record: self.tasks.start(self._show_made(record)))
        moves.shown.connect(self._arrange)
        moves.refused.connect(lambda: self.tasks.latest("columns", self._learn_columns()))
        moves.stacks_changed.connect(self.declared_actions.show_state)
        self.rows.changed.connect(self._arrange_soon)
        self.rows.failed.connect(self._page_failed)
        self.toolbar.asked.connect(self._ask)
        self.toolbar.restyled.connect(self._restyle)
        self.toolbar.search.left_downwards.connect(board.take_keyboard)
        self.brand.changed.connect(self._arrange_soon)
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
        doing = _("Reading “{units}”").format(units=self.declared.name)
        show, retry = self.toolbar.progress.set_on, self.refresh
        with operation(self.workspace, doing, f"{self.part}/board", retry=retry, progress=show):
            await self.rows.refresh()
            await self.brand.learn()
        self.toolbar.show_paged(self.rows.is_paged)
        self._arrange()

    def _ask(self) -> None:
        keys = tuple(each.key for each in self.columns)
        self.rows.ask(self.lane, keys, self.toolbar.query)

    def lane_changed(self) -> None:
        """Another lane is shown now."""
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
        for record_id in ids:
            with optional():
                await self.rows.put(await self.kind.read(self.workspace, record_id))

    async def _learn_columns(self) -> None:
        with optional():
            await self.learn_columns()

    def _connection_changed(self) -> None:
        self.declared_actions.show_state()
        self.adding.show_rights()
        if self.workspace.connection_state == ONLINE and self._begun:
            self.refresh()

    def _page_failed(self, error: BaseException) -> None:
        told = explain(error, _("Reading more cards"))
        self.workspace.notifications.post(told.notice(f"{self.part}/board", self.refresh))

    # Showing

    def _names(self) -> Mapping[int, str]:
        return {each.key: each.name for each in self.columns}

    @property
    def _first_key(self) -> int:
        return next((each.key for each in self.columns), 0)

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
        """Show every record in its column, or in the one it is on its way to."""
        self.stack.setCurrentWidget(self.board if self.columns else self.no_columns)
        shown = self.moves.arranged()
        missing = {str(key): self.rows.missing(key) for key in shown}
        going, narrowed = self.moves.on_their_way(), self._narrowed()
        self.heads = ColumnHeads(self.rows, going, shown, narrowed=narrowed)
        field, formats = self._summed, self.brand.formats
        self.board.show_columns([self.heads.head(each, field, formats) for each in self.columns])
        self.board.arrange({str(k): ids for k, ids in shown.items()}, missing, gliding)
        self.board.tell_changed("")
        self.adding.show_rights()
        self._tell()

    @property
    def _summed(self) -> RecordField | None:
        return self.maker.fields.get(self.toolbar.look.summed)

    def _tell(self) -> None:
        chosen = len(self.board.selected_ids())
        told = self.heads.told(self._summed, self.brand.formats, chosen)
        self.toolbar.told.setText(told)

    def _narrowed(self) -> bool:
        return bool(self.toolbar.query.text or self.toolbar.query.narrows)

    def _card(self, record_id: str) -> Card | None:
        row = self.rows.get(record_id)
        if row is None:
            return None
        busy = self.moves.pending(record_id) is not None
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
        """The session of the record that is open beside the board."""
        return self.peek.session

    def _landing(self, ids: Sequence[str], key: str) -> int:
        return self.rows.place_in(int(key), ids[0]) if ids and key else 0

    def _move(self, ids: Sequence[str], spot: Spot) -> None:
        self.moves.move(ids, int(spot.column))

    async def _show_made(self, record: Any) -> None:
        await self.rows.put(record)
        self.workspace.announce(self.part, record.id, source=self)

    # The frame

    def _selected(self) -> Sequence[str]:
        return self.board.selected_ids()

    def _shown(self) -> Sequence[str]:
        beside = self.beside.view.isVisible()
        return shown_record(self.peek.open_id, self._selected(), beside_list=beside)

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
            self.begin_form()
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
