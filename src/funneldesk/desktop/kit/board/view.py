"""Board: columns side by side, cards chosen and moved over all of them by mouse and keyboard."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import chain

from PySide6.QtCore import QEvent, QItemSelection, QObject, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget

from funneldesk.desktop.kit.board.arrangement import Arrangement, Selection, Spot
from funneldesk.desktop.kit.board.board_keys import BoardKeys
from funneldesk.desktop.kit.board.card import GAP, BoardColumn, Card, CardShape
from funneldesk.desktop.kit.board.card_drag import CardDrag
from funneldesk.desktop.kit.board.column import ColumnView
from funneldesk.desktop.kit.controls.buttons import row, surface
from funneldesk.desktop.kit.lists.view_place import selected_in
from funneldesk.desktop.kit.style.theme import theme

LEAST_WIDTH, MOST_WIDTH = 216, 340


class BoardView(QScrollArea):
    """``card`` gives the content of a card by its id. Cards are where ``arrange`` put them: a move
    is asked for by ``moved``, and seen once others arrange them so.

    ``refusal`` says why these cards cannot be moved now, in a sentence; ``landing`` the row of a
    column in which cards would come, or None where the place in it is the user's.
    """

    opened = Signal(str)
    moved = Signal(list, Spot)
    move_refused = Signal(str)
    selection_changed = Signal()
    asked_for_menu = Signal(QPoint)
    typed = Signal(str)
    end_near = Signal(str)
    add_asked = Signal(str, str)
    """A column, and the title for a new card in it."""
    add_typed = Signal(str, str)

    def __init__(self, name: str, card: Callable[[str], Card | None]) -> None:
        super().__init__()
        self.cards = Arrangement()
        self.selection = Selection(self.cards)
        self.columns: dict[str, ColumnView] = {}
        self.refusal: Callable[[Sequence[str]], str] = lambda _: ""
        self.landing: Callable[[Sequence[str], str], int] | None = None
        self.no_order = ""
        """Why cards cannot be moved within their column; "" when they can."""
        self._card, self._shape, self._showing = card, CardShape(), False
        self.setAccessibleName(name)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setWidgetResizable(True)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._ground = surface("app", QWidget())
        self._row = row(spacing=2, margins=(10, 6, 10, 4))
        self._ground.setLayout(self._row)
        self.setWidget(self._ground)
        self.drag = CardDrag(self)
        self._keys = BoardKeys(self)
        theme.changed.connect(self._draw_again)

    # Columns and cards

    def show_columns(self, columns: Sequence[BoardColumn]) -> None:
        """Show these columns; those that stay keep their cards and their place."""
        keys = [column.key for column in columns]
        if keys != list(self.columns):
            self._rebuild(columns)
        for column in columns:
            self.columns[column.key].show_column(column)

    def show_shape(self, shape: CardShape) -> None:
        """Give every card room for other things."""
        self._shape = shape
        for column in self.columns.values():
            column.cards.set_shape(shape)
            column.cards.grew.emit()

    def _draw_again(self) -> None:
        self.show_shape(self._shape)

    def arrange(
        self,
        columns: Mapping[str, Sequence[str]],
        missing: Mapping[str, int] | None = None,
        gliding: str = "",
    ) -> None:
        """Show these cards in their columns, of which ``missing`` are still to come. What is
        chosen and in view stays so; the card ``gliding`` is seen to go where it is now."""
        start = self.card_box(gliding)
        followed = self.selection.current, self.cards.column_of(self.selection.current)
        shown = {key: columns.get(key, ()) for key in self.columns}
        self.cards.arrange(shown)
        self.selection.settle()
        self._showing = True
        for key, column in self.columns.items():
            column.cards.arrange(shown[key], (missing or {}).get(key, 0))
        self._showing = False
        self.show_selection()
        if followed[1] != self.cards.column_of(followed[0]) and followed[0] in self.cards:
            self.reveal(followed[0], focus=self._has_keyboard())
        end = self.card_box(gliding)
        if start is not None and end is not None:
            self.drag.ghost.glide(*self.picture(gliding), start.topLeft(), end.topLeft())

    def tell_changed(self, card: str) -> None:
        """The content of a card is another; "" for all of them."""
        for column in self.columns.values():
            column.cards.rows.tell_changed(card)
            column.cards.viewport().update()

    # What is chosen

    def selected_ids(self) -> list[str]:
        """The chosen cards, column by column."""
        return self.selection.in_order()

    def select(self, ids: Sequence[str]) -> None:
        """Choose these cards, the first of which becomes the current one."""
        if known := [each for each in ids if each in self.cards]:
            self.selection.only(known[0])
            self.selection.choose(known)
            self.show_selection()
            self.reveal(known[0])

    def show_selection(self) -> None:
        """Show what ``selection`` holds, and tell of it."""
        chosen, current = self.selection.chosen, self.selection.current
        home = self.cards.column_of(current) or next(iter(self.columns), "")
        self._showing = True
        for key, column in self.columns.items():
            column.cards.show_selection(chosen, current)
            tabbed = key == home
            strong, click = Qt.FocusPolicy.StrongFocus, Qt.FocusPolicy.ClickFocus
            column.cards.setFocusPolicy(strong if tabbed else click)
        self._showing = False
        self.selection_changed.emit()

    def reveal(self, card: str, *, focus: bool = False) -> None:
        """Bring a card into view, and the keyboard to its column."""
        column = self.columns.get(self.cards.column_of(card))
        if column is None:
            return
        column.cards.scrollTo(column.cards.rows.index(column.cards.rows.row_of(card), 0))
        self.ensureWidgetVisible(column, 12, 0)
        if focus:
            column.cards.setFocus(Qt.FocusReason.OtherFocusReason)

    def take_keyboard(self) -> None:
        """Give the keyboard to the current card, or to the first one."""
        if not self.selection.current:
            self.selection.only(next(self.cards.ids(), ""))
            self.show_selection()
        self.reveal(self.selection.current, focus=True)

    # Where things are

    def card_box(self, card: str) -> QRect | None:
        """The box of a card in the viewport; None for one that is out of sight."""
        column = self.columns.get(self.cards.column_of(card))
        if column is None:
            return None
        cards = column.cards
        box = cards.visualRect(cards.rows.index(cards.rows.row_of(card), 0))
        if not cards.viewport().rect().intersects(box):
            return None
        place = cards.viewport().mapTo(self.viewport(), box.topLeft())
        return QRect(place, box.size()).adjusted(0, 0, 0, -GAP)

    def column_at(self, point: QPoint) -> str:
        """The column at a point of the viewport; "" beside all of them."""
        if not self.viewport().rect().contains(point):
            return ""
        inside = self._ground.mapFrom(self.viewport(), point)
        for key, column in self.columns.items():
            if column.x() <= inside.x() < column.x() + column.width():
                return key
        return ""

    def picture(self, card: str) -> tuple[Card, CardShape, QSize]:
        """What is drawn of a card that is in view."""
        box = self.card_box(card)
        size = box.size() if box is not None else QSize()
        return self._card(card) or Card(""), self._shape, size

    def state(self) -> dict[str, object]:
        """What to remember: how far all is scrolled, and what is chosen."""
        bars = {key: column.cards.verticalScrollBar() for key, column in self.columns.items()}
        return {
            "across": self.horizontalScrollBar().value(),
            "down": {key: bar.value() for key, bar in bars.items() if bar.value()},
            "chosen": self.selected_ids()[:100],
        }

    def restore(self, state: Mapping[str, object]) -> None:
        """Come back as ``state`` left it, once the cards are there."""
        chosen, down = state.get("chosen"), state.get("down")
        if isinstance(chosen, list):
            self.select([each for each in chosen if isinstance(each, str)])
        for key, value in (down if isinstance(down, dict) else {}).items():
            if key in self.columns and type(value) is int:
                self.columns[key].cards.verticalScrollBar().setValue(value)
        if type(across := state.get("across")) is int:
            self.horizontalScrollBar().setValue(across)

    # Events

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent):
            if event.type() == QEvent.Type.KeyPress:
                return self._keys.press(event)
            if event.type() == QEvent.Type.ShortcutOverride and self._keys.takes(event):
                event.accept()
                return True
        elif event.type() == QEvent.Type.FocusOut:
            self.drag.cancel()
        return super().eventFilter(watched, event)

    def _rebuild(self, columns: Sequence[BoardColumn]) -> None:
        kept = self.columns
        self.columns = {}
        for column in columns:
            view = kept.pop(column.key, None) or self._made(column)
            self.columns[column.key] = view
            self._row.removeWidget(view)
            self._row.addWidget(view, 1)
        for gone in kept.values():
            self._row.removeWidget(gone)
            gone.hide()
            gone.deleteLater()

    def _made(self, column: BoardColumn) -> ColumnView:
        view, key = ColumnView(column, self._shape, self._card), column.key
        view.setMinimumWidth(LEAST_WIDTH)
        view.setMaximumWidth(MOST_WIDTH)
        cards = view.cards
        cards.installEventFilter(self)
        cards.pressed.connect(partial(self.drag.press, cards))
        cards.dragged.connect(partial(self.drag.move, cards))
        cards.released.connect(self.drag.release)
        cards.opened.connect(self.opened)
        cards.end_near.connect(partial(self.end_near.emit, key))
        cards.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        ask = self.asked_for_menu.emit
        cards.customContextMenuRequested.connect(lambda p: ask(cards.viewport().mapToGlobal(p)))
        cards.selectionModel().selectionChanged.connect(self._taken)
        view.add.entered.connect(partial(self.add_asked.emit, key))
        view.add.typed.connect(partial(self.add_typed.emit, key))
        return view

    def _taken(self, _now: QItemSelection, _before: QItemSelection) -> None:
        """Somebody else chose in a list: a screen reader."""
        if self._showing:
            return
        views = [column.cards for column in self.columns.values()]
        self.selection.choose(list(chain.from_iterable(map(selected_in, views))))
        self.show_selection()

    def _has_keyboard(self) -> bool:
        return any(column.cards.hasFocus() for column in self.columns.values())
