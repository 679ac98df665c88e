"""Entries of a pipeline by stage: from the copy on this computer, or page by page for each stage.

How many a stage has is asked of the server, whatever is loaded here.
"""

import asyncio
from collections import ChainMap
from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any, cast

from PySide6.QtCore import QObject, Signal

from funneldesk.contract.crm import CrmEntity, CrmEntry, CrmEntryFilter
from funneldesk.contract.listing import Listing
from funneldesk.desktop.kit.lists.local_rows import LocalRows
from funneldesk.desktop.kit.tasks import TaskScope
from funneldesk.desktop.parts.crm.board.stage_totals import StageTotals, numbers_of
from funneldesk.desktop.parts.crm.kind import flat
from funneldesk.desktop.records.library.library import library_of
from funneldesk.desktop.records.moments import moment
from funneldesk.desktop.records.query import FilterSpec, Query, SortSpec
from funneldesk.desktop.records.rows import SummaryRow
from funneldesk.desktop.records.section import RecordSection, listed_kind, row_class
from funneldesk.desktop.records.sources.paged import PagedRows
from funneldesk.desktop.sections.operations import optional
from funneldesk.desktop.workspace.workspace import Workspace

PAGE = 100
RECOUNT = 1.5
LARGEST_COPY = 20_000
"""Entries up to which all of them are copied to this computer."""
ENTERED = "entered"
"""The name of the usual order: what came to its stage last is on top."""


class _Arranged(QObject):
    """Where a source puts what it shows: ids in an order."""

    end_near = Signal()
    arranged = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.ids: list[str] = []
        self.rows = self

    def arrange(self, ids: Any) -> None:
        """Take these ids in this order."""
        self.ids = list(ids)
        self.arranged.emit()

    def tell_changed(self, _record_id: str = "") -> None:
        """The content of an entry is another."""
        self.arranged.emit()


