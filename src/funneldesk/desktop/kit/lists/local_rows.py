"""The rows of a local list of any length: narrowed and ordered while the window stays at hand."""

import asyncio
import math
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Generic, TypeVar

from PySide6.QtCore import QObject, Signal

from funneldesk.desktop.kit.grid.view import GridView
from funneldesk.desktop.kit.lists.local_order import (
    Found,
    Listed,
    Rule,
    in_order,
    insert,
    joined,
    seek,
)
from funneldesk.desktop.kit.lists.record_list import RecordList
from funneldesk.desktop.kit.table.view import TableView
from funneldesk.desktop.kit.tasks import TaskScope
from funneldesk.desktop.local.cache.matching import words_of

R = TypeVar("R", bound=Listed)

SHORT = 1_000
"""Rows up to which a list is worked out at once."""
AT_ONCE = 0.008
"""Seconds of work on a longer list that are done before the event loop turns."""
SLICE = 0.004
FIRST_SCREEN = 60
KEPT_SEARCHES = 16


class LocalRows(QObject, Generic[R]):
    """Shows ``records()`` in a list or a grid. ``shown`` tells that it shows others than before.

    A list that grew long is worked out in slices: what was shown stays until the first screen of
    what is wanted now is known.
    """

    shown = Signal()

    def __init__(
        self, view: RecordList | GridView | TableView, records: Callable[[], Mapping[str, R]]
    ) -> None:
        super().__init__(view)
        self.settled = True
        """Whether all rows are shown that are wanted."""
        self._view = view
        self._records = records
        self._rule: Rule[R] = Rule(lambda _: True, lambda record: record.sought)
        self._words: tuple[str, ...] = ()
        self._besides: frozenset[str] = frozenset()
        self.ids: Sequence[str] = ()
        """Records that are shown, in their order."""
        self._all = Found()
        self._searches: dict[tuple[str, ...], Found] = {}
        self._ordering: Iterator[None] | None = None
        self._late: set[str] = set()
        self._tasks = TaskScope(self)

    @property
    def count(self) -> int:
        """Number of rows that are shown."""
        return len(self.ids)

    def end(self) -> None:
        """Leave the view to others."""
        self._tasks.end()

    def order(self, rule: Rule[R]) -> None:
        """Take other records, or in another order."""
        self._rule = rule
        self.take_all()

    def take_all(self) -> None:
        """Many records changed, came or went."""
        fresh = Found()
        self._late.clear()
        self._ordering = self._reorder(fresh)
        self._go("order", self._ordering)

    def take(self, record_id: str) -> None:
        """One record changed, came or went."""
        if self._ordering is not None:
            self._late.add(record_id)
            return
        self._put(record_id)
        self._view.rows.tell_changed(record_id)
        self._search()

    def narrow(self, text: str, besides: frozenset[str] = frozenset()) -> None:
        """Show only what has the words of ``text``, then the ids ``besides``; "" shows all."""
        self._words = words_of(text)
        self._besides = besides if self._words else frozenset()
        self._search()

    def _reorder(self, fresh: Found) -> Iterator[None]:
        yield from in_order(list(self._records().values()), self._rule, fresh)
        self._all = fresh
        self._ordering = None
        self._searches.clear()
        for record_id in self._late:
            self._put(record_id)
        self._view.rows.tell_changed()
        self._search()

    def _put(self, record_id: str) -> None:
        """Bring one record to its place; the searches made before hold no longer."""
        records = self._records()
        record = records.get(record_id)
        self._all.without(record_id)
        if record is not None and self._rule.keep(record):
            insert(record, self._rule, self._all, records.get)
        self._searches.clear()

    def _search(self) -> None:
        if self._ordering is None:
            self._go("search", self._seek())

    def _seek(self) -> Iterator[None]:
        """Show what the words leave."""
        words = self._words
        found = self._searches.pop(words, None) if words else self._all
        if found is None:
            found = Found()
            yield from self._first_then_all(seek(words, self._nearest(words), found), found)
        if words:
            self._searches[words] = found
            while len(self._searches) > KEPT_SEARCHES:
                del self._searches[next(iter(self._searches))]
        self._show(found)

    def _first_then_all(self, search: Iterator[None], found: Found) -> Iterator[None]:
        early = False
        started = time.perf_counter()
        for _ in search:
            slow = time.perf_counter() - started > SLICE
            if slow and not early and not self._besides and len(found.ids) >= FIRST_SCREEN:
                early = True
                self._arrange(found.ids[:FIRST_SCREEN])
            yield

    def _nearest(self, words: tuple[str, ...]) -> Found:
        """The fewest records that are known to hold all that is sought: one narrows by letters."""
        fitting = [
            kept
            for sought, kept in self._searches.items()
            if all(any(part in word for word in words) for part in sought)
        ]
        return min(fitting, key=lambda kept: len(kept.ids), default=self._all)

    def _show(self, found: Found) -> None:
        ids = found.ids
        if self._besides and self._words:
            ids = joined(ids, self._besides, self._all)
        self._arrange(ids)
        self.settled = True
        self.shown.emit()

    def _arrange(self, ids: Sequence[str]) -> None:
        self.ids = ids
        self._view.arrange(ids)

    def _go(self, name: str, work: Iterator[None]) -> None:
        """Do what can be done at once, and the rest in slices; the same work begun before ends."""
        self.settled = False
        self._tasks.cancel("search")
        self._tasks.cancel(name)
        short = len(self._records()) <= SHORT
        if not _spend(work, math.inf if short else AT_ONCE):
            self._tasks.latest(name, self._go_on(work))

    async def _go_on(self, work: Iterator[Any]) -> None:
        while True:
            await asyncio.sleep(0)
            if _spend(work, SLICE):
                return


def _spend(work: Iterator[Any], seconds: float) -> bool:
    """Work for about that long; whether it is done."""
    end = time.perf_counter() + seconds
    return all(time.perf_counter() < end for _ in work)
