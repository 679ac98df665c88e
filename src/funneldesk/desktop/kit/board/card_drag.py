"""Presses on cards: what they choose, and the drag that they begin."""

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QObject, QPoint, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication

from funneldesk.desktop.kit.board.arrangement import Spot
from funneldesk.desktop.kit.board.cards_view import CardsView
from funneldesk.desktop.kit.board.dragging import EdgeScroll, Ghost, pull_at

_Mod = Qt.KeyboardModifier


class CardDrag(QObject):
    """Belongs to a ``BoardView``. ``on`` while cards hang on the pointer."""

    def __init__(self, board: Any) -> None:
        super().__init__(board)
        self._board = board
        self.ghost = Ghost(board.viewport())
        self.on = False
        self.target: Spot | None = None
        self._ids: Sequence[str] = ()
        self._card, self._single = "", False
        self._pressed_at = self._held_at = self._now = QPoint()
        self._edges = EdgeScroll(self)
        self._edges.scrolled.connect(lambda: self._follow(self._now))

    def press(self, _view: CardsView, card: str, event: QMouseEvent) -> None:
        """Choose as a press says."""
        selection, mods = self._board.selection, event.modifiers()
        left = event.button() == Qt.MouseButton.LeftButton
        self._card, self._single = card if left else "", False
        self._pressed_at = event.globalPosition().toPoint()
        if not card:
            if not mods & (_Mod.ControlModifier | _Mod.ShiftModifier):
                selection.choose(())
        elif left and mods & _Mod.ShiftModifier:
            selection.extend(card)
        elif left and mods & _Mod.ControlModifier:
            selection.toggle(card)
        elif card in selection.chosen:
            self._single = left
            selection.walk(card)
        else:
            selection.only(card)
        self._board.show_selection()

    def move(self, view: CardsView, event: QMouseEvent) -> None:
        """The pointer goes on with the button held."""
        here = event.globalPosition().toPoint()
        if not self.on:
            far = (here - self._pressed_at).manhattanLength()
            if not self._card or far < QApplication.startDragDistance():
                return
            if not self._begin(view):
                return
        self._follow(here)

    def release(self, _card: str, event: QMouseEvent) -> None:
        """The button was let go."""
        ids, target, was_on = self._ids, self.target, self.on
        card, single = self._card, self._single
        self._end()
        if was_on and target is not None:
            self.ask(ids, target)
        elif not was_on and single and event.button() == Qt.MouseButton.LeftButton:
            self._board.selection.only(card)
            self._board.show_selection()

    def ask(self, ids: Sequence[str], target: Spot) -> None:
        """Ask for a move, unless it cannot be made now."""
        reason = self._board.refusal(ids)
        if reason:
            self._board.move_refused.emit(reason)
        else:
            self._board.moved.emit(list(ids), target)

    def cancel(self) -> None:
        """Let go of everything, and change nothing."""
        if self.on:
            self._end()

    def _begin(self, view: CardsView) -> bool:
        board, card = self._board, self._card
        chosen = board.selected_ids()
        ids = chosen if card in chosen else [card]
        box, reason = board.card_box(card), board.refusal(ids)
        if reason or box is None:
            self._card = ""
            if reason:
                board.move_refused.emit(reason)
            return False
        self.on, self._ids = True, ids
        self._held_at = board.viewport().mapFromGlobal(self._pressed_at) - box.topLeft()
        shown, shape, size = board.picture(card)
        self.ghost.lift(shown, shape, size, len(ids), box.topLeft())
        view.setCursor(Qt.CursorShape.ClosedHandCursor)
        return True

    def _follow(self, here: QPoint) -> None:
        board, self._now = self._board, here
        point = board.viewport().mapFromGlobal(here)
        self.ghost.move(point - self._held_at - QPoint(0, 8))
        key = board.column_at(point)
        self._aim(self._spot(key, here) if key else None)
        across = pull_at(point.x(), 0, board.viewport().width())
        pulls = [(board.horizontalScrollBar(), across)]
        if key:
            cards = board.columns[key].cards
            y = cards.viewport().mapFromGlobal(here).y()
            pulls.append((cards.verticalScrollBar(), pull_at(y, 0, cards.viewport().height())))
        self._edges.pull(*pulls)

    def _spot(self, key: str, here: QPoint) -> Spot | None:
        board = self._board
        cards = board.columns[key].cards
        if board.landing is not None:
            own = all(board.cards.column_of(each) == key for each in self._ids)
            return None if own else Spot(key, board.landing(self._ids, key))
        return Spot(key, cards.row_near(cards.viewport().mapFromGlobal(here).y()))

    def _aim(self, target: Spot | None) -> None:
        self.target = target
        for key, column in self._board.columns.items():
            aimed = target is not None and target.column == key
            column.aim(aimed)
            column.cards.show_mark(target.row if aimed and target is not None else None)

    def _end(self) -> None:
        self._edges.pull()
        self._aim(None)
        self.ghost.hide()
        if self.on:
            for column in self._board.columns.values():
                column.cards.unsetCursor()
        self.on, self._ids, self._card, self._single = False, (), "", False
