"""The keys of one shortcut, as a button that listens for others."""

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QKeySequence

from funneldesk.desktop.kit.controls.buttons import Button
from funneldesk.desktop.kit.controls.labels import set_tip
from funneldesk.desktop.kit.shortcuts import keymap
from funneldesk.desktop.local.texts import _

LISTENS = _("Press keys…")
_MODIFIERS = frozenset(
    {
        *(Qt.Key.Key_Control, Qt.Key.Key_Shift, Qt.Key.Key_Alt, Qt.Key.Key_AltGr),
        *(Qt.Key.Key_Meta, Qt.Key.Key_Super_L, Qt.Key.Key_Super_R, Qt.Key.Key_unknown),
    }
)


class ShortcutButton(Button):
    """Press it, then the keys; Esc leaves them as they are, Backspace takes the usual ones.

    ``refused`` says why keys were not taken; it is empty once some are.
    """

    refused = Signal(str)

    def __init__(self, what: str, usual: str, action_id: str = "") -> None:
        # Qt asks for events while it makes the button.
        self._listens = False
        super().__init__(kind="key", on_click=lambda: self._listen(on=True))
        self._what, self._usual, self._action_id = what, usual, action_id
        keymap.changed.connect(self._show)
        self._show()

    def event(self, event: QEvent) -> bool:
        # Neither a shortcut nor a step to the next field: all keys are for this button now.
        if self._listens and isinstance(event, QKeyEvent):
            if event.type() == QEvent.Type.KeyPress:
                self._hear(event)
            event.accept()
            return True
        return super().event(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self._listen(on=False)
        super().focusOutEvent(event)

    def _listen(self, *, on: bool) -> None:
        self._listens = on
        self._show()

    def _hear(self, event: QKeyEvent) -> None:
        if event.key() in _MODIFIERS or event.isAutoRepeat():
            return
        plain = event.modifiers() == Qt.KeyboardModifier.NoModifier
        if plain and event.key() == Qt.Key.Key_Escape:
            self.refused.emit("")
            self._listen(on=False)
            return
        keys = QKeySequence(event.keyCombination()).toString(
            QKeySequence.SequenceFormat.PortableText
        )
        if plain and event.key() == Qt.Key.Key_Backspace:
            keys = self._usual
        try:
            keymap.choose(self._usual, keys, self._action_id)
        except ValueError as problem:
            self.refused.emit(str(problem))
            return
        self.refused.emit("")
        self._listen(on=False)

    def _show(self) -> None:
        keys = keymap.of(self._usual, self._action_id)
        self.setText(LISTENS if self._listens else keys or _("No keys"))
        self.setAccessibleName(
            _("{what}: {keys}. Press to choose others.").format(
                what=self._what, keys=keys or _("no keys")
            )
        )
        own = _("Usually {keys}. Press to choose other keys").format(keys=self._usual)
        set_tip(self, own if keys != self._usual else _("Press to choose other keys"))
