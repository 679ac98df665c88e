"""Charts of a split test, declared from what the server gives (document: chart-data; quirk 44).

Two of the four shapes are not shown in the document: what another server gives otherwise is left
out.
"""

import math
from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime, tzinfo
from itertools import accumulate
from typing import Any

from funneldesk.desktop.kit.charts.chart import (
    MONEY,
    PERCENT,
    Axis,
    Category,
    Chart,
    Grain,
    Kind,
    Series,
)
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.split_tests.labels import METRIC_TITLES
from funneldesk.desktop.parts.split_tests.results.reading import Reading
from funneldesk.statistics.counts import Numbers
from funneldesk.statistics.metrics import Metric
from funneldesk.statistics.proportions import rate_interval

TRENDS, RATES, STEPS, MONEY_KEY = "trends", "rates", "steps", "money"
MONEY_TITLES = {
    Metric.PER_VISITOR: _("Revenue per visitor with its interval"),
    Metric.PER_ORDER: _("Average order value with its interval"),
}
Body = Mapping[str, Any]


def charts_of(body: Body, reading: Reading, zone: tzinfo | None) -> list[Chart]:
    """The charts that can be drawn of a test, the one of its own metric first."""
    if not reading.variants:
        return []
    values = [_rates(reading), _money(reading)]
    if reading.decides.is_money:
        values.reverse()
    found = (
        values[0],
        _trends(_chart(body, "conversion_trends"), reading, zone),
        _steps(_chart(body, "funnel_analysis"), reading),
        values[1],
    )
    return [each for each in found if each is not None]


def _rates(reading: Reading) -> Chart:
    variants = reading.variants
    ends = [each.rate.interval or (None, None) for each in variants]
    series = Series(
        "rate",
        _("Conversion rate"),
        [each.numbers.rate for each in variants],
        low=[low for low, _high in ends],
        high=[high for _low, high in ends],
    )
    return Chart(
        RATES,
        Kind.SCATTER,
        _("Rate with its interval"),
        (series,),
        tuple(_name(each.name, each.code) for each in variants),
        subtitle=_("Wilson, computed here"),
        measure=Axis(unit=PERCENT),
        horizontal=True,
    )


def _trends(chart: Body, reading: Reading, zone: tzinfo | None) -> Chart | None:
    labels = chart.get("labels")
    if not isinstance(labels, list) or not labels:
        return None
    by_hour = any("T" in str(label) for label in labels)
    times = [_time(label, zone, by_hour=by_hour) for label in labels]
    if any(each is None for each in times):
        return None
    series = _cumulative(chart, reading, len(labels))
    title, said = (
        _("Conversion rate so far"),
        _("From the start to each day, with Wilson’s interval"),
    )
    if not series:
        series = _daily(reading, len(labels))
        title = _("Conversion rate by hour") if by_hour else _("Conversion rate by day")
        said = _("Of the visitors who came then, as the server has it")
    if not series:
        return None
    last = len(times) - 1
    is_today = str(times[last])[:10] == str(datetime.now(zone or UTC).date())
    return Chart(
        TRENDS,
        Kind.LINE,
        title,
        tuple(series),
        tuple(each for each in times if each is not None),
        subtitle=said,
        measure=Axis(unit=PERCENT),
        grain=Grain.HOUR if by_hour else Grain.DAY,
        partial=frozenset({last}) if is_today and reading.status == "running" else frozenset(),
    )


