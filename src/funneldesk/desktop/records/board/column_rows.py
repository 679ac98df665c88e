"""Records by column: from the copy on this computer, or page by page for each column.

How many a column has is asked of the server, whatever is loaded here.
"""

import asyncio
from collections import ChainMap
from collections.abc import Iterable, Mapping
from dataclasses import replace
from decimal import Decimal
from functools import partial
from typing import Any, cast

from PySide6.QtCore import QObject, Signal

from funneldesk.contract.listing import Listing
from funneldesk.desktop.kit.lists.local_rows import LocalRows
from funneldesk.desktop.kit.tasks import TaskScope
from funneldesk.desktop.records.board.column_totals import ColumnTotals, KnownSums
from funneldesk.desktop.records.board.declaration import RecordBoard
from funneldesk.desktop.records.library.library import library_of
from funneldesk.desktop.records.moments import moment
from funneldesk.desktop.records.query import FilterSpec, Query, SortSpec
from funneldesk.desktop.records.rows import SummaryRow
from funneldesk.desktop.records.section import listed_kind, row_class
from funneldesk.desktop.records.sources.paged import PagedRows
from funneldesk.desktop.sections.operations import optional
from funneldesk.desktop.workspace.workspace import Workspace

PAGE = 100
RECOUNT = 1.5
LARGEST_COPY = 20_000
"""Records up to which all of them are copied to this computer."""
ENTERED = "entered"
"""The name of the usual order: what came to its column last is on top."""


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
        """The content of a record is another."""
        self.arranged.emit()


