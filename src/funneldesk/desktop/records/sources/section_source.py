"""Source of a declared section: a copy of a small brand's records, else page by page."""

from collections.abc import Mapping

from PySide6.QtCore import QObject

from funneldesk.contract.listing import Listing
from funneldesk.desktop.records.query import Query
from funneldesk.desktop.records.rows import RecordRow
from funneldesk.desktop.records.section import RecordSection
from funneldesk.desktop.records.sources.mirror import Mirror
from funneldesk.desktop.records.sources.mirrored import MirroredRows
from funneldesk.desktop.records.sources.paged import PagedRows
from funneldesk.desktop.records.table.table_pane import TablePane
from funneldesk.desktop.workspace.workspace import Workspace


class SectionSource(QObject):
    """Gives a pane its rows. ``counts`` are those of the views, as far as they are known."""

    def __init__(self, workspace: Workspace, declared: RecordSection, pane: TablePane) -> None:
        super().__init__(pane)
        self.counts: Mapping[str, int] = {}
        self._workspace = workspace
        self._declared = declared
        self._pane = pane
        first = declared.first_query()
        self.mirror = Mirror(
            workspace.store, declared.part, lambda page: self.page(page, first), declared.row
        )
        self.mirror.setParent(self)

    async def begin(self) -> None:
        """Show what was copied before, if anything was."""
        if self._declared.mirrored_up_to:
            await self.mirror.recall()
            if self.mirror.loaded:
                self._use_mirror()

    async def refresh(self) -> None:
        """Ask the server for the counts, and for the rows in the way that suits their number.

        Raises ``ApiError`` where the counts cannot be read; the rows tell of their own failures.
        """
        try:
            await self._count()
        finally:
            total = next(iter(self.counts.values()), None)
            known_small = total is not None and total <= self._declared.mirrored_up_to
            if known_small or (total is None and self.mirror.loaded):
                self._use_mirror()
                self.mirror.refresh()
            elif isinstance(self._pane.source, PagedRows):
                self._pane.source.refresh()
            else:
                self._pane.use(PagedRows(self._pane.table, self._pane.rows, self.page))

    async def page(self, page: int, query: Query) -> Listing[RecordRow]:
        """A page of rows. Raises ``ApiError``."""
        declared = self._declared
        listing = await self._workspace.run(lambda api: declared.page(api, page, query))
        rows = (declared.row(found.model_dump(mode="json")) for found in listing.rows)
        return Listing(
            tuple(row for row in rows if row.id),
            listing.current_page,
            listing.per_page,
            listing.total,
            listing.last_page,
            listing.extra,
            listing.unread,
        )

    async def _count(self) -> None:
        if self._declared.counts is not None:
            self.counts = await self._workspace.run(self._declared.counts)
            self._pane.views.show_counts(self.counts)

    def _use_mirror(self) -> None:
        if not isinstance(self._pane.source, MirroredRows):
            declared, pane = self._declared, self._pane
            rows = MirroredRows(
                pane.table, pane.rows, self.mirror, declared.filters, declared.sorts()
            )
            pane.use(rows)
