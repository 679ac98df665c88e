"""A page made after another one: what goes along, and how a lost answer is looked for."""

from collections.abc import Awaitable, Iterable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from funneldesk.contract.markup_edits import without_records
from funneldesk.contract.pages import (
    TEMPLATE_TYPES,
    UPDATE_ONLY,
    Page,
    PageDraft,
    PageFields,
    PagePatch,
    PageSummary,
)
from funneldesk.desktop.local.user_data.drafts import is_new_id
from funneldesk.desktop.parts.pages.library.library import PageLibrary
from funneldesk.desktop.records.bulk.outcome import BulkItem, Outcome
from funneldesk.desktop.workspace.workspace import Workspace

if TYPE_CHECKING:
    from funneldesk.client import Api

NOT_COPIED = frozenset({"slug", "status", "is_index", "page_type"})
LONGEST_TITLE = 255


def copy_of(fields: Mapping[str, Any], title: str = "") -> PageDraft:
    """The body that creates a copy: every field that a create takes, but what has to be its own.

    Without a ``title`` it is the page's own with "(copy)" behind it.
    """
    known = {
        name: value
        for name, value in fields.items()
        if name in PageFields.model_fields and name not in NOT_COPIED and value is not None
    }
    if "html" in known:
        known["html"] = without_records(known["html"])
    kind = fields.get("type")
    if kind in TEMPLATE_TYPES:
        known["type"] = kind
    made = title or f"{str(fields.get('name') or 'Untitled page')[:245]} (copy)"
    return PageDraft.model_validate({"title": made[:LONGEST_TITLE], **known})


def rest_of(fields: Mapping[str, Any], title: str) -> PagePatch | None:
    """The update after the create: what only an update takes (quirk 24), if any of it is set."""
    later = {name: fields[name] for name in sorted(UPDATE_ONLY) if fields.get(name)}
    return PagePatch.model_validate({"title": title, **later}) if later else None


class PageMaker:
    """Creates a page for each item of a run, never the same one twice (quirk 10).

    ``known`` are the ids that there were before. ``made`` keeps what was created for an item, so
    that another try goes on where the first one broke off.
    """

    def __init__(self, workspace: Workspace, known: Iterable[int]) -> None:
        self.workspace = workspace
        self.made: dict[str, int] = {}
        self._known = set(known)
        self._sent: dict[str, PageDraft] = {}

    async def make(self, item: BulkItem, draft: PageDraft, rest: PagePatch | None) -> Page:
        """The page for an item, with what only an update takes. Raises ``ApiError``."""
        page_id = self.made.get(item.id)
        page: Page | None = None
        if page_id is None:
            self._sent[item.id] = draft
            page = await self.workspace.run(partial(_create, draft))
            page_id = self._keep(item, page.id)
        if rest is not None:
            return await self.workspace.run(partial(_put, page_id, rest))
        if page is None:
            return await self.workspace.run(partial(_get, page_id))
        return page

    def was_sent(self, item: BulkItem) -> bool:
        """Whether a create went out for an item."""
        return item.id in self._sent

    async def was_made(self, item: BulkItem) -> bool:
        """After a lost answer: whether the create arrived; it is known from then on.

        A page that cannot be told apart from another new one counts as not found. Raises
        ``ApiError``.
        """
        if item.id in self.made:
            return True
        draft = self._sent[item.id]
        listed = await self.workspace.run(_list)
        fresh = [p.id for p in listed if p.name == draft.title and p.id not in self._known]
        if len(fresh) != 1:
            return False
        page = await self.workspace.run(partial(_get, fresh[0]))
        if (page.html or "") != (draft.html or ""):
            return False
        self._keep(item, page.id)
        return True

    def _keep(self, item: BulkItem, page_id: int) -> int:
        self.made[item.id] = page_id
        self._known.add(page_id)
        return page_id


class Duplicator:
    """Copies pages within their brand, as drafts with slugs of their own."""

    def __init__(self, workspace: Workspace, library: PageLibrary) -> None:
        self.workspace = workspace
        self.library = library
        known = (int(key) for key in library.rows if not is_new_id(key))
        self.maker = PageMaker(workspace, known)

    async def copy(self, item: BulkItem) -> Outcome:
        """One page. Raises ``ApiError``."""
        if is_new_id(item.id):
            return Outcome.skipped("It is only on this computer so far.", "Save it first.")
        page = await self.workspace.run(partial(_get, int(item.id)))
        fields = page.model_dump(mode="json")
        draft = copy_of(fields)
        made = await self.maker.make(item, draft, rest_of(fields, draft.title))
        await self.library.fetch(str(made.id))
        return Outcome.done(f"Duplicated as “{made.name}”.")

    async def look(self, item: BulkItem) -> Outcome | None:
        """After a lost answer: go on with the copy when it is there. Raises ``ApiError``."""
        if await self.maker.was_made(item):
            return None
        return Outcome.unknown(
            "The answer was lost on the way, and the list does not show the copy.",
            "Refresh the list, and try again if it stays so.",
        )


def _list(api: "Api") -> "Awaitable[list[PageSummary]]":
    return api.pages.list()


def _get(page_id: int, api: "Api") -> "Awaitable[Page]":
    return api.pages.get(page_id)


def _create(draft: PageDraft, api: "Api") -> "Awaitable[Page]":
    return api.pages.create(draft)


def _put(page_id: int, patch: PagePatch, api: "Api") -> "Awaitable[Page]":
    return api.pages.update(page_id, patch)
