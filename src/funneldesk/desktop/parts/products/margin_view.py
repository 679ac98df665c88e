"""The landed margin of the open product over its form: a bar of its price, and what is missing."""

from collections.abc import Callable, Mapping
from typing import Any

from PySide6.QtCore import QRectF, Signal
from PySide6.QtGui import QPainterPath, QPaintEvent
from PySide6.QtWidgets import QWidget

from funneldesk.desktop.kit.controls.buttons import Button, column, row, surface
from funneldesk.desktop.kit.controls.labels import Label, set_tip
from funneldesk.desktop.kit.formats import Formats
from funneldesk.desktop.kit.style.mirroring import painter_of
from funneldesk.desktop.kit.style.theme import theme
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.products.margin import PARTS, Margin, ShippingRate, landed
from funneldesk.desktop.parts.products.shipping import called, missing_words, percent, tone_of

HEIGHT, CORNER, GAP = 8, 4, 1
COST_TONES = ("strong", "muted", "strong", "muted", "strong")
"""Costs beside each other are told apart; the names are in the tip and for screen readers."""


class MarginBar(QWidget):
    """Costs from the beginning, what is left to the end; a loss fills it whole."""

    def __init__(self) -> None:
        super().__init__()
        self.setFixedHeight(HEIGHT)
        self._parts: list[tuple[float, str]] = []

    def show_margin(self, margin: Margin) -> None:
        """Show another margin."""
        whole = max(margin.price or 0, margin.total)
        self._parts = []
        if whole:
            for name, tone in zip(PARTS, COST_TONES, strict=True):
                self._parts.append((float(margin.costs.get(name, 0) / whole), tone))
            left = margin.left
            self._parts.append((float(max(left or 0, 0) / whole), tone_of(margin)))
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = painter_of(self)
        painter.setRenderHint(painter.RenderHint.Antialiasing)
        outline = QPainterPath()
        outline.addRoundedRect(QRectF(self.rect()), CORNER, CORNER)
        painter.setClipPath(outline)
        painter.fillRect(self.rect(), theme.colour("sunken"))
        at = 0.0
        for share, tone in self._parts:
            if width := share * self.width():
                part = QRectF(at, 0, max(width - GAP, GAP), HEIGHT)
                painter.fillRect(part, theme.colour(tone))
                at += width
        painter.end()


class MarginView(QWidget):
    """``asked_for_rate``: the user wants to change what shipping is assumed to cost."""

    asked_for_rate = Signal()

    def __init__(self, formats: Callable[[], Formats], rate: Callable[[], ShippingRate]) -> None:
        super().__init__()
        surface("surface", self)
        self._formats, self._rate = formats, rate
        self._values: Mapping[str, Any] = {}
        self.words = Label("", size="strong")
        self.bar = MarginBar()
        self.missing = Label("", size="small", tone="muted", wrap=True)
        self.rate_button = Button(
            _("Shipping rate…"), kind="small-link", on_click=self.asked_for_rate.emit
        )
        whole = column(spacing=4, margins=(16, 0, 16, 10))
        whole.addLayout(row(self.words, None, self.rate_button, spacing=8))
        whole.addWidget(self.bar)
        whole.addWidget(self.missing)
        self.setLayout(whole)

    def show_values(self, values: Mapping[str, Any]) -> None:
        """Show the margin of a product with these values."""
        self._values = values
        self.again()

    def again(self) -> None:
        """The rate, or how amounts are shown, is another one."""
        self.setVisible(bool(self._values))
        margin, formats = landed(self._values.get, self._rate()), self._formats()
        share, left = percent(margin), margin.left
        if share is None or left is None or margin.price is None:
            free = margin.price is not None
            said = (
                _("No margin: it costs nothing to buy") if free else _("Margin: set a price first")
            )
            self.words.setText(said)
        else:
            said = _("Margin {percent}: {left} of {price}")
            if margin.missing:
                said = _("Margin at most {percent}: {left} of {price}")
            told = formats.percent(share, of=100), formats.money(left), formats.money(margin.price)
            self.words.setText(said.format(percent=told[0], left=told[1], price=told[2]))
        self.bar.show_margin(margin)
        costs = (
            f"{called(name).capitalize()}: {formats.money(cost)}"
            for name, cost in margin.costs.items()
        )
        told_costs = "\n".join(costs)
        set_tip(self.bar, told_costs)
        self.bar.setAccessibleName(_("Costs and margin"))
        self.bar.setAccessibleDescription(told_costs)
        self.missing.setText(missing_words(margin))