class ColumnRows(QObject):
    """``changed``: other records than before, or other counts; ``failed`` carries the error of
    a page. ``counts`` are the server's, by column. ``is_whole``: all records are on this computer.
    """

    changed = Signal()
    failed = Signal(object)

    def __init__(self, workspace: Workspace, board: RecordBoard, parent: QObject) -> None:
        super().__init__(parent)
        self.counts: dict[int, int] = {}
        self.board, section = board, board.section
        self.library = library_of(workspace, listed_kind(section))
        self.query, self.lane, self._summed = Query(), 0, ""
        self.keys: tuple[int, ...] = ()
        self._workspace, self._section = workspace, section
        self._local = _Arranged(self)
        self._local.arranged.connect(self.changed)
        self._rows: LocalRows[SummaryRow] | None = None
        self._paged: dict[int, tuple[dict[str, SummaryRow], PagedRows[SummaryRow]]] = {}
        self._lists: dict[int, _Arranged] = {}
        self._refreshed = False
        self._put_meanwhile: dict[str, dict[str, Any]] = {}
        """What was written while all records were being copied: the copy may be older."""
        self.tasks = TaskScope(self)
        self.totals = ColumnTotals(self._whole_page, self)
        self.totals.changed.connect(self.changed)
        self._sums = KnownSums()
        hidden = (board.field, board.lane)
        self.filters = tuple(each for each in section.filters if each.name not in hidden)
        self._of_lane: FilterSpec[SummaryRow] = FilterSpec(board.lane, "", self._lane_of)
        first: SortSpec[SummaryRow] = SortSpec(ENTERED, "", self._latest_first)
        self.sorts = (first, *section.sorts())

    # What is here

    @property
    def is_paged(self) -> bool:
        """Whether each column is read page by page."""
        return bool(self._paged)

    @property
    def is_whole(self) -> bool:
        """Whether every record of the lane is on this computer, so that sums are true."""
        return self._refreshed and not self.is_paged

    @property
    def has_answer(self) -> bool:
        """Whether anything is known to be shown."""
        answered = all(rows.has_answer for _, rows in self._paged.values())
        return answered if self.is_paged else self.library.loaded

    def get(self, record_id: str) -> SummaryRow | None:
        """A record by its id."""
        if not self.is_paged:
            return self.library.rows.get(record_id)
        pages = (rows for rows, _source in self._paged.values())
        return next((rows[record_id] for rows in pages if record_id in rows), None)

    def columns(self) -> dict[int, list[str]]:
        """The ids of the records of each column, each of them once."""
        found: dict[int, list[str]] = {column: [] for column in self.keys}
        if self.is_paged:
            seen, column_of = set[str](), self.board.column_of
            for key, (rows, _source) in self._paged.items():
                here = (each for each, row in rows.items() if column_of(row) == key)
                found[key] = [each for each in here if each not in seen]
                seen.update(found[key])
            return found
        known, field = self.library.rows, self.board.field
        for record_id in self._local.ids:
            row = known.get(record_id)
            ids = found.get(row.summary.get(field, 0)) if row is not None else None
            if ids is not None:
                ids.append(record_id)
        return found

    async def every(self) -> list[SummaryRow]:
        """All records of the query, loaded or not, column by column. Raises ``ApiError``."""
        if self.is_paged:
            return [row for _rows, source in self._paged.values() async for row in source.every()]
        ids = (each for ids in self.columns().values() for each in ids)
        return [row for each in ids if (row := self.get(each)) is not None]

    def added_up(self, ids: Iterable[str], name: str) -> tuple[Decimal, bool]:
        """The sum of a number field over records, and whether no value is below zero."""
        rows: Mapping[str, SummaryRow] = self.library.rows
        if self.is_paged:
            rows = ChainMap(*(rows for rows, _source in self._paged.values()))
        return self._sums.of([row for each in ids if (row := rows.get(each)) is not None], name)

    def missing(self, column: int) -> int:
        """How many records of a column are still to come."""
        if self.is_paged:
            rows, source = self._paged[column]
            return max(0, (source.total or 0) - len(rows)) if source.has_answer else 3
        return 0 if self.library.loaded else 3

    def place_in(self, column: int, record_id: str) -> int:
        """The row at which a record would stand in a column, in the order that is shown."""
        row = self.get(record_id)
        if row is None or self.query.sort in ("", ENTERED):
            return 0
        key = self._rule().key
        known = filter(None, map(self.get, self.columns().get(column, ())))
        return sum(key(each) < key(row) for each in known)

    # Asking

    def ask(self, lane: int, keys: tuple[int, ...], query: Query) -> None:
        """Show the records of these columns that a query leaves."""
        before = self.lane, self.keys, replace(self.query, text="")
        self.lane, self.keys, self.query = lane, keys, query
        if self.is_paged:
            self._read_pages()
        elif self._rows is not None:
            if before != (lane, keys, replace(query, text="")):
                self._rows.order(self._rule())
            self._rows.narrow(query.text)
        self.changed.emit()

    async def begin(self) -> None:
        """Show what was copied before."""
        await self.library.show_local()
        if self.library.loaded:
            self._use_copy()

    async def refresh(self) -> None:
        """Ask the server for counts and records. Raises ``ApiError``."""
        total = await self._count(None)
        await self.recount()
        if total > min(LARGEST_COPY, self._section.mirrored_up_to):
            self._read_pages()
            self._add_up(again=True)
            self._put_meanwhile.clear()
            return
        plain = not self.query.narrows and self.query.sort in ("", ENTERED)
        if not self.library.loaded and plain:
            self._read_pages()  # The tops of the columns are there at once, the rest follows.
        await self.library.refresh()
        self._end_pages()
        self._use_copy()
        put, self._put_meanwhile = self._put_meanwhile, {}
        for summary in put.values():
            await self.library.keep(summary)
        self._refreshed = True
        self.changed.emit()

    async def recount(self) -> None:
        """Ask how many records each column has. Raises ``ApiError``."""
        keys = self.keys
        found = await asyncio.gather(*(self._count(column) for column in keys))
        if keys == self.keys:
            self.counts = dict(zip(keys, found, strict=True))
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

    def fetch_more(self, column: int) -> None:
        """The end of a column's column is near."""
        if column in self._lists:
            self._lists[column].end_near.emit()

    # What changes

    async def put(self, record: Any) -> None:
        """Show a record as it was just read or written."""
        known, summary = self.get(record.id), record.model_dump(mode="json")
        was, now = known.get(self.board.field) if known else None, getattr(record, self.board.field)
        if was != now:
            for column, by in ((was, -1), (now, 1)):
                if column in self.counts:
                    self.counts[column] += by
            self.recount_soon()
        if self.is_paged:
            self._put_meanwhile[record.id] = summary
            self._put_in_page(row_class(self._section).of(summary), now)
        else:
            await self.library.keep(summary)
        self.changed.emit()

    async def forget(self, record_id: str) -> None:
        """Somebody deleted a record."""
        for rows, _source in self._paged.values():
            rows.pop(record_id, None)
        await self.library.forget(record_id)
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
        if not self.board.lane:
            return self.query.rule(self.filters, self.sorts, ENTERED)
        query = self.query.choosing(self.board.lane, self.lane)
        return query.rule((*self.filters, self._of_lane), self.sorts, ENTERED)

    def _lane_of(self, row: SummaryRow) -> Any:
        return row.get(self.board.lane)

    def _latest_first(self, row: SummaryRow) -> float:
        entered = moment(row.get(self.board.entered) or row.get("created_at"))
        return -entered.timestamp() if entered is not None else 0.0

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
        if tuple(self._paged) == self.keys:
            for _rows, source in self._paged.values():
                source.ask(self.query)
            return
        self._end_pages()
        for column in self.keys:
            rows: dict[str, SummaryRow] = {}
            place = self._lists[column] = _Arranged(self)
            source = PagedRows(place, rows, partial(self._page, column))
            source.setParent(self)
            self._paged[column] = rows, source
            place.arranged.connect(self.changed)
            source.failed.connect(self.failed)
            source.ask(self.query)

    def _end_pages(self) -> None:
        for _rows, source in self._paged.values():
            source.end()
            source.deleteLater()
        self._paged, self._lists = {}, {}

    def _put_in_page(self, row: SummaryRow, column: int | None) -> None:
        for key, (rows, source) in self._paged.items():
            if key != column:
                rows.pop(row.id, None)
            else:
                later = {each: known for each, known in rows.items() if each != row.id}
                rows.clear()
                rows |= {row.id: row, **later}
            source.shown.emit()

    async def _whole_page(self, column: int, page: int) -> Listing[SummaryRow]:
        return await self._page(column, page, Query())

    async def _page(self, column: int, page: int, query: Query) -> Listing[SummaryRow]:
        """A page of a column: the server knows the words of titles, and no filters."""
        where = self._where(column)
        read = self.board.read
        listing = await self._workspace.run(lambda api: read(api, where, query.text, page, PAGE))
        of = row_class(self._section).of
        rows = tuple(of(each.model_dump(mode="json")) for each in listing.rows)
        last, unread = listing.last_page, listing.unread
        return Listing(rows, page, PAGE, listing.total, last, listing.extra, unread)

    async def _count(self, column: int | None) -> int:
        where, read = self._where(column) if column is not None else {}, self.board.read
        listing = await self._workspace.run(lambda api: read(api, where, "", 1, 1))
        return listing.total or 0

    def _where(self, column: int) -> dict[str, int]:
        lane = {self.board.lane: self.lane} if self.board.lane else {}
        return {**lane, self.board.field: column}

    async def _recount(self) -> None:
        with optional():
            await self.recount()
