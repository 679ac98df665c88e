"""Keys of a canvas: walking along edges, choosing, moving, connecting, zooming."""

from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent

from funneldesk.desktop.kit.graph.model.deeds import connect, move, remove
from funneldesk.desktop.kit.graph.model.sizes import GRID
from funneldesk.desktop.kit.graph.model.walking import Step, stepped
from funneldesk.desktop.kit.graph.view.geometry import Output
from funneldesk.desktop.local.texts import _

_Key = Qt.Key
_Mod = Qt.KeyboardModifier
_NONE, _CONTROL, _SHIFT, _ALT = (
    _Mod.NoModifier,
    _Mod.ControlModifier,
    _Mod.ShiftModifier,
    _Mod.AltModifier,
)
_STEPS: dict[int, Step] = {
    _Key.Key_Left: "back",
    _Key.Key_Right: "onward",
    _Key.Key_Up: "up",
    _Key.Key_Down: "down",
}
_BY: dict[int, tuple[float, float]] = {
    _Key.Key_Left: (-GRID, 0),
    _Key.Key_Right: (GRID, 0),
    _Key.Key_Up: (0, -GRID),
    _Key.Key_Down: (0, GRID),
}
_ENTER = (_Key.Key_Return, _Key.Key_Enter)
_BOTH = _CONTROL | _SHIFT
_ASKED: dict[tuple[int, Qt.KeyboardModifier], str] = {
    (_Key.Key_Z, _CONTROL): "undo",
    (_Key.Key_Z, _BOTH): "redo",
    (_Key.Key_Y, _CONTROL): "redo",
    (_Key.Key_C, _CONTROL): "copy",
    (_Key.Key_X, _CONTROL): "cut",
    (_Key.Key_V, _CONTROL): "paste",
    (_Key.Key_D, _CONTROL): "duplicate",
    (_Key.Key_F, _CONTROL): "search",
}
"""Keys that ask the editor for something."""
_ZOOM: dict[int, float] = {_Key.Key_Plus: 1.25, _Key.Key_Equal: 1.25, _Key.Key_Minus: 0.8}


