"""Keys of a board: walking over cards and columns, choosing, moving."""

from typing import Any

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QKeyEvent

from funneldesk.desktop.kit.board.arrangement import Spot

_Key = Qt.Key
_Mod = Qt.KeyboardModifier
_ARROWS: dict[int, tuple[int, int]] = {
    _Key.Key_Left: (-1, 0),
    _Key.Key_Right: (1, 0),
    _Key.Key_Up: (0, -1),
    _Key.Key_Down: (0, 1),
}
_ENTER = (_Key.Key_Return, _Key.Key_Enter)


class BoardKeys:
    """Acts on a ``BoardView``; ``press`` tells whether a key meant something to it."""

    def __init__(self, board: Any) -> None:
        self._board = board

    def takes(self, event: QKeyEvent) -> bool:
        """Whether a key is the board's, before it is anybody's shortcut."""
        key, mods = event.key(), _plain(event)
        if key == _Key.Key_Escape:
            return self._board.drag.on or self._is_marked()
        if key in _ARROWS or key in (_Key.Key_Home, _Key.Key_End):
            return not mods & _Mod.AltModifier
        return key == _Key.Key_Space or (key == _Key.Key_A and mods == _Mod.ControlModifier)

    def press(self, event: QKeyEvent) -> bool:
        """Do what a key means; whether it meant anything."""
        board, key, mods = self._board, event.key(), _plain(event)
        if key == _Key.Key_Escape:
            return self._escape()
        if board.drag.on:
            return True
        if key in _ARROWS:
            return self._arrow(*_ARROWS[key], mods)
        if key in _ENTER and not mods:
            if board.selection.current:
                board.opened.emit(board.selection.current)
            return True
        if key == _Key.Key_Space:
            return self._space()
        if key == _Key.Key_A and mods == _Mod.ControlModifier:
            return self._all()
        if key in (_Key.Key_Home, _Key.Key_End, _Key.Key_PageUp, _Key.Key_PageDown):
            return self._far(key, mods)
        words = event.text()
        if words.strip() and words.isprintable() and mods in (_Mod.NoModifier, _Mod.ShiftModifier):
            board.typed.emit(words)
            return words != "?"
        return False

    def _arrow(self, across: int, down: int, mods: Qt.KeyboardModifier) -> bool:
        if mods & _Mod.AltModifier:
            return False
        if self._board.layoutDirection() == Qt.LayoutDirection.RightToLeft:
            across = -across
        if mods == _Mod.ControlModifier | _Mod.ShiftModifier:
            self._move(across, down)
        else:
            self._go(self._aside(across) if across else self._along(down), mods)
        return True

    def _go(self, card: str, mods: Qt.KeyboardModifier) -> None:
        board, selection = self._board, self._board.selection
        if not card:
            return
        if mods & _Mod.ShiftModifier:
            selection.extend(card)
        elif mods & _Mod.ControlModifier:
            selection.walk(card)
        else:
            selection.go(card)
        board.show_selection()
        board.reveal(card, focus=True)

    def _along(self, step: int) -> str:
        """A card further up or down its column; the first or last one at the end."""
        board, current = self._board, self._board.selection.current
        spot = board.cards.spot(current)
        if spot is None:
            return next(board.cards.ids(), "")
        ids = board.cards.columns[spot.column]
        return str(ids[max(0, min(len(ids) - 1, spot.row + step))])

    def _aside(self, step: int) -> str:
        """The card beside the current one, in the next column that has any."""
        board, current = self._board, self._board.selection.current
        spot = board.cards.spot(current)
        if spot is None:
            return next(board.cards.ids(), "")
        key = board.cards.beside(spot.column, step, filled=True)
        if not key:
            return ""
        here, there = board.columns[spot.column].cards, board.columns[key].cards
        middle = here.visualRect(here.rows.index(spot.row, 0)).center().y()
        at = there.viewport().mapFromGlobal(here.viewport().mapToGlobal(QPoint(0, middle))).y()
        rows = (at + there.verticalOffset()) // there.row_height()
        return str(there.rows.ids[max(0, min(there.count() - 1, rows))])

    def _move(self, across: int, down: int) -> None:
        """Move what is chosen to the next column, or within its own."""
        board, cards = self._board, self._board.cards
        ids = board.selected_ids() or [board.selection.current]
        spot = cards.spot(board.selection.current)
        if spot is None:
            return
        if across:
            key = cards.beside(spot.column, across)
            row = board.landing(ids, key) if board.landing and key else 0
            target = Spot(key, row) if key else None
        elif board.no_order:
            board.move_refused.emit(board.no_order)
            return
        else:
            target = _next_to(cards.columns[spot.column], set(ids), spot.column, down)
        if target is not None:
            board.drag.ask(ids, target)

    def _space(self) -> bool:
        selection = self._board.selection
        if selection.current:
            if not selection.marking and selection.chosen == {selection.current}:
                selection.marking = True
            else:
                selection.marking = True
                selection.toggle(selection.current)
            self._board.show_selection()
        return True

    def _all(self) -> bool:
        """The column of the current card; once it is chosen, everything."""
        board, selection = self._board, self._board.selection
        column = board.cards.columns.get(board.cards.column_of(selection.current), ())
        whole = set(column) <= selection.chosen
        selection.choose(list(board.cards.ids()) if whole else list(column))
        board.show_selection()
        return True

    def _far(self, key: int, mods: Qt.KeyboardModifier) -> bool:
        board, cards = self._board, self._board.cards
        back = key in (_Key.Key_Home, _Key.Key_PageUp)
        column = board.columns.get(cards.column_of(board.selection.current))
        if key in (_Key.Key_PageUp, _Key.Key_PageDown):
            page = 1
            if column is not None:
                page = max(1, column.cards.viewport().height() // column.cards.row_height() - 1)
            self._go(self._along(-page if back else page), mods)
        elif mods & _Mod.ControlModifier:
            filled = [ids for ids in cards.columns.values() if ids]
            if filled:
                self._go(filled[0][0] if back else filled[-1][0], mods & ~_Mod.ControlModifier)
        else:
            self._go(self._along(-1_000_000_000 if back else 1_000_000_000), mods)
        return True

    def _escape(self) -> bool:
        board = self._board
        if board.drag.on:
            board.drag.cancel()
            return True
        if self._is_marked():
            board.selection.clear()
            board.show_selection()
            return True
        return False

    def _is_marked(self) -> bool:
        selection = self._board.selection
        return bool(selection.marking or len(selection.chosen) > 1)


def _plain(event: QKeyEvent) -> Qt.KeyboardModifier:
    return event.modifiers() & ~_Mod.KeypadModifier


def _next_to(ids: Any, chosen: set[str], column: str, step: int) -> Spot | None:
    """One row up or down for the chosen cards of a column; None at its end."""
    rows = [row for row, each in enumerate(ids) if each in chosen]
    if step < 0:
        return Spot(column, rows[0] - 1) if rows and rows[0] else None
    return Spot(column, rows[-1] + 2) if rows and rows[-1] + 1 < len(ids) else None
