"""Drawings: charts as the document draws them, with every text ready and every tick chosen."""

from array import array
from collections.abc import Mapping, Sequence
from datetime import date, datetime
from math import nan
from typing import Any

from funneldesk.desktop.kit.charts.chart import Axis, Category, Chart, Kind, Measure, Series, Value
from funneldesk.desktop.kit.charts.labels import NO_DATA, Labels, axis_unit, tidy
from funneldesk.desktop.kit.charts.sankey import sankey
from funneldesk.desktop.kit.charts.scale import moment_ticks, ticks, time_ticks
from funneldesk.desktop.kit.charts.tips import share_text
from funneldesk.desktop.kit.charts.values import (
    alone,
    extent,
    is_empty,
    known,
    missing_runs,
    number,
    numbers,
    place_count,
    places_along,
)

MANY = 5_000
"""A series of more values is fetched by the document in slices, and its places have few labels."""
SLICE = 5_000
WITHOUT_AXES = (Kind.PIE, Kind.FUNNEL, Kind.SANKEY, Kind.HEAT, Kind.COHORT, Kind.MAP)
LABELLED = (Kind.PIE, Kind.FUNNEL, Kind.HEAT, Kind.COHORT)
FEW_LABELS = 8

Drawing = dict[str, Any]


def drawing(chart: Chart, labels: Labels) -> Drawing:
    """The message that has a chart drawn; call it in a thread when there are many values."""
    made: Drawing = {
        "key": chart.key,
        "type": chart.kind.value,
        "title": tidy(chart.title),
        "subtitle": tidy(chart.subtitle),
        "count": place_count(chart),
        "empty": tidy(chart.empty) if is_empty(chart) else "",
        "horizontal": chart.horizontal,
        "compared": tidy(chart.compared_name),
    }
    if chart.kind is Kind.SANKEY:
        return made | sankey(chart, labels)
    made |= {
        "partial": sorted(chart.partial),
        "missing": missing_runs(chart),
        "no_data": NO_DATA,
        "series": [_series(chart, each, at, labels) for at, each in enumerate(chart.series)],
        "x": _along(chart, labels),
    }
    if chart.kind in WITHOUT_AXES:
        return made | {"range": _range(chart, labels)}
    made |= {
        "y": _measure(chart, labels, chart.measure, second=False),
        "levels": [
            {"value": number(e.value), "text": tidy(e.text), "tone": e.tone}
            for e in chart.levels
            if number(e.value) is not None
        ],
        "marks": _marks(chart),
    }
    if chart.second is not None:
        made["y2"] = _measure(chart, labels, chart.second, second=True)
    return made


