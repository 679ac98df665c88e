"""Counts beside the sections in the bar: how much work waits there."""

from PySide6.QtCore import QObject, QTimer

from funneldesk.desktop.kit.tasks import TaskScope
from funneldesk.desktop.sections.operations import optional
from funneldesk.desktop.sections.section import Section
from funneldesk.desktop.shell.sidebar import Sidebar
from funneldesk.desktop.workspace.workspace import ONLINE, Change, Workspace

EVERY_MILLISECONDS = 120_000
PAUSE_SECONDS = 0.5
"""Several changes in a row are asked about once."""


class SidebarBadges(QObject):
    """Of the brand that is shown. A count that cannot be read stays as it was: its section tells
    of the failure once it is opened."""

    def __init__(self, sidebar: Sidebar) -> None:
        super().__init__(sidebar)
        self.tasks = TaskScope(self)
        self._sidebar = sidebar
        self._workspace: Workspace | None = None
        self._sections = [b.section for b in sidebar.buttons.values() if b.section.badge]
        self._clock = QTimer(self, interval=EVERY_MILLISECONDS)
        self._clock.timeout.connect(self._ask_all)

    def follow(self, workspace: Workspace | None) -> None:
        """Count in another brand from now on; in none with None."""
        if workspace is self._workspace or not self._sections:
            return
        if self._workspace is not None:
            self._workspace.changed.disconnect(self._changed)
            self._workspace.connection_changed.disconnect(self._ask_all)
        self._workspace = workspace
        for section in self._sections:
            self.tasks.cancel(section.name)
            self._sidebar.buttons[section.name].set_count(0)
        if workspace is None:
            self._clock.stop()
            return
        workspace.changed.connect(self._changed)
        workspace.connection_changed.connect(self._ask_all)
        self._clock.start()
        self._ask_all()

    def _changed(self, change: Change) -> None:
        for section in self._sections:
            if section.name == change.part:
                self._ask(section)

    def _ask_all(self) -> None:
        if self._workspace is not None and self._workspace.connection_state == ONLINE:
            for section in self._sections:
                self._ask(section)

    def _ask(self, section: Section) -> None:
        workspace = self._workspace
        if workspace is not None:
            self.tasks.debounce(
                section.name, PAUSE_SECONDS, lambda: self._count(section, workspace)
            )

    async def _count(self, section: Section, workspace: Workspace) -> None:
        if section.badge is None:
            return
        with optional():
            count = await section.badge(workspace)
            if workspace is self._workspace:
                self._sidebar.buttons[section.name].set_count(count)
