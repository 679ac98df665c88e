"""Charts made of answers, as ``kit/charts`` declares them. No Qt.

A rate goes to a chart as a share, in the scale that its server counts it in; what is missing stays
missing; a bucket that is not over, or that the range cuts, is partial.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, tzinfo

from babel.dates import get_day_names

from funneldesk.desktop.insight.answers import Answer, AnswerRow, Cell
from funneldesk.desktop.insight.buckets import OF_TIME, bucket_of, first_day
from funneldesk.desktop.insight.metrics import Catalogue, Metric, scale_of
from funneldesk.desktop.insight.ranges import Range
from funneldesk.desktop.kit.charts.chart import (
    MONEY,
    NUMBER,
    PERCENT,
    SECONDS,
    Axis,
    Category,
    Chart,
    Grain,
    Kind,
    Mark,
    Series,
    Unit,
)
from funneldesk.desktop.kit.charts.palette import LIGHT as PALETTE
from funneldesk.desktop.local.texts import _

UNITS: Mapping[str, Unit] = {"currency": MONEY, "pct": PERCENT, "time": SECONDS}
HOURS = range(24)
MOST_BARS, MOST_SLICES = 8, len(PALETTE)
"""With a row for all others. No two slices have one colour."""
SESSIONS = ("sessions", "cart_sessions", "buying_sessions")
STEPS = (_("Sessions"), _("With a cart"), _("With a purchase"))
COUNTS = ("sessions", "add_to_carts", "sales")
"""Steps from a visit to a sale: of sessions, and what servers tell that don't count them."""


@dataclass(frozen=True, slots=True)
class When:
    """The days that are drawn, in whose zone, and what time it is."""

    span: Range
    zone: tzinfo | None
    grain: str
    now: datetime


def when(span: Range, zone: tzinfo | None, grain: str) -> When:
    """Now."""
    return When(span, zone, grain, datetime.now(UTC))


def unit_of(metric: Metric) -> Unit:
    """How a chart writes a metric's values."""
    return UNITS.get(metric.unit, NUMBER)


def drawn(cell: Cell, metric: Metric, value: float | None) -> float | None:
    """A value as a chart takes it."""
    if value is None or metric.unit != "pct":
        return value
    return value * scale_of(cell.value or 0.0, cell.written, "pct") / 100


def values_of(rows: Iterable[AnswerRow], metric: Metric) -> list[float | None]:
    """A metric of rows."""
    return [drawn(c := row.cell(metric.key), metric, c.value) for row in rows]


def befores_of(rows: Iterable[AnswerRow], metric: Metric) -> list[float | None]:
    """What a metric of rows is compared with."""
    return [drawn(c := row.cell(metric.key), metric, c.before) for row in rows]


def category_of(grain: str, row: AnswerRow) -> Category:
    """The time of a row, or its name where its key is none."""
    try:
        if grain == "hour":
            return datetime.fromisoformat(row.key)
        return first_day(grain, row.key)
    except ValueError:
        return row.name or row.key


def partial_of(rows: Sequence[AnswerRow], at: When) -> frozenset[int]:
    """The places of buckets that are not whole."""
    buckets = (bucket_of(at.grain, row.key, at.zone) for row in rows)
    return frozenset(
        place
        for place, bucket in enumerate(buckets)
        if bucket is not None and bucket.is_partial(at.span, at.zone, at.now)
    )


def trend(
    answer: Answer, metric: Metric, at: When, title: str, marks: Sequence[Mark] = ()
) -> Chart:
    """A metric over time, with the compared period behind it."""
    rows = over(answer, at)
    befores = befores_of(rows, metric)
    compared = befores if any(value is not None for value in befores) else ()
    return Chart(
        "trend",
        Kind.AREA,
        title,
        (Series(metric.key, metric.name, values_of(rows, metric), compared=compared),),
        tuple(category_of(at.grain, row) for row in rows),
        measure=Axis("", unit_of(metric)),
        grain=Grain(at.grain),
        partial=partial_of(rows, at),
        compared_name=answer.before or _("Compared period") if compared else "",
        marks=tuple(marks),
    )


def largest(
    names: Sequence[str], values: Sequence[float | None], most: int, *, adds_up: bool
) -> tuple[list[str], list[float | None], str]:
    """At most so many rows, the largest first, and a note of what is left out: the others as one
    row where values add up."""
    pairs = list(zip(names, values, strict=True))
    order = sorted(range(len(pairs)), key=lambda at: -(pairs[at][1] or 0.0))
    if len(order) <= most:
        return [pairs[at][0] for at in order], [pairs[at][1] for at in order], ""
    kept, rest = order[: most - adds_up], order[most - adds_up :]
    shown, found = [pairs[at][0] for at in kept], [pairs[at][1] for at in kept]
    if not adds_up:
        note = _("The {count} largest of {total} rows")
        return shown, found, note.format(count=len(kept), total=len(order))
    left = [value for at in rest if (value := pairs[at][1]) is not None]
    note = _("“Other” adds up {count} of {total} rows")
    told = note.format(count=len(rest), total=len(order))
    return [*shown, _("Other")], [*found, sum(left) if left else None], told


