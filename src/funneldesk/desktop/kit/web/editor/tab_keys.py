"""The Tab key in the code editor: it indents, unless somebody is on the way through the window."""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, Qt, SignalInstance
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QWidget

from funneldesk.desktop.kit.shortcuts import WITHIN, bind, keymap, with_keys
from funneldesk.desktop.kit.web.channel import Message
from funneldesk.desktop.local.texts import _

TAB_MODE_KEYS = "Ctrl+M"
TAB_MODE_WORDS = _("Tab leaves the source, or indents in it again")
MOVES_ON = _("Tab moves on to the next control")
_ON_THE_WAY = (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason)
_TABS = (Qt.Key.Key_Tab, Qt.Key.Key_Backtab)
_HELD = (Qt.Key.Key_Shift, Qt.Key.Key_Control, Qt.Key.Key_Alt, Qt.Key.Key_Meta)
_ENDS_PASSING = (QEvent.Type.MouseButtonPress, QEvent.Type.InputMethod, QEvent.Type.FocusOut)


class TabKeys(QObject):
    """Whoever comes to an editor by Tab leaves it by Tab, until something else is done there.

    ``TAB_MODE_KEYS`` have Tab leave in any case, and indent again.
    """

    def __init__(
        self,
        editor: QWidget,
        ready: SignalInstance,
        send: Callable[[Message], None],
        has_overlay: Callable[[], bool],
    ) -> None:
        super().__init__(editor)
        self._editor, self._send, self._has_overlay = editor, send, has_overlay
        self._moves = False
        self._passing = False
        bind(editor, TAB_MODE_KEYS, self.toggle, WITHIN)
        ready.connect(self._tell)
        keymap.changed.connect(self._tell)

    def toggle(self) -> None:
        """Have Tab leave the editor from now on, or indent again."""
        # Whoever presses it on the way in wants to stay.
        self._moves = not (self._moves or self._passing)
        self._passing = False
        self._tell()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Sees what the view is handed before the view does."""
        kind = event.type()
        if isinstance(event, QFocusEvent) and kind == QEvent.Type.FocusIn:
            self._pass(event.reason() in _ON_THE_WAY)
        elif kind in _ENDS_PASSING:
            self._pass(False)
        elif isinstance(event, QKeyEvent) and kind == QEvent.Type.KeyPress:
            return self._pressed(event)
        return False

    def _pressed(self, event: QKeyEvent) -> bool:
        key = Qt.Key(event.key())
        if key not in _TABS or event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self._pass(self._passing and key in _HELD)
            return False
        # In the panels of the editor Tab goes from field to field; the document passes it on.
        if not (self._passing or self._moves) or self._has_overlay():
            return False
        back = key == Qt.Key.Key_Backtab or event.modifiers() & Qt.KeyboardModifier.ShiftModifier
        self._editor.focusNextPrevChild(not back)
        return True

    def _pass(self, on: bool) -> None:
        if on != self._passing:
            self._passing = on
            self._tell()

    def _tell(self) -> None:
        words = with_keys(MOVES_ON, TAB_MODE_KEYS) if self._moves else ""
        self._send({"kind": "tabs", "move": self._moves or self._passing, "words": words})
