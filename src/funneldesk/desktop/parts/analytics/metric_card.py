"""Card of one metric: its value, its change, and the line of its days."""

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from funneldesk.desktop.insight.answers import EMPTY, Cell
from funneldesk.desktop.insight.metrics import MISSING, Metric
from funneldesk.desktop.kit.charts.sparkline import Sparkline
from funneldesk.desktop.kit.controls.buttons import column, row
from funneldesk.desktop.kit.controls.labels import Chip, ElidedLabel, Label, set_tip
from funneldesk.desktop.kit.formats import Formats
from funneldesk.desktop.kit.style.mirroring import painter_of
from funneldesk.desktop.kit.style.theme import theme
from funneldesk.desktop.kit.style.tokens import CARD_RADIUS
from funneldesk.desktop.local.texts import _

HEIGHT, LEAST_WIDTH = 112, 176


class MetricCard(QAbstractButton):
    """Checked: its metric is the one that the page draws."""

    def __init__(self, metric: Metric) -> None:
        super().__init__()
        self.measure = metric
        self.cell = EMPTY
        self.setCheckable(True)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setFixedHeight(HEIGHT)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.name = ElidedLabel(metric.name, tone="muted")
        self.change = Chip()
        self.figure = Label(MISSING, size="figure")
        self.spark = Sparkline(_("Trend of {metric}").format(metric=metric.name))
        head = row(self.name, self.change, spacing=8)
        head.setStretch(0, 1)
        inner = column(spacing=4, margins=(16, 12, 16, 8))
        inner.addLayout(head)
        inner.addWidget(self.figure)
        inner.addWidget(self.spark, 1)
        self.setLayout(inner)
        for child in self.findChildren(QWidget):
            child.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        set_tip(self, metric.info)
        theme.changed.connect(self.update)
        self.show_cell(EMPTY, "", Formats())

    def show_cell(self, cell: Cell, compared_with: str, formats: Formats) -> None:
        """Show a value beside what it is compared with."""
        self.cell = cell
        text, change = cell.text(self.measure, formats), cell.change_text(self.measure, formats)
        self.figure.setText(text)
        self.change.setText(change)
        self.change.set_tone(cell.tone)
        self.change.setVisible(bool(change))
        told = [self.measure.info]
        spoken = f"{self.measure.name}: {text}"
        if change:
            before = self.measure.text(cell.before, formats)
            so_far = self.measure.text(cell.compared, formats, cell.written)
            if cell.so_far is not None:
                told.append(
                    _("Compared so far: {value} with {before} ({period})").format(
                        value=so_far, before=before, period=compared_with
                    )
                )
            elif compared_with:
                told.append(
                    _("Before: {value} ({period})").format(value=before, period=compared_with)
                )
            else:
                told.append(_("Before: {value}").format(value=before))
            spoken = _("{metric}: {value}, {change}").format(
                metric=self.measure.name, value=text, change=change
            )
        self.setAccessibleName(spoken)
        set_tip(self, "\n".join(filter(None, told)))

    def show_trend(self, values: Sequence[float | None], partial_from: int | None) -> None:
        """Show the line of its days."""
        self.spark.show_values(values, partial_from=partial_from)

    def sizeHint(self) -> QSize:
        return QSize(LEAST_WIDTH + 40, HEIGHT)

    def minimumSizeHint(self) -> QSize:
        return QSize(LEAST_WIDTH, HEIGHT)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = painter_of(self)
        painter.setRenderHint(painter.RenderHint.Antialiasing)
        width = 2.0 if self.hasFocus() else 1.0
        is_marked = self.hasFocus() or self.isChecked()
        painter.setPen(QPen(theme.colour("accent" if is_marked else "line"), width))
        painter.setBrush(theme.colour("surface"))
        box = QRectF(self.rect()).adjusted(width / 2, width / 2, -width / 2, -width / 2)
        painter.drawRoundedRect(box, CARD_RADIUS, CARD_RADIUS)
        painter.end()
