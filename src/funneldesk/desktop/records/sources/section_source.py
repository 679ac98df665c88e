"""Source of a declared section: a copy of a small brand's records, else page by page."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QObject

from funneldesk.contract.listing import Listing
from funneldesk.desktop.kit.tasks import TaskScope
from funneldesk.desktop.records.library.library import library_of
from funneldesk.desktop.records.query import Query
from funneldesk.desktop.records.reminders.reminders import Reminders
from funneldesk.desktop.records.rows import SummaryRow
from funneldesk.desktop.records.section import RecordSection, listed_kind, row_class
from funneldesk.desktop.records.sources.mirrored import MirroredRows
from funneldesk.desktop.records.sources.paged import PagedRows
from funneldesk.desktop.records.table.table_pane import TablePane
from funneldesk.desktop.records.views.view_counts import count_views
from funneldesk.desktop.sections.operations import optional
from funneldesk.desktop.workspace.workspace import Workspace

COUNT_PAUSE = 0.3


class SectionSource(QObject):
    """Gives a pane its rows. ``counts`` are those that the server tells of the views."""

    def __init__(self, workspace: Workspace, declared: RecordSection, pane: TablePane) -> None:
        super().__init__(pane)
        self.counts: Mapping[str, int] = {}
        self._workspace = workspace
        self._declared = declared
        self._pane = pane
        self._own_counts: Mapping[str, int] = {}
        self._tasks = TaskScope(self)
        self.library = library_of(workspace, listed_kind(declared))
        self.reminders = workspace.shared(Reminders, declared.part) if declared.snoozes else None
        if self.reminders is not None:
            # Before the rows of the library are shown anywhere.
            self.library.replaced.connect(self._mark_rows)
            self.reminders.changed.connect(self._snoozed)
        self.library.updated.connect(self._count_soon)
        pane.views.views.changed.connect(self._count_soon)

    async def begin(self) -> None:
        """Show what was copied before, if anything was."""
        if self.reminders is not None:
            await self.reminders.begin()
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
            if self._declared.fills and isinstance(self._pane.source, PagedRows):
                self._tasks.latest("newest", self._copy_newest())

    async def _copy_newest(self) -> None:
        """Of a list too large to copy the newest records are here: read offline, and found by
        what only the whole of them says."""
        with optional():
            await self.library.refresh(self._declared.fills)

    async def take(self, summaries: Sequence[Mapping[str, Any]]) -> None:
        """Show rows that the server told of meanwhile; nothing else is read."""
        for summary in summaries:
            await self.keep(summary, added=True)

    async def keep(self, summary: Mapping[str, Any], *, added: bool = False) -> None:
        """Show other values of a record that were just written; nothing else is read.

        ``added``: one that was not in the list yet is put into it."""
        row, pane, query = row_class(self._declared).of(summary), self._pane, self._pane.query
        if row.id in pane.read:
            pane.read[row.id] = row
        if isinstance(pane.source, PagedRows):
            self._mark(row)
            first = added and query.sort == self._declared.first_sort and query.descending
            sought = bool(query.text)  # Its words only the server can seek.
            if row.id in pane.rows:
                pane.source.take(row, fits=sought or self._fits(row, query))
            elif first and not sought and self._fits(row, query):
                pane.source.take(row, fits=True)
        elif added or row.id in self.library.rows:
            known = self.library.rows.get(row.id)
            if known is None or known.summary != row.summary:
                await self.library.keep(summary)

    async def count(self) -> None:
        """Ask how many records the views have. Raises ``ApiError``."""
        if self._declared.counts is not None:
            self.take_counts(await self._workspace.run(self._declared.counts))

    def count_again(self) -> None:
        """Ask once more, since there is one more or less; failing that the last counts stand."""
        self._tasks.latest("again", self._count_again())

    async def _count_again(self) -> None:
        with optional():
            await self.count()

    def take_counts(self, counts: Mapping[str, int]) -> None:
        """The server told how many records the views have."""
        self.counts = counts
        self._count_soon()
        self._show_counts()

    async def page(self, page: int, query: Query) -> Listing[SummaryRow]:
        """A page of rows. Raises ``ApiError``."""
        declared = self._declared
        if self.reminders is not None and query.choices.get("snoozed") is True:
            return Listing(tuple(row for row in self._sleepers() if self._fits(row, query)))
        listing = await self._workspace.run(lambda api: declared.page(api, page, query))
        found = map(row_class(declared).of, (each.model_dump(mode="json") for each in listing.rows))
        rows = tuple(row for row in found if row.id)
        if page == 1 and query.text and declared.texts is not None:
            more = await self._found_here(query, {row.id for row in rows})
            total = listing.total + len(more) if listing.total is not None else None
            listing, rows = replace(listing, total=total), self._in_order((*rows, *more), query)
        if self.reminders is None:
            return replace(listing, rows=rows)
        for row in rows:
            self._mark(row)
        total = listing.total
        if query.choices.get("snoozed") is False:
            rows = tuple(row for row in rows if row.snoozed_until is None)
            total = total - self._asleep_in(query) if total is not None else None
        return replace(listing, rows=rows, total=total)

    async def _found_here(self, query: Query, known: set[str]) -> list[SummaryRow]:
        """Rows of which only the whole record, which is on this computer, has the words."""
        hits = await self.library.hits_with(query.text)
        said = {hit.id: hit.snippet for hit in hits if hit.field not in self._declared.searched}
        if isinstance(self._pane.source, PagedRows):
            self._pane.source.snippets = said
        found = (self.library.rows.get(each) for each in said if each not in known)
        return [row for row in found if row is not None and self._fits(row, query)]

    def _in_order(self, rows: Sequence[SummaryRow], query: Query) -> tuple[SummaryRow, ...]:
        return tuple(sorted(rows, key=query.rule((), self._declared.sorts()).key))

    # What was put off

    def _mark(self, row: SummaryRow) -> None:
        if self.reminders is not None:
            row.snoozed_until = self.reminders.snoozed_until(row.id)

    def _mark_rows(self) -> None:
        reminders, rows = self.reminders, self.library.rows
        for each in reminders.listed("snooze") if reminders is not None else ():
            if each.id in rows:
                rows[each.id].snoozed_until = each.due

    def _snoozed(self, ids: Sequence[str]) -> None:
        reminders, source = self.reminders, self._pane.source
        if reminders is None:
            return
        until = {each: reminders.snoozed_until(each) for each in ids}
        self.library.mark_snoozed(until)
        if isinstance(source, PagedRows):
            source.refresh()
        self._count_soon()
        self._show_counts()

    def _sleepers(self) -> list[SummaryRow]:
        """The rows that were put off, as they were then or as they are known since."""
        made, found = row_class(self._declared), []
        for each in self.reminders.listed("snooze") if self.reminders is not None else ():
            row = self.library.rows.get(each.id) or made.of(each.summary)
            row.snoozed_until = each.due
            found.append(row)
        return found

    def _asleep_in(self, query: Query) -> int:
        """How many the server counts in a query that leaves out what was put off."""
        every = query.choosing("snoozed", None)
        return sum(self._fits(row, every) for row in self._sleepers())

    def _fits(self, row: SummaryRow, query: Query) -> bool:
        return query.takes(row, self._declared.filters)

    # Counts of the views

    def _count_soon(self) -> None:
        self._tasks.steadily("count", COUNT_PAUSE, self._count_views)

    async def _count_views(self) -> None:
        """Count what the server does not tell: here, or where only it can, by asking it."""
        views = [view for view in self._pane.views.views if view.key not in self.counts]
        queries = {view.key: view.query for view in views}
        if isinstance(self._pane.source, MirroredRows):
            if not self.library.loaded:
                return
            filters = self._declared.filters
            self._own_counts = await count_views(self.library.rows, queries, filters)
        else:
            found = {}
            for view in (each for each in views if each.is_own):
                with optional():
                    listing = await self.page(1, view.query)
                    if listing.total is not None:
                        found[view.key] = listing.total
            self._own_counts = found
        self._show_counts()

    def _show_counts(self) -> None:
        counts = {**self._own_counts, **self.counts}
        if self.reminders is not None:
            for view in self._pane.views.views:
                asleep = view.query.choices.get("snoozed")
                if asleep is True and not view.is_own:
                    counts[view.key] = len(self.reminders.listed("snooze"))
                elif asleep is False and view.key in self.counts:
                    counts[view.key] = max(0, counts[view.key] - self._asleep_in(view.query))
        self._pane.views.show_counts(counts)

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
