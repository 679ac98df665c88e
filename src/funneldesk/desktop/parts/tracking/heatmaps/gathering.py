"""Recordings of a page from the newest sessions that began on it."""

import asyncio
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from funneldesk.contract.tracking import ClickFilter, Replay
from funneldesk.desktop.kit.tasks import in_thread
from funneldesk.desktop.parts.tracking.replay.page_pictures import place_of
from funneldesk.desktop.parts.tracking.replay.recording import Recording
from funneldesk.desktop.sections.operations import optional
from funneldesk.desktop.workspace.workspace import Workspace

if TYPE_CHECKING:
    from funneldesk.client import Api

MOST_SESSIONS = 90
AT_ONCE = 4
Told = Callable[[int, int], object]


class Gathering:
    """Reads recordings once each; ``sessions`` is how many sessions were looked through."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace
        self._known: dict[str, Recording] = {}
        self.sessions = 0

    async def of_page(self, page_id: int, slug: str, told: Told) -> list[Recording]:
        """The recordings of a page. ``told`` is told the sessions that are done, and of how many.

        Raises ``ApiError`` where the sessions cannot be listed; what is missing of a session's
        recordings is left out (quirk 53).
        """
        self.sessions = 0
        ids = await self._workspace.run(lambda api: _sessions(api, page_id))
        turn, found, done = asyncio.Semaphore(AT_ONCE), list[Recording](), 0

        async def look(session_id: str) -> None:
            nonlocal done
            async with turn:
                found.extend(await self._of_session(session_id))
            done += 1
            told(done, len(ids))

        await asyncio.gather(*map(look, ids))
        self.sessions = len(ids)
        return [each for each in found if place_of(each.url).rpartition("/")[2] == slug]

    async def _of_session(self, session_id: str) -> list[Recording]:
        run, found = self._workspace.run, list[Recording]()
        with optional():
            for row in await run(lambda api: api.tracking.list_replays(session_id)):
                if row.id not in self._known:
                    with optional():
                        replay = await run(partial(_replay, replay_id=row.id))
                        self._known[row.id] = await in_thread(Recording.of, replay)
                if row.id in self._known:
                    found.append(self._known[row.id])
        return found


async def _replay(api: "Api", replay_id: str) -> Replay:
    return await api.tracking.get_replay(replay_id)


async def _sessions(api: "Api", page_id: int) -> list[str]:
    found: list[str] = []
    async for click in api.tracking.iterate(ClickFilter(pgid=page_id, exclude_bots=True)):
        if click.session_id:
            found.append(click.session_id)
        if len(found) == MOST_SESSIONS:
            break
    return found
