"""Brands side by side: cards and charts of each in its own currency and zone, not added up."""

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import QEvent, QRect, Signal
from PySide6.QtWidgets import QWidget

from funneldesk.desktop.insight.brand_insight import BrandInsight
from funneldesk.desktop.insight.reading import Slot
from funneldesk.desktop.insight.scope import Scope
from funneldesk.desktop.kit.charts.board import ChartBoard
from funneldesk.desktop.kit.controls.buttons import column
from funneldesk.desktop.kit.controls.labels import Label
from funneldesk.desktop.kit.export.table import Table
from funneldesk.desktop.kit.style.mirroring import RTL
from funneldesk.desktop.kit.tasks import TaskScope
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.analytics.boards.brand_row import BrandRow
from funneldesk.desktop.sections.operations import operation
from funneldesk.desktop.workspace.workspace import Workspace


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
        self.charts = ChartBoard(workspace.shared(BrandInsight).formats, self)
        self.charts.lower()
        self.charts.picked.connect(self._picked)
        self._rows = column(spacing=0)
        self._whole = column(self.note, spacing=16)
        self._whole.addLayout(self._rows)
        self._whole.addStretch(1)
        self.setLayout(self._whole)

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
        self.scope = replace(scope, filters=())
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
                known.drawn.connect(self._draw)
                self._rows.addWidget(known)
                self._rows.addItem(known.place)
            known.ask(self.scope, anew=anew)
            self.tasks.start(self._learn(known))

    # Its charts, below the rows

    def _draw(self) -> None:
        """All that is known, of every brand, in one view."""
        self.charts.set_formats(self.workspace.shared(BrandInsight).formats)
        charts = [chart for row in self.rows.values() for chart in row.chart_list()]
        self.charts.show_charts(charts, self.chart_places())

    def event(self, event: QEvent) -> bool:
        """Follows the layout, which says where the charts are."""
        handled = super().event(event)
        if event.type() in (QEvent.Type.LayoutRequest, QEvent.Type.Resize):
            self._whole.activate()
            self.charts.setGeometry(self.rect())
            self.charts.show_charts(self.charts.charts, self.chart_places())
        return handled

    def _picked(self, key: str, *_where: object) -> None:
        row = self.rows.get(key.rpartition("/")[0])
        if row is not None:
            row.workspace.go("analytics")

    def chart_places(self) -> dict[str, QRect]:
        """Where the charts are, by their keys."""
        turned = self.layoutDirection() == RTL
        places = [row.chart_rects(turned=turned) for row in self.rows.values()]
        return {key: rect for each in places for key, rect in each.items()}

    def widgets(self) -> list[tuple[QWidget, QRect]]:
        """Names and cards of the brands, with their places."""
        return [(row, row.geometry()) for row in self.rows.values()]

    def table(self, title: str) -> Table:
        """Each brand's cards as rows, with its currency: nothing is added up."""
        columns = (_("Value"), _("Compared"), _("Before"), _("As shown"))
        titles = (_("Brand"), _("Card"), _("Currency"), *columns)
        lines = [line for row in self.rows.values() for line in row.lines()]
        return Table(title, titles, lines, (30, 30, 12, 18, 18, 18, 18))

    async def _learn(self, known: BrandRow) -> None:
        await known.insight.learn()
        known.ask(self.scope)
        self.state_changed.emit()
