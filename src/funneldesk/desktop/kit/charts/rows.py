"""The numbers of a chart as a table: for screen readers, the clipboard and files."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from funneldesk.desktop.kit.charts.chart import Chart, Kind, Series, Unit, Value
from funneldesk.desktop.kit.charts.labels import Labels, axis_unit
from funneldesk.desktop.kit.charts.values import at_place, place_count
from funneldesk.desktop.kit.export.table import Cell, Table
from funneldesk.desktop.local.texts import _

MATRIX = (Kind.HEAT, Kind.COHORT)


@dataclass(frozen=True, slots=True)
class ChartRows:
    """``titles`` over the columns, the first one names the places. ``values`` are exact, None for
    what is missing; ``names`` and ``texts`` are the same as they are read."""

    titles: tuple[str, ...]
    names: tuple[str, ...]
    values: tuple[tuple[Value, ...], ...]
    texts: tuple[tuple[str, ...], ...]

    def lines(self) -> Iterator[tuple[str, ...]]:
        """Each row as it is read, its name first."""
        for name, texts in zip(self.names, self.texts, strict=True):
            yield (name, *texts)

    def text(self) -> str:
        """For the clipboard: columns between tabs, a row a line, titles first."""
        return "\n".join("\t".join(line) for line in (self.titles, *self.lines()))

    def table(self, name: str) -> Table:
        """For a file: numbers as numbers, empty cells for what is missing."""
        rows = [
            [label, *(_cell(each) for each in row)]
            for label, row in zip(self.names, self.values, strict=True)
        ]
        return Table(name, self.titles, rows)


def rows_of(chart: Chart, labels: Labels) -> ChartRows:
    """The table of the numbers of a chart; call it in a thread when there are many."""
    if chart.kind is Kind.SANKEY:
        return _flows(chart, labels)
    if chart.kind in MATRIX:
        return _matrix(chart, labels)
    return _columns(chart, labels)


@dataclass(frozen=True, slots=True)
class _Column:
    title: str
    values: Sequence[Value]
    unit: Unit


def _columns(chart: Chart, labels: Labels) -> ChartRows:
    columns = [column for each in chart.series for column in _of_series(chart, each)]
    numbered = any(each.at for each in chart.series)
    count = place_count(chart)
    values = tuple(tuple(at_place(each.values, at) for each in columns) for at in range(count))
    texts = tuple(
        tuple(labels.value(v, each.unit) for v, each in zip(row, columns, strict=True))
        for row in values
    )
    names = (str(at + 1) if numbered else _named(chart, at, labels) for at in range(count))
    first = _("Row") if numbered else _along(chart)
    return ChartRows((first, *(each.title for each in columns)), tuple(names), values, texts)


def _named(chart: Chart, place: int, labels: Labels) -> str:
    name = labels.place(chart, place)
    return _("{name} (incomplete)").format(name=name) if place in chart.partial else name


def _of_series(chart: Chart, series: Series) -> Iterator[_Column]:
    unit, name = axis_unit(chart, second=series.second), series.name
    if series.at:
        title = _("{name}: {axis}").format(name=name, axis=_along(chart))
        yield _Column(title, series.at, chart.along.unit)
    yield _Column(name, series.values, unit)
    if series.low:
        yield _Column(_("{name}, from").format(name=name), series.low, unit)
    if series.high:
        yield _Column(_("{name}, to").format(name=name), series.high, unit)
    if series.compared:
        period = chart.compared_name or _("compared period")
        title = _("{name}, {period}").format(name=name, period=period)
        yield _Column(title, series.compared, unit)


def _along(chart: Chart) -> str:
    return chart.along.title or _("Name")


def _matrix(chart: Chart, labels: Labels) -> ChartRows:
    unit, count = axis_unit(chart), len(chart.categories)
    titles = tuple(labels.whole_category(each, chart.grain) for each in chart.categories)
    values = tuple(tuple(at_place(each.values, at) for at in range(count)) for each in chart.series)
    texts = tuple(tuple(labels.value(each, unit) for each in row) for row in values)
    return ChartRows(
        (chart.measure.title or _("Name"), *titles),
        tuple(each.name for each in chart.series),
        values,
        texts,
    )


def _flows(chart: Chart, labels: Labels) -> ChartRows:
    names, unit = dict(chart.nodes), axis_unit(chart)
    told = _("{source} to {target}")
    return ChartRows(
        (_("From and to"), chart.measure.title or _("Amount")),
        tuple(
            told.format(source=names.get(f.source, f.source), target=names.get(f.target, f.target))
            for f in chart.flows
        ),
        tuple((at_place((f.value,), 0),) for f in chart.flows),
        tuple((labels.value(f.value, unit),) for f in chart.flows),
    )


def _cell(value: Value) -> Cell:
    return float(value) if isinstance(value, Decimal) else value
