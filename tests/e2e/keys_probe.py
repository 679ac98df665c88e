"""The program on a real screen, with every shortcut only noted: prints a JSON line for each key
that was pressed by the screen's own keyboard, with where the focus was and what it did.

A process of its own, since only from within one sees which shortcut a key reached.
"""

import asyncio
import json
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QApplication, QWidget
from tests.e2e.led_program import lead

from funneldesk.desktop.app.run import end_whole
from funneldesk.desktop.kit import shortcuts
from funneldesk.desktop.kit.tasks import in_thread
from funneldesk.desktop.kit.web.editor.keys import is_editor_key
from screenshots.draw import Painter

NAMES = {"Esc": "Escape", "?": "question", ",": "comma", "+": "plus", "-": "minus", "=": "equal"}
HEARD_SECONDS = 0.25
heard: list[str] = []


class KeysProbe(Painter):
    """Presses every shortcut of the window in each kind of focus that is asked for."""

    asked: Sequence[str] = ()
    """Of list, field, editor, preview and dialog; the dialog stays open, so it comes last."""

    async def run(self) -> None:
        """See above."""
        self.session.begin()
        try:
            await self._until_shown()
            panel = self._pages_panel()
            places: dict[str, Callable[[], object]] = {
                "list": panel.list.list.setFocus,
                "field": panel.list.search.setFocus,
                "editor": lambda: self._click(panel.editor.code),
                "preview": lambda: self._click(panel.preview.stage),
            }
            for place in self.asked:
                if place == "dialog":
                    panel.new()
                    await asyncio.sleep(1)
                for bound in self._bound():
                    await self._press(place, places.get(place, lambda: None), bound)
        finally:
            await end_whole(self.session, 2)

    def _bound(self) -> list[Any]:
        """One shortcut for each set of keys; Esc last, since it leads to the list."""
        every = {each._usual: each for each in self.window.findChildren(shortcuts._Bound)}
        return sorted(every.values(), key=lambda each: each._usual == "Esc")

    def _click(self, widget: QWidget | None) -> None:
        assert widget is not None
        middle = widget.mapToGlobal(QPoint(widget.width() // 2, widget.height() // 2))
        hands("mousemove", str(middle.x()), str(middle.y()), "click", "1")

    async def _press(self, place: str, take_focus: Callable[[], object], bound: Any) -> None:
        take_focus()
        await asyncio.sleep(HEARD_SECONDS)
        heard.clear()
        editor = self._pages_panel().editor
        before = editor.source("html")
        await in_thread(hands, "key", "--clearmodifiers", _of(bound._usual))
        await asyncio.sleep(HEARD_SECONDS)
        keys = QKeySequence(bound._usual)[0]
        told = {
            "place": place,
            "keys": bound._usual,
            "heard": list(heard),
            "applies": self._applies(bound),
            "edits": is_editor_key(keys.key(), keys.keyboardModifiers()),
            "changed": editor.source("html") != before,
        }
        print(json.dumps(told), flush=True)

    def _applies(self, bound: Any) -> bool:
        """Whether the shortcut is for the widget that has the keyboard."""
        owner, focus = bound.parent(), QApplication.focusWidget()
        if focus is None or focus.window() is not owner.window() or not owner.isVisible():
            return False
        within = bound.context() == Qt.ShortcutContext.WidgetWithChildrenShortcut
        return not within or owner.isAncestorOf(focus) or owner is focus


def hands(*words: str) -> None:
    """What the screen's keyboard and mouse do."""
    subprocess.run(["xdotool", *words], check=True, timeout=60)


def _of(keys: str) -> str:
    """Keys as xdotool calls them: Ctrl+Shift+F is ctrl+shift+f."""
    *holds, last = keys.replace("++", "+plus").split("+")
    return "+".join([*(hold.lower() for hold in holds), NAMES.get(last) or _lower(last)])


def _lower(name: str) -> str:
    return name.lower() if len(name) == 1 else name


def _note_only() -> None:
    """From now on shortcuts that are bound do nothing but to say so."""
    make = shortcuts._Bound.__init__

    def noting(
        self: Any, owner: QWidget, usual: str, run: Callable[[], object], action_id: str
    ) -> None:
        make(self, owner, usual, lambda: heard.append(usual), action_id)

    shortcuts._Bound.__init__ = noting  # type: ignore[method-assign]


if __name__ == "__main__":
    _note_only()
    KeysProbe.asked = sys.argv[1:]
    with tempfile.TemporaryDirectory() as unused:
        lead(lambda session: KeysProbe(session, Path(unused)).run())
