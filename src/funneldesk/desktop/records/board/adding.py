"""Quick add at the end of each column: a title makes a card in it."""

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

from funneldesk.desktop.kit.board.view import BoardView
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.records.kind import RecordKind
from funneldesk.desktop.records.making.quick_making import QuickMaking
from funneldesk.desktop.sections.actions import write_refusal
from funneldesk.desktop.workspace.workspace import Workspace


class BoardAdding(QObject):
    """``made`` carries a new record. ``field`` is the one by which records stand in columns,
    ``first`` the column of a card that is begun elsewhere."""

    made = Signal(object)

    def __init__(
        self,
        workspace: Workspace,
        kind: RecordKind,
        board: BoardView,
        field: str,
        first: Callable[[], int],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self.making = QuickMaking(workspace, kind, "board", self)
        self.tasks = self.making.tasks
        self._workspace, self._kind, self._board = workspace, kind, board
        self._field, self._first = field, first
        board.add_asked.connect(self._add)
        board.add_typed.connect(self.making.type)
        self.making.made.connect(self._made)
        self.making.kept.connect(self._not_made)

    @property
    def needs_form(self) -> bool:
        """Whether a new card takes more than a title."""
        first = self._first()
        return self.making.needs_form({self._field: first} if first else {})

    def show_typed(self) -> None:
        """Bring back titles that were typed and not sent."""
        for key, title in self.making.typed.items():
            if key in self._board.columns and not self._board.columns[key].add.text():
                self._board.columns[key].add.show_text(title)

    def show_rights(self) -> None:
        """Say why nothing can be added now."""
        reason = write_refusal(self._workspace, self._kind.part)
        if not reason and self.needs_form:
            reason = _("More than a title is needed here: use the button at the top.")
        for view in self._board.columns.values():
            view.add.refuse(reason)

    def begin(self) -> None:
        """Begin a card in the column where the keyboard is, else in the first one."""
        board = self._board
        here = board.cards.column_of(board.selection.current)
        view = board.columns.get(here) or next(iter(board.columns.values()), None)
        if view is not None and view.add.button.isEnabled():
            board.ensureWidgetVisible(view, 12, 0)
            view.add.begin()

    def _add(self, key: str, title: str) -> None:
        self._board.columns[key].add.wait(on=True)
        self.making.add(key, title, {self._field: int(key)})

    def _made(self, key: str, record: object) -> None:
        if key in self._board.columns:
            self._board.columns[key].add.clear()
        self.made.emit(record)

    def _not_made(self, key: str) -> None:
        if key in self._board.columns:
            self._board.columns[key].add.wait(on=False)
