"""Public files of a brand to be looked at: from the server, else as they were seen last."""

from PySide6.QtCore import QObject

from funneldesk.desktop.kit.tasks import TaskScope, in_thread
from funneldesk.desktop.local.cache.seen_files import SeenFiles
from funneldesk.desktop.workspace.workspace import OFFLINE, Workspace

FOLDER = "seen"


class PublicFiles(QObject):
    """All panels of a brand have it together."""

    def __init__(self, workspace: Workspace) -> None:
        super().__init__()
        self._workspace = workspace
        self._seen = SeenFiles(workspace.cache / FOLDER / workspace.connection.id)
        self._tasks = TaskScope(self)

    async def fetch(self, address: str) -> bytes:
        """A file by ``/cdn/…`` path or by its address; what comes is kept for later.

        Raises ValueError for an address elsewhere, and ApiError for a file that does not come.
        """
        api = await self._workspace.api()
        content = await api.fetch_asset(address)
        self._tasks.start(in_thread(self._seen.keep, address, content))
        return content

    async def last_seen(self, address: str) -> bytes | None:
        """A file as it was seen last; None when it never was."""
        return await in_thread(self._seen.get, address)

    @property
    def is_away(self) -> bool:
        """Whether the server is known to be out of reach."""
        return self._workspace.connection_state == OFFLINE
