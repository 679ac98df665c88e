"""Chart of a report: chosen by what it is grouped by, unless the user chose."""

from dataclasses import replace

from funneldesk.contract.analytics import TIME_GROUPINGS
from funneldesk.desktop.insight.answers import Answer, AnswerRow
from funneldesk.desktop.insight.buckets import GRAINS, OF_TIME
from funneldesk.desktop.insight.charting import (
    When,
    bars,
    category_of,
    lines,
    over,
    partial_of,
    unit_of,
    values_of,
)
from funneldesk.desktop.insight.metrics import Metric
from funneldesk.desktop.kit.charts.chart import Axis, Chart, Grain, Kind, Series
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.analytics.explore.report import (
    AUTO,
    BARS,
    LINES,
    MAP,
    PIE,
    STACKED,
    Report,
)

MOST_SERIES, MOST_HOURS = 6, 24
KEY = "chart"


def chart_of(
    report: Report, answer: Answer, metrics: tuple[Metric, ...], at: When, title: str
) -> Chart:
    """The chart of a report's answer."""
    drawn, first = report.drawn, report.groupings[0]
    if first in GRAINS and len(report.groupings) == 1 and drawn in (AUTO, LINES, BARS):
        kind = Kind.BAR if drawn == BARS else Kind.LINE
        return _named(lines(answer, metrics[:4], at, title, kind))
    if first in GRAINS and len(report.groupings) > 1 and drawn in (AUTO, LINES, STACKED):
        kind = Kind.LINE if drawn == LINES else Kind.STACKED
        return by_value(answer, metrics[0], at, title, kind)
    if drawn == PIE:
        return bars(answer, metrics[0], title, KEY, Kind.PIE)
    if drawn == MAP and report.groupings in (("country",), ("shipping_country",)):
        return _map(answer, metrics[0], title)
    if first == OF_TIME or first in TIME_GROUPINGS:
        return _hours(answer, metrics[0], at, title)
    return bars(answer, metrics[0], title, KEY)


def by_value(answer: Answer, metric: Metric, at: When, title: str, kind: Kind) -> Chart:
    """Time along, a series for each of the largest values of the other groupings."""
    times: dict[str, AnswerRow] = {}
    found: dict[str, dict[str, AnswerRow]] = {}
    names: dict[str, str] = {}
    for row in answer.rows:
        time, _sign, rest = row.key.partition(";")
        times.setdefault(time, AnswerRow(time, row.name.split(" / ")[0]))
        found.setdefault(rest, {})[time] = row
        names.setdefault(rest, row.name.partition(" / ")[2] or rest)
    rows = over(Answer(tuple(times[key] for key in sorted(times))), at)

    def size(key: str) -> float:
        return sum(row.cell(metric.key).value or 0.0 for row in found[key].values())

    order = sorted(found, key=lambda key: (-size(key), key))
    kept, others = order[:MOST_SERIES], order[MOST_SERIES:]
    values = {
        key: values_of([found[key].get(row.key, row) for row in rows], metric) for key in order
    }
    series = [Series(key or "none", names[key], values[key]) for key in kept]
    note = ""
    if others and metric.adds_up:
        columns = zip(*(values[key] for key in others), strict=True)
        known = ([value for value in column if value is not None] for column in columns)
        sums = [sum(column) if column else None for column in known]
        series.append(Series("other", _("Other"), sums))
        note = _("“Other” adds up {count} of {total} rows")
        note = note.format(count=len(others), total=len(order))
    elif others:
        note = _("The {count} largest of {total} rows")
        note = note.format(count=len(kept), total=len(order))
    return Chart(
        KEY,
        kind,
        title,
        tuple(series),
        tuple(category_of(at.grain, row) for row in rows),
        subtitle=note,
        measure=Axis("", unit_of(metric)),
        grain=Grain(at.grain),
        partial=partial_of(rows, at),
    )


def _hours(answer: Answer, metric: Metric, at: When, title: str) -> Chart:
    """Hours of the day, or times that are grouped further: bars in their own order. Of today
    alone those are left out that are still to come."""
    there = at.now.astimezone(at.zone)
    rows = answer.rows[:MOST_HOURS]
    if at.span.first == at.span.last == there.date():
        rows = tuple(row for row in rows if row.key <= f"{there.hour:02}" or len(row.key) > 2)
    note = _("The first {count} of {total} rows") if len(rows) < len(answer.rows) else ""
    return Chart(
        KEY,
        Kind.BAR,
        title,
        (Series(metric.key, metric.name, values_of(rows, metric)),),
        tuple(row.name or row.key for row in rows),
        subtitle=note.format(count=len(rows), total=len(answer.rows)),
        measure=Axis("", unit_of(metric)),
    )


def _map(answer: Answer, metric: Metric, title: str) -> Chart:
    rows = [row for row in answer.rows if len(row.key) == 2]
    left = len(answer.rows) - len(rows)
    note = _("Not on the map: {count} of {total} rows") if left else ""
    return Chart(
        KEY,
        Kind.MAP,
        title,
        (Series(metric.key, metric.name, values_of(rows, metric)),),
        tuple(row.key.upper() for row in rows),
        subtitle=note.format(count=left, total=len(answer.rows)),
        measure=Axis("", unit_of(metric)),
    )


def _named(chart: Chart) -> Chart:
    return replace(chart, key=KEY)
