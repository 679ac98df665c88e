"""Values of charts as numbers to draw with: what is missing stays missing."""

from collections.abc import Iterable, Sequence
from math import isfinite

from funneldesk.desktop.kit.charts.chart import Chart, Kind, Series, Value


def number(value: Value) -> float | None:
    """A value as a number to draw with; None for what is missing, not finite or too large."""
    if value is None:
        return None
    try:
        drawn = float(value)
    except (OverflowError, ValueError):
        return None
    return drawn if isfinite(drawn) else None


def numbers(values: Iterable[Value]) -> list[float | None]:
    """Each value as `number` has it."""
    return [number(each) for each in values]


def known(values: Iterable[Value]) -> list[float]:
    """The values that are not missing."""
    return [each for each in numbers(values) if each is not None]


def at_place(values: Sequence[Value], place: int) -> Value:
    """The value at a place; None where the values have ended, or where it is none to draw."""
    if not 0 <= place < len(values) or number(values[place]) is None:
        return None
    return values[place]


def place_count(chart: Chart) -> int:
    """How many places a chart has along its categories, edges, numbers or flows."""
    if chart.kind is Kind.SANKEY:
        return len(chart.flows)
    if chart.kind is Kind.HISTOGRAM:
        return max(0, len(chart.edges) - 1)
    placed = [len(each.at) for each in chart.series if each.at]
    return max(placed, default=len(chart.categories))


def is_empty(chart: Chart) -> bool:
    """Whether there is no value in the whole chart."""
    if chart.kind is Kind.SANKEY:
        return not known(each.value for each in chart.flows)
    return not any(known(each.values) for each in chart.series)


def missing_runs(chart: Chart) -> list[tuple[int, int]]:
    """The first and last place of each stretch in which no series has a value, of a chart that
    has some."""
    if is_empty(chart) or any(each.at for each in chart.series):
        return []
    runs: list[tuple[int, int]] = []
    for place in range(place_count(chart)):
        if all(at_place(each.values, place) is None for each in chart.series):
            if runs and runs[-1][1] == place - 1:
                runs[-1] = (runs[-1][0], place)
            else:
                runs.append((place, place))
    return runs


def alone(values: Sequence[float | None]) -> list[int]:
    """The places whose neighbours are both missing: a line would not show them."""
    padded = [None, *values, None]
    return [
        at
        for at, each in enumerate(values)
        if each is not None and padded[at] is None and padded[at + 2] is None
    ]


def extent(chart: Chart, *, second: bool = False) -> tuple[float, float]:
    """The least and the greatest number that one of the two axes of values has to hold."""
    chosen = [each for each in chart.series if each.second == second]
    axis = (chart.second if second else chart.measure) or chart.measure
    found = [n for each in chosen for part in _drawn(each) for n in known(part)]
    if chart.kind is Kind.STACKED:
        found += _sums([each for each in chosen if not each.line])
    if not second:
        found += known(each.value for each in chart.levels)
    found += known((axis.least, axis.most))
    if not found:
        return 0.0, 1.0
    low, high = min(found), max(found)
    if axis.from_zero or chart.kind not in (Kind.LINE, Kind.SCATTER):
        low, high = min(low, 0.0), max(high, 0.0)
    return low, high


def _drawn(series: Series) -> tuple[Sequence[Value], ...]:
    return series.values, series.low, series.high, series.compared


def _sums(stacked: Sequence[Series]) -> list[float]:
    """What each stack comes to, above and below zero."""
    sums: list[float] = []
    for place in range(max((len(each.values) for each in stacked), default=0)):
        column = known(at_place(each.values, place) for each in stacked)
        sums += [sum(n for n in column if n > 0), sum(n for n in column if n < 0)]
    return sums


def places_along(series: Sequence[Series]) -> tuple[float, float] | None:
    """The range of the numbers at which values lie; None where they lie over categories."""
    found = [n for each in series for n in known(each.at)]
    return (min(found), max(found)) if found else None
