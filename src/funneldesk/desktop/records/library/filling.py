"""Fetching whole records one by one in the background, the newest first."""

import asyncio
import time
from collections.abc import Awaitable, Callable

from funneldesk.client.errors import ApiError, NotFound
from funneldesk.desktop.workspace.workspace import ONLINE, Workspace

USER_WORKS = 1.5
PAUSE = 0.05
AT_ONCE = 50
EVERY = 1 << 60
"""As many as there are."""


class UserPause:
    """Waits until the user has done nothing for a moment."""

    def __init__(self) -> None:
        self._acted = 0.0

    def acted(self) -> None:
        """The user does something."""
        self._acted = time.monotonic()

    async def wait(self) -> None:
        """Return once the user rests."""
        rest = self._acted + USER_WORKS - time.monotonic()
        if rest > 0:
            await asyncio.sleep(rest)


async def fill(
    workspace: Workspace,
    part: str,
    fetch: Callable[[str], Awaitable[object]],
    pause: UserPause,
    told: Callable[[], None],
    most: int = EVERY,
) -> None:
    """Fetch what of a part's list is not here whole, until ``most`` are, while nothing better is
    to do.

    ``fetch`` reads a record and keeps it; ``told`` is called after each few dozen, and at the end
    unless the server failed.
    """
    failed: set[str] = set()
    while workspace.connection_state == ONLINE:
        missing = await workspace.store.missing_bodies(part, AT_ONCE + len(failed))
        wanted = [record_id for record_id in missing if record_id not in failed]
        if not wanted or (await workspace.store.coverage(part)).whole >= most:
            break
        for record_id in wanted:
            await pause.wait()
            try:
                await fetch(record_id)
            except NotFound:
                failed.add(record_id)
            except ApiError:
                return
            await asyncio.sleep(PAUSE)
        told()
    told()
