"""Which keys a user may give to a shortcut."""

from PySide6.QtCore import QKeyCombination, Qt
from PySide6.QtGui import QKeySequence

from funneldesk.desktop.kit.web.editor.keys import is_editor_key
from funneldesk.desktop.local.texts import _

_HOLDS = (
    Qt.KeyboardModifier.ControlModifier
    | Qt.KeyboardModifier.AltModifier
    | Qt.KeyboardModifier.MetaModifier
)
_OF_TEXTS = frozenset({"Ctrl+A", "Ctrl+C", "Ctrl+V", "Ctrl+X", "Ctrl+Y", "Ctrl+Z", "Ctrl+Shift+Z"})
_FIXED = frozenset({"F2", "Ctrl++", "Ctrl+=", "Ctrl+-", *(f"Ctrl+{n}" for n in range(1, 10))})
_EDITING = frozenset(
    {
        *(Qt.Key.Key_Backspace, Qt.Key.Key_Delete, Qt.Key.Key_Insert, Qt.Key.Key_Space),
        *(Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Tab, Qt.Key.Key_Backtab),
        *(Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down),
        *(Qt.Key.Key_Home, Qt.Key.Key_End, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown),
        *(Qt.Key.Key_Escape, Qt.Key.Key_unknown),
    }
)


def refusal(keys: str) -> str:
    """Why keys cannot be given to a shortcut, in a sentence; empty when they can."""
    sequence = QKeySequence(keys, QKeySequence.SequenceFormat.PortableText)
    if sequence.count() != 1:
        return _("These are no keys that the program knows.")
    pressed: QKeyCombination = sequence[0]  # type: ignore[index]
    if pressed.key() in _EDITING or plain(keys) in _OF_TEXTS:
        return _("These keys belong to texts and lists.")
    if plain(keys) in _FIXED:
        return _("These keys are fixed: names, sections and sizes have them.")
    is_function_key = Qt.Key.Key_F1 <= pressed.key() <= Qt.Key.Key_F35
    if not (pressed.keyboardModifiers() & _HOLDS or is_function_key):
        return _("Hold Ctrl, Alt or Meta with it, or take F1 to F12: letters alone are for typing.")
    if is_editor_key(pressed.key(), pressed.keyboardModifiers()):
        return _("The code editor uses these keys itself.")
    return ""


def plain(keys: str) -> str:
    """Keys as they are written everywhere, whatever the system."""
    portable = QKeySequence.SequenceFormat.PortableText
    return QKeySequence(keys, portable).toString(portable)
