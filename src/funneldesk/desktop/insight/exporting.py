"""Figures as tables, texts and images: what was asked stands on a sheet of its own."""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from pathlib import Path

from funneldesk.desktop.insight.answers import AnswerRow
from funneldesk.desktop.insight.brand_insight import BrandInsight
from funneldesk.desktop.insight.buckets import span_words
from funneldesk.desktop.insight.figures_table import row_name
from funneldesk.desktop.insight.metrics import Metric, scale_of
from funneldesk.desktop.insight.scope import Scope, field_name
from funneldesk.desktop.kit.charts.board import ChartBoard, ImageKind
from funneldesk.desktop.kit.charts.images import CannotDraw
from funneldesk.desktop.kit.export.table import Cell, Table
from funneldesk.desktop.kit.export.writing import CannotWrite, write_bytes
from funneldesk.desktop.kit.formats import Formats
from funneldesk.desktop.kit.notices.notices import Notice
from funneldesk.desktop.kit.tasks import in_thread
from funneldesk.desktop.local.texts import _

NAME_WIDTH, VALUE_WIDTH = 30, 18


def told_scope(insight: BrandInsight, scope: Scope) -> list[tuple[str, str]]:
    """What a table is about: brand, days, zone, comparison, filters."""
    days = scope.days(insight.today)
    rows = [
        (_("Brand"), insight.workspace.connection.name),
        (_("Range"), span_words(days, insight.formats.locale)),
        (_("First day"), days.first.isoformat()),
        (_("Last day"), days.last.isoformat()),
        (_("Time zone"), insight.zone_name or _("the brand's, as the server knows it")),
        (_("Currency"), insight.formats.currency),
    ]
    if compared := insight.compared_words(scope):
        rows.append((_("Compared with"), compared))
    rows += [(field_name(name), ", ".join(values)) for name, values in scope.filters]
    rows.append((_("Exported"), insight.formats.moment(datetime.now(UTC))))
    return rows


def filters_sheet(insight: BrandInsight, scope: Scope) -> Table:
    """The same as a sheet."""
    rows = told_scope(insight, scope)
    return Table(_("Filters"), (_("What"), _("Value")), rows, (NAME_WIDTH, 40))


def answer_table(
    title: str,
    rows: Sequence[AnswerRow],
    groupings: Sequence[str],
    metrics: Sequence[Metric],
    formats: Formats,
    *,
    compared: bool = True,
) -> Table:
    """Rows as numbers: each metric, and what it is compared with, beside the part of it that is
    compared where that is not all. Rates are in percent."""
    names = [" / ".join(field_name(each) for each in groupings) or _("Total")]
    titles, cells = [*names], list[list[Cell]]()
    so_far = compared and any(is_so_far(row, metrics) for row in rows)
    for metric in metrics:
        titles.append(f"{metric.name} (%)" if metric.unit == "pct" else metric.name)
        if so_far:
            titles.append(_("{metric}, compared so far").format(metric=metric.name))
        if compared:
            titles.append(_("{metric}, before").format(metric=metric.name))
    for row in rows:
        line: list[Cell] = [row_name(row, groupings, formats) if groupings else _("Total")]
        for metric in metrics:
            cell = row.cell(metric.key)
            scale = scale_of(cell.value or 0.0, cell.written, metric.unit)
            line.append(_scaled(cell.value, scale))
            if so_far:
                line.append(_scaled(cell.so_far, scale))
            if compared:
                line.append(_scaled(cell.before, scale))
        cells.append(line)
    widths = (NAME_WIDTH, *(VALUE_WIDTH for _title in titles[1:]))
    return Table(title, tuple(titles), cells, widths)


def is_so_far(row: AnswerRow, metrics: Iterable[Metric]) -> bool:
    """Whether only a part of a row's values is compared."""
    return any(row.cell(metric.key).so_far is not None for metric in metrics)


def text_of(
    title: str,
    scope: Sequence[tuple[str, str]],
    rows: Sequence[AnswerRow],
    groupings: Sequence[str],
    metrics: Sequence[Metric],
    formats: Formats,
) -> str:
    """A report as plain text: what it is about, then a line for each row, between tabs."""
    head = [title, *(f"{name}: {value}" for name, value in scope), ""]
    names = " / ".join(field_name(each) for each in groupings) or _("Total")
    head.append("\t".join([names, *(metric.name for metric in metrics)]))
    for row in rows:
        shown = row_name(row, groupings, formats) if groupings else _("Total")
        head.append("\t".join([shown, *(row.cell(m.key).text(m, formats) for m in metrics)]))
    return "\n".join(head) + "\n"


def _scaled(value: float | None, scale: float) -> Cell:
    if value is None:
        return None
    made = round(value * scale, 6)
    return int(made) if float(made).is_integer() else made


async def write_image(board: ChartBoard, key: str, kind: ImageKind, path: Path) -> Notice:
    """Put a chart into a file; how that went."""
    try:
        content = await board.image(key, kind)
        await in_thread(write_bytes, path, content)
    except CannotWrite as problem:
        return Notice(problem.what, f"{problem.so_what} {problem.now_what}", "danger", key="export")
    except CannotDraw as problem:
        return problem.notice
    told = _("To {name}").format(name=path.name)
    return Notice(_("Chart saved"), told, "success", key="export")
