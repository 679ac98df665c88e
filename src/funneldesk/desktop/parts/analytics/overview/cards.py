"""Row of metric cards: as many beside each other as fit, one of them chosen."""

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QButtonGroup, QGridLayout, QWidget

from funneldesk.desktop.insight.metrics import Metric
from funneldesk.desktop.kit.controls.buttons import join
from funneldesk.desktop.parts.analytics.metric_card import LEAST_WIDTH, MetricCard

GAP = 16


class MetricCards(QWidget):
    """``chosen`` carries the key of a metric."""

    chosen = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.cards: dict[str, MetricCard] = {}
        self._group = QButtonGroup(self)
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setSpacing(GAP)
        self._across = 0

    def show_metrics(self, metrics: Sequence[Metric], chosen: str) -> None:
        """Show these cards; those that were there before stay as they are."""
        wanted = {metric.key: metric for metric in metrics}
        for key, card in list(self.cards.items()):
            if wanted.get(key) != card.measure:
                self._remove(key)
        made = {key: self.cards.get(key) or self._make(each) for key, each in wanted.items()}
        is_other = list(made) != list(self.cards)
        self.cards = made
        if chosen in made:
            made[chosen].setChecked(True)
        if is_other:
            self._across = 0
            self._arrange()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def _make(self, metric: Metric) -> MetricCard:
        card = MetricCard(metric)
        join(self._group, card)
        card.clicked.connect(lambda: self.chosen.emit(metric.key))
        return card

    def _remove(self, key: str) -> None:
        card = self.cards.pop(key)
        self._group.removeButton(card)
        self._grid.removeWidget(card)
        card.hide()
        card.deleteLater()

    def _arrange(self) -> None:
        """As many beside each other as fit, evenly."""
        count = len(self.cards)
        fitting = max(1, (self.width() + GAP) // (LEAST_WIDTH + GAP))
        rows = -(-count // fitting) if count else 0
        across = -(-count // rows) if rows else 0
        if across == self._across:
            return
        self._across = across
        for at, card in enumerate(self.cards.values()):
            self._grid.addWidget(card, at // across, at % across)
        for at in range(self._grid.columnCount()):
            self._grid.setColumnStretch(at, 1 if at < across else 0)
