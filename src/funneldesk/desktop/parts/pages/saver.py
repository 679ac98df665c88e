"""Sends what changed, and tells the truth about what became of it (quirks 3, 10, 20 and 22)."""

from typing import TYPE_CHECKING

from funneldesk.contract.pages import Page, PageDraft
from funneldesk.desktop.parts.pages.document import PageDocument
from funneldesk.desktop.parts.pages.library import PageLibrary
from funneldesk.desktop.parts.pages.saving import SavePlan
from funneldesk.desktop.workspace import Workspace

if TYPE_CHECKING:
    from funneldesk.client.errors import ApiError


class PageSaver:
    """Writes one document at a time; ``found_again``: an answer was lost, the page was there."""

    def __init__(self, workspace: Workspace, library: PageLibrary) -> None:
        self.workspace = workspace
        self.library = library
        self.found_again = False

    async def save(self, document: PageDocument, plan: SavePlan) -> None:
        """Create, update or both; the document takes over what was stored.

        Raises ``ApiError``; a create is never repeated (quirk 10).
        """
        self.found_again = False
        if plan.draft is not None:
            created = await self._create(plan.draft)
            document.accept(created, plan.draft.body())
        page_id = document.page_id
        if plan.patch is not None and page_id is not None:
            patch = plan.patch
            updated = await self.workspace.run(lambda api: api.pages.update(page_id, patch))
            document.accept(updated, patch.body())

    async def _create(self, draft: PageDraft) -> Page:
        from funneldesk.client.errors import ApiError

        try:
            return await self.workspace.run(lambda api: api.pages.create(draft))
        except ApiError as error:
            if not error.maybe_done:
                raise
            return await self._look_for(draft, error)

    async def _look_for(self, draft: PageDraft, error: "ApiError") -> Page:
        """Whether a create that got no answer was carried out all the same; else its error."""
        from funneldesk.client.errors import ApiError

        known = set(self.library.rows)
        try:
            listed = await self.workspace.run(lambda api: api.pages.list())
        except ApiError:
            raise error from None
        fresh = [p for p in listed if p.name == draft.title and str(p.id) not in known]
        if len(fresh) != 1:
            raise error
        self.found_again = True
        return await self.workspace.run(lambda api: api.pages.get(fresh[0].id))
