"""Source of a declared section: a copy of a small brand's records, else page by page."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QObject

from funneldesk.contract.listing import Listing
from funneldesk.desktop.records.library.library import library_of
from funneldesk.desktop.records.query import Query
from funneldesk.desktop.records.rows import SummaryRow
from funneldesk.desktop.records.section import RecordSection, listed_kind, row_class
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
        self.library = library_of(workspace, listed_kind(declared))

    async def begin(self) -> None:
        """Show what was copied before, if anything was."""
        if self._declared.mirrored_up_to:
            await self.library.show_local()
            if self.library.loaded:
                self._use_copy(fresh=False)

    async def refresh(self) -> None:
        """Ask the server for the counts, and for the rows in the way that suits their number.

        Raises ``ApiError`` where the counts cannot be read; the rows tell of their own failures.
        """
        try:
            await self.count()
        finally:
            total = next(iter(self.counts.values()), None)
            known_small = total is not None and total <= self._declared.mirrored_up_to
            if known_small or (total is None and self.library.loaded):
                self._use_copy()
            elif isinstance(self._pane.source, PagedRows):
                self._pane.source.refresh()
            else:
                self._use(PagedRows(self._pane.table, self._pane.rows, self.page))

    async def keep(self, summary: Mapping[str, Any]) -> None:
        """Show other values of a record that were just written; nothing else is read."""
        row = row_class(self._declared).of(summary)
        if row.id in self.library.rows:
            await self.library.keep(summary)
        elif row.id in self._pane.rows:
            self._pane.rows[row.id] = row
            self._pane.table.rows.tell_changed(row.id)

    async def count(self) -> None:
        """Ask how many records the views have. Raises ``ApiError``."""
        if self._declared.counts is not None:
            self.counts = await self._workspace.run(self._declared.counts)
            self._pane.views.show_counts(self.counts)

    async def page(self, page: int, query: Query) -> Listing[SummaryRow]:
        """A page of rows. Raises ``ApiError``."""
        declared = self._declared
        listing = await self._workspace.run(lambda api: declared.page(api, page, query))
        rows = map(row_class(declared).of, (each.model_dump(mode="json") for each in listing.rows))
        return replace(listing, rows=tuple(row for row in rows if row.id))

    def _use_copy(self, *, fresh: bool = True) -> None:
        declared, pane = self._declared, self._pane
        if not isinstance(pane.source, MirroredRows):
            filters, sorts = declared.filters, declared.sorts()
            rows = pane.table, pane.rows, self.library
            self._use(MirroredRows(*rows, filters, sorts, pane.groups))
        if fresh and pane.source is not None:
            pane.source.refresh()

    def _use(self, source: MirroredRows | PagedRows[SummaryRow]) -> None:
        """Show the rows of a source, which ends with the pane."""
        source.setParent(self)
        self._pane.use(source)
