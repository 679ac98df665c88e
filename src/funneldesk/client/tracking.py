"""Tracking: clicks, sessions, replays, short links (document: Endpoints, Tracking; quirk 53)."""

import builtins
from collections.abc import AsyncIterator
from typing import Any

from funneldesk.client.calls import Calls, segment
from funneldesk.client.resource import Resource, read_record, walk
from funneldesk.contract.listing import Listing
from funneldesk.contract.tracking import (
    Click,
    ClickFilter,
    ClicksExport,
    ExportQueued,
    Replay,
    ReplaySummary,
    Session,
    ShortLink,
    ShortLinkDraft,
)


class Tracking(Resource):
    """What visitors did on one brand's pages."""

    def __init__(self, calls: Calls, brand: int) -> None:
        super().__init__(calls, f"/api/brands/{brand}")

    async def list(self, filter: ClickFilter | None = None, *, page: int = 1) -> Listing[Click]:
        """A page of clicks, 30 of them (quirk 14). Raises Invalid for an unknown ``sort_by``."""
        query: dict[str, Any] = {**(filter.query() if filter else {}), "page": page}
        return await self._listing(f"{self._path}/clicks", Click, query)

    async def iterate(self, filter: ClickFilter | None = None) -> AsyncIterator[Click]:
        """The clicks of every page, one by one."""
        async for click in walk(lambda page: self.list(filter, page=page)):
            yield click

    async def get(self, code: str) -> Click:
        """The click of a click code or session id. Raises NotFound."""
        return await self._get(f"{self._path}/clicks/{segment(code)}", Click)

    async def session(self, session_id: str) -> Session:
        """Where a session came from and what happened in it; empty where nothing is known."""
        return await self._get(f"{self._path}/clicks/session/{segment(session_id)}", Session)

    async def export(self, wanted: ClicksExport | None = None) -> ExportQueued:
        """Have clicks exported and sent by mail; never repeated (quirk 10)."""
        body = (wanted or ClicksExport()).body()
        return await read_record(
            await self._post(f"{self._path}/clicks/export", body), ExportQueued
        )

    async def list_replays(self, session_id: str) -> builtins.list[ReplaySummary]:
        """The recordings of a session, one for each page view; the interface paginates none."""
        query = {"session_id": session_id}
        listing = await self._listing(f"{self._path}/replays", ReplaySummary, query)
        return builtins.list(listing.rows)

    async def iterate_replays(self, session_id: str) -> AsyncIterator[ReplaySummary]:
        """The recordings of a session, for ``async for``."""
        for replay in await self.list_replays(session_id):
            yield replay

    async def get_replay(self, replay_id: str) -> Replay:
        """A recording by its document id, not by its session's id.

        A missing one may be an error of any kind (quirk 53): NotFound here, others elsewhere.
        """
        return await self._get(f"{self._path}/replays/{segment(replay_id)}", Replay)

    async def generate_short_link(self, draft: ShortLinkDraft) -> ShortLink:
        """Make a short link. Raises Invalid for what is no web address; never repeated."""
        answer = await self._post(f"{self._path}/short-links/generate", draft.body())
        return await read_record(answer, ShortLink)