class StageRows(QObject):
    """``changed``: other entries than before, or other counts; ``failed`` carries the error of
    a page. ``counts`` are the server's, by stage. ``is_whole``: all entries are on this computer.
    """

    changed = Signal()
    failed = Signal(object)

    def __init__(
        self, workspace: Workspace, section: RecordSection, entity: CrmEntity, parent: QObject
    ) -> None:
        super().__init__(parent)
        self.counts: dict[int, int] = {}
        self.library = library_of(workspace, listed_kind(section))
        self.query, self.pipeline_id, self._summed = Query(), 0, ""
        self.stages: tuple[int, ...] = ()
        self._workspace, self._section, self._entity = workspace, section, entity
        self._local = _Arranged(self)
        self._local.arranged.connect(self.changed)
        self._rows: LocalRows[SummaryRow] | None = None
        self._paged: dict[int, tuple[dict[str, SummaryRow], PagedRows[SummaryRow]]] = {}
        self._lists: dict[int, _Arranged] = {}
        self._refreshed = False
        self.tasks = TaskScope(self)
        self.totals = StageTotals(self._whole_page, self)
        self.totals.changed.connect(self.changed)
        hidden = ("stage_id", "pipeline_id")
        self.filters = tuple(each for each in section.filters if each.name not in hidden)
        self._of_line: FilterSpec[SummaryRow] = FilterSpec("pipeline_id", "", _line_of)
        first: SortSpec[SummaryRow] = SortSpec(ENTERED, "", _latest_first)
        self.sorts = (first, *section.sorts())

    # What is here

    @property
    def is_paged(self) -> bool:
        """Whether each stage is read page by page."""
        return bool(self._paged)

    @property
    def is_whole(self) -> bool:
        """Whether every entry of the pipeline is on this computer, so that sums are true."""
        return self._refreshed and not self.is_paged

    @property
    def has_answer(self) -> bool:
        """Whether anything is known to be shown."""
        answered = all(rows.has_answer for _, rows in self._paged.values())
        return answered if self.is_paged else self.library.loaded

    def get(self, entry_id: str) -> SummaryRow | None:
        """An entry by its id."""
        if not self.is_paged:
            return self.library.rows.get(entry_id)
        return next((rows[entry_id] for rows, _ in self._paged.values() if entry_id in rows), None)

    def columns(self) -> dict[int, list[str]]:
        """The ids of the entries of each stage, each of them once."""
        found: dict[int, list[str]] = {stage: [] for stage in self.stages}
        if self.is_paged:
            seen = set[str]()
            for stage, (rows, _source) in self._paged.items():
                fresh = [e for e, row in rows.items() if stage_of(row) == stage and e not in seen]
                seen.update(fresh)
                found[stage] = fresh
            return found
        known = self.library.rows
        for entry_id in self._local.ids:
            row = known.get(entry_id)
            column = found.get(row.summary.get("stage_id", 0)) if row is not None else None
            if column is not None:
                column.append(entry_id)
        return found

    async def every(self) -> list[SummaryRow]:
        """All entries of the query, loaded or not, stage by stage. Raises ``ApiError``."""
        if self.is_paged:
            return [row for _rows, source in self._paged.values() async for row in source.every()]
        ids = (each for ids in self.columns().values() for each in ids)
        return [row for each in ids if (row := self.get(each)) is not None]

    def numbers(self, ids: Iterable[str], name: str) -> list[float]:
        """The values of a number field that entries have."""
        rows: Mapping[str, SummaryRow] = self.library.rows
        if self.is_paged:
            rows = ChainMap(*(rows for rows, _source in self._paged.values()))
        return numbers_of((row for each in ids if (row := rows.get(each)) is not None), name)

    def missing(self, stage: int) -> int:
        """How many entries of a stage are still to come."""
        if self.is_paged:
            rows, source = self._paged[stage]
            return max(0, (source.total or 0) - len(rows)) if source.has_answer else 3
        return 0 if self.library.loaded else 3

    def place_in(self, stage: int, entry_id: str) -> int:
        """The row at which an entry would stand in a stage, in the order that is shown."""
        row = self.get(entry_id)
        if row is None or self.query.sort in ("", ENTERED):
            return 0
        key = self._rule().key
        known = filter(None, map(self.get, self.columns().get(stage, ())))
        return sum(key(each) < key(row) for each in known)

    # Asking

    def ask(self, pipeline_id: int, stages: tuple[int, ...], query: Query) -> None:
        """Show the entries of these stages that a query leaves."""
        before = self.pipeline_id, self.stages, replace(self.query, text="")
        self.pipeline_id, self.stages, self.query = pipeline_id, stages, query
        if self.is_paged:
            self._read_pages()
        elif self._rows is not None:
            if before != (pipeline_id, stages, replace(query, text="")):
                self._rows.order(self._rule())
            self._rows.narrow(query.text)
        self.changed.emit()

    async def begin(self) -> None:
        """Show what was copied before."""
        await self.library.show_local()
        if self.library.loaded:
            self._use_copy()

    async def refresh(self) -> None:
        """Ask the server for counts and entries. Raises ``ApiError``."""
        total = await self._count(None, None)
        await self.recount()
        if total > min(LARGEST_COPY, self._section.mirrored_up_to):
            self._read_pages()
            self._add_up(again=True)
            return
        self._end_pages()
        self._use_copy()
        await self.library.refresh()
        self._refreshed = True
        self.changed.emit()

    async def recount(self) -> None:
        """Ask how many entries each stage has. Raises ``ApiError``."""
        line, stages = self.pipeline_id, self.stages
        found = await asyncio.gather(*(self._count(line, stage) for stage in stages))
        if stages == self.stages:
            self.counts = dict(zip(stages, found, strict=True))
            self._add_up()
            self.changed.emit()

    def recount_soon(self) -> None:
        """Ask again after something was written."""
        self.tasks.debounce("count", RECOUNT, self._recount)

    def sum_up(self, name: str) -> None:
        """Add up this number field in every column; "" for none."""
        if name != self._summed:
            self._summed = name
            self._add_up()

    def _add_up(self, *, again: bool = False) -> None:
        if self.is_paged:
            self.totals.want(self._summed, self.counts, again=again)

    def fetch_more(self, stage: int) -> None:
        """The end of a stage's column is near."""
        if stage in self._lists:
            self._lists[stage].end_near.emit()

    # What changes

    async def put(self, entry: CrmEntry) -> None:
        """Show an entry as it was just read or written."""
        known, summary = self.get(entry.id), flat(self._entity, entry).model_dump(mode="json")
        was, now = known.get("stage_id") if known else None, entry.stage_id
        if was != now:
            for stage, by in ((was, -1), (now, 1)):
                if stage in self.counts:
                    self.counts[stage] += by
            self.recount_soon()
        if self.is_paged:
            self._put_in_page(row_class(self._section).of(summary), now)
        else:
            await self.library.keep(summary)
        self.changed.emit()

    async def forget(self, entry_id: str) -> None:
        """Somebody deleted an entry."""
        for rows, _source in self._paged.values():
            rows.pop(entry_id, None)
        await self.library.forget(entry_id)
        self.recount_soon()
        self.changed.emit()

    def end(self) -> None:
        """Stop asking."""
        self.tasks.end()
        self.totals.end()
        self._end_pages()
        if self._rows is not None:
            self._rows.end()
            self.library.replaced.disconnect(self._rows.take_all)
            self.library.row_changed.disconnect(self._rows.take)

    # Ways

    def _rule(self) -> Any:
        query = self.query.choosing("pipeline_id", self.pipeline_id)
        return query.rule((*self.filters, self._of_line), self.sorts, ENTERED)

    def _use_copy(self) -> None:
        if self._rows is not None:
            return
        library = self.library
        self._rows = LocalRows(cast(Any, self._local), lambda: library.rows)
        library.replaced.connect(self._rows.take_all)
        library.row_changed.connect(self._rows.take)
        library.updated.connect(self.changed)
        self._rows.order(self._rule())
        self._rows.narrow(self.query.text)

    def _read_pages(self) -> None:
        if tuple(self._paged) == self.stages:
            for _rows, source in self._paged.values():
                source.ask(self.query)
            return
        self._end_pages()
        for stage in self.stages:
            rows: dict[str, SummaryRow] = {}
            place = self._lists[stage] = _Arranged(self)
            source = PagedRows(place, rows, partial(self._page, stage))
            self._paged[stage] = rows, source
            place.arranged.connect(self.changed)
            source.failed.connect(self.failed)
            source.ask(self.query)

    def _end_pages(self) -> None:
        for _rows, source in self._paged.values():
            source.end()
        self._paged, self._lists = {}, {}

    def _put_in_page(self, row: SummaryRow, stage: int | None) -> None:
        for key, (rows, source) in self._paged.items():
            if key != stage:
                rows.pop(row.id, None)
            else:
                later = {each: known for each, known in rows.items() if each != row.id}
                rows.clear()
                rows |= {row.id: row, **later}
            source.shown.emit()

    async def _whole_page(self, stage: int, page: int) -> Listing[SummaryRow]:
        return await self._page(stage, page, Query())

    async def _page(self, stage: int, page: int, query: Query) -> Listing[SummaryRow]:
        """A page of a stage: the server knows the words of titles, and no filters."""
        wanted = CrmEntryFilter(
            pipeline_id=self.pipeline_id,
            stage_id=stage,
            q=query.text or None,
            page=page,
            per_page=PAGE,
        )
        entity = self._entity
        listing = await self._workspace.run(lambda api: api.crm.list_entries(entity.id, wanted))
        of = row_class(self._section).of
        rows = tuple(of(flat(entity, each).model_dump(mode="json")) for each in listing.rows)
        last, unread = listing.last_page, listing.unread
        return Listing(rows, page, PAGE, listing.total, last, listing.extra, unread)

    async def _count(self, line: int | None, stage: int | None) -> int:
        wanted = CrmEntryFilter(pipeline_id=line, stage_id=stage, per_page=1)
        entity_id = self._entity.id
        listing = await self._workspace.run(lambda api: api.crm.list_entries(entity_id, wanted))
        return listing.total or 0

    async def _recount(self) -> None:
        with optional():
            await self.recount()


def stage_of(row: SummaryRow) -> int:
    """The stage of an entry; 0 for one that is in none."""
    stage = row.get("stage_id")
    return stage if isinstance(stage, int) else 0


def _line_of(row: SummaryRow) -> Any:
    return row.get("pipeline_id")


def _latest_first(row: SummaryRow) -> float:
    entered = moment(row.get("stage_entered_at") or row.get("created_at"))
    return -entered.timestamp() if entered is not None else 0.0