def _series(chart: Chart, series: Series, at: int, labels: Labels) -> Drawing:
    made: Drawing = {
        "key": series.key,
        "name": tidy(series.name),
        "second": series.second and chart.second is not None,
        "line": series.line,
        "tone": series.tone,
    }
    if len(series.values) > MANY:
        slices = -(-len(series.values) // SLICE)
        return made | {"length": len(series.values), "slices": slices, "placed": bool(series.at)}
    values = numbers(series.values)
    made |= {"values": values, "alone": alone(values)}
    for name, given in (
        ("at", series.at),
        ("low", series.low),
        ("high", series.high),
        ("compared", series.compared),
    ):
        if given:
            made[name] = numbers(given)
    if chart.kind in LABELLED and at < MANY:
        unit = axis_unit(chart, second=series.second)
        made["labels"] = [labels.value(each, unit) for each in series.values]
        if chart.kind in (Kind.PIE, Kind.FUNNEL):
            made["shares"] = [share_text(chart, labels, series, each) for each in series.values]
    return made


def slice_of(series: Series, at: int) -> bytes:
    """One slice of a series: for each value its place and itself, as numbers of eight bytes; what
    is missing is not a number. Empty behind the last."""
    start, end = at * SLICE, min((at + 1) * SLICE, len(series.values))
    places: Sequence[Value] = series.at[start:end] if series.at else range(start, end)
    pairs = array("d")
    for place, value in zip(places, series.values[start:end], strict=True):
        pairs.append(_packed(place))
        pairs.append(_packed(value))
    return pairs.tobytes()


def _packed(value: Value) -> float:
    drawn = number(value)
    return nan if drawn is None else drawn


def _along(chart: Chart, labels: Labels) -> Drawing:
    title = tidy(chart.along.title)
    count = place_count(chart)
    spanned = places_along(chart.series)
    if spanned is not None:
        return {"title": title} | _numbers_along(chart, labels, *spanned)
    if count > MANY:
        marks = [round(at * (count - 1) / (FEW_LABELS - 1)) for at in range(FEW_LABELS)]
        texts = [labels.category(chart.categories[at], chart.grain) for at in marks]
        return {"title": title, "ticks": marks, "labels": texts, "least": 0, "most": count - 1}
    if chart.kind is Kind.MAP:
        codes = [str(each).upper() for each in chart.categories]
        return {"title": title, "codes": codes, "names": [labels.country(c) for c in codes]}
    if chart.kind is Kind.HISTOGRAM:
        return {"title": title, "names": labels.ticks_between(chart.edges, chart.along.unit)}
    return {
        "title": title,
        "names": [labels.category(each, chart.grain) for each in chart.categories],
    }


def _numbers_along(chart: Chart, labels: Labels, low: float, high: float) -> Drawing:
    low, high = (
        min(low, *known((chart.along.least,)), low),
        max(high, *known((chart.along.most,)), high),
    )
    if low == high:
        low, high = low - 1, high + 1
    unit = chart.along.unit
    if unit.measure is Measure.MOMENT:
        moments = moment_ticks(low, high, labels.formats.zone)
        return {
            "ticks": list(moments),
            "labels": labels.moments(moments),
            "least": low,
            "most": high,
        }
    marks = ticks(low, high)
    if chart.kind is Kind.LINE or chart.kind is Kind.AREA:
        marks = tuple(each for each in marks if low <= each <= high)
    else:
        low, high = float(marks[0]), float(marks[-1])
    return {
        "ticks": [float(each) for each in marks],
        "labels": labels.ticks(marks, unit),
        "least": low,
        "most": high,
    }


def _measure(chart: Chart, labels: Labels, axis: Axis, *, second: bool) -> Drawing:
    low, high = extent(chart, second=second)
    if axis.unit.measure is Measure.SECONDS:
        marks = time_ticks(low, high)
    else:
        marks = ticks(low, high, whole=_is_whole(chart, second))
    return {
        "title": tidy(axis.title),
        "ticks": [float(each) for each in marks],
        "labels": labels.ticks(marks, axis.unit),
    }


def _is_whole(chart: Chart, second: bool) -> bool:
    unit = axis_unit(chart, second=second)
    values = (v for e in chart.series if e.second == second for v in e.values if v is not None)
    return unit.measure is Measure.NUMBER and all(isinstance(each, int) for each in values)


def _range(chart: Chart, labels: Labels) -> Drawing:
    """The least and the greatest value, for scales of colours."""
    found = [each for series in chart.series for each in known(series.values)]
    low, high = min(found, default=0.0), max(found, default=0.0)
    unit = axis_unit(chart)
    least, most = (labels.ticks([each], unit)[0] for each in (low, high))
    return {"least": low, "most": high, "least_text": least, "most_text": most}


def _marks(chart: Chart) -> list[Mapping[str, Any]]:
    """Notes at the places of their categories; those of other times are not drawn."""
    found: list[Mapping[str, Any]] = []
    for at, each in enumerate(chart.marks):
        place = _place_of(chart.categories, each.at)
        until = None if each.until is None else _place_of(chart.categories, each.until, last=True)
        if place is not None:
            found.append({"number": at, "at": place, "until": until, "text": tidy(each.text)})
    return found


def _place_of(
    categories: Sequence[Category], wanted: Category, *, last: bool = False
) -> int | None:
    if wanted in categories:
        return categories.index(wanted)
    if isinstance(wanted, str) or not categories:
        return None
    times = [_moment(each) for each in categories if not isinstance(each, str)]
    moment = _moment(wanted)
    if len(times) != len(categories) or (moment < times[0] and not last):
        return None
    before = [at for at, each in enumerate(times) if each <= moment]
    return before[-1] if before else None


def _moment(category: date) -> tuple[int, float]:
    """Days and moments in one order."""
    return category.toordinal(), category.timestamp() if isinstance(category, datetime) else 0.0
