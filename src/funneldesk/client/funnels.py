"""Funnels: pages in a row (document: Endpoints, Funnels; quirks 12 and 40)."""

import builtins
from collections.abc import AsyncIterator

from funneldesk.client.answer import Answer
from funneldesk.client.calls import Calls
from funneldesk.client.resource import Resource, read_again, read_written
from funneldesk.contract.analytics import Period
from funneldesk.contract.funnels import (
    Funnel,
    FunnelDraft,
    FunnelFlow,
    FunnelPatch,
    FunnelSummary,
)


class Funnels(Resource):
    """Funnels of one brand."""

    def __init__(self, calls: Calls, brand: int) -> None:
        super().__init__(calls, f"/api/brands/{brand}/funnels")

    async def list(self) -> builtins.list[FunnelSummary]:
        """All funnels with the number of their pages; the interface does not paginate them."""
        return builtins.list((await self._listing(f"{self._path}/all", FunnelSummary)).rows)

    async def iterate(self) -> AsyncIterator[FunnelSummary]:
        """The funnels one by one, for ``async for``."""
        for funnel in await self.list():
            yield funnel

    async def get(self, funnel_id: int) -> Funnel:
        """A funnel with its pages in their order."""
        return await self._get(f"{self._path}/{funnel_id}", Funnel)

    async def flow(self, funnel_id: int, period: Period) -> FunnelFlow:
        """Sessions by step of a funnel. Raises NotFound on servers that do not report them."""
        return await self._get(f"{self._path}/{funnel_id}/flow", FunnelFlow, period.query())

    async def create(self, draft: FunnelDraft) -> Funnel:
        """Make a funnel. Never repeated by itself: after a failure with ``maybe_done``, look first.

        The answer's shape is not documented (quirk 40): without an id in it, the newest funnel of
        that name is meant; BadAnswer with ``maybe_done`` when there is none.
        """
        answer = await self._post(self._path, draft.body())
        made = await read_written(answer, FunnelSummary, "funnel")
        return await read_again(
            self.get(made.id) if made is not None else self._newest(answer, draft.name)
        )

    async def update(self, funnel_id: int, patch: FunnelPatch) -> Funnel:
        """Change what ``patch`` sets, and read the funnel again (quirk 40)."""
        await self._update(f"{self._path}/{funnel_id}", patch)
        return await read_again(self.get(funnel_id))

    async def delete(self, funnel_id: int) -> None:
        """Delete a funnel; its pages stay."""
        await self._delete(f"{self._path}/{funnel_id}")

    async def clone(self, funnel_id: int) -> FunnelSummary:
        """Copy a funnel with all of its pages; the copy is inactive. Never repeated by itself."""
        answer = await self._post(f"{self._path}/{funnel_id}/clone")
        made = await read_written(answer, FunnelSummary, "funnel")
        if made is None:
            raise answer.bad("it does not show the new funnel")
        return made

    async def _newest(self, answer: Answer, name: str) -> Funnel:
        same = [funnel.id for funnel in await self.list() if funnel.name == name]
        if not same:
            raise answer.bad("it does not show the new funnel, and neither does the list")
        return await self.get(max(same))
