"""A brand beside others: its cards and charts, in its own currency and zone."""

from dataclasses import replace

from PySide6.QtCore import QRect, Signal
from PySide6.QtWidgets import QSpacerItem, QWidget

from funneldesk.desktop.insight.brand_insight import BrandInsight
from funneldesk.desktop.insight.metrics import CONVERSION
from funneldesk.desktop.insight.reading import Slot
from funneldesk.desktop.insight.scope import Scope
from funneldesk.desktop.kit.charts.chart import Cell as Place
from funneldesk.desktop.kit.charts.chart import Chart, Grain, Measure
from funneldesk.desktop.kit.charts.labels import Labels
from funneldesk.desktop.kit.charts.layout import Grid
from funneldesk.desktop.kit.controls.buttons import column, row
from funneldesk.desktop.kit.controls.labels import Chip, Label
from funneldesk.desktop.kit.export.table import Cell
from funneldesk.desktop.kit.formats import Formats
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.analytics.boards.spec import CARD, CHART, Tile
from funneldesk.desktop.parts.analytics.boards.tiles import TileFigures
from funneldesk.desktop.parts.analytics.explore.report import Report
from funneldesk.desktop.parts.analytics.metric_card import LEAST_WIDTH
from funneldesk.desktop.workspace.workspace import Workspace

METRICS = ("revenue", "sales", CONVERSION, "aov")
DRAWN = (("revenue", "day"), ("revenue", "utm_source"))
"""What a brand's charts show: a metric by a grouping. The first one is twice as wide."""
CELLS = (Place(0, 0, 2), Place(2, 0))
CHARTS_HEIGHT, GAP, BETWEEN = 240, 16, 28


class BrandRow(QWidget):
    """A brand: its name and currency, and a card for each metric. Its charts stand below, in
    ``place``, on the board that all brands share."""

    changed = Signal()
    drawn = Signal()

    def __init__(self, workspace: Workspace) -> None:
        super().__init__()
        self.workspace = workspace
        self.insight = workspace.shared(BrandInsight)
        self.tiles: list[TileFigures] = []
        self.charts: list[TileFigures] = []
        self.scope = Scope()
        self.place = QSpacerItem(0, GAP + CHARTS_HEIGHT + BETWEEN)
        self.name = Label(workspace.connection.name, size="title")
        self.currency = Chip()
        self.said = Label("", size="small", tone="warning", wrap=True)
        self.cards = row(spacing=GAP)
        whole = column(row_of(self.name, self.currency), self.said, spacing=8)
        whole.addLayout(self.cards)
        self.setLayout(whole)
        self.setMinimumWidth(LEAST_WIDTH)
        self.insight.changed.connect(self._make)
        self.insight.definitions.changed.connect(self._say)
        self._make()

    @property
    def slots(self) -> list[Slot]:
        """Its places for answers."""
        tiles = (*self.tiles, *self.charts)
        return [self.insight.definitions, *(s for tile in tiles for s in tile.slots)]

    def ask(self, scope: Scope, *, anew: bool = False) -> None:
        """Show a scope, whose days are counted in this brand's zone."""
        self.scope = scope
        for tile in (*self.tiles, *self.charts):
            tile.ask(scope, anew=anew)
        self._say()

    def chart_list(self) -> list[Chart]:
        """Its charts, as far as they are known, in its own currency and times."""
        made = (tile.chart() for tile in self.charts)
        return [own_money(chart, self.insight.formats) for chart in made if chart is not None]

    def chart_rects(self, *, turned: bool) -> dict[str, QRect]:
        """Where its charts stand."""
        grid = Grid(3, CHARTS_HEIGHT, GAP, cells=dict(zip(self._keys, CELLS, strict=True)))
        box = self.place.geometry().adjusted(0, GAP, 0, -BETWEEN)
        rects = grid.rects(self._keys, box.width(), box.height(), turned=turned)
        return {key: rect.translated(box.topLeft()) for key, rect in rects.items()}

    @property
    def _keys(self) -> list[str]:
        return [f"{self.workspace.connection.id}/{at}" for at in range(len(DRAWN))]

    def _make(self) -> None:
        if not self.insight.is_known:
            return
        formats = self.insight.formats
        self.currency.setText(formats.currency or _("no currency"))
        keys = self.insight.catalogue.known(METRICS)
        if [tile.metrics[0] for tile in self.tiles] == [self.insight.catalogue[k] for k in keys]:
            return
        for tile in (*self.tiles, *self.charts):
            if tile.card is not None:
                self.cards.removeWidget(tile.card)
                tile.card.hide()
                tile.card.deleteLater()
            tile.deleteLater()
        self.tiles = [self._tile(Tile(CARD, Report((key,))), key) for key in keys]
        known = self.insight.catalogue.known(tuple(metric for metric, _by in DRAWN))
        self.charts = [
            self._tile(Tile(CHART, Report((metric,), (by,))), key)
            for (metric, by), key in zip(DRAWN, self._keys, strict=True)
            if metric in known
        ]
        for tile in self.tiles:
            if tile.card is not None:
                tile.card.setCheckable(False)
                tile.card.clicked.connect(lambda: self.workspace.go("analytics"))
                self.cards.addWidget(tile.card)
        for tile in self.charts:
            tile.answered.connect(self.drawn)
        self.ask(self.scope)

    def _tile(self, tile: Tile, key: str) -> TileFigures:
        made = TileFigures(self.insight, tile, key, self)
        made.changed.connect(self.changed)
        return made

    def lines(self) -> list[list[Cell]]:
        """Its cards as the rows of a table."""
        formats, name = self.insight.formats, self.workspace.connection.name
        found: list[list[Cell]] = []
        for tile in self.tiles:
            if tile.main.answer is not None:
                metric = tile.metrics[0]
                cell = tile.main.answer.total.cell(metric.key)
                money = formats.currency if metric.unit == "currency" else ""
                told = cell.text(metric, formats)
                values = (cell.value, cell.compared, cell.before)
                found.append([name, metric.name, money, *values, told])
        return found

    def _say(self) -> None:
        problem = self.insight.definitions.problem
        told = problem.what if problem is not None else ""
        if not told and not self.insight.is_known:
            told = _("Reading this brand…")
        self.said.setText(told)
        self.said.setVisible(bool(told))


def own_money(chart: Chart, formats: Formats) -> Chart:
    """A chart beside those of other brands: its money says which, its hours are clocks."""
    if chart.grain is Grain.HOUR:
        labels = Labels(formats)
        names = tuple(labels.category(each, Grain.HOUR) for each in chart.categories)
        chart = replace(chart, categories=names, grain=Grain.DAY)
    if chart.measure.unit.measure is not Measure.MONEY:
        return chart
    unit = replace(chart.measure.unit, currency=formats.currency)
    return replace(chart, measure=replace(chart.measure, unit=unit))


def row_of(*items: QWidget) -> QWidget:
    """Widgets in a row, what is left at the end."""
    made = QWidget()
    made.setLayout(row(*items, None, spacing=8))
    return made
