"""Totals under a list: the money of what is shown or selected, each currency by itself."""

import asyncio
from collections.abc import Callable, Iterable, Mapping, Sequence
from decimal import Decimal
from itertools import islice

from PySide6.QtCore import QObject, Signal

from funneldesk.desktop.kit.formats import Formats
from funneldesk.desktop.kit.tasks import TaskScope
from funneldesk.desktop.records.columns import RecordColumn
from funneldesk.desktop.records.rows import SummaryRow

AT_ONCE = 1_000
PAUSE = 0.1
Sums = Mapping[str, Decimal]
"""Amounts by the code of their currency, "" for the brand's."""


class Totals(QObject):
    """``words`` tell the sums of one column; ``changed``: they are others."""

    changed = Signal()

    def __init__(
        self, column: RecordColumn[SummaryRow], formats: Callable[[], Formats], parent: QObject
    ) -> None:
        super().__init__(parent)
        self.words = ""
        self._column, self._formats = column, formats
        self._tasks = TaskScope(self)

    def add_up(self, rows: Callable[[], Sequence[SummaryRow]]) -> None:
        """Add up soon, in slices between which the window turns."""
        self._tasks.steadily("add", PAUSE, lambda: self._add_up(rows()))

    async def _add_up(self, rows: Sequence[SummaryRow]) -> None:
        sums: dict[str, Decimal] = {}
        source = iter(rows)
        while piece := list(islice(source, AT_ONCE)):
            for currency, amount in sums_of(self._column, piece).items():
                sums[currency] = sums.get(currency, Decimal(0)) + amount
            await asyncio.sleep(0)
        words = sum_words(sums, self._formats())
        if words != self.words:
            self.words = words
            self.changed.emit()


def sums_of(column: RecordColumn[SummaryRow], rows: Iterable[SummaryRow]) -> Sums:
    """What a column of money comes to, never across currencies."""
    sums: dict[str, Decimal] = {}
    for row in rows:
        amount = column.cell(row)
        if isinstance(amount, Decimal):
            currency = column.currency(row) if column.currency is not None else ""
            sums[currency] = sums.get(currency, Decimal(0)) + amount
    return sums


def sum_words(sums: Sums, formats: Formats) -> str:
    """Sums beside each other, that of the brand's currency first."""
    order = sorted(sums, key=lambda code: (code not in ("", formats.currency), code))
    return " · ".join(formats.money(sums[code], code) for code in order)
