"""Several brands side by side: the cards of each in its own currency and zone, never added up."""

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from funneldesk.desktop.insight.brand_insight import BrandInsight
from funneldesk.desktop.insight.reading import Slot
from funneldesk.desktop.insight.scope import Scope
from funneldesk.desktop.kit.charts.chart import Cell
from funneldesk.desktop.kit.controls.buttons import column, row
from funneldesk.desktop.kit.controls.labels import Chip, Label
from funneldesk.desktop.kit.tasks import TaskScope
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.analytics.boards.spec import CARD, Tile
from funneldesk.desktop.parts.analytics.boards.tiles import TileFigures
from funneldesk.desktop.parts.analytics.explore.report import Report
from funneldesk.desktop.parts.analytics.metric_card import LEAST_WIDTH
from funneldesk.desktop.sections.operations import operation
from funneldesk.desktop.workspace.workspace import Workspace

METRICS = ("revenue", "sales", "conversion_rate", "aov")


class BrandRow(QWidget):
    """A brand: its name and currency, and a card for each metric."""

    changed = Signal()

    def __init__(self, workspace: Workspace) -> None:
        super().__init__()
        self.workspace = workspace
        self.insight = workspace.shared(BrandInsight)
        self.tiles: list[TileFigures] = []
        self.scope = Scope()
        self.name = Label(workspace.connection.name, size="title")
        self.currency = Chip()
        self.said = Label("", size="small", tone="warning", wrap=True)
        self.cards = row(spacing=16)
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
        return [self.insight.definitions, *(s for tile in self.tiles for s in tile.slots)]

    def ask(self, scope: Scope, *, anew: bool = False) -> None:
        """Show a scope, whose days are counted in this brand's zone."""
        self.scope = scope
        for tile in self.tiles:
            tile.ask(scope, anew=anew)
        self._say()

    def _make(self) -> None:
        if not self.insight.is_known:
            return
        formats = self.insight.formats
        self.currency.setText(formats.currency or _("no currency"))
        keys = self.insight.catalogue.known(METRICS)
        if [tile.metrics[0] for tile in self.tiles] == [self.insight.catalogue[k] for k in keys]:
            return
        for tile in self.tiles:
            if tile.card is not None:
                self.cards.removeWidget(tile.card)
                tile.card.hide()
                tile.card.deleteLater()
            tile.deleteLater()
        self.tiles = [
            TileFigures(self.insight, Tile(CARD, Report((key,)), Cell(0, 0)), key, self)
            for key in keys
        ]
        for tile in self.tiles:
            tile.changed.connect(self.changed)
            if tile.card is not None:
                tile.card.setCheckable(False)
                tile.card.clicked.connect(lambda: self.workspace.go("analytics"))
                self.cards.addWidget(tile.card)
        self.ask(self.scope)

    def _say(self) -> None:
        problem = self.insight.definitions.problem
        told = problem.what if problem is not None else ""
        if not told and not self.insight.is_known:
            told = _("Reading this brand…")
        self.said.setText(told)
        self.said.setVisible(bool(told))


def row_of(*items: QWidget) -> QWidget:
    """Widgets in a row, what is left at the end."""
    made = QWidget()
    made.setLayout(row(*items, None, spacing=8))
    return made


class BrandsView(QWidget):
    """A row for each brand that this computer knows, this one first."""

    state_changed = Signal()

    def __init__(self, workspace: Workspace) -> None:
        super().__init__()
        self.workspace = workspace
        self.tasks = TaskScope(self)
        self.rows: dict[str, BrandRow] = {}
        self.scope = Scope()
        self.note = Label(
            _("Each brand in its own currency and days; nothing is added up."),
            size="small",
            tone="muted",
        )
        self._rows = column(spacing=24)
        whole = column(self.note, spacing=16)
        whole.addLayout(self._rows)
        whole.addStretch(1)
        self.setLayout(whole)

    @property
    def slots(self) -> list[Slot]:
        """The places of all rows for answers."""
        return [slot for each in self.rows.values() for slot in each.slots]

    @property
    def order(self) -> Sequence[str]:
        """The ids of the brands: this one, then the others."""
        own, around = self.workspace.connection.id, self.workspace.neighbours
        others = around.connections() if around is not None else ()
        return [own, *(each.id for each in others if each.id != own)]

    def ask(self, scope: Scope, *, anew: bool = False) -> None:
        """Show a scope for every brand: its range, since values to filter by are a brand's own."""
        self.scope = Scope(scope.choice, scope.comparison)
        self.tasks.latest("open", self._open(anew))

    async def _open(self, anew: bool) -> None:
        around = self.workspace.neighbours
        for each in self.order:
            known = self.rows.get(each)
            if known is None:
                doing = _("Opening a brand")
                with operation(self.workspace, doing, "analytics/brands") as asked:
                    workspace = self.workspace
                    if around is not None and each != self.workspace.connection.id:
                        workspace = await around.workspace(each)
                if asked.failed:
                    continue
                known = self.rows[each] = BrandRow(workspace)
                known.changed.connect(self.state_changed)
                self._rows.addWidget(known)
            known.ask(self.scope, anew=anew)
            self.tasks.start(self._learn(known))

    async def _learn(self, known: BrandRow) -> None:
        await known.insight.learn()
        known.ask(self.scope)
        self.state_changed.emit()
