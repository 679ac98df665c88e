"""Sends what changed, and tells the truth about what became of it (quirks 3, 10, 20 and 22)."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from funneldesk.desktop.parts.pages.document import PageDocument
from funneldesk.desktop.parts.pages.library import PageLibrary
from funneldesk.desktop.parts.pages.saving import SavePlan
from funneldesk.desktop.workspace import Workspace

if TYPE_CHECKING:
    pass


@dataclass(frozen=True, slots=True)
class Saved:
    """What the platform has now. ``found_again``: the answer was lost, the page was there."""

    record: dict[str, Any]
    found_again: bool = False


class PageSaver:
    """Writes one document at a time."""

    def __init__(self, workspace: Workspace, library: PageLibrary) -> None:
        self.workspace = workspace
        self.library = library

    async def save(self, document: PageDocument, plan: SavePlan) -> Saved:
        """Create or update. Raises ``ApiError``; a create is never repeated (quirk 10)."""
        found_again = False
        page_id = document.page_id
        if plan.draft is not None:
            try:
                draft = plan.draft
                created = await self.workspace.run(lambda api: api.pages.create(draft))
                page_id = created.id
            except Exception as error:
                page_id = await self._look_for(plan, error)
                found_again = True
        patch = plan.patch
        if patch is not None and page_id is not None:
            wanted = page_id
            await self.workspace.run(lambda api: api.pages.update(wanted, patch))
        record = await self.library.fetch(str(page_id))
        return Saved(record, found_again)

    async def _look_for(self, plan: SavePlan, error: Exception) -> int:
        """Whether a create that got no answer was carried out all the same; else its error."""
        from funneldesk.client.errors import ApiError

        if not isinstance(error, ApiError) or not error.maybe_done or plan.draft is None:
            raise error
        known = set(self.library.rows)
        try:
            listed = await self.workspace.run(lambda api: api.pages.list())
        except ApiError:
            raise error from None
        fresh = [p for p in listed if p.name == plan.draft.title and str(p.id) not in known]
        if len(fresh) != 1:
            raise error
        return fresh[0].id
