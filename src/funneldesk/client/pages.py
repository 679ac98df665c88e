"""Pages (document: Endpoints, Pages; quirks 3, 20 and 22 to 27)."""

import builtins
from collections.abc import AsyncIterator

from funneldesk.client.answer import Answer
from funneldesk.client.calls import Calls
from funneldesk.client.resource import Resource, read_again, read_written
from funneldesk.contract.listing import Listing
from funneldesk.contract.pages import Page, PageDraft, PagePatch, PageSummary


class Pages(Resource):
    """The pages of one brand."""

    def __init__(self, calls: Calls, brand: int) -> None:
        super().__init__(calls, f"/api/brands/{brand}/pages")

    async def list(self) -> builtins.list[PageSummary]:
        """All pages, without their sources; the interface does not paginate them."""
        return builtins.list((await self._listing(f"{self._path}/all", PageSummary)).rows)

    async def slices(self) -> AsyncIterator[Listing[PageSummary]]:
        """All pages in pieces of some hundreds; a failure half way undoes the pieces before it."""
        async for piece in self._slices(f"{self._path}/all", PageSummary):
            yield piece

    async def iterate(self) -> AsyncIterator[PageSummary]:
        """The pages one by one, for ``async for``."""
        for page in await self.list():
            yield page

    async def get(self, page_id: int) -> Page:
        """A page, whole, its html and css byte for byte."""
        return await self._get(f"{self._path}/{page_id}", Page)

    async def create(self, draft: PageDraft) -> Page:
        """Make a page. Never repeated by itself: after a failure with ``maybe_done``, look first.

        An answer without the page (quirk 20) means the newest page of that title; BadAnswer with
        ``maybe_done`` when there is none.
        """
        answer = await self._calls.send("POST", self._path, body=draft.body())
        page = await read_written(answer, Page, "page")
        return page or await read_again(self._newest(answer, draft))

    async def update(self, page_id: int, patch: PagePatch) -> Page:
        """Change what ``patch`` sets; its title always goes along (quirk 22).

        Raises LoginRedirect where a platform answers an update with its login page (quirk 3).
        """
        answer = await self._update(f"{self._path}/{page_id}", patch)
        return await read_written(answer, Page, "page") or await read_again(self.get(page_id))

    async def delete(self, page_id: int) -> None:
        """Delete a page, for good."""
        await self._delete(f"{self._path}/{page_id}")

    async def _newest(self, answer: Answer, draft: PageDraft) -> Page:
        same = [listed.id for listed in await self.list() if listed.name == draft.title]
        if not same:
            raise answer.bad("it does not show the new page, and neither does the list")
        return await self.get(max(same))
