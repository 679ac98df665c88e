"""Sends what changed, and tells the truth about what became of it (quirks 3, 10, 20 and 22)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from funneldesk.contract.pages import Page, PageDraft
from funneldesk.desktop.parts.pages.document import PageDocument
from funneldesk.desktop.parts.pages.library import PageLibrary
from funneldesk.desktop.parts.pages.saving import plan_save
from funneldesk.desktop.workspace import Workspace

if TYPE_CHECKING:
    from funneldesk.client.errors import ApiError


@dataclass(frozen=True, slots=True)
class Attempt:
    """A create that got no answer: its title, and the pages that there were before it."""

    title: str
    known: frozenset[str]


class PageSaver:
    """Writes one document at a time. ``found_again``: an answer was lost, the page was there.
    ``doubtful``: sources that the platform answered in another form than they were sent."""

    def __init__(self, workspace: Workspace, library: PageLibrary) -> None:
        self.workspace = workspace
        self.library = library
        self.found_again = False
        self.doubtful: tuple[str, ...] = ()
        self._unsure: WeakKeyDictionary[PageDocument, Attempt] = WeakKeyDictionary()

    async def save(self, document: PageDocument, status: str | None) -> tuple[str, ...]:
        """Create, update or both; the document takes over what was stored.

        Gives the fields whose value is another one now than what was typed.

        Raises ``ApiError``. A create that may have been carried out is never repeated before it
        was looked for (quirk 10).
        """
        self.found_again = False
        self.doubtful = ()
        taken: tuple[str, ...] = ()
        plan = plan_save(document, status)
        if plan.draft is not None:
            draft = plan.draft
            page = await self._found_from_before(document) or await self._create(document, draft)
            if self.found_again:
                taken += document.rebase(page)
                plan = plan_save(document, status)
            else:
                taken += self._accept(document, page, draft.body())
        page_id, patch = document.page_id, plan.patch
        if patch is not None and page_id is not None:
            updated = await self.workspace.run(lambda api: api.pages.update(page_id, patch))
            taken += self._accept(document, updated, patch.body())
        # Nobody types the status: it was set by this save, and is as the platform answered.
        return taken + document.revert("status")

    def _accept(
        self, document: PageDocument, answer: Page, sent: Mapping[str, object]
    ) -> tuple[str, ...]:
        """Two saves may cross: an answer with somebody else's source does not replace what was
        typed, nor count as saved. It stays unsaved, and the next save compares it."""
        doubtful = document.answered_otherwise(answer, sent)
        self.doubtful += doubtful
        return document.accept(answer, sent, doubtful)

    async def _found_from_before(self, document: PageDocument) -> Page | None:
        attempt = self._unsure.get(document)
        page = await self._look_for(attempt) if attempt is not None else None
        if page is not None:
            self._settle(document)
        return page

    async def _create(self, document: PageDocument, draft: PageDraft) -> Page:
        attempt = Attempt(draft.title, frozenset(self.library.rows))
        try:
            page = await self.workspace.run(lambda api: api.pages.create(draft))
        except self._errors() as error:
            if not error.maybe_done:
                raise
            self._unsure[document] = attempt
            found = await self._look_after(attempt)
            if found is None:
                raise
            self._settle(document)
            return found
        self._unsure.pop(document, None)
        return page

    async def _look_after(self, attempt: Attempt) -> Page | None:
        """What can be seen right after an answer was lost; often nothing can."""
        try:
            return await self._look_for(attempt)
        except self._errors():
            return None

    async def _look_for(self, attempt: Attempt) -> Page | None:
        """The page of an earlier attempt, if it was made. Raises ``ApiError``."""
        listed = await self.workspace.run(lambda api: api.pages.list())
        fresh = [p for p in listed if p.name == attempt.title and str(p.id) not in attempt.known]
        if len(fresh) != 1:
            return None
        return await self.workspace.run(lambda api: api.pages.get(fresh[0].id))

    def _settle(self, document: PageDocument) -> None:
        self._unsure.pop(document, None)
        self.found_again = True

    @staticmethod
    def _errors() -> "type[ApiError]":
        from funneldesk.client.errors import ApiError

        return ApiError
