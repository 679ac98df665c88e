"""Action: something that a user can do in a section, declared once for menus, palette and keys."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import Flag, auto
from functools import partial

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QWidget

from funneldesk.desktop.kit.controls.buttons import Button
from funneldesk.desktop.kit.controls.labels import set_menu_tip, set_tip
from funneldesk.desktop.kit.shortcuts import WHOLE_WINDOW, bind, in_menu, keymap, with_keys
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.sections.matching import AllMatching
from funneldesk.desktop.sections.panel import Command, KeysLine
from funneldesk.desktop.workspace.workspace import ONLINE, Workspace

Ids = Sequence[str]
Title = str | Callable[[Ids], str]
ReadAll = Callable[[str, Callable[[Ids], object], AllMatching], object]
READ_ONLY_HERE = _("This brand is read only on this computer.")
NOT_YOURS = _("Only an admin or owner may change this.")
NOT_CONNECTED = _("The server can't be reached now.")
ROWS_ONLY = _("This works on selected rows, not on all that match.")
SELECT_ONE, SELECT_SOME = _("Select one first."), _("Select at least one first.")
OPEN_ONE = _("Open one first.")


class Place(Flag):
    """Where an action appears; in the ``?`` dialog it is wherever it has keys."""

    PALETTE = auto()
    RECORD_MENU = auto()
    LIST_MENU = auto()
    SECTION_MENU = auto()
    SELECTION_BAR = auto()
    """Among the first of the list's menu that stand on the bar of the selection."""


NOWHERE = Place(0)


class Takes(Flag):
    """The records that an action works on: the one that is open, or those of the selection."""

    NOTHING = auto()
    OPEN = auto()
    ONE = auto()
    SEVERAL = auto()
    EVERY = auto()
    """As ``SEVERAL``, and all that match a query: their ids are read first."""
    QUERY = auto()
    """As ``EVERY``, but ``AllMatching`` itself is handed on."""


MANY = (Takes.SEVERAL, Takes.EVERY, Takes.QUERY)


@dataclass(frozen=True, slots=True)
class Action:
    """``id`` is the section's name, a dot and a name of its own (``pages.publish``): settings
    keep keys by it, so that it never changes. ``run`` gets the ids that it works on, and so does
    a title that depends on them."""

    id: str
    title: Title
    run: Callable[[Ids], object]
    icon: str = "command"
    keys: str = ""
    places: Place = Place.PALETTE
    menu_title: Title = ""
    takes: Takes = Takes.NOTHING
    writes: str = ""
    """The part that it writes to."""
    needs_connection: bool = False
    refusal: Callable[[Ids], str] = lambda _: ""
    """Why it cannot be done now, in a sentence; empty when it can."""
    window_keys: bool = False
    """The window listens to the keys and hands them to the panel that it shows (Ctrl+S)."""
    offered: Callable[[Place, Ids], bool] = lambda *_: True
    """Whether a place has it at all; what is there but cannot be done says why."""
    checked: Callable[[], bool] | None = None
    """Whether it is on, for what is switched on and off."""
    starts_group: Place = NOWHERE
    """In these menus a line stands above it."""
    ends_menu: bool = False
    """It stands last and apart, where no hand slips on it."""
    tip: str = ""
    """More than the title says, for a button and the ``?`` dialog."""
    told_keys: str = ""
    """Keys that the list itself listens to: told beside the action, neither bound nor chosen."""
    submenu: str = ""
    """The menu within the menu in which it stands, with those before and after it."""

    @property
    def own_id(self) -> str:
        """By what its keys are known: those of the window by themselves."""
        return "" if self.window_keys else self.id

    def words(self, ids: Ids, *, in_menu: bool = False) -> str:
        """The title for these records."""
        title = (in_menu and self.menu_title) or self.title
        return title if isinstance(title, str) else title(ids)


MENUS = Place.PALETTE | Place.LIST_MENU
about_one = partial(Action, places=MENUS, takes=Takes.ONE)
"""Shape of an action about one record of a list."""


def change_one(part: str) -> "partial[Action]":
    """Shape of an action that changes one record of a part."""
    return partial(about_one, writes=part, needs_connection=True)


def change_many(part: str) -> "partial[Action]":
    """Shape of an action that changes some records of a part."""
    places = MENUS | Place.SELECTION_BAR
    return partial(Action, places=places, takes=Takes.SEVERAL, writes=part, needs_connection=True)


def shown_record(record_id: str, selected: Ids, *, beside_list: bool) -> tuple[str, ...]:
    """The record that actions about one record work on: the one that is shown, in the list or not.

    Beside the list, another one that was just selected is about to be shown: it is that one.
    """
    follows = beside_list and len(selected) == 1 and record_id not in selected
    return () if follows or not record_id else (record_id,)


def write_refusal(workspace: Workspace, part: str) -> str:
    """Why a part cannot be changed, in a sentence; empty when it can."""
    if workspace.connection.read_only:
        return READ_ONLY_HERE
    return "" if workspace.may_write(part) else NOT_YOURS