def _cumulative(chart: Body, reading: Reading, count: int) -> list[Series]:
    """The rate of all visitors up to each day; nothing where a server gives no counts by day."""
    datasets = chart.get("datasets")
    known = {
        str(each.get("node_code")): each
        for each in (datasets if isinstance(datasets, list) else ())
        if isinstance(each, Mapping)
    }
    series = []
    for each in reading.variants:
        given = known.get(each.code, {})
        visitors = _numbers(given.get("visitors"), count)
        conversions = _numbers(given.get("conversions"), count)
        if not visitors or not conversions or None in visitors or None in conversions:
            return []
        sums = zip(
            accumulate(map(_whole, visitors)), accumulate(map(_whole, conversions)), strict=True
        )
        so_far = [Numbers(seen, min(done, seen)) for seen, done in sums]
        ends = [rate_interval(n, 1 - reading.significance) or (None, None) for n in so_far]
        series.append(
            Series(
                each.code,
                _name(each.name, each.code),
                [n.rate for n in so_far],
                low=[low for low, _high in ends],
                high=[high for _low, high in ends],
            )
        )
    return series


def _whole(value: float | None) -> int:
    return max(0, int(value or 0))


def _daily(reading: Reading, count: int) -> list[Series]:
    return [
        Series(each.code or each.name, _name(each.name, each.code), values)
        for each in reading.variants
        if (values := _shares(reading.daily.get(each.code or each.name), count))
    ]


def _steps(chart: Body, reading: Reading) -> Chart | None:
    labels, datasets = chart.get("labels"), chart.get("datasets")
    if not isinstance(labels, list) or not labels or not isinstance(datasets, list):
        return None
    known = {str(d.get("node_code")): d.get("data") for d in datasets if isinstance(d, Mapping)}
    series = []
    for each in reading.variants:
        data = _numbers(known.get(each.code), len(labels))
        if data and data[0]:
            whole = data[0]
            shares = [None if value is None else value / whole for value in data]
            series.append(Series(each.code, _name(each.name, each.code), shares[1:]))
    if not series or len(labels) < 2:
        return None
    return Chart(
        STEPS,
        Kind.BAR,
        _("How far visitors come"),
        tuple(series),
        tuple(str(label) for label in labels[1:]),
        subtitle=_("Share of the visitors of each variant"),
        measure=Axis(unit=PERCENT),
    )


def _money(reading: Reading) -> Chart | None:
    outcomes = [each.money for each in reading.variants]
    values = [each.value for each in outcomes]
    if not any(values):
        return None
    metric = reading.decides if reading.decides.is_money else Metric.PER_VISITOR
    title = METRIC_TITLES[metric]
    is_known = all(each.interval is not None for each in outcomes if each.value is not None)
    ends = [each.interval or (None, None) for each in outcomes]
    series = Series("revenue", title, values)
    if is_known:
        lows, highs = [low for low, _high in ends], [high for _low, high in ends]
        series = Series("revenue", title, values, low=lows, high=highs)
    return Chart(
        MONEY_KEY,
        Kind.SCATTER if is_known else Kind.BAR,
        MONEY_TITLES[metric] if is_known else title,
        (series,),
        tuple(_name(each.name, each.code) for each in reading.variants),
        subtitle=_("Student’s t, computed here") if is_known else _("As the server has it"),
        measure=Axis(unit=MONEY),
        horizontal=is_known,
    )


def _shares(values: object, count: int) -> list[float | None]:
    """Percent as the server gives it, as fractions; empty where they don't fit."""
    found = _numbers(values, count)
    return [None if value is None else value / 100 for value in found]


def _numbers(values: object, count: int) -> list[float | None]:
    if not isinstance(values, Sequence) or isinstance(values, str) or len(values) != count:
        return []
    return [
        float(value)
        if isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)
        else None
        for value in values
    ]


def _time(label: object, zone: tzinfo | None, *, by_hour: bool) -> Category | None:
    try:
        if by_hour:
            return datetime.fromisoformat(str(label)).replace(tzinfo=zone or UTC)
        return date.fromisoformat(str(label))
    except ValueError:
        return None


def _chart(body: Body, kind: str) -> Body:
    results = body.get("results")
    found = results.get(kind) if isinstance(results, Mapping) else None
    return found if isinstance(found, Mapping) else {}


def _name(name: str, code: str) -> str:
    return name or code or _("Unnamed variant")
