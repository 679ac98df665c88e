"""Asking a server again and again: often while somebody looks, seldom otherwise, and not at all
while it cannot be reached or asks for rest (quirk 9)."""

import asyncio
import random
import time
from collections.abc import Awaitable, Callable

from PySide6.QtCore import QObject

from funneldesk.client.errors import ApiError, RateLimited, ServerFault
from funneldesk.desktop.kit.tasks import TaskScope, resting
from funneldesk.desktop.sections.operations import optional
from funneldesk.desktop.workspace.workspace import ONLINE, Workspace

FRONT, BEHIND, AWAY = 15.0, 60.0, 180.0
"""Seconds between two calls: what is asked about is in front of the user; another part of the
program is; no window of the program is."""
LONGEST_REST = 900.0
PAUSE = 0.5
"""Several changes in a row are asked about once."""


class Poller(QObject):
    """Calls ``ask`` (which may raise ``ApiError``) while the brand is online, one call at a time.

    ``every`` tells how many seconds are to lie between two calls as things are now; ``again``
    has that looked at anew. A refusal for being asked too often doubles the rest, or keeps the
    one that the server asks for; the first answer ends it. What ``ask`` raises is passed over:
    it only adds to what is shown.
    """

    def __init__(
        self,
        workspace: Workspace,
        ask: Callable[[], Awaitable[object]],
        every: Callable[[], float],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self.rest = 0.0
        """Seconds of rest that the server asked for, or made necessary."""
        self._workspace, self._ask, self._every = workspace, ask, every
        self._changed = asyncio.Event()
        self._soon = False
        self._asked = -LONGEST_REST
        self._tasks = TaskScope(self)
        workspace.connection_changed.connect(self.soon)

    def begin(self) -> None:
        """Ask for the first time, and go on."""
        self._soon = True
        self._tasks.latest("poll", self._go_on())

    def soon(self) -> None:
        """Something has changed that the answer may tell of."""
        self._soon = True
        self._changed.set()

    def again(self) -> None:
        """Somebody looks now, or looks away."""
        self._changed.set()

    def end(self) -> None:
        """Ask no more."""
        self._tasks.end()

    async def _go_on(self) -> None:
        while True:
            await self._wait()
            if self._workspace.connection_state == ONLINE:
                self._soon = False
                await self._once()

    async def _wait(self) -> None:
        """Until it is time for the next call."""
        while True:
            self._changed.clear()
            online = self._workspace.connection_state == ONLINE
            left = self._due() - time.monotonic() if online else None
            if left is not None and left <= 0:
                return
            try:
                async with asyncio.timeout(left):
                    with resting():
                        await self._changed.wait()
            except TimeoutError:
                return

    def _due(self) -> float:
        if self.rest:
            return self._asked + self.rest
        return self._asked + (PAUSE if self._soon else self._every())

    async def _once(self) -> None:
        await asyncio.sleep(0 if self._asked < 0 else PAUSE * random.random())  # noqa: S311
        with optional() as asked:
            await self._ask()
        self._learn(asked.error)
        self._asked = time.monotonic()

    def _learn(self, error: ApiError | None) -> None:
        if isinstance(error, RateLimited):
            longer = max(self.rest * 2, self._every())
            self.rest = min(max(error.retry_after or 0.0, longer), LONGEST_REST)
        elif isinstance(error, ServerFault):
            self.rest = min(max(self.rest * 2, self._every()), LONGEST_REST)
        else:
            self.rest = 0.0
