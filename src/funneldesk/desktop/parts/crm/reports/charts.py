"""Charts of reports: each field drawn as its reporting settings would have it. No Qt."""

from funneldesk.desktop.insight.reports.field_figures import FieldReport, Figure
from funneldesk.desktop.kit.charts.chart import Axis, Chart, Kind, Series
from funneldesk.desktop.local.texts import _, ngettext

MOST = 12
"""Bars or slices that are told apart; the table beside them has all."""
KINDS = {
    "histogram": Kind.HISTOGRAM,
    "pie": Kind.PIE,
    "bar": Kind.BAR,
    "line": Kind.LINE,
}


def chart_of(report: FieldReport) -> Chart | None:
    """The chart of a field; None for key figures, and where there is nothing to draw."""
    kind = KINDS.get(report.chart)
    drawn = [each for each in report.figures if each.is_drawn]
    if kind is None or not drawn:
        return None
    edges = _edges(drawn)
    if kind is Kind.HISTOGRAM and edges:
        return Chart(
            report.key,
            kind,
            report.title,
            (_series(drawn),),
            edges=edges,
            along=Axis(report.title),
        )
    shown = drawn if kind is Kind.LINE else drawn[:MOST]
    return Chart(
        report.key,
        Kind.BAR if kind is Kind.HISTOGRAM else kind,
        report.title,
        (_series(shown),),
        tuple(each.label for each in shown),
        subtitle=_cut(len(shown), len(drawn)),
        horizontal=kind is Kind.BAR and not edges,
    )


def _series(figures: list[Figure]) -> Series:
    return Series("entries", _("Entries"), tuple(each.count for each in figures))


def _edges(figures: list[Figure]) -> tuple[int | float, ...]:
    """The edges of buckets, which lie one behind the other."""
    starts = [each.start for each in figures if each.start is not None]
    last = figures[-1].end
    if len(starts) != len(figures) or last is None:
        return ()
    return tuple(float(each) for each in (*starts, last))


def _cut(shown: int, every: int) -> str:
    if shown == every:
        return ""
    told = ngettext("The most frequent of {every}", "The {shown} most frequent of {every}", shown)
    return told.format(shown=shown, every=f"{every:,}")
