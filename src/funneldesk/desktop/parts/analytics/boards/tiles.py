"""Tiles of a board, each with the figures that it shows."""

from dataclasses import replace

from PySide6.QtCore import QObject, Signal

from funneldesk.desktop.insight.answers import Answer
from funneldesk.desktop.insight.brand_insight import BrandInsight, ComparedSlot
from funneldesk.desktop.insight.buckets import GRAINS, grain_of
from funneldesk.desktop.insight.charting import heat, over, partial_of, trend, values_of, when
from funneldesk.desktop.insight.metrics import Metric
from funneldesk.desktop.insight.ranges import Comparison
from funneldesk.desktop.insight.reading import Slot
from funneldesk.desktop.insight.scope import Scope, field_name
from funneldesk.desktop.kit.charts.chart import Chart, Kind
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.analytics.boards.spec import CARD, Tile
from funneldesk.desktop.parts.analytics.explore.drawing import chart_of
from funneldesk.desktop.parts.analytics.explore.report import HEAT
from funneldesk.desktop.parts.analytics.metric_card import MetricCard


class TileFigures(QObject):
    """Reads what a tile shows. ``answered``: there is something else to show."""

    answered = Signal()
    changed = Signal()

    def __init__(self, insight: BrandInsight, tile: Tile, key: str, parent: QObject) -> None:
        super().__init__(parent)
        self.insight, self.tile, self.key = insight, tile, key
        self.scope = Scope()
        self.main = ComparedSlot(insight, self, urgency=1)
        self.days = ComparedSlot(insight, self, urgency=2)
        self.card = MetricCard(self.metrics[0]) if tile.kind == CARD else None
        for slot in (self.main, self.days):
            slot.answered.connect(self._answered)
            slot.changed.connect(self.changed)

    @property
    def metrics(self) -> tuple[Metric, ...]:
        """The metrics that the brand has of those that are to be shown."""
        catalogue = self.insight.catalogue
        keys = catalogue.known(self.tile.report.metrics)
        return tuple(catalogue[k] for k in keys or self.tile.report.metrics)

    @property
    def slots(self) -> tuple[Slot, ...]:
        """Its places for answers."""
        return (*self.main.slots, *self.days.slots)

    @property
    def title(self) -> str:
        """What it is called."""
        if self.tile.name:
            return self.tile.name
        metric = self.metrics[0].name
        if self.tile.kind == CARD:
            return metric
        if self.tile.report.drawn == HEAT:
            return _("{metric} by hour of the week").format(metric=metric)
        by = ", ".join(field_name(each).lower() for each in self.tile.report.groupings)
        return _("{metric} by {fields}").format(metric=metric, fields=by)

    def ask(self, scope: Scope, *, anew: bool = False) -> None:
        """Show a scope."""
        self.scope = scope
        keys = tuple(metric.key for metric in self.metrics)
        if self.tile.kind == CARD:
            self.main.ask(scope, keys[:1], anew=anew)
            alone = replace(scope, comparison=Comparison.OFF)
            self.days.ask(alone, keys[:1], (self._grain,), anew=anew)
        elif self.tile.report.drawn == HEAT:
            self.main.ask(scope, keys[:1], ("day", "hour_of_day"), anew=anew)
        else:
            self.main.ask(scope, keys, self.groupings, anew=anew)

    @property
    def groupings(self) -> tuple[str, ...]:
        """Its groupings; a trend goes by the buckets that suit the range."""
        first, *rest = self.tile.report.groupings
        return (self._grain, *rest) if first == "day" else (first, *rest)

    @property
    def _grain(self) -> str:
        return grain_of(self.scope.days(self.insight.today))

    def chart(self) -> Chart | None:
        """Its chart, once it is known."""
        answer, metrics = self.main.answer, self.metrics
        if not isinstance(answer, Answer) or self.tile.kind == CARD:
            return None
        first = self.groupings[0]
        span = self.scope.days(self.insight.today)
        at = when(span, self.insight.facts.zone, first if first in GRAINS else "day")
        if self.tile.report.drawn == HEAT:
            locale = self.insight.formats.locale
            return heat(answer, metrics[0], self.title, locale, at, self.key)
        if first in GRAINS and len(self.groupings) == 1 and len(metrics) == 1:
            return replace(trend(answer, metrics[0], at, self.title), key=self.key)
        report = replace(self.tile.report, groupings=self.groupings)
        made = chart_of(report, answer, metrics, at, self.title)
        return replace(made, key=self.key, horizontal=made.kind is Kind.BAR and made.horizontal)

    def _answered(self) -> None:
        if self.card is not None:
            self._fill_card(self.card)
        self.answered.emit()

    def _fill_card(self, card: MetricCard) -> None:
        answer, days, key = self.main.answer, self.days.answer, self.metrics[0].key
        if answer is not None:
            card.show_cell(answer.total.cell(key), answer.before, self.insight.formats)
        if days is not None:
            span = self.scope.days(self.insight.today)
            at = when(span, self.insight.facts.zone, self._grain)
            rows = over(days, at)
            partial = min((n for n in partial_of(rows, at) if n > 0), default=None)
            card.show_trend(values_of(rows, self.metrics[0]), partial)
