"""Charts tab of a split test: one board, whose web view is there only while it is looked at."""

from collections.abc import Callable, Mapping
from typing import Any

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QScrollArea

from funneldesk.desktop.kit.charts.board import ChartBoard
from funneldesk.desktop.kit.charts.layout import Grid
from funneldesk.desktop.kit.controls.buttons import row
from funneldesk.desktop.kit.controls.empty_state import EmptyState
from funneldesk.desktop.kit.formats import Formats
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.split_tests.charts.declared import charts_of
from funneldesk.desktop.parts.split_tests.results.reading import Reading
from funneldesk.desktop.records.detail.detail_view import RecordView

WIDE = 760
"""Width from which two charts stand beside each other."""
ROW_HEIGHT, MARGIN = 250, 12
Body = Mapping[str, Any]


class ChartsPage(RecordView):
    """Shows one test; ``show_reading`` gives the figures that belong to it."""

    def __init__(self, formats: Callable[[], Formats]) -> None:
        super().__init__()
        self._formats = formats
        self._body: Body = {}
        self._columns = 0
        self.board = ChartBoard(formats())
        self.nothing = EmptyState(
            "chart-line", _("No charts yet"), _("They appear with the first visitors.")
        )
        self.area = QScrollArea()
        self.area.setWidgetResizable(True)
        self.area.setFrameShape(QScrollArea.Shape.NoFrame)
        self.area.setAccessibleName(_("Charts"))
        self.area.setWidget(self.board)
        self.setLayout(row(self.area, self.nothing, spacing=0))
        self._show([])

    def show_record(self, body: Body) -> None:
        if body.get("id") != self._body.get("id"):
            self._show([])
        self._body = body

    def show_reading(self, reading: Reading) -> None:
        """Draw what is known of the test."""
        formats = self._formats()
        self.board.set_formats(formats)
        self._show(charts_of(self._body, reading, formats.zone))

    def _show(self, charts: list[Any]) -> None:
        self.board.show_charts(charts)
        self.area.setVisible(bool(charts))
        self.nothing.setVisible(not charts)
        self._arrange(again=True)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self, *, again: bool = False) -> None:
        columns = 2 if self.width() >= WIDE else 1
        if columns != self._columns or again:
            self._columns = columns
            grid = Grid(columns, ROW_HEIGHT, margin=MARGIN)
            self.board.show_charts(self.board.charts, grid)
            self.board.setMinimumHeight(grid.height([each.key for each in self.board.charts]))
