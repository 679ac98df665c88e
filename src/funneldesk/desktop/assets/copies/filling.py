"""Fetching whole records one by one in the background, the newest first."""

import asyncio
from collections.abc import Awaitable, Callable

from funneldesk.client.errors import ApiError, NotFound
from funneldesk.desktop.workspace.workspace import ONLINE, Workspace

PAUSE = 0.05
AT_ONCE = 50


async def fill(
    workspace: Workspace,
    part: str,
    fetch: Callable[[str], Awaitable[object]],
    quiet: Callable[[], Awaitable[None]],
    told: Callable[[], None],
) -> None:
    """Fetch what of a part's list is not here whole, while nothing better is to do.

    ``fetch`` reads a record and keeps it; ``quiet`` waits until the user rests; ``told`` is called
    after each few dozen, and at the end unless the platform failed.
    """
    failed: set[str] = set()
    while workspace.connection_state == ONLINE:
        missing = await workspace.store.missing_bodies(part, AT_ONCE + len(failed))
        wanted = [record_id for record_id in missing if record_id not in failed]
        if not wanted:
            break
        for record_id in wanted:
            await quiet()
            try:
                await fetch(record_id)
            except NotFound:
                failed.add(record_id)
            except ApiError:
                return
            await asyncio.sleep(PAUSE)
        told()
    told()
