"""Pages from the rows of a file: titles, addresses and settings, as drafts that nobody sees yet."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from funneldesk.desktop.parts.pages.feature import PageFeature
from funneldesk.desktop.parts.pages.kind import PAGES
from funneldesk.desktop.records.importing.action import import_action
from funneldesk.desktop.records.importing.declaration import RecordImport, Values
from funneldesk.desktop.records.importing.sameness import exact
from funneldesk.desktop.sections.actions import Action

if TYPE_CHECKING:
    from funneldesk.client import Api


async def _listed(api: "Api") -> Mapping[str, Values]:
    pages = await api.pages.list()
    return {str(page.id): {"title": page.name, "slug": page.slug or ""} for page in pages}


IMPORT = RecordImport(
    PAGES,
    "pages",
    _listed,
    keys={"slug": exact},
    delete=PAGES.writes.delete,
    synonyms={
        "title": ("name", "page", "page-title"),
        "slug": ("address", "url", "path", "permalink"),
        "type": ("type", "template"),
        "seo_title": ("seo-title", "meta-title"),
        "seo_description": ("seo-description", "meta-description", "description"),
    },
)


class PageImport(PageFeature):
    """Import of pages from CSV and Excel."""

    def declare(self) -> Sequence[Action]:
        return (import_action(self.context.section, PAGES.part, IMPORT.units),)
