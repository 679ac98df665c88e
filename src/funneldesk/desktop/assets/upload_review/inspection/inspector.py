"""The process that looks at files, kept for a while: the next drop does not wait for its start."""

from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import QObject, QTimer

from funneldesk.desktop.kit.workers.process import SideProcess
from funneldesk.desktop.workspace.workspace import Workspace

IDLE_MILLISECONDS = 60_000


class Inspector(QObject):
    """One for a brand: ``workspace.shared(Inspector)``."""

    def __init__(self, workspace: Workspace) -> None:
        super().__init__(workspace)
        self._process = SideProcess(self)
        self._idle = QTimer(self, singleShot=True, interval=IDLE_MILLISECONDS)
        self._idle.timeout.connect(self._process.end)

    def warm(self) -> None:
        """Files will be looked at soon."""
        self._process.warm()
        self._idle.start()

    async def look(self, paths: Sequence[str], on_item: Callable[[Any], None]) -> None:
        """Have files and trees looked at; see ``look_at_files`` for the items.

        Raises SideProcessEnded and SideJobFailed.
        """
        self._idle.stop()
        await self._process.run("look_at_files", {"paths": list(paths)}, on_item)
        self._idle.start()
