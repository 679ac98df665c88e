"""The brand's pages on this computer, with the number of their split tests."""

from collections.abc import AsyncIterator, Mapping
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject

from funneldesk.contract.listing import Listing
from funneldesk.desktop.assets.copies import pages
from funneldesk.desktop.assets.copies.brand_copies import BrandCopies
from funneldesk.desktop.parts.pages.kind import PAGES
from funneldesk.desktop.parts.pages.list.rows import PageRow
from funneldesk.desktop.records.kind import ListedKind
from funneldesk.desktop.records.library.filling import EVERY
from funneldesk.desktop.records.library.library import RecordLibrary
from funneldesk.desktop.workspace.workspace import Workspace

if TYPE_CHECKING:
    from funneldesk.client import Api
    from funneldesk.contract.pages import Page, PageSummary

PART = "pages"


def _slices(api: "Api") -> "AsyncIterator[Listing[PageSummary]]":
    return api.pages.slices()


async def _get(api: "Api", page_id: str) -> "Page":
    return await api.pages.get(int(page_id))


LISTED = ListedKind(pages.PAGES, "page", PageRow, _slices, _get, edited=PAGES, fills=EVERY)


class PageLibrary(RecordLibrary[PageRow]):
    """Counts the split tests of the pages that are here whole."""

    def __init__(self, workspace: Workspace, parent: QObject | None = None) -> None:
        super().__init__(workspace, LISTED, parent)

    async def _added(self, body: Mapping[str, Any]) -> dict[str, Any]:
        return await pages.counted_tests(body)

    def take_along(self, row: PageRow, known: PageRow, summary: dict[str, Any]) -> None:
        row.tests = known.tests if known.updated_at == row.updated_at else None
        summary["tests"] = row.tests

    async def _refreshed(self) -> None:
        await self.workspace.shared(BrandCopies).leave(PART, self.covered)
