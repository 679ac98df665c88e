"""Declaration of a chart: frozen data that knows no part, no record and no way of drawing.

A value is exact (``int``, ``Decimal``) or a ``float``; ``None`` and what is not finite are missing,
and are drawn, read out and exported as missing, never as zero.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from enum import StrEnum

from funneldesk.desktop.local.texts import _

Value = int | float | Decimal | None
Category = str | date | datetime
"""A name as it is shown, or a time that is shown in the brand's zone and language."""


class Kind(StrEnum):
    """How a chart is drawn, and with it what its fields mean (see `Chart`)."""

    LINE = "line"
    AREA = "area"
    BAR = "bar"
    STACKED = "stacked"
    PIE = "pie"
    HEAT = "heat"
    HISTOGRAM = "histogram"
    SCATTER = "scatter"
    FUNNEL = "funnel"
    SANKEY = "sankey"
    COHORT = "cohort"
    MAP = "map"


class Grain(StrEnum):
    """How long each time among the categories lasts: it decides how they are written."""

    HOUR = "hour"
    DAY = "day"
    WEEK = "week"
    MONTH = "month"
    YEAR = "year"


class Measure(StrEnum):
    """What a number counts: it decides how it is written."""

    NUMBER = "number"
    MONEY = "money"
    PERCENT = "percent"
    """A share: 0.034 is written as 3.4%."""
    SECONDS = "seconds"
    MOMENT = "moment"
    """Seconds since 1970 in UTC: for the axis along which points of any moment lie."""


@dataclass(frozen=True, slots=True)
class Unit:
    """``currency`` is a code of three letters, "" for the brand's. ``decimals`` None: as many as
    the number has (money: as its currency has; shares: up to two)."""

    measure: Measure = Measure.NUMBER
    currency: str = ""
    decimals: int | None = None


NUMBER, MONEY = Unit(), Unit(Measure.MONEY)
PERCENT, SECONDS, MOMENT = Unit(Measure.PERCENT), Unit(Measure.SECONDS), Unit(Measure.MOMENT)


@dataclass(frozen=True, slots=True)
class Axis:
    """``least`` and ``most`` widen the range that the values span, they never cut it.
    ``from_zero`` False: a line may begin above zero; bars always begin there."""

    title: str = ""
    unit: Unit = NUMBER
    least: Value = None
    most: Value = None
    from_zero: bool = True


@dataclass(frozen=True, slots=True)
class Series:
    """One value for each category, in the same order.

    ``at`` places the values along an axis of numbers instead of the categories. ``low`` and
    ``high`` are the ends of an interval around each value. ``compared`` are the values of the
    compared period, by place: the first day beside the first day. ``second``: it is measured by
    the chart's second axis. ``line``: drawn as a line over bars. ``tone``: a colour with a
    meaning (``success``, ``warning``, ``danger``, ``info``, ``muted``) instead of the next one
    of the palette.
    """

    key: str
    name: str
    values: Sequence[Value]
    at: Sequence[Value] = ()
    low: Sequence[Value] = ()
    high: Sequence[Value] = ()
    compared: Sequence[Value] = ()
    second: bool = False
    line: bool = False
    tone: str = ""


@dataclass(frozen=True, slots=True)
class Flow:
    """So much goes from one node of a sankey to another, by their keys."""

    source: str
    target: str
    value: Value


@dataclass(frozen=True, slots=True)
class Mark:
    """A note at a category, or with ``until`` over all from one to the other. ``key`` comes back
    when it is picked."""

    at: Category
    text: str
    key: str = ""
    until: Category | None = None


@dataclass(frozen=True, slots=True)
class Level:
    """A line across the chart at a value: a target, a baseline, a threshold."""

    value: Value
    text: str
    tone: str = "muted"


@dataclass(frozen=True, slots=True)
class Chart:
    """A chart. ``key`` is its name on its board; ``title`` and ``subtitle`` stand above it.

    - line, area, bar, stacked: series over ``categories``; a line may lie ``at`` numbers instead.
    - histogram: ``edges``, one more than the values of each series.
    - pie, funnel: the categories are slices or steps, of one series; a funnel may be compared.
    - heat: each series is a row, the categories are columns. cohort: the same, the rows may be
      shorter than the others: what has not come yet.
    - scatter: values over categories or ``at`` numbers, with their intervals. ``horizontal``:
      the categories stand one below the other, as in a forest plot.
    - sankey: ``flows`` between ``nodes``, given as (key, name).
    - map: the categories are countries, as codes of two letters; one series.

    ``partial`` are places of categories whose time is not over, or not all in the range: dashed.
    ``compared_name`` and ``compared`` (the categories of the compared period) tell what
    `Series.compared` is. ``empty`` is said where there is no value at all.

    Raises `ValueError` for series that do not fit the categories.
    """

    key: str
    kind: Kind
    title: str
    series: tuple[Series, ...] = ()
    categories: tuple[Category, ...] = ()
    subtitle: str = ""
    along: Axis = Axis()
    measure: Axis = Axis()
    second: Axis | None = None
    grain: Grain = Grain.DAY
    partial: frozenset[int] = frozenset()
    compared_name: str = ""
    compared: tuple[Category, ...] = ()
    edges: tuple[Value, ...] = ()
    nodes: tuple[tuple[str, str], ...] = ()
    flows: tuple[Flow, ...] = ()
    marks: tuple[Mark, ...] = ()
    levels: tuple[Level, ...] = ()
    horizontal: bool = False
    empty: str = _("No data in this period")

    def __post_init__(self) -> None:
        keys = [each.key for each in self.series]
        if len(set(keys)) != len(keys):
            raise ValueError(f"Two series of {self.key!r} have the same key: {keys}")
        for each in self.series:
            expected = self._places(each)
            count = len(each.values)
            if count != expected and (self.kind is not Kind.COHORT or count > expected):
                raise ValueError(f"{each.key!r} has {count} values for {expected} places.")
            for others in (each.low, each.high, each.compared):
                if others and len(others) != count:
                    raise ValueError(f"{each.key!r} has {len(others)} values beside {count}.")

    def _places(self, series: Series) -> int:
        if self.kind is Kind.HISTOGRAM:
            return max(0, len(self.edges) - 1)
        return len(series.at) or len(self.categories)


@dataclass(frozen=True, slots=True)
class Cell:
    """Where a chart lies on the grid of a board, in columns and rows from the start."""

    column: int
    row: int
    columns: int = 1
    rows: int = 1
