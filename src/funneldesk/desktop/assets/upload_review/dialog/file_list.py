"""List of a group's files, quick with ten thousand; announces decisions made by key."""

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent

from funneldesk.desktop.kit.lists.record_list import ListRow, RecordList
from funneldesk.desktop.local.texts import _


class FileList(RecordList):
    """``acted`` carries "replace", "both", "out" or "back" for what is selected; ``entered``:
    Enter was pressed, to go on to the file itself."""

    acted = Signal(str)
    entered = Signal()
    KEYS = {
        Qt.Key.Key_R: "replace",
        Qt.Key.Key_B: "both",
        Qt.Key.Key_Delete: "out",
        Qt.Key.Key_Backspace: "back",
    }

    def __init__(self, shown: Callable[[str], ListRow | None]) -> None:
        super().__init__(_("Files of the group"), shown)

    def row_height(self) -> int:
        return super().row_height() - 4

    def keyPressEvent(self, event: QKeyEvent) -> None:
        plain = event.modifiers() in (
            Qt.KeyboardModifier.NoModifier,
            Qt.KeyboardModifier.KeypadModifier,
        )
        act = self.KEYS.get(Qt.Key(event.key())) if plain else None
        if act is not None:
            self.acted.emit(act)
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
                event.ignore()
            else:
                self.entered.emit()
        else:
            super().keyPressEvent(event)
