"""Action: something that a user can do in a section, declared once for menus, palette and keys."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import Flag, auto
from functools import partial

from PySide6.QtWidgets import QMenu, QWidget

from funneldesk.desktop.kit.controls.labels import set_menu_tip
from funneldesk.desktop.kit.shortcuts import bind, in_menu
from funneldesk.desktop.sections.panel import Command, KeysLine
from funneldesk.desktop.workspace.workspace import ONLINE, Workspace

Ids = Sequence[str]
READ_ONLY_HERE = "This brand is read only on this computer."
NOT_YOURS = "Only an admin or owner may change this."
NOT_CONNECTED = "The server can't be reached now."
SELECT_ONE, SELECT_SOME = "Select one first.", "Select at least one first."


class Place(Flag):
    """Where an action appears; in the ``?`` dialog it is wherever it has keys."""

    PALETTE = auto()
    RECORD_MENU = auto()
    LIST_MENU = auto()
    SECTION_MENU = auto()


class Takes(Flag):
    """The selection that an action works on."""

    NOTHING = auto()
    ONE = auto()
    SEVERAL = auto()


@dataclass(frozen=True, slots=True)
class Action:
    """``id`` is the section's name, a dot and a name of its own (``pages.publish``): settings
    keep keys by it, so that it never changes. ``run`` gets the ids of the selection."""

    id: str
    title: str
    run: Callable[[Ids], object]
    icon: str = "command"
    keys: str = ""
    places: Place = Place.PALETTE
    menu_title: str = ""
    takes: Takes = Takes.NOTHING
    writes: str = ""
    """The part that it writes to."""
    needs_connection: bool = False
    refusal: Callable[[Ids], str] = lambda _: ""
    """Why it cannot be done now, in a sentence; empty when it can."""
    window_keys: bool = False
    """The window listens to the keys and hands them to the panel that it shows (Ctrl+S)."""


def write_refusal(workspace: Workspace, part: str) -> str:
    """Why a part cannot be changed, in a sentence; empty when it can."""
    if workspace.connection.read_only:
        return READ_ONLY_HERE
    return "" if workspace.may_write(part) else NOT_YOURS


class Actions:
    """The actions of one section, with what they are judged by."""

    def __init__(
        self, workspace: Workspace, declared: Sequence[Action], selected: Callable[[], Ids]
    ) -> None:
        self.declared = tuple(declared)
        self._workspace, self._selected = workspace, selected

    def bind(self, owner: QWidget) -> None:
        """Listen to the keys; an action that cannot be done leaves them without effect."""
        for action in self.declared:
            if action.keys and not action.window_keys:
                bind(owner, action.keys, partial(self.run, action), action_id=action.id)

    def run(self, action: Action) -> None:
        """Do it with what is selected, if it can be done."""
        ids = self._selected()
        if not self.refusal(action, ids):
            action.run(ids)

    def refusal(self, action: Action, ids: Ids) -> str:
        """Why it cannot be done with these, in a sentence; empty when it can."""
        if action.writes and (reason := write_refusal(self._workspace, action.writes)):
            return reason
        if action.takes is Takes.ONE and len(ids) != 1:
            return SELECT_ONE
        if action.takes is Takes.SEVERAL and not ids:
            return SELECT_SOME
        if action.needs_connection and self._workspace.connection_state != ONLINE:
            return NOT_CONNECTED
        return action.refusal(ids)

    def keys_lines(self) -> Iterator[KeysLine]:
        """What the ``?`` dialog says of the keys."""
        for action in self.declared:
            if action.keys:
                what = action.title.removesuffix("…")
                yield (action.keys, what, "" if action.window_keys else action.id)

    def commands(self) -> Iterator[Command]:
        """What the palette can do now with what is selected."""
        ids = self._selected()
        for action in self.declared:
            if Place.PALETTE in action.places and not self.refusal(action, ids):
                run = partial(self.run, action)
                own = "" if action.window_keys else action.id
                yield Command(action.title, run, action.keys, action.icon, own)

    def fill(self, menu: QMenu, place: Place, ids: Ids) -> None:
        """Add the actions of this place; those that cannot be done say why in their tip."""
        menu.setToolTipsVisible(True)
        for action in self.declared:
            if place in action.places:
                self._add(menu, action, ids)

    def _add(self, menu: QMenu, action: Action, ids: Ids) -> None:
        words = (action.menu_title or action.title).replace("&", "&&")
        if action.keys:
            words = in_menu(words, action.keys, "" if action.window_keys else action.id)
        added = menu.addAction(words, partial(action.run, ids))
        reason = self.refusal(action, ids)
        added.setEnabled(not reason)
        set_menu_tip(added, reason)
