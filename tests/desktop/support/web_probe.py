"""Looks into a web widget from outside: runs scripts in its document, types into it."""

import json
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from funneldesk.desktop.kit.web.host import WebHost

DOCUMENT = "document.querySelector('.cm-content').cmTile.view.state.doc"


class WebProbe:
    """One shown widget; every call waits for its effect, none for a length of time."""

    def __init__(self, qtbot: QtBot, widget: WebHost) -> None:
        self.qtbot = qtbot
        self.widget = widget

    def run(self, script: str) -> Any:
        """The value of a script's last expression, which must be JSON."""
        answers: list[str] = []
        assert self.widget._view is not None
        page = self.widget._view.isolated_page
        page.runJavaScript(f"JSON.stringify((() => ({script}))() ?? null)", answers.append)
        self.qtbot.waitUntil(lambda: bool(answers), timeout=10_000)
        return json.loads(answers[0]) if answers[0] else None

    def until(self, script: str, timeout: int = 5000) -> None:
        """Waits until a script's value is true."""
        self.qtbot.waitUntil(lambda: bool(self.run(script)), timeout=timeout)

    def editor_text(self) -> str:
        """What CodeMirror itself holds of the shown document."""
        text = self.run(f"{DOCUMENT}.sliceString(0, {DOCUMENT}.length, '\\n')")
        assert isinstance(text, str)
        return text

    def keyboard(self) -> QWidget:
        """The widget that keys go to."""
        assert self.widget._view is not None
        proxy = self.widget._view.focusProxy()
        assert proxy is not None
        return proxy

    def press(
        self,
        key: Qt.Key,
        modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier,
    ) -> None:
        """One key, through the window's shortcuts first."""
        QTest.keyClick(self.keyboard(), key, modifiers)

    def tab_to(self, name: str) -> None:
        """Tab, up to ten times, until that control (its tag and name) has the keyboard."""
        focused = "document.activeElement.tagName + ' ' + document.activeElement.name"
        for _ in range(10):
            before = self.run(focused)
            if before == name:
                return
            self.press(Qt.Key.Key_Tab)
            self.until(f"({focused}) !== {json.dumps(before)}")
        assert self.run(focused) == name

    def write(self, text: str) -> None:
        """Some keys, one after the other."""
        QTest.keyClicks(self.keyboard(), text)
