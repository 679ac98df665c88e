"""What is said of a point of a chart: beside it, and by a screen reader."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from funneldesk.desktop.kit.charts.chart import Category, Chart, Kind, Series, Value
from funneldesk.desktop.kit.charts.labels import Labels, axis_unit
from funneldesk.desktop.kit.charts.values import at_place, known, place_count
from funneldesk.desktop.local.texts import _

ACROSS = (Kind.LINE, Kind.AREA, Kind.BAR, Kind.STACKED, Kind.HISTOGRAM)
"""Kinds whose tip tells of all series at a place."""
SHARED = (Kind.PIE, Kind.FUNNEL)


@dataclass(frozen=True, slots=True)
class TipLine:
    """``series``: the number of the series whose colour stands before it; -1 for none."""

    name: str
    value: str
    series: int = -1
    faint: bool = False


@dataclass(frozen=True, slots=True)
class Tip:
    """``title`` above, a line for each value below."""

    title: str
    lines: tuple[TipLine, ...]
    note: str = ""

    @property
    def said(self) -> str:
        """The same in one sentence."""
        told = [_("{name}: {value}").format(name=e.name, value=e.value) for e in self.lines]
        return ". ".join([self.title, *told, *([self.note] if self.note else [])])

    def as_message(self) -> dict[str, Any]:
        """For the document."""
        lines = [[e.name, e.value, e.series, e.faint] for e in self.lines]
        return {"title": self.title, "lines": lines, "note": self.note}


def tip_of(chart: Chart, labels: Labels, series: int, place: int) -> Tip | None:
    """What is said at a place of a series; None where there is no such place."""
    if not 0 <= place < place_count(chart):
        return None
    if chart.kind is Kind.SANKEY:
        return _flow(chart, labels, place)
    if not 0 <= series < len(chart.series):
        return None
    chosen = chart.series[series]
    if chart.kind in ACROSS and not chosen.at:
        first = [series] if len(chart.series) > 1 else []
        rest = [at for at in range(len(chart.series)) if at not in first]
        lines = tuple(line for at in (*first, *rest) for line in _lines(chart, labels, at, place))
        return Tip(labels.place(chart, place), lines, _note(chart, place))
    title = labels.place(chart, place, at_place(chosen.at, place))
    lines = tuple(_lines(chart, labels, series, place))
    if chart.kind in SHARED:
        lines += _share(chart, labels, chosen, place)
    return Tip(title, lines, _note(chart, place))


def _note(chart: Chart, place: int) -> str:
    told = [_("Incomplete: this period isn't over.")] if place in chart.partial else []
    told += [each.text for each in chart.marks if _is_there(chart, each.at, each.until, place)]
    return " ".join(told)


def _is_there(chart: Chart, at: Category, until: Category | None, place: int) -> bool:
    if place >= len(chart.categories):
        return False
    here = chart.categories[place]
    if until is None or type(here) is not type(at) or type(at) is not type(until):
        return here == at
    return bool(at <= here <= until)  # type: ignore[operator]


def _lines(chart: Chart, labels: Labels, at: int, place: int) -> Iterator[TipLine]:
    series = chart.series[at]
    unit = axis_unit(chart, second=series.second)
    yield TipLine(series.name, labels.value(at_place(series.values, place), unit), at)
    low, high = at_place(series.low, place), at_place(series.high, place)
    if low is not None and high is not None:
        text = _("{low} to {high}").format(
            low=labels.value(low, unit), high=labels.value(high, unit)
        )
        yield TipLine(_("Interval"), text, faint=True)
    if series.compared:
        value = labels.value(at_place(series.compared, place), unit)
        yield TipLine(_compared(chart, labels, place), value, faint=True)


def _compared(chart: Chart, labels: Labels, place: int) -> str:
    if place < len(chart.compared):
        return labels.whole_category(chart.compared[place], chart.grain)
    return chart.compared_name or _("Before")


def _share(chart: Chart, labels: Labels, series: Series, place: int) -> tuple[TipLine, ...]:
    value, whole = at_place(series.values, place), _whole(chart, series)
    if value is None or not whole:
        return ()
    told = _("Of the first step") if chart.kind is Kind.FUNNEL else _("Share")
    share = labels.formats.percent(float(value) / whole, 1)
    return (TipLine(told, share, faint=True),)


def _whole(chart: Chart, series: Series) -> float:
    values = known(series.values[:1] if chart.kind is Kind.FUNNEL else series.values)
    return sum(each for each in values if each > 0)


def share_text(chart: Chart, labels: Labels, series: Series, value: Value) -> str:
    """A value's share of the whole of a pie, or of the first step of a funnel."""
    whole = _whole(chart, series)
    return labels.formats.percent(float(value or 0) / whole, 1) if whole else ""


def _flow(chart: Chart, labels: Labels, place: int) -> Tip:
    flow, names = chart.flows[place], dict(chart.nodes)
    source, target = (names.get(key, key) for key in (flow.source, flow.target))
    title = _("{source} to {target}").format(source=source, target=target)
    value = labels.value(at_place((flow.value,), 0), axis_unit(chart))
    return Tip(title, (TipLine(chart.measure.title or _("Amount"), value),))
