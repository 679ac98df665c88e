"""Components: the visual building blocks of pages (document: Endpoints, Components; quirks 20, 29
to 32).

There is no deletion, and no documented way to change css or config.
"""

import builtins
from collections.abc import AsyncIterator

from funneldesk.client.answer import Answer
from funneldesk.client.calls import Calls, segment
from funneldesk.client.resource import Resource, read_again, read_record, read_written, walk
from funneldesk.contract.components import (
    BuilderConfig,
    Component,
    ComponentChanged,
    ComponentChoice,
    ComponentContent,
    ComponentDraft,
    ComponentFilter,
    ComponentPatch,
    ComponentSummary,
    ContentDraft,
    ContentSaved,
    DraftsDiscarded,
)
from funneldesk.contract.listing import Listing


class Components(Resource):
    """The components of one brand. Every path takes an id or a code; use ids (quirk 32)."""

    def __init__(self, calls: Calls, brand: int) -> None:
        super().__init__(calls, f"/api/brands/{brand}/components")

    async def list(self, page: int = 1, per_page: int = 25) -> Listing[ComponentSummary]:
        """A page of components, without html, css and config (quirk 32)."""
        query = {"page": page, "per_page": per_page}
        return await self._listing(self._path, ComponentSummary, query)

    def iterate(self, per_page: int = 100) -> AsyncIterator[ComponentSummary]:
        """All components one by one, for ``async for``."""
        return walk(lambda page: self.list(page, per_page))

    async def list_all(
        self, wanted: ComponentFilter | None = None
    ) -> builtins.list[ComponentChoice]:
        """All components with a builder config, the others not (quirk 32)."""
        query = wanted.query() if wanted else None
        return builtins.list(
            (await self._listing(f"{self._path}/all", ComponentChoice, query)).rows
        )

    async def get(self, component: int | str) -> Component:
        """A component, whole, its live html and css byte for byte."""
        return await self._get(self._one(component), Component)

    async def create(self, draft: ComponentDraft) -> Component:
        """Make a component. Never repeated by itself: after ``maybe_done``, look first.

        The answer stands under ``pageComponent`` (quirk 20). Raises Invalid for a code that is
        taken; BadAnswer with ``maybe_done`` when neither the answer nor the list shows it.
        """
        answer = await self._post(self._path, draft.body())
        made = await read_written(answer, Component, "pageComponent")
        return made or await read_again(self._newest(answer, draft))

    async def update(self, component: int | str, patch: ComponentPatch) -> ComponentChanged:
        """Change the name and the code; content goes through ``save_content`` (quirk 29).

        Renaming the code rewrites the references in all pages of the brand: copies of pages that
        were read before are out of date afterwards (quirk 31).
        """
        answer = await self._update(self._one(component), patch)
        return await read_written(answer, ComponentChanged, "pageComponent") or await read_again(
            self._get(self._one(component), ComponentChanged)
        )

    async def get_content(
        self, component: int | str, *, published: bool = False
    ) -> ComponentContent:
        """The draft when there is one, unless ``published``; otherwise the live html (quirk 30)."""
        query = {"published": True} if published else None
        return await self._get(f"{self._one(component)}/editor", ComponentContent, query)

    async def save_draft(
        self,
        component: int | str,
        html: str,
        revision_id: int | None = None,
        *,
        replacing: bool = False,
    ) -> ContentSaved:
        """Keep html as a draft, a new one or that of ``revision_id``; the live one stays.

        Raises Conflict (``revision_conflict``) where the draft that was read is not the newest any
        more, on platforms that look; ``replacing`` keeps html all the same.
        """
        draft = ContentDraft(html=html)
        if revision_id is not None:
            draft = ContentDraft(html=html, revision_id=revision_id)
            if not replacing:
                draft = draft.model_copy(update={"expected_revision_id": revision_id})
        answer = await self._calls.send(
            "POST", f"{self._one(component)}/editor", query={"draft": True}, body=draft.body()
        )
        return await read_record(answer, ContentSaved)

    async def publish(
        self, component: int | str, html: str, *, expected_revision_id: int | None = None
    ) -> ContentSaved:
        """Make html live. Discards **all** drafts, those of others too (quirk 30).

        With the draft that was read as ``expected_revision_id`` it raises Conflict where that is
        not the newest any more, on platforms that look.
        """
        draft = ContentDraft(html=html)
        if expected_revision_id is not None:
            draft = ContentDraft(html=html, expected_revision_id=expected_revision_id)
        body = draft.body()
        answer = await self._post(f"{self._one(component)}/editor", body)
        return await read_record(answer, ContentSaved)

    async def discard_drafts(self, component: int | str) -> DraftsDiscarded:
        """Drop all drafts; the live component stays."""
        answer = await self._post(f"{self._one(component)}/editor/discard")
        return await read_record(answer, DraftsDiscarded)

    async def get_builder(
        self, component: int | str, revision_id: int | None = None
    ) -> BuilderConfig:
        """The builder's config, made ready by the platform: never write it back (quirk 32)."""
        query = {"revision_id": revision_id} if revision_id is not None else None
        return await self._get(f"{self._one(component)}/builder", BuilderConfig, query)

    async def can_delete(self, component: int | str) -> bool:
        """Whether the platform says that components can be deleted: the document shows no such
        path. What was learnt once stays so for this connection."""
        return await self._is_offered(self._one(component))

    async def delete(self, component: int | str, *, force: bool = False) -> None:
        """Delete a component, where that is offered.

        Raises Conflict (``component_in_use``) while pages use it, unless ``force``; then they hold
        references to nothing. Raises NotImplementedByPlatform where it is not offered after all.
        """
        path = self._one(component)
        await self._delete_if_offered(f"{path}?force=1" if force else path, self.get(component))

    def _one(self, component: int | str) -> str:
        return f"{self._path}/{segment(component)}"

    async def _newest(self, answer: Answer, draft: ComponentDraft) -> Component:
        """The newest component of the draft's name: it changed last, so it is near the front."""
        same = [row.id for row in (await self.list(per_page=100)).rows if row.name == draft.name]
        if not same:
            raise answer.bad("it does not show the new component, and neither does the list")
        return await self.get(max(same))
