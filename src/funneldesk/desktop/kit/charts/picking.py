"""Picked points: what a place of a chart stands for."""

from funneldesk.desktop.kit.charts.chart import Category, Chart, Flow, Kind, Value


def category_at(chart: Chart, series: int, place: int) -> Category | Value | Flow:
    """The category of a place; the edge at which a bucket begins, the number at which a value
    lies, the flow of a sankey."""
    if chart.kind is Kind.SANKEY:
        return chart.flows[place]
    if chart.kind is Kind.HISTOGRAM:
        return chart.edges[place]
    if series < len(chart.series) and chart.series[series].at:
        return chart.series[series].at[place]
    return chart.categories[place]
