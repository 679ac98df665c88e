"""The process that looks at files, kept for a while: the next drop does not wait for its start."""

from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import QObject

from funneldesk.desktop.kit.workers.pool import WorkerPool
from funneldesk.desktop.kit.workers.process import Limits
from funneldesk.desktop.workspace.workspace import Workspace


class Inspector(QObject):
    """One for a brand: ``workspace.shared(Inspector)``."""

    def __init__(self, workspace: Workspace) -> None:
        super().__init__(workspace)
        self._workers = WorkerPool(self, "inspection", Limits())

    def warm(self) -> None:
        """Files will be looked at soon."""
        self._workers.warm()

    async def look(self, paths: Sequence[str], on_item: Callable[[Any], None]) -> None:
        """Have files and trees looked at; see ``look_at_files`` for the items.

        Raises WorkerDied and JobFailed.
        """
        await self._workers.run("look_at_files", {"paths": list(paths)}, on_item)
