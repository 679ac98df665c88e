"""Sums of columns whose records are not all on this computer: read from the server, page by page,
one call at a time, since it has no sums of its own."""

from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from operator import is_

from PySide6.QtCore import QObject, Signal

from funneldesk.contract.listing import Listing
from funneldesk.desktop.kit.tasks import TaskScope
from funneldesk.desktop.records.rows import SummaryRow
from funneldesk.desktop.sections.operations import optional

PAUSE = 1.0
"""Seconds of rest after which what changed is added up anew."""
ReadPage = Callable[[int, int], Awaitable[Listing[SummaryRow]]]


@dataclass(frozen=True, slots=True)
class ColumnSum:
    """``amount`` of all records of a column, which were ``count``; ``name`` is the field's."""

    name: str
    amount: Decimal
    count: int


class ColumnTotals(QObject):
    """``changed``: another sum is known. ``read_page`` gives a page of a column."""

    changed = Signal()

    def __init__(self, read_page: ReadPage, parent: QObject) -> None:
        super().__init__(parent)
        self.tasks = TaskScope(self)
        self._read_page = read_page
        self._known: dict[int, ColumnSum] = {}
        self._wanted: tuple[str, dict[int, int]] = ("", {})

    def of(self, column: int, name: str, count: int | None) -> Decimal | None:
        """The sum of a field over all records of a column; None until it is known for so many."""
        known = self._known.get(column)
        fits = known is not None and (known.name, known.count) == (name, count)
        return known.amount if known is not None and fits else None

    def want(self, name: str, counts: Mapping[int, int], *, again: bool = False) -> None:
        """Add up a field over the records of columns, of which there are so many; "" for none.
        ``again``: values may be others although there are as many."""
        if again:
            self._known.clear()
        wanted = name, dict(counts)
        if again or wanted != self._wanted:
            self._wanted = wanted
            self.tasks.cancel("read")
            if name and counts:
                self.tasks.debounce("read", PAUSE, self._read)

    async def _read(self) -> None:
        """The smallest columns first: most sums are there soon."""
        name, counts = self._wanted
        with optional():
            for column, count in sorted(counts.items(), key=lambda each: each[1]):
                if self.of(column, name, count) is None:
                    self._known[column] = await self._add_up(column, name)
                    self.changed.emit()

    async def _add_up(self, column: int, name: str) -> ColumnSum:
        page, more, seen, amount = 0, True, set[str](), Decimal(0)
        while more:
            page += 1
            listing = await self._read_page(column, page)
            fresh = [row for row in listing.rows if row.id not in seen]
            seen.update(row.id for row in fresh)
            amount += added_up(numbers_of(fresh, name))
            more = listing.has_more
        return ColumnSum(name, amount, len(seen))

    def end(self) -> None:
        """Stop asking."""
        self.tasks.end()


class KnownSums:
    """Sums of the last few lists of rows: of a board's columns one or two change at a time."""

    MOST = 64

    def __init__(self) -> None:
        self._known: dict[str, list[tuple[list[SummaryRow], tuple[Decimal, bool]]]] = {}

    def of(self, rows: list[SummaryRow], name: str) -> tuple[Decimal, bool]:
        """The sum of a number field, and whether no value is below zero."""
        known = self._known.setdefault(name, [])
        for before, found in known:
            if len(before) == len(rows) and all(map(is_, before, rows)):
                return found
        values = numbers_of(rows, name)
        made = added_up(values), all(value >= 0 for value in values)
        known.insert(0, (rows, made))
        del known[self.MOST :]
        return made


def numbers_of(rows: Iterable[SummaryRow], name: str) -> list[int | float]:
    """The values of a number field that records have."""
    found = (row.summary.get(name) for row in rows)
    return [value for value in found if isinstance(value, int | float) and value is not True]


def added_up(numbers: Sequence[int | float]) -> Decimal:
    """The sum of numbers as they are written: a tenth and two tenths are three tenths."""
    whole = sum(each for each in numbers if isinstance(each, int))
    return sum((Decimal(repr(each)) for each in numbers if isinstance(each, float)), Decimal(whole))
