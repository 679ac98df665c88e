"""The brand's pages, components, blogs and style sheets, whole on this computer.

Sections that keep their own part say so (``leave``); the others are filled from here, one call in
flight, while the user rests.
"""

import asyncio
from functools import partial

from PySide6.QtCore import QObject, Signal, SignalInstance

from funneldesk.client.errors import ApiError
from funneldesk.desktop.assets.copies.sources import SOURCES, Source
from funneldesk.desktop.kit.tasks import TaskScope
from funneldesk.desktop.records.library.filling import UserPause, fill
from funneldesk.desktop.workspace.workspace import Workspace

PARTS = tuple(SOURCES)
LISTED = "copies.listed"
"""Where the parts are kept whose list was read at least once."""


class BrandCopies(QObject):
    """One for all sections of a brand. ``filled`` tells the part of which more is here now."""

    filled = Signal(str)

    def __init__(self, workspace: Workspace, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.workspace = workspace
        self.tasks = TaskScope(self)
        self._left: set[str] = set()
        self._pause = UserPause()
        self._gate = asyncio.Lock()
        self._noting = asyncio.Lock()

    def user_acted(self) -> None:
        """The user does something: the background waits a moment."""
        self._pause.acted()

    async def leave(self, part: str, covered: SignalInstance | None = None) -> None:
        """A section has just read the list of this part, and goes on to keep it; ``covered`` tells
        that it has more of it whole."""
        self.tasks.cancel(part)
        if covered is not None and part not in self._left:
            covered.connect(partial(self.filled.emit, part))
        self._left.add(part)
        await self._note_listed(part)
        self.filled.emit(part)

    async def listed(self) -> frozenset[str]:
        """The parts whose list was read at least once."""
        return frozenset(await self.workspace.store.value(LISTED, []))

    def refresh(self, *parts: str) -> None:
        """Read the lists of some parts, or of all, and fetch what is new."""
        for part in parts or PARTS:
            if part in SOURCES and part not in self._left:
                self.tasks.latest(part, self._refresh(part, SOURCES[part]))

    async def _refresh(self, part: str, source: Source) -> None:
        async def fetch(record_id: str) -> None:
            async with self._gate:
                await source.fetch(self.workspace, record_id)

        try:
            async with self._gate:
                await source.list(self.workspace)
        except ApiError:
            # What is known stays; the answers say how much that is.
            return
        await self._note_listed(part)
        await fill(self.workspace, part, fetch, self._pause, lambda: self.filled.emit(part))

    async def _note_listed(self, part: str) -> None:
        async with self._noting:  # Parts are listed side by side: none may write over another.
            listed = await self.listed()
            if part not in listed:
                await self.workspace.store.put_value(LISTED, sorted(listed | {part}))
