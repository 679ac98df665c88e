"""A page made after another one: what goes along, and how a lost answer is looked for."""

from collections.abc import Iterable, Mapping
from typing import Any

from funneldesk.contract.markup_edits import without_records
from funneldesk.contract.pages import (
    TEMPLATE_TYPES,
    UPDATE_ONLY,
    PageDraft,
    PageFields,
    PagePatch,
)
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.local.user_data.drafts import is_new_id
from funneldesk.desktop.parts.pages.kind import PAGES
from funneldesk.desktop.parts.pages.library.library import PageLibrary
from funneldesk.desktop.records.bulk.outcome import BulkItem, Outcome
from funneldesk.desktop.records.making.maker import RecordMaker
from funneldesk.desktop.workspace.workspace import Workspace

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
    made = title or _("{name} (copy)").format(
        name=str(fields.get("name") or _("Untitled page"))[:245]
    )
    return PageDraft.model_validate({"title": made[:LONGEST_TITLE], **known})


def rest_of(fields: Mapping[str, Any], title: str) -> PagePatch | None:
    """The update after the create: what only an update takes (quirk 24), if any of it is set."""
    later = {name: fields[name] for name in sorted(UPDATE_ONLY) if fields.get(name)}
    return PagePatch.model_validate({"title": title, **later}) if later else None


def page_maker(workspace: Workspace, known: Iterable[int]) -> RecordMaker:
    """Creates pages; those of one title are told apart by their html."""
    return RecordMaker(workspace, PAGES, known, lambda d, page: (page.html or "") == (d.html or ""))


class Duplicator:
    """Copies pages within their brand, as drafts with slugs of their own."""

    def __init__(self, workspace: Workspace, library: PageLibrary) -> None:
        self.workspace = workspace
        self.library = library
        known = (int(key) for key in library.rows if not is_new_id(key))
        self.maker = page_maker(workspace, known)
        self.look = self.maker.look

    async def copy(self, item: BulkItem) -> Outcome:
        """One page. Raises ``ApiError``."""
        if is_new_id(item.id):
            return Outcome.skipped(_("It is only on this computer so far."), _("Save it first."))
        page = await PAGES.read(self.workspace, item.id)
        fields = page.model_dump(mode="json")
        draft = copy_of(fields)
        made = await self.maker.make(item, draft, rest_of(fields, draft.title))
        await self.library.fetch(str(made.id))
        return Outcome.done(_("Duplicated as “{name}”.").format(name=made.name))
