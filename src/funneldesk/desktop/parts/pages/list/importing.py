"""Pages from the rows of a file: titles, addresses and settings, as drafts that nobody sees yet."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from funneldesk.desktop.parts.pages.feature import PageFeature
from funneldesk.desktop.parts.pages.kind import PAGES
from funneldesk.desktop.records.importing.action import import_action
from funneldesk.desktop.records.importing.declaration import RecordImport
from funneldesk.desktop.sections.actions import Action

if TYPE_CHECKING:
    from funneldesk.client import Api


async def _listed(api: "Api") -> Mapping[int, str]:
    return {page.id: page.slug or "" for page in await api.pages.list()}


IMPORT = RecordImport(
    PAGES,
    "pages",
    _listed,
    key="slug",
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
