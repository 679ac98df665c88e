"""Numbers of a chart in its place: the same table as its file has, for eyes and screen readers."""

from collections.abc import Callable

from PySide6.QtWidgets import QHeaderView, QWidget

from funneldesk.desktop.kit.charts.rows import ChartRows
from funneldesk.desktop.kit.table.column import Column
from funneldesk.desktop.kit.table.view import TableView

NAME_WIDTH, NUMBER_WIDTH = 180, 120


def numbers_table(title: str, rows: ChartRows, parent: QWidget) -> TableView:
    """A table that shows the rows of a chart."""
    lines = {str(at): line for at, line in enumerate(rows.lines())}

    def cell(at: int) -> Callable[[tuple[str, ...]], str]:
        return lambda line: line[at]

    columns: list[Column[tuple[str, ...]]] = [
        Column("", text, cell(at), "right" if at else "left", NUMBER_WIDTH if at else NAME_WIDTH)
        for at, text in enumerate(rows.titles)
    ]
    made = TableView(title, columns, lines.get)
    made.setParent(parent)
    for at, column in enumerate(columns):
        made.horizontalHeader().resizeSection(at, column.width)
    made.horizontalHeader().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
    made.arrange(list(lines))
    return made
