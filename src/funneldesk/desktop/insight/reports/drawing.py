"""Charts, tables and files of ready reports."""

from collections.abc import Sequence
from datetime import date
from typing import Any

from funneldesk.desktop.insight.charting import MOST_SLICES, UNITS, largest
from funneldesk.desktop.insight.metrics import MISSING, unit_text
from funneldesk.desktop.insight.reports.declaration import (
    SO_FAR,
    Found,
    ReadyReport,
    ReportColumn,
    Row,
)
from funneldesk.desktop.kit.charts.chart import NUMBER, Axis, Category, Chart, Grain, Kind, Series
from funneldesk.desktop.kit.export.table import Table
from funneldesk.desktop.kit.formats import Formats
from funneldesk.desktop.kit.table.column import Column
from funneldesk.desktop.local.texts import _

MOST_DRAWN = 12
KEY = "chart"
Line = tuple[int, Row]
"""A row with its place."""


def text_of_cell(column: ReportColumn, value: Any, formats: Formats) -> str:
    """A value as it reads."""
    if value is None:
        return MISSING
    if not column.unit or not isinstance(value, int | float):
        return month_words(str(value), formats)
    return unit_text(value, column.unit, formats)


def month_words(text: str, formats: Formats) -> str:
    """A month as it reads, where the text is one."""
    first = _month(text)
    if first is None:
        return text
    words = formats.month(first)
    return _("{month} (so far)").format(month=words) if text.endswith(SO_FAR) else words


def table_columns(columns: Sequence[ReportColumn], formats: Formats) -> list[Column[Line]]:
    """The columns of the table."""
    return [
        Column(
            str(at),
            column.title,
            _teller(at, column, formats),
            "right" if column.unit else "left",
            width=120 if column.unit else 210,
            sort=str(at),
            stretch=at == 0,
        )
        for at, column in enumerate(columns)
    ]


def _teller(at: int, column: ReportColumn, formats: Formats) -> Any:
    return lambda line: text_of_cell(column, _cell(line[1], at), formats)


def ordered(found: Found, column: int, descending: bool) -> list[Line]:
    """The rows by a column, those without a value last; as they came for -1."""
    lines = list(enumerate(found.rows))
    if column < 0:
        return lines

    def rank(line: Line) -> tuple[bool, Any]:
        value = _cell(line[1], column)
        if isinstance(value, int | float):
            return False, -value if descending else value
        return value is None, 0

    if any(isinstance(_cell(row, column), str) for row in found.rows):
        return sorted(lines, key=lambda e: str(_cell(e[1], column)).casefold(), reverse=descending)
    return sorted(lines, key=rank)


def chart_of(
    report: ReadyReport, columns: Sequence[ReportColumn], found: Found, formats: Formats
) -> Chart | None:
    """The chart of a report; None where it has none."""
    if not report.drawn or len(columns) <= report.drawn_of:
        return None
    if report.drawn == "cohort" and any(_course(row) for row in found.rows):
        return _triangle(report, found, formats)
    at, column = report.drawn_of, columns[report.drawn_of]
    rows = [row for row in found.rows if _cell(row, at) is not None]
    kind = Kind(report.drawn) if report.drawn != "cohort" else Kind.BAR
    scale = 100 if column.unit == "pct" else 1
    values = [_cell(row, at) / scale for row in rows]
    months = [_month(str(row[report.named])) for row in rows]
    is_timed = bool(rows) and not report.by_size and None not in months
    names: list[Category] = [str(row[report.named]) for row in rows]
    note = ""
    if report.by_size:
        adds_up = column.adds_up and column.unit in ("number", "currency")
        shown = [str(row[report.named]) for row in rows]
        most = MOST_SLICES if kind is Kind.PIE else MOST_DRAWN
        shown, values, note = largest(shown, values, most, adds_up=adds_up)
        names = list[Category](shown)
    elif is_timed:
        names = [month for month in months if month is not None]
    return Chart(
        KEY,
        kind,
        report.title,
        (Series("value", column.title, values),) if values else (),
        tuple(names) if values else (),
        subtitle=note,
        measure=Axis("", UNITS.get(column.unit, NUMBER)),
        grain=Grain.MONTH if is_timed else Grain.DAY,
        partial=frozenset(
            at for at, row in enumerate(rows) if str(row[report.named]).endswith(SO_FAR)
        )
        if is_timed
        else frozenset(),
        horizontal=kind is Kind.BAR and not is_timed and report.by_size,
    )


def _triangle(report: ReadyReport, found: Found, formats: Formats) -> Chart:
    """A row for each month of beginning, a column for each month since."""
    rows = [(month_words(str(row[0]), formats), _course(row)) for row in found.rows]
    most = max(len(course) for _name, course in rows)
    return Chart(
        KEY,
        Kind.COHORT,
        report.title,
        tuple(Series(str(at), name, course) for at, (name, course) in enumerate(rows)),
        tuple(str(month) for month in range(most)),
        measure=Axis("", UNITS["currency"]),
    )


def _course(row: Row) -> list[float | None]:
    return row[-1] if row and isinstance(row[-1], list) else []


def export_of(
    title: str, columns: Sequence[ReportColumn], lines: Sequence[Line], more: tuple[Table, ...]
) -> Table:
    """The rows as they stand, as numbers."""
    titles = [f"{each.title} (%)" if each.unit == "pct" else each.title for each in columns]
    rows = [[_exported(_cell(row, at)) for at in range(len(columns))] for _place, row in lines]
    widths = tuple(16 if each.unit else 30 for each in columns)
    return Table(title, tuple(titles), rows, widths, more)


def _exported(value: Any) -> Any:
    if isinstance(value, str) and value.endswith(SO_FAR) and _month(value) is not None:
        return _("{month} (so far)").format(month=value.removesuffix(SO_FAR))
    return value


def told(found: Found, formats: Formats) -> list[tuple[str, str]]:
    """The figures above the rows."""
    return [
        (title, unit_text(value, unit, formats) if value is not None else MISSING)
        for title, value, unit in found.figures
    ]


def _cell(row: Row, at: int) -> Any:
    return row[at] if at < len(row) else None


def _month(text: str) -> date | None:
    text = text.removesuffix(SO_FAR)
    if len(text) != 7 or text[4] != "-":
        return None
    try:
        return date.fromisoformat(f"{text}-01")
    except ValueError:
        return None
