"""What waits in the sections of every brand that is open: asked for, counted, told when new."""

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QGuiApplication

from funneldesk.desktop.sections.polling import AWAY, BEHIND, FRONT, Poller
from funneldesk.desktop.sections.section import Section
from funneldesk.desktop.shell.sidebar import Sidebar
from funneldesk.desktop.workspace.workspace import Change, Workspace

Place = tuple[Workspace | None, str]
"""A brand and a section of it."""


class SectionWatch(QObject):
    """One section of one brand. ``answered`` carries a ``Waiting``."""

    answered = Signal(object)

    def __init__(
        self, workspace: Workspace, section: Section, front: Callable[[], Place | None]
    ) -> None:
        super().__init__()
        self.workspace, self.section = workspace, section
        self.count = 0
        self._front = front
        self.poller = Poller(workspace, self._ask, self._every, self)
        workspace.changed.connect(self._changed)

    @property
    def is_in_front(self) -> bool:
        """Whether the user has just this before the eyes."""
        return self._front() == (self.workspace, self.section.name)

    def end(self) -> None:
        """Ask no more."""
        self.poller.end()
        self.workspace.changed.disconnect(self._changed)
        self.deleteLater()

    def _every(self) -> float:
        if self._front() is None:
            return AWAY
        return FRONT if self.is_in_front else BEHIND

    async def _ask(self) -> None:
        if self.section.waiting is not None:
            waiting = await self.section.waiting(self.workspace)
            self.count = waiting.count
            self.answered.emit(waiting)

    def _changed(self, change: Change) -> None:
        if change.part == self.section.name:
            self.poller.soon()


class SidebarBadges(QObject):
    """The bar shows the counts of the brand that is shown; ``counted`` carries the sum of all.
    ``answered`` carries a ``SectionWatch`` and its ``Waiting``. A count that cannot be read stays
    as it was: its section tells of the failure once it is opened.

    ``front`` gives the brand and the section before the user's eyes, None while no window of the
    program is in front.
    """

    answered = Signal(object, object)
    counted = Signal(int)

    def __init__(self, sidebar: Sidebar, front: Callable[[], Place | None]) -> None:
        super().__init__(sidebar)
        self._sidebar, self._front = sidebar, front
        self._shown: Workspace | None = None
        self._watches: list[SectionWatch] = []
        self._sections = [b.section for b in sidebar.buttons.values() if b.section.waiting]
        QGuiApplication.instance().focusWindowChanged.connect(self.look_again)  # type: ignore[union-attr]

    def follow(self, workspace: Workspace | None) -> None:
        """Show the counts of another brand; of none with None."""
        if workspace is not None and all(each.workspace is not workspace for each in self._watches):
            for section in self._sections:
                self._watch(workspace, section)
        self._shown = workspace
        self._show()

    def forget(self, workspace: Workspace) -> None:
        """A brand is closed."""
        for watch in [each for each in self._watches if each.workspace is workspace]:
            self._watches.remove(watch)
            watch.end()
        if self._shown is workspace:
            self._shown = None
        self._show()

    def look_again(self) -> None:
        """The user looks at something else."""
        for watch in self._watches:
            watch.poller.again()

    def _watch(self, workspace: Workspace, section: Section) -> None:
        watch = SectionWatch(workspace, section, self._front)
        watch.setParent(self)
        self._watches.append(watch)
        watch.answered.connect(lambda waiting: self._answered(watch, waiting))
        watch.poller.begin()

    def _answered(self, watch: SectionWatch, waiting: object) -> None:
        self._show()
        self.answered.emit(watch, waiting)

    def _show(self) -> None:
        for section in self._sections:
            mine = (w for w in self._watches if w.workspace is self._shown and w.section is section)
            count = next((watch.count for watch in mine), 0)
            self._sidebar.buttons[section.name].set_count(count)
        self.counted.emit(sum(watch.count for watch in self._watches))
