"""Recordings of a page, from the newest sessions that have one, whichever page they began on."""

import asyncio
from collections import Counter
from collections.abc import Callable, Mapping
from datetime import datetime
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

MOST_SESSIONS = 300
MOST_UNSORTED = 90
"""Sessions that are looked through where the server does not tell which have a recording."""
AT_ONCE = 4
ANY_PAGE = 0
Told = Callable[[int, int], object]


class Gathering:
    """Reads recordings once each; ``sessions`` is how many sessions were looked through, and
    ``has_older`` whether the range has more of them.

    ``met`` are the codes of the variants that the session of each recording met, by its id, as far
    as the data of its page views tell them.
    """

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace
        self._known: dict[str, Recording] = {}
        self.met: dict[str, frozenset[str]] = {}
        self.sessions = 0
        self.has_older = False

    async def counts(self, start: datetime | None) -> Counter[int] | None:
        """The newest recorded sessions since ``start``, by page; None where the server does not
        tell. Raises ``ApiError``."""
        found: Counter[int] = Counter()
        seen = 0
        wanted = _filter(ANY_PAGE, start)

        async def read(api: "Api") -> bool:
            nonlocal seen
            async for click in api.tracking.iterate(wanted):
                if click.recorded_pages is None:
                    return False
                found.update(set(click.recorded_pages))
                seen += 1
                if seen == MOST_SESSIONS:
                    break
            return True

        return found if await self._workspace.run(read) else None

    async def of_page(
        self,
        page_id: int,
        slug: str,
        start: datetime | None,
        told: Told,
        *,
        tested: bool = False,
    ) -> list[Recording]:
        """The recordings of a page since ``start``. ``told`` is told the sessions that are done,
        and of how many. Of a page that is ``tested`` the variants are asked for too.

        Raises ``ApiError`` where the sessions cannot be listed; what is missing of a session's
        recordings is left out (quirk 53).
        """
        self.sessions, self.has_older = 0, False
        ids, has_older = await self._workspace.run(partial(_sessions, page_id=page_id, start=start))
        turn, found, done = asyncio.Semaphore(AT_ONCE), list[Recording](), 0

        async def look(session_id: str) -> None:
            nonlocal done
            async with turn:
                own = await self._of_session(session_id, page_id, slug)
                found.extend(own)
                if tested and any(each.id not in self.met for each in own):
                    codes = await self._variants_of(session_id)
                    self.met.update({each.id: codes for each in own})
            done += 1
            told(done, len(ids))

        await asyncio.gather(*map(look, ids))
        self.sessions, self.has_older = len(ids), has_older
        return found

    async def _of_session(self, session_id: str, page_id: int, slug: str) -> list[Recording]:
        run, found = self._workspace.run, list[Recording]()
        with optional():
            for row in await run(lambda api: api.tracking.list_replays(session_id)):
                if row.page_id not in (None, page_id):
                    continue
                if row.id not in self._known:
                    with optional():
                        replay = await run(partial(_replay, replay_id=row.id))
                        self._known[row.id] = await in_thread(Recording.of, replay)
                known = self._known.get(row.id)
                if known is not None and (row.page_id or _slug_of(known) == slug):
                    found.append(known)
        return found

    async def _variants_of(self, session_id: str) -> frozenset[str]:
        with optional():
            session = await self._workspace.run(lambda api: api.tracking.session(session_id))
            return frozenset(code for each in session.events for code in variants_in(each.data))
        return frozenset()


def variants_in(data: object) -> list[str]:
    """The codes of the variants that an event's data name; none where they name none."""
    named = data.get("variants") if isinstance(data, Mapping) else None
    rows = named if isinstance(named, list) else []
    codes = (each.get("node_code") for each in rows if isinstance(each, Mapping))
    return [code for code in codes if isinstance(code, str) and code]


async def codes_of(workspace: Workspace, page_id: int) -> dict[str, frozenset[str]]:
    """The codes of the variants of a page's tests, by their names. Raises ``ApiError``."""

    async def read(api: "Api") -> dict[str, frozenset[str]]:
        found: dict[str, frozenset[str]] = {}
        async for test in api.split_tests.iterate():
            for item in test.config.items if test.page_id == page_id and test.config else ():
                if item.node_code:
                    known = found.get(item.name, frozenset())
                    found[item.name] = known | {item.node_code}
        return found

    return await workspace.run(read)


async def _replay(api: "Api", replay_id: str) -> Replay:
    return await api.tracking.get_replay(replay_id)


async def _sessions(api: "Api", page_id: int, start: datetime | None) -> tuple[list[str], bool]:
    """Session ids, the newest first, and whether there are older ones."""
    found: list[str] = []
    async for click in api.tracking.iterate(_filter(page_id, start)):
        if len(found) == (MOST_UNSORTED if click.recorded_pages is None else MOST_SESSIONS):
            return found, True
        if click.session_id:
            found.append(click.session_id)
    return found, False


def _filter(page_id: int, start: datetime | None) -> ClickFilter:
    """Sessions with a recording of a page; a server that does not know that gives all sessions."""
    wanted = ClickFilter(recorded_page=page_id, exclude_bots=True)
    return wanted if start is None else wanted.model_copy(update={"start": start})


def _slug_of(recording: Recording) -> str:
    return place_of(recording.url).rpartition("/")[2]
