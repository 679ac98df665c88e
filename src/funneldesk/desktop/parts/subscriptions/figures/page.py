"""Figures of all subscriptions: cards, and a chart for each ready report about them."""

from dataclasses import replace

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QWidget

from funneldesk.desktop.insight.brand_insight import BrandInsight
from funneldesk.desktop.insight.reading import Slot
from funneldesk.desktop.insight.reports.catalogue import REPORTS
from funneldesk.desktop.insight.reports.declaration import Found
from funneldesk.desktop.insight.reports.drawing import chart_of, told
from funneldesk.desktop.insight.reports.question import ReportQuestion
from funneldesk.desktop.kit.charts.board import ChartBoard
from funneldesk.desktop.kit.charts.chart import Cell, Chart
from funneldesk.desktop.kit.charts.layout import Grid
from funneldesk.desktop.kit.controls.banner import Banner
from funneldesk.desktop.kit.controls.buttons import Button, column, row, surface
from funneldesk.desktop.kit.controls.labels import Label
from funneldesk.desktop.kit.table.progress import ProgressLine
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.subscriptions.subscriptions import STATUS_WORDS
from funneldesk.desktop.workspace.workspace import Workspace

TODAY, MRR, CHURN, COHORTS, DUNNING = SHOWN = (
    "subscriptions",
    "mrr",
    "churn",
    "cohorts",
    "dunning",
)
"""Ready reports, in the order in which they are asked."""
CARDS = (TODAY, DUNNING)
"""Those that have figures of their own."""
STATES = (TODAY, DUNNING)
"""Those with a bar for each state, whose names need room."""
BESIDE_FROM = 860
"""Pixels from which on charts stand beside each other."""
WIDE = Grid(
    columns=6,
    row_height=260,
    cells={
        MRR: Cell(0, 0, 4),
        TODAY: Cell(4, 0, 2),
        CHURN: Cell(0, 1, 2),
        COHORTS: Cell(2, 1, 2),
        DUNNING: Cell(4, 1, 2),
    },
)
NARROW = Grid(columns=1, row_height=260)


class FiguresPage(QWidget):
    """``left`` is the way back to the list; ``asked_for`` carries a status to show there."""

    left = Signal()
    asked_for = Signal(str)

    def __init__(self, workspace: Workspace) -> None:
        super().__init__()
        self.insight = workspace.shared(BrandInsight)
        self.slots = {
            key: Slot(self.insight.reader, self, urgency) for urgency, key in enumerate(SHOWN)
        }
        self.board = ChartBoard(self.insight.formats)
        self.progress = ProgressLine()
        self.banner = Banner(_("Try again"), closable=False)
        self._build()
        for slot in self.slots.values():
            slot.answered.connect(self._show)
            slot.changed.connect(self._tell)
        self.insight.facts.changed.connect(self._show)
        self.banner.pressed.connect(lambda: self.ask(anew=True))
        self.board.picked.connect(self._picked)
        self.board.told.connect(workspace.notifications.post)

    def _build(self) -> None:
        surface("app", self)
        title = Label(_("Figures of all subscriptions"), size="title")
        back = Button(_("List"), kind="plain", icon_name="list", on_click=self.left.emit)
        head = row(title, None, back, spacing=12, margins=(14, 8, 8, 8))
        self.cards: QHBoxLayout = row(spacing=40, margins=(16, 8, 16, 16))
        inside = QWidget()
        inner = column(spacing=8, margins=(16, 0, 16, 16))
        inner.addWidget(self.board, 1)
        inside.setLayout(inner)
        self.area = QScrollArea()
        self.area.setWidgetResizable(True)
        self.area.setFrameShape(QFrame.Shape.NoFrame)
        self.area.setWidget(inside)
        self.area.setAccessibleName(_("Figures of all subscriptions"))
        whole = column(spacing=0)
        whole.addLayout(head)
        whole.addWidget(self.progress)
        whole.addWidget(self.banner)
        whole.addLayout(self.cards)
        whole.addWidget(self.area, 1)
        self.setLayout(whole)

    @property
    def is_reading(self) -> bool:
        """Whether the server is asked."""
        return any(slot.is_reading for slot in self.slots.values())

    async def load(self) -> None:
        """Show what this computer knows, then ask the server."""
        await self.insight.facts.recall()
        self.ask()

    def ask(self, *, anew: bool = False) -> None:
        """Ask for every figure; ``anew`` however fresh it is."""
        for key, slot in self.slots.items():
            slot.ask(ReportQuestion("", "", self.insight.zone_name, key), anew=anew)

    # What is shown

    def _found(self, key: str) -> Found:
        answer = self.slots[key].answer
        return answer if isinstance(answer, Found) else Found(())

    def _show(self) -> None:
        formats = self.insight.formats
        charts = [chart for key in SHOWN if (chart := self._chart(key)) is not None]
        self.board.set_formats(formats)
        self.board.show_charts(charts, self._grid)
        while (old := self.cards.takeAt(0)) is not None:
            if (widget := old.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        for name, value in (each for key in CARDS for each in told(self._found(key), formats)):
            card = QWidget()
            card.setLayout(
                column(Label(name, tone="muted"), Label(value, size="figure"), spacing=2)
            )
            card.setAccessibleName(f"{name}: {value}")
            self.cards.addWidget(card)
        self.cards.addStretch(1)
        self._arrange()

    def _chart(self, key: str) -> Chart | None:
        report = REPORTS[key]
        chart = chart_of(report, report.columns, self._found(key), self.insight.formats)
        if chart is None:
            return None
        return replace(chart, key=key, horizontal=chart.horizontal or key in STATES)

    def _tell(self) -> None:
        self.progress.set_on(self.is_reading)
        problem = next((s.problem for s in self.slots.values() if s.problem is not None), None)
        if problem is None:
            self.banner.clear()
        else:
            self.banner.say(problem.what, f"{problem.so_what} {problem.now_what}", "warning")

    @property
    def _grid(self) -> Grid:
        return WIDE if self.width() >= BESIDE_FROM else NARROW

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        grid = self._grid
        self.board.setMinimumHeight(grid.height([chart.key for chart in self.board.charts]))
        if self.board.layout_grid is not grid:
            self.board.show_charts(self.board.charts, grid)

    def _picked(self, chart: str, _series: str, category: object) -> None:
        """A state leads to the subscriptions that are in it."""
        status = next((key for key, words in STATUS_WORDS.items() if words == category), "")
        if chart == TODAY and status:
            self.asked_for.emit(status)
