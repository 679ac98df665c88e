"""First screen of a long folder, kept for the next start."""

from collections.abc import Sequence
from typing import Any

from funneldesk.desktop.assets.library.listing import kept_of, row_of
from funneldesk.desktop.assets.library.row import AssetRow
from funneldesk.desktop.kit.tasks import TaskScope
from funneldesk.desktop.local.cache.assets import KeptAsset
from funneldesk.desktop.local.store import LocalStore

NAME = "files.head"
LONG = 2_000
"""Files from which on a folder's first ones are kept apart."""
PAUSE = 1.0


class LibraryHead:
    """``files`` and ``bytes`` are what there was at the last time, until all has ``arrived``."""

    def __init__(self, store: LocalStore) -> None:
        self._store = store
        self.files = self.bytes = 0
        self._folder = ""
        self._rows: list[AssetRow] = []
        self._kept: dict[str, Any] = {}

    async def read(self) -> None:
        """Take what the last run kept; what does not fit is as if it were not there."""
        kept = await self._store.value(NAME)
        try:
            rows = [row_of(KeptAsset(*each)) for each in kept["rows"]]
            self.files, self.bytes = int(kept["files"]), int(kept["bytes"])
            self._folder, self._rows = str(kept["folder"]), rows
        except (KeyError, TypeError, ValueError):
            self.arrived()

    def rows_of(self, folder: str) -> list[AssetRow]:
        """Rows that a folder showed first; nothing when another one was shown."""
        return self._rows if folder == self._folder else []

    def arrived(self) -> None:
        """Everything is here now: what was remembered counts no longer."""
        self.files = self.bytes = 0
        self._rows = []

    def remember(
        self, tasks: TaskScope, folder: str, rows: Sequence[AssetRow], files: int, size: int
    ) -> None:
        """Keep the first rows, once it is quiet; none for a folder that is short."""
        head = {"folder": folder, "rows": [kept_of(row) for row in rows]}
        whole = head | {"files": files, "bytes": size}
        if whole != self._kept:
            self._kept = whole
            tasks.debounce("head", PAUSE, self._keep)

    async def _keep(self) -> None:
        await self._store.put_value(NAME, self._kept)
