"""Pages as a kind of record: how they are read, planned, saved and published."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from funneldesk.contract.pages import UPDATE_ONLY, PageDraft, PagePatch
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.pages.edit.draft import LocalPageDraft
from funneldesk.desktop.parts.pages.fields import BULK_GROUPS
from funneldesk.desktop.parts.pages.save.review import review_page
from funneldesk.desktop.records.kind import RecordKind
from funneldesk.desktop.records.save.writes import Lifecycle, Making, RecordWrites

if TYPE_CHECKING:
    from funneldesk.client import Api
    from funneldesk.contract.pages import Page

DONE = {"published": _("Published"), "offline": _("Taken offline"), "draft": _("Draft saved")}


async def _get(api: "Api", page_id: int) -> "Page":
    return await api.pages.get(page_id)


async def _create(api: "Api", draft: PageDraft) -> "Page":
    return await api.pages.create(draft)


async def _update(api: "Api", page_id: int, patch: PagePatch) -> "Page":
    return await api.pages.update(page_id, patch)


async def _delete(api: "Api", page_id: int) -> None:
    await api.pages.delete(page_id)


async def _named(api: "Api", title: str) -> Iterable[int]:
    return [page.id for page in await api.pages.list() if page.name == title]


WRITES = RecordWrites(
    PagePatch,
    _update,
    Making(PageDraft, _create, _named),
    _delete,
    always=("title",),
    update_only=frozenset(UPDATE_ONLY),
    cleared="",
    copied={"slug": ""},
    lifecycle=Lifecycle("status", "draft", "published", DONE),
    review=review_page,
)
PAGES = RecordKind("pages", "page", LocalPageDraft, _get, WRITES, BULK_GROUPS)
