"""Shortcuts and their keys. A shortcut is known by its usual keys; the user may give it others."""

from collections.abc import Callable, Mapping

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QWidget

from funneldesk.desktop.kit.controls.labels import set_tip

WHOLE_WINDOW = Qt.ShortcutContext.WindowShortcut
WITHIN = Qt.ShortcutContext.WidgetWithChildrenShortcut


class KeyMap(QObject):
    """The user's choices. Keys that are chosen for one shortcut are no other's any more."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._chosen: dict[str, str] = {}
        self._bound: set[str] = set()

    @property
    def chosen(self) -> Mapping[str, str]:
        """The keys that were chosen, by the action's id or by the usual ones."""
        return dict(self._chosen)

    def of(self, usual: str, action_id: str = "") -> str:
        """The keys of a shortcut now; "" when another has them.

        What was chosen by the usual keys, before the action had an id, holds until its own are.
        """
        name = action_id or usual
        if keys := self._chosen.get(name, self._chosen.get(usual, "")):
            return keys
        taken = any(keys == usual and _meet(name, other) for other, keys in self._chosen.items())
        return "" if taken else usual

    def may_change(self, usual: str, action_id: str = "") -> bool:
        """Whether something listens to these keys by ``bind``."""
        return (action_id or usual) in self._bound

    def choose(self, usual: str, keys: str, action_id: str = "") -> None:
        """Give a shortcut other keys, or its usual ones. Raises ValueError (``refusal``)."""
        from funneldesk.desktop.kit.free_keys import plain, refusal  # not for the first window

        keys, name = plain(keys), action_id or usual
        if keys != usual and (words := refusal(keys)):
            raise ValueError(words)
        self._chosen = {
            other: theirs
            for other, theirs in self._chosen.items()
            if other != name and (other == usual or theirs != keys or not _meet(other, name))
        }
        if keys != self._chosen.get(usual, usual):
            self._chosen[name] = keys
        self.changed.emit()

    def take(self, chosen: Mapping[str, str]) -> None:
        """Take what ``chosen`` gave once; what makes no sense is left out."""
        self._chosen = {}
        if chosen:
            self._take(chosen)
        self.changed.emit()

    def _take(self, chosen: Mapping[str, str]) -> None:
        from funneldesk.desktop.kit.free_keys import plain, refusal  # not for the first window

        for name, keys in chosen.items():
            keys = plain(keys)
            taken = any(theirs == keys and _meet(name, o) for o, theirs in self._chosen.items())
            if keys != name and not taken and not refusal(keys):
                self._chosen[name] = keys

    def note(self, name: str) -> None:
        """Something listens to the keys of this action, or to these usual keys."""
        self._bound.add(name)


def _meet(one: str, other: str) -> bool:
    """Whether two shortcuts can be heard in one place: of one section, or one of the window."""
    return _section(one) == _section(other) or "" in (_section(one), _section(other))


def _section(name: str) -> str:
    """The section in an action's id; names of keys begin with a capital or a sign."""
    return name.partition(".")[0] if name[:1].islower() else ""


keymap = KeyMap()


class _Bound(QShortcut):
    def __init__(
        self, owner: QWidget, usual: str, run: Callable[[], object], action_id: str
    ) -> None:
        super().__init__(owner)
        self._usual, self._action_id = usual, action_id
        self.activated.connect(lambda: run())
        keymap.note(action_id or usual)
        keymap.changed.connect(self._take_keys)
        self._take_keys()

    def _take_keys(self) -> None:
        self.setKey(QKeySequence(keymap.of(self._usual, self._action_id)))


def bind(
    owner: QWidget,
    usual: str,
    run: Callable[[], object],
    context: Qt.ShortcutContext = WHOLE_WINDOW,
    action_id: str = "",
) -> QShortcut:
    """Do something at these keys, or at those that the user chose instead."""
    shortcut = _Bound(owner, usual, run, action_id)
    shortcut.setContext(context)
    return shortcut


class _Tip(QObject):
    def __init__(self, widget: QWidget, words: str, usual: str) -> None:
        super().__init__(widget)
        self._widget, self._words, self._usual = widget, words, usual
        keymap.changed.connect(self._show)
        self._show()

    def _show(self) -> None:
        set_tip(self._widget, with_keys(self._words, self._usual))


def tip_with_keys(widget: QWidget, words: str, usual: str) -> None:
    """A tip that names the keys that do the same; for widgets whose tip stays."""
    _Tip(widget, words, usual)


def with_keys(words: str, usual: str, action_id: str = "") -> str:
    """Words with the keys of now in brackets."""
    keys = keymap.of(usual, action_id) if usual else ""
    return f"{words} ({keys})" if keys else words


def in_menu(words: str, usual: str, action_id: str = "") -> str:
    """Words of a menu with the keys of now at the right."""
    keys = keymap.of(usual, action_id)
    return f"{words}\t{keys}" if keys else words
