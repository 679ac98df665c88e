"""The list of a form's groups, shown beside it where there is room."""

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QButtonGroup, QWidget

from funneldesk.desktop.kit.controls.buttons import Button, column, join
from funneldesk.desktop.local.texts import _

INDEX_WIDTH = 168


class FormIndex(QWidget):
    """One button for each group; the one that is being read is marked."""

    chosen = Signal(str)

    def __init__(self, titles: Sequence[str]) -> None:
        super().__init__()
        self.setFixedWidth(INDEX_WIDTH)
        self.setAccessibleName(_("Groups of settings"))
        self._buttons = {title: self._button(title) for title in titles}
        marked = QButtonGroup(self)
        for button in self._buttons.values():
            join(marked, button)
        self.setLayout(column(*self._buttons.values(), None, spacing=2, margins=(12, 20, 8, 16)))

    def mark(self, title: str) -> None:
        """Mark the group that is being read."""
        self._buttons[title].setChecked(True)

    def stops(self) -> tuple[QWidget, ...]:
        """Stops of the Tab key, in reading order."""
        return tuple(self._buttons.values())

    def _button(self, title: str) -> Button:
        return Button(title, kind="index", checkable=True, on_click=lambda: self.chosen.emit(title))
