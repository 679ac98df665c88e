"""A record as the server sent it: JSON to read, search by eye, and copy."""

import json
from collections.abc import Mapping
from typing import Any

from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QPlainTextEdit

from funneldesk.desktop.kit.style.theme import code_font
from funneldesk.desktop.kit.tasks import TaskScope, in_thread
from funneldesk.desktop.local.texts import _

LONGEST = 500_000
"""Characters that are shown; the rest is cut, and said to be."""


class JsonView(QPlainTextEdit):
    """Read only; written out off the window's thread, and only once it is looked at."""

    def __init__(self) -> None:
        super().__init__()
        self.setReadOnly(True)
        self.setAccessibleName("JSON")
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.setFont(code_font())
        self.tasks = TaskScope(self)
        self._body: Mapping[str, Any] = {}
        self._is_due = False

    def show_json(self, body: Mapping[str, Any]) -> None:
        """Show another record."""
        self._body = body
        self._is_due = True
        if self.isVisible():
            self._begin()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._is_due:
            self._begin()

    def _begin(self) -> None:
        self._is_due = False
        self.tasks.latest("write", self._write(self._body))

    async def _write(self, body: Mapping[str, Any]) -> None:
        self.setPlainText(await in_thread(_written, body) if body else "")


def _written(body: Mapping[str, Any]) -> str:
    text = json.dumps(body, indent=2, ensure_ascii=False, default=str)
    rest = len(text) - LONGEST
    more = _("… {count:,} more characters").format(count=rest)
    return f"{text[:LONGEST]}\n{more}" if rest > 0 else text
