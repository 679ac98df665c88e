"""Sends what changed, and tells the truth about what became of it (quirks 3, 10, 20 and 22)."""

from collections.abc import Mapping

from funneldesk.client.errors import ApiError
from funneldesk.contract.pages import Page, PageDraft
from funneldesk.desktop.parts.pages.edit.draft import LocalPageDraft
from funneldesk.desktop.parts.pages.library.library import PART, PageLibrary
from funneldesk.desktop.parts.pages.save.request import plan_save
from funneldesk.desktop.records.edit.attempts import Attempt, Attempts
from funneldesk.desktop.workspace.workspace import Workspace


class PageSaver:
    """Writes one draft at a time. ``found_again``: an answer was lost, the page was there.
    ``doubtful``: sources that the platform answered in another form than they were sent."""

    def __init__(self, workspace: Workspace, library: PageLibrary) -> None:
        self.workspace = workspace
        self.library = library
        self.found_again = False
        self.doubtful: tuple[str, ...] = ()
        self.attempts = Attempts(PART, workspace.store)

    async def save(
        self, draft: LocalPageDraft, record_id: str, status: str | None
    ) -> tuple[str, ...]:
        """Create, update or both; the draft takes over what was stored.

        ``record_id`` is that of the draft; who drops it ends its entry in ``attempts``.

        Gives the fields whose value is another one now than what was typed.

        Raises ``ApiError``. A create that may have been carried out is never repeated before it
        was looked for (quirk 10).
        """
        self.found_again = False
        self.doubtful = ()
        taken: tuple[str, ...] = ()
        plan = plan_save(draft, status)
        if plan.create is not None:
            create = plan.create
            page = await self._found_from_before(record_id)
            if page is None:
                page = await self._create(record_id, create)
            if self.found_again:
                taken += draft.rebase(page)
                plan = plan_save(draft, status)
            else:
                taken += self._accept(draft, page, create.body())
        page_id, patch = draft.id, plan.patch
        if patch is not None and page_id is not None:
            updated = await self.workspace.run(lambda api: api.pages.update(page_id, patch))
            taken += self._accept(draft, updated, patch.body())
        # Nobody types the status: it was set by this save, and is as the platform answered.
        return taken + draft.revert("status")

    def _accept(
        self, draft: LocalPageDraft, answer: Page, sent: Mapping[str, object]
    ) -> tuple[str, ...]:
        """Two saves may cross: an answer with somebody else's source does not replace what was
        typed, nor count as saved. It stays unsaved, and the next save compares it."""
        doubtful = draft.answered_otherwise(answer, sent)
        self.doubtful += doubtful
        return draft.accept(answer, sent, doubtful)

    async def _found_from_before(self, record_id: str) -> Page | None:
        attempt = await self.attempts.of(record_id)
        page = await self._look_for(attempt) if attempt is not None else None
        self.found_again = page is not None
        return page

    async def _create(self, record_id: str, create: PageDraft) -> Page:
        attempt = await self.attempts.begin(record_id, create.title, self.library.rows)
        try:
            return await self.workspace.run(lambda api: api.pages.create(create))
        except self._errors() as error:
            if not error.maybe_done:
                await self.attempts.end(record_id)
                raise
            found = await self._look_after(attempt)
            if found is None:
                raise
            self.found_again = True
            return found

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

    @staticmethod
    def _errors() -> "type[ApiError]":
        return ApiError
