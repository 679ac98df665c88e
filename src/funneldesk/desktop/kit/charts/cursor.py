"""Cursor of the keyboard: where it is among the points of a chart."""

from collections.abc import Sequence
from itertools import pairwise

from funneldesk.desktop.kit.charts.chart import Chart, Kind, Value
from funneldesk.desktop.kit.charts.values import known, numbers, place_count

FAR = 10
"""A page is a tenth of a chart."""
ROWS = (Kind.HEAT, Kind.COHORT)


def order_of(at: Sequence[Value]) -> Sequence[int] | None:
    """The places of numbers in the order in which they lie; None where that is their own."""
    placed = numbers(at)
    if None not in placed and all(a <= b for a, b in pairwise(known(at))):
        return None
    return sorted(range(len(placed)), key=lambda place: placed[place] or 0.0)


class Cursor:
    """``series`` and ``place`` of a point. It begins nowhere: the first move sets it."""

    def __init__(self, chart: Chart) -> None:
        self._count = place_count(chart)
        self._series = 1 if chart.kind is Kind.SANKEY else len(chart.series)
        self._at = [each.at for each in chart.series]
        self._orders: dict[int, Sequence[int] | None] = {}
        self._turned = chart.horizontal and chart.kind not in ROWS
        self._step = -1
        self.series = 0

    @property
    def is_nowhere(self) -> bool:
        """Whether the chart has no point."""
        return not self._count or not self._series

    @property
    def is_set(self) -> bool:
        """Whether it is at a point."""
        return self._step >= 0

    @property
    def place(self) -> int:
        """The place of the point; -1 while it is at none."""
        if self._step < 0:
            return -1
        if self.series not in self._orders:
            at = self._at[self.series] if self.series < len(self._at) else ()
            self._orders[self.series] = order_of(at)
        order = self._orders[self.series]
        return order[self._step] if order and self._step < len(order) else self._step

    def move(self, way: str) -> None:
        """``on``, ``back``, ``first``, ``last``, ``far_on``, ``far_back``, ``up`` or ``down``."""
        if self.is_nowhere:
            return
        if self._turned:
            turned = {"up": "back", "down": "on", "back": "up", "on": "down"}
            way = turned.get(way, way)
        if way in ("up", "down"):
            self._step = max(self._step, 0)
            last = self._series - 1
            self.series = min(max(self.series + (1 if way == "down" else -1), 0), last)
            return
        far = max(1, self._count // FAR)
        moves = {"on": 1, "back": -1, "far_on": far, "far_back": -far}
        ends = {"first": 0, "last": self._count - 1}
        wanted = ends[way] if way in ends else self._step + moves[way]
        self._step = min(max(wanted, 0), self._count - 1)

    def put(self, series: int, place: int) -> None:
        """Set it at a point that was picked otherwise."""
        if not self.is_nowhere:
            self.series = min(max(series, 0), self._series - 1)
            self._step = min(max(place, 0), self._count - 1)

    def clear(self) -> None:
        """At no point any more."""
        self._step = -1