class CanvasKeys:
    """Acts on a ``GraphCanvas``; ``press`` tells whether a key meant something to it."""

    def __init__(self, canvas: Any) -> None:
        self._canvas = canvas
        self.aiming: Output | None = None

    def takes(self, event: QKeyEvent) -> bool:
        """Whether a key is the canvas's, before it is anybody's shortcut."""
        key, mods = event.key(), _plain(event)
        if key == _Key.Key_Escape:
            return self.aiming is not None or bool(self._canvas.choice.keys)
        if (key, mods) in _ASKED:
            return True
        if key in _STEPS or key in _ZOOM or key in (_Key.Key_Delete, _Key.Key_Backspace):
            return True
        return key in (_Key.Key_Space, _Key.Key_A, _Key.Key_C, _Key.Key_0) and mods in (
            _NONE,
            _CONTROL,
        )

    def press(self, event: QKeyEvent) -> bool:
        """Do what a key means; whether it meant anything."""
        key, mods = event.key(), _plain(event)
        if key == _Key.Key_Escape:
            return self._escape()
        if (key, mods) in _ASKED:
            self._canvas.asked.emit(_ASKED[key, mods])
            return True
        if key in _STEPS:
            return self._arrow(key, mods)
        if key in _ENTER and not mods:
            return self._enter()
        if key in _ZOOM and mods in (_NONE, _SHIFT):
            self._canvas.zoom(_ZOOM[key])
            return True
        if key == _Key.Key_0 and mods == _NONE:
            self._canvas.fit()
            return True
        return self._choosing(key, mods) or (not self._canvas.read_only and self._edit(key, mods))

    def aim(self, output: Output | None) -> None:
        """Begin a connection, or give it up."""
        self.aiming = output
        self._canvas.viewport().update()
        if output is not None:
            self._canvas.say(_("Walk to a node and press Enter to connect."))

    def cancel(self) -> bool:
        """Give up a connection."""
        was = self.aiming
        self.aiming = None
        return was is not None

    def _escape(self) -> bool:
        canvas = self._canvas
        if canvas.cancel():
            return True
        if canvas.choice.keys:
            canvas.choice.keys = set()
            canvas.show_choice()
            return True
        return False

    def _arrow(self, key: int, mods: Qt.KeyboardModifier) -> bool:
        canvas, graph = self._canvas, self._canvas.history.graph
        if mods & _ALT and not canvas.read_only:
            return self._move(key, 1 if mods & _SHIFT else 3)
        if canvas.choice.current is None:
            canvas.choose(sorted(graph.nodes)[:1])
            return True
        places = canvas.geometry_of.places()
        to = stepped(graph, canvas.kinds, places, canvas.choice.current, _STEPS[key])
        if to is None:
            return True
        if mods & _SHIFT:
            canvas.choice.keys |= {to}
        elif not mods & _CONTROL and self.aiming is None:
            canvas.choice.keys = {to}
        canvas.choice.current = to
        canvas.show_choice()
        canvas.reveal(to)
        return True

    def _move(self, key: int, steps: int) -> bool:
        canvas, history = self._canvas, self._canvas.history
        dx, dy = (by * steps for by in _BY[key])
        places = {
            each: (x + dx, y + dy)
            for each in canvas.choice.nodes(history.graph)
            for x, y in (canvas.geometry_of.place(each),)
        }
        joins = "move/" + ",".join(map(str, places))
        history.do(move(history.graph, places, joins=joins))
        if canvas.choice.current is not None:
            canvas.reveal(canvas.choice.current)
        return True

    def _enter(self) -> bool:
        canvas, history, current = self._canvas, self._canvas.history, self._canvas.choice.current
        if self.aiming is not None and current is not None:
            output, self.aiming = self.aiming, None
            if canvas.kinds.of(history.graph.nodes[current].kind).has_input:
                history.do(connect(history.graph, output.key, output.name, current))
                canvas.say(_("Connected"))
            return True
        if current is not None:
            canvas.opened.emit(current)
        return True

    def _choosing(self, key: int, mods: Qt.KeyboardModifier) -> bool:
        canvas, graph = self._canvas, self._canvas.history.graph
        if key == _Key.Key_A and mods == _CONTROL:
            canvas.choice.take(sorted(graph.nodes))
            canvas.show_choice()
            return True
        if key == _Key.Key_Space and canvas.choice.current is not None:
            canvas.choice.toggle(canvas.choice.current)
            canvas.show_choice()
            return True
        return False

    def _edit(self, key: int, mods: Qt.KeyboardModifier) -> bool:
        canvas, history, current = self._canvas, self._canvas.history, self._canvas.choice.current
        if key in (_Key.Key_Delete, _Key.Key_Backspace) and not mods:
            history.do(remove(history.graph, canvas.choice.keys))
            return True
        if key == _Key.Key_A and not mods:
            canvas.add_asked.emit(canvas.middle(), self._free_output())
            return True
        if key == _Key.Key_C and not mods and current in history.graph.nodes:
            self.aim(self._free_output())
            return True
        return False

    def _free_output(self) -> Output | None:
        """The first output of the current node that leads nowhere; else its first."""
        canvas, graph, current = (
            self._canvas,
            self._canvas.history.graph,
            self._canvas.choice.current,
        )
        if current not in graph.nodes:
            return None
        ports = [port.name for port in canvas.kinds.outputs(graph, graph.nodes[current])]
        used = {edge.output for edge in graph.leaving(current)}
        free = next((name for name in ports if name not in used), ports[0] if ports else None)
        return None if free is None else Output(current, free)


def _plain(event: QKeyEvent) -> Qt.KeyboardModifier:
    return event.modifiers() & ~_Mod.KeypadModifier
