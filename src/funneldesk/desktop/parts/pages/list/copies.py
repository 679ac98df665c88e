"""A page made after another one: what goes along, and how a lost answer is looked for."""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from funneldesk.contract.markup_edits import without_records
from funneldesk.contract.pages import (
    TEMPLATE_TYPES,
    UPDATE_ONLY,
    Page,
    PageDraft,
    PageFields,
    PagePatch,
)
from funneldesk.desktop.local.user_data.drafts import is_new_id
from funneldesk.desktop.parts.pages.library.library import PART, PageLibrary
from funneldesk.desktop.records.bulk.making import MakingCalls, RecordMaker
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


async def _candidates(api: "Api", draft: PageDraft) -> list[int]:
    return [page.id for page in await api.pages.list() if page.name == draft.title]


CALLS: MakingCalls[PageDraft, PagePatch, Page] = MakingCalls(
    part=PART,
    create=lambda api, draft: api.pages.create(draft),
    update=lambda api, page_id, patch: api.pages.update(page_id, patch),
    get=lambda api, page_id: api.pages.get(page_id),
    id_of=lambda page: page.id,
    candidates=_candidates,
    is_made=lambda draft, page: (page.html or "") == (draft.html or ""),
)


class PageMaker(RecordMaker[PageDraft, PagePatch, Page]):
    """Creates pages; those of one title are told apart by their html."""

    def __init__(self, workspace: Workspace, known: Iterable[int]) -> None:
        super().__init__(workspace, CALLS, known)


class Duplicator:
    """Copies pages within their brand, as drafts with slugs of their own."""

    def __init__(self, workspace: Workspace, library: PageLibrary) -> None:
        self.workspace = workspace
        self.library = library
        known = (int(key) for key in library.rows if not is_new_id(key))
        self.maker = PageMaker(workspace, known)
        self.look = self.maker.look

    async def copy(self, item: BulkItem) -> Outcome:
        """One page. Raises ``ApiError``."""
        if is_new_id(item.id):
            return Outcome.skipped("It is only on this computer so far.", "Save it first.")
        page = await self.workspace.run(lambda api: api.pages.get(int(item.id)))
        fields = page.model_dump(mode="json")
        draft = copy_of(fields)
        made = await self.maker.make(item, draft, rest_of(fields, draft.title))
        await self.library.fetch(str(made.id))
        return Outcome.done(f"Duplicated as “{made.name}”.")