def bars(
    answer: Answer, metric: Metric, title: str, key: str = "bars", kind: Kind = Kind.BAR
) -> Chart:
    """A metric by a grouping, the largest first. What does not add up is no pie."""
    kind = kind if metric.adds_up or kind is not Kind.PIE else Kind.BAR
    most = MOST_SLICES if kind is Kind.PIE else MOST_BARS
    names = [row.name or row.key for row in answer.rows]
    values = values_of(answer.rows, metric)
    shown, found, note = largest(names, values, most, adds_up=metric.adds_up)
    return Chart(
        key,
        kind,
        title,
        (Series(metric.key, metric.name, found),),
        tuple(shown),
        subtitle=note,
        measure=Axis("", unit_of(metric)),
        horizontal=kind is Kind.BAR,
    )


def lines(
    answer: Answer, metrics: Sequence[Metric], at: When, title: str, kind: Kind = Kind.LINE
) -> Chart:
    """Metrics of one unit over time; those of another unit have an axis of their own."""
    rows = over(answer, at)
    unit = unit_of(metrics[0])
    other = next((unit_of(m) for m in metrics if unit_of(m) != unit), None)
    series = tuple(
        Series(m.key, m.name, values_of(rows, m), second=unit_of(m) != unit)
        for m in metrics
        if unit_of(m) in (unit, other)
    )
    return Chart(
        "lines",
        kind,
        title,
        series,
        tuple(category_of(at.grain, row) for row in rows),
        measure=Axis("", unit),
        second=Axis("", other) if other is not None else None,
        grain=Grain(at.grain),
        partial=partial_of(rows, at),
    )


def funnel_steps(catalogue: Catalogue) -> tuple[str, ...]:
    """The metrics of the steps from a visit to a sale."""
    steps = catalogue.known(SESSIONS)
    return steps if len(steps) == len(SESSIONS) else catalogue.known(COUNTS)


def funnel(answer: Answer, metrics: Sequence[Metric], title: str) -> Chart:
    """The sessions of each step from a visit to a sale, each a part of the one before.

    A server that does not count sessions by their steps tells how much there was of each, which is
    no funnel: a sale need not have had a cart. Then they are bars.
    """
    row = answer.total
    known = [metric for metric in metrics if row.cell(metric.key).value is not None]
    values = [row.cell(metric.key).value for metric in known]
    of_sessions = tuple(metric.key for metric in known) == SESSIONS
    told = _("Each session counts once per step") if of_sessions else _("Separate counts")
    return Chart(
        "funnel",
        Kind.FUNNEL if of_sessions else Kind.BAR,
        title,
        (Series("steps", title, values),) if known else (),
        STEPS if of_sessions else tuple(metric.name for metric in known),
        subtitle=told if known else "",
        horizontal=not of_sessions,
    )


def heat(
    answer: Answer, metric: Metric, title: str, locale: str, at: When, key: str = "heat"
) -> Chart:
    """A metric by weekday and hour, added up over the days of an answer by ``day;hour_of_day``."""
    rows = tuple(row for row in answer.rows if not _is_hour_ahead(row, at))
    sums = hours_of_week(Answer(rows), metric)
    names = get_day_names("abbreviated", locale=locale)
    series = tuple(
        Series(str(day), names[day], [sums.get((day, hour)) for hour in HOURS]) for day in range(7)
    )
    return Chart(
        key,
        Kind.HEAT,
        title,
        series if sums else (),
        tuple(f"{hour:02}" for hour in HOURS) if sums else (),
        measure=Axis("", unit_of(metric)),
    )


def hours_of_week(answer: Answer, metric: Metric) -> dict[tuple[int, int], float]:
    """Sums by weekday (0 is Monday) and hour; what is missing everywhere is left out. A metric
    that does not add up is the average of its values."""
    found: dict[tuple[int, int], list[float]] = {}
    for row in answer.rows:
        day, hour = _day_and_hour(row)
        value = drawn(cell := row.cell(metric.key), metric, cell.value)
        if day is not None and value is not None:
            found.setdefault((day.weekday(), hour), []).append(value)
    if metric.adds_up:
        return {place: sum(values) for place, values in found.items()}
    return {place: sum(values) / len(values) for place, values in found.items()}


def _day_and_hour(row: AnswerRow) -> tuple[date | None, int]:
    try:
        day, hour = row.parts
        return date.fromisoformat(day), int(hour)
    except ValueError:
        return None, 0


def _is_hour_ahead(row: AnswerRow, at: When) -> bool:
    """Whether a day's hour is still to come."""
    day, hour = _day_and_hour(row)
    there = at.now.astimezone(at.zone)
    return day is not None and (day, hour) > (there.date(), there.hour)


def over(answer: Answer, at: When) -> list[AnswerRow]:
    """The rows without buckets that are still to come: those are not zero, they are not there."""
    return [row for row in answer.rows if not _is_ahead(row, at)]


def _is_ahead(row: AnswerRow, at: When) -> bool:
    """Whether a bucket is still to come: it is not nothing, it is not there."""
    bucket = bucket_of(at.grain, row.key, at.zone) if at.grain != OF_TIME else None
    return bucket is not None and bucket.begins > at.now
