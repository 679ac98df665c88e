"""Charts around a table: one board, with the table over a cell of its grid."""

from collections.abc import Iterable

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from funneldesk.desktop.kit.charts.board import ChartBoard
from funneldesk.desktop.kit.charts.chart import Cell, Chart
from funneldesk.desktop.kit.charts.layout import Grid
from funneldesk.desktop.kit.formats import Formats
from funneldesk.desktop.kit.style.mirroring import RTL

TABLE = "table"
BESIDE_FROM = 1060
"""Pixels from which on charts stand beside each other."""
WIDE = Grid(
    columns=3,
    row_height=300,
    cells={
        "trend": Cell(0, 0, 2),
        "funnel": Cell(2, 0),
        TABLE: Cell(0, 1, 2),
        "heat": Cell(2, 1),
    },
)
NARROW = Grid(
    columns=1,
    row_height=300,
    cells={"trend": Cell(0, 0), "funnel": Cell(0, 1), TABLE: Cell(0, 2), "heat": Cell(0, 3)},
)
KEYS = ("trend", "funnel", TABLE, "heat")


class ChartsBeside(QWidget):
    """The table stands in its cell also while a chart is still to come."""

    def __init__(self, formats: Formats, table: QWidget) -> None:
        super().__init__()
        self.board = ChartBoard(formats, self)
        self.table = table
        table.setParent(self)
        self._grid = WIDE
        self.setMinimumHeight(WIDE.height(KEYS))

    def show_charts(self, charts: Iterable[Chart], formats: Formats) -> None:
        """Show these charts in their cells."""
        self.board.set_formats(formats)
        self.board.show_charts(charts)
        self._arrange()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        self._grid = WIDE if self.width() >= BESIDE_FROM else NARROW
        self.setMinimumHeight(self._grid.height(KEYS))
        rects = self._grid.rects(
            KEYS,
            self.width(),
            max(self.height(), self.minimumHeight()),
            turned=self.layoutDirection() == RTL,
        )
        self.board.setGeometry(self.rect())
        shown = self.board.charts
        self.board.show_charts(shown, {chart.key: rects[chart.key] for chart in shown})
        self.table.setGeometry(rects[TABLE])
        self.table.raise_()