class Actions(QObject):
    """The actions of one section, with what they are judged by.

    ``selected`` gives the selection of its list, ``opened`` the record that is open, or none.
    """

    def __init__(
        self,
        workspace: Workspace,
        declared: Sequence[Action],
        selected: Callable[[], Ids],
        opened: Callable[[], Ids] = tuple,
    ) -> None:
        super().__init__()
        self.declared = tuple(declared)
        self._workspace, self._selected, self._opened = workspace, selected, opened
        self._buttons: list[tuple[Button, Action, Callable[[], Ids]]] = []
        self.read_all: ReadAll = lambda _words, run, ids: run(ids.known)
        """Reads all that match, and then does what the words call it."""
        keymap.changed.connect(self.show_state)

    def __getitem__(self, action_id: str) -> Action:
        """An action by its id. Raises KeyError for one that was not declared."""
        return {action.id: action for action in self.declared}[action_id]

    def bind(self, owner: QWidget, context: Qt.ShortcutContext = WHOLE_WINDOW) -> None:
        """Listen to the keys; an action that cannot be done leaves them without effect."""
        self.setParent(owner)
        for action in self.declared:
            if action.keys and not action.window_keys:
                run = partial(self.run, action)
                bind(owner, action.keys, run, context, action_id=action.id)

    def show_on(self, button: Button, action_id: str, *, of_open: bool = False) -> None:
        """Let a button do an action; its tip tells the keys, or why it cannot be done.

        ``of_open``: it stands with the open record, and works on that one alone.
        """
        action = self[action_id]
        ids = self._one if of_open else partial(self.ids, action)
        button.clicked.connect(lambda: self.run(action, ids()))
        self._buttons.append((button, action, ids))

    def show_state(self) -> None:
        """What can be done may be something else now: show it on the buttons."""
        for button, action, ids in self._buttons:
            words, reason = action.tip or action.words(()), self.refusal(action, ids())
            button.setEnabled(not reason)
            tip = with_keys(words, action.keys, action.own_id)
            set_tip(button, f"{words}. {reason}" if reason else tip)

    def ids(self, action: Action) -> Ids:
        """What an action works on when it is not called from a menu of certain records."""
        if action.takes is Takes.NOTHING:
            return ()
        opened = self._opened()
        if action.takes is Takes.OPEN:
            return opened
        selected = self._selected()
        many = action.takes in MANY and len(selected) > 1
        return selected if many else opened or selected

    def _one(self) -> Ids:
        return self._opened() or self._selected()

    def run(self, action: Action, ids: Ids | None = None) -> None:
        """Do it with these, or with what is open or selected, if it can be done."""
        ids = self.ids(action) if ids is None else ids
        if not self.refusal(action, ids):
            self.carry_out(action, ids)

    def carry_out(self, action: Action, ids: Ids) -> None:
        """Do it with these, once they are known."""
        if isinstance(ids, AllMatching) and action.takes is Takes.EVERY:
            self.read_all(action.words(ids).removesuffix("…"), action.run, ids)
        else:
            action.run(ids)

    def refusal(self, action: Action, ids: Ids) -> str:
        """Why it cannot be done with these, in a sentence; empty when it can."""
        if action.writes and (reason := write_refusal(self._workspace, action.writes)):
            return reason
        if action.takes is Takes.OPEN and not ids:
            return OPEN_ONE
        if action.takes is Takes.ONE and len(ids) != 1:
            return SELECT_ONE
        if action.takes in MANY and not ids:
            return SELECT_SOME
        if action.takes is Takes.SEVERAL and isinstance(ids, AllMatching):
            return ROWS_ONLY
        if action.needs_connection and self._workspace.connection_state != ONLINE:
            return NOT_CONNECTED
        return action.refusal(ids)

    def keys_lines(self) -> Iterator[KeysLine]:
        """What the ``?`` dialog says of the keys."""
        for action in self.declared:
            words = action.tip or action.words(()).removesuffix("…")
            if action.keys:
                yield (action.keys, words, action.own_id)
            elif action.told_keys:
                yield (action.told_keys, words)

    def commands(self) -> Iterator[Command]:
        """What the palette can do now."""
        return (each for each in self._in_palette() if not each.refusal)

    def refused(self) -> Iterator[Command]:
        """What the palette cannot do now, each with the reason."""
        return (each for each in self._in_palette() if each.refusal)

    def _in_palette(self) -> Iterator[Command]:
        for action in self.declared:
            ids = self.ids(action)
            if Place.PALETTE in action.places and action.offered(Place.PALETTE, ids):
                run, reason = partial(self.run, action), self.refusal(action, ids)
                title = action.words(ids)
                keys = action.keys or action.told_keys
                yield Command(title, run, keys, action.icon, action.own_id, reason)

    def fill(self, menu: QMenu, place: Place, ids: Ids) -> None:
        """Add the actions of this place; those that cannot be done say why in their tip."""
        menu.setToolTipsVisible(True)
        offered = [a for a in self.declared if place in a.places and a.offered(place, ids)]
        for action in sorted(offered, key=lambda each: each.ends_menu):
            if (action.ends_menu or place in action.starts_group) and not menu.isEmpty():
                menu.addSeparator()
            self.add(_within(menu, action.submenu), action, ids)

    def add(self, menu: QMenu, action: Action, ids: Ids) -> QAction:
        """One action as an entry of a menu."""
        words = action.words(ids, in_menu=True).replace("&", "&&")
        if action.keys:
            words = in_menu(words, action.keys, action.own_id)
        elif action.told_keys:
            words = f"{words}\t{action.told_keys}"
        added = menu.addAction(words, partial(self.carry_out, action, ids))
        reason = self.refusal(action, ids)
        added.setEnabled(not reason)
        set_menu_tip(added, reason)
        if Place.SELECTION_BAR in action.places:
            added.setPriority(QAction.Priority.HighPriority)
            added.setIconText(action.words((), in_menu=True).removesuffix("…"))
        if action.checked is not None:
            added.setCheckable(True)
            added.setChecked(action.checked())
        return added


def _within(menu: QMenu, title: str) -> QMenu:
    """The menu of that title at the end of a menu, made where there is none; "" is itself."""
    if not title:
        return menu
    last = menu.actions()[-1] if menu.actions() else None
    known = last.menu() if last is not None and last.text() == title else None
    return known if isinstance(known, QMenu) else menu.addMenu(title)
