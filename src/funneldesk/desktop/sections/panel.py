"""What every section shows: a Panel, its commands, and the records that it can find."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtWidgets import QAbstractItemView, QWidget

from funneldesk.desktop.kit.tasks import TaskScope
from funneldesk.desktop.workspace.workspace import Mention, Workspace

KeysLine = tuple[str, str] | tuple[str, str, str]
"""The usual keys, what they do, and the id of the action where it has one."""


@dataclass(frozen=True, slots=True)
class Command:
    """Something that the palette can do. ``keys`` is shown beside it."""

    title: str
    run: Callable[[], object]
    keys: str = ""
    icon: str = "command"
    action_id: str = ""
    """By which the user's own keys are known; without one they are by ``keys``."""
    refusal: str = ""
    """Why it cannot be done now, in a sentence."""


@dataclass(frozen=True, slots=True)
class Found:
    """A record that the palette found."""

    part: str
    record_id: str
    title: str
    text: str
    icon: str


class Panel(QWidget):
    """The view of one section. Built in ``_build``, wired in ``_wire``, filled in ``load``.

    A panel opens another one only by asking the workspace to go to (part, id).
    """

    titled = Signal(str)
    """The second crumb of the top bar: the record that is open, or an empty string."""

    asked_forward = Signal()
    """The window of this panel is to come to the front, with this panel shown."""

    def __init__(self, workspace: Workspace) -> None:
        super().__init__()
        self.workspace = workspace
        self.tasks = TaskScope(self)

    async def load(self) -> None:
        """Show the local copy at once, then refresh it from the platform."""

    def refresh(self) -> None:
        """F5."""
        self.tasks.latest("load", self.load())

    def top_actions(self) -> QWidget | None:
        """The buttons that this section puts into the top bar."""
        return None

    def commands(self) -> tuple[Command, ...]:
        """What the palette offers while this section is shown."""
        return ()

    def refused(self) -> tuple[Command, ...]:
        """What the palette tells that it cannot be done now, and why."""
        return ()

    def next_steps(self, text: str) -> tuple[Command, ...]:
        """What the palette offers when nothing has these words."""
        return ()

    def shortcuts(self) -> tuple[KeysLine, ...]:
        """The keys of this place and what they do, for the ``?`` dialog."""
        return ()

    def first_list(self) -> QWidget | None:
        """Where the keyboard goes when the panel comes to the front, shown already or not."""
        lists = self.findChildren(QAbstractItemView)
        return next((view for view in lists if view.isVisibleTo(self)), None)

    def take_keyboard(self) -> None:
        """The panel came to the front: the keyboard is in its first list, if it has one; in a list
        that is still read once it is there, unless the user went elsewhere meanwhile."""
        view = self.first_list()
        if view is not None and not view.isVisibleTo(self):
            view.installEventFilter(self)
            view = None
        (view or self).setFocus(Qt.FocusReason.OtherFocusReason)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Show and isinstance(watched, QWidget):
            watched.removeEventFilter(self)
            if self.window().focusWidget() in (None, self):
                watched.setFocus(Qt.FocusReason.OtherFocusReason)
        return super().eventFilter(watched, event)

    def open_record(self, record_id: str) -> None:
        """Show one record; an empty id shows the list alone."""

    def open_view(self, link: str) -> None:
        """Show the view that a link describes; a section without views shows itself."""

    def open_mention(self, record_id: str, mention: Mention) -> None:
        """Show one record where it names a file; a part that cannot shows the record."""
        self.open_record(record_id)

    def seek(self) -> None:
        """Ctrl+F."""

    def new(self) -> None:
        """Ctrl+N."""

    def save(self, *, publish: bool = False) -> None:
        """Ctrl+S and Ctrl+Shift+S."""

    def back(self) -> None:
        """Esc."""

    async def settle(self) -> None:
        """Make everything typed durable on this computer: called before the program ends."""

    def unkept(self) -> tuple[str, ...]:
        """The titles of records whose last words are only in this window: the disk refused."""
        return ()

    def leave(self) -> None:
        """The panel goes, with everything durable: give up the records that it has open."""

    def state(self) -> dict[str, Any]:
        """What to remember of the view: sizes, selection, filters (JSON values)."""
        return {}

    def restore(self, state: dict[str, Any]) -> None:
        """Come back as ``state`` left it."""
