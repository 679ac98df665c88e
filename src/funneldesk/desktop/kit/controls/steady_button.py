"""A button whose words change and whose place does not."""

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QSize, Qt

from funneldesk.desktop.kit.controls.buttons import Button


class SteadyButton(Button):
    """As wide as the longest of its words, whichever it shows; the first ones at first."""

    def __init__(self, words: Sequence[str], **look: Any) -> None:
        self._words = tuple(words)
        super().__init__(words[0], **look)

    def sizeHint(self) -> QSize:
        longest = max(self._wide(words) for words in self._words)
        return super().sizeHint() + QSize(max(0, longest - self._wide(self.text())), 0)

    def _wide(self, words: str) -> int:
        return self.fontMetrics().size(Qt.TextFlag.TextShowMnemonic, words).width()
