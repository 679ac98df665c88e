"""Keys that the editor takes from the window while it has the focus."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent

_Key = Qt.Key
_CONTROL = Qt.KeyboardModifier.ControlModifier
_SHIFT = Qt.KeyboardModifier.ShiftModifier
_ALT = Qt.KeyboardModifier.AltModifier
_META = Qt.KeyboardModifier.MetaModifier

_WITH_CONTROL = frozenset(
    {
        *(_Key.Key_A, _Key.Key_C, _Key.Key_X, _Key.Key_V, _Key.Key_Z, _Key.Key_Y, _Key.Key_F),
        *(_Key.Key_D, _Key.Key_G, _Key.Key_U, _Key.Key_Slash, _Key.Key_Space, _Key.Key_Return),
        *(_Key.Key_BracketLeft, _Key.Key_BracketRight, _Key.Key_Home, _Key.Key_End),
        *(_Key.Key_Left, _Key.Key_Right, _Key.Key_Up, _Key.Key_Down),
        *(_Key.Key_Backspace, _Key.Key_Delete),
    }
)
_WITH_CONTROL_AND_SHIFT = frozenset(
    {
        *(_Key.Key_Z, _Key.Key_G, _Key.Key_K, _Key.Key_L, _Key.Key_Backslash),
        *(_Key.Key_Left, _Key.Key_Right, _Key.Key_Up, _Key.Key_Down),
        *(_Key.Key_Home, _Key.Key_End, _Key.Key_Backspace, _Key.Key_Delete),
    }
)
_NOT_TEXT = frozenset({_Key.Key_Escape, *(_Key(_Key.Key_F1 + step) for step in range(24))})


def belongs_to_editor(event: QKeyEvent, overlay_open: bool) -> bool:
    """Whether the editor takes the key before the window's shortcuts.

    Typing, moving and editing are the editor's; so is Escape while a panel, a list or several
    cursors are open in it. Saving, the palette, the sections and F5 are the window's.
    """
    key, modifiers = _Key(event.key()), event.modifiers()
    if key == _Key.Key_Escape:
        return overlay_open and not modifiers & (_CONTROL | _SHIFT | _ALT | _META)
    return is_editor_key(key, modifiers)


def is_editor_key(key: Qt.Key, modifiers: Qt.KeyboardModifier) -> bool:
    """Whether the editor always takes the key while it has the keyboard."""
    if key == _Key.Key_F3:
        return True
    if modifiers & _CONTROL and not modifiers & (_ALT | _META):
        return key in (_WITH_CONTROL_AND_SHIFT if modifiers & _SHIFT else _WITH_CONTROL)
    return not modifiers & (_CONTROL | _ALT | _META) and key not in _NOT_TEXT
