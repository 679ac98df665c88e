"""All windows of single records: opened, remembered, brought back and ended together."""

import asyncio
from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QPoint, Signal
from PySide6.QtWidgets import QWidget

from funneldesk.desktop.kit.tasks import TaskScope, end_under, once_done
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.shell.notices.unkept import may_lose
from funneldesk.desktop.shell.sections import SECTIONS
from funneldesk.desktop.shell.windows.detached_window import DetachedWindow

if TYPE_CHECKING:
    from funneldesk.desktop.sections.section import Section
    from funneldesk.desktop.workspace.workspace import Workspace

STEP = 32
"""Pixels by which a new window stands below and right of the one before."""


class DetachedWindows(QObject):
    """``changed``: worth remembering. ``opened`` carries each new window."""

    changed = Signal()
    opened = Signal(object)

    def __init__(self, first: QWidget) -> None:
        super().__init__(first)
        self._first = first
        self.tasks = TaskScope(self)
        self.windows: list[DetachedWindow] = []
        self._asleep: list[dict[str, Any]] = []
        self._adopted: dict[str, Workspace] = {}

    def remember(self, kept: Mapping[str, Any]) -> None:
        """Take what ``states`` gave in an earlier run; each comes back with its brand."""
        states = kept.get("open")
        found = states if isinstance(states, list) else []
        self._asleep = [dict(state) for state in found if isinstance(state, dict)]

    def states(self) -> dict[str, Any]:
        """What brings the windows back (JSON values)."""
        return {"open": [*(window.state() for window in self.windows), *self._asleep]}

    def adopt(self, workspace: "Workspace") -> None:
        """A brand was opened: hear its wishes and bring its windows back. Once is enough."""
        brand = workspace.connection.id
        if self._adopted.get(brand) is workspace:
            return
        self._adopted[brand] = workspace
        # By its name: what a workspace calls must not hold it once it was closed.
        workspace.asked_for_window.connect(partial(self._open_in, brand))
        waking = [state for state in self._asleep if state.get("brand") == brand]
        self._asleep = [state for state in self._asleep if state.get("brand") != brand]
        for state in waking:
            panel = state.get("panel")
            view = dict(panel) if isinstance(panel, dict) else {}
            self._make(workspace, str(state.get("part")), str(view.get("open") or ""), view, state)

    def _open_in(self, brand: str, part: str, record_id: str) -> None:
        workspace = self._adopted.get(brand)
        if workspace is not None:
            self.open(workspace, part, record_id)

    def open(self, workspace: "Workspace", part: str, record_id: str) -> None:
        """Show a record in a window of its own; the one that has it comes forward."""
        for window in self.windows:
            if window.workspace is workspace and (part, record_id) == (
                window.section.name,
                window.record_id(),
            ):
                window.come_forward()
                return
        self._make(workspace, part, record_id, {"open": record_id}, {})

    def _make(
        self,
        workspace: "Workspace",
        part: str,
        record_id: str,
        view: dict[str, Any],
        place: dict[str, Any],
    ) -> None:
        section: Section | None = next((s for s in SECTIONS if s.name == part), None)
        if section is None or not record_id:
            return
        window = DetachedWindow(workspace, section, view)
        window.asked_to_close.connect(lambda: self.tasks.start(self.close(window)))
        window.view_changed.connect(self.changed)
        step = STEP * (len(self.windows) + 1)
        window.move(self._first.pos() + QPoint(step, step))
        window.restore_place(place)
        self.windows.append(window)
        window.show()
        window.open(record_id)
        self.opened.emit(window)
        self.changed.emit()

    async def close(self, window: DetachedWindow) -> None:
        """Close one window; what was typed in it is kept, or the user agrees to lose it."""
        if window not in self.windows:
            return
        await window.panel.settle()
        if await may_lose(window, window.panel.unkept(), _("Close it anyway")) and (
            window in self.windows
        ):
            self._end(window)
            self.changed.emit()

    def close_brand(self, connection_id: str) -> None:
        """A brand was removed from this computer: its windows go, and are not remembered."""
        self._adopted.pop(connection_id, None)
        for window in tuple(self.windows):
            if window.workspace.connection.id == connection_id:
                self._end(window)
        self._asleep = [state for state in self._asleep if state.get("brand") != connection_id]
        self.changed.emit()

    def end(self) -> set[asyncio.Task[Any]]:
        """End them all with the program; gives the tasks that still end."""
        tasks = self.tasks.end()
        for window in tuple(self.windows):
            tasks |= end_under(window.panel)
            self._end(window)
        return tasks

    def _end(self, window: DetachedWindow) -> None:
        self.windows.remove(window)
        window.ending = True
        window.panel.leave()
        window.close()
        once_done(end_under(window), window.deleteLater)
