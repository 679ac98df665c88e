"""A variant of a test with its figures, as one card of the results."""

from PySide6.QtWidgets import QWidget

from funneldesk.desktop.kit.controls.buttons import column, row, surface
from funneldesk.desktop.kit.controls.flow_layout import FlowLayout
from funneldesk.desktop.kit.controls.labels import Chip, ElidedLabel, Label, set_tip
from funneldesk.desktop.kit.formats import Formats
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.split_tests.labels import NONE, chance_words, p_words, percent, span
from funneldesk.desktop.parts.split_tests.results.interval_bar import IntervalBar
from funneldesk.desktop.parts.split_tests.results.reading import Reading, VariantReading
from funneldesk.statistics.proportions import Interval

LEAST_WIDTH = 140
Figure = tuple[str, str, str]
"""What it is called, its value, and how it was worked out."""


class VariantCard(QWidget):
    """One variant of a reading. ``scale`` is that of all its bars."""

    def __init__(
        self, variant: VariantReading, reading: Reading, formats: Formats, scale: Interval
    ) -> None:
        super().__init__()
        surface("card", self)
        self.variant = variant
        name = variant.name or variant.code or _("Unnamed variant")
        head = row(ElidedLabel(name, size="strong"), spacing=6)
        head.setStretch(0, 1)
        for text, tone in _chips(variant, reading):
            head.addWidget(Chip(text, tone))
        rate = percent(formats, variant.numbers.rate)
        ends = span(formats, variant.interval)
        bar = IntervalBar(_("{variant}: {rate}, {ends}").format(variant=name, rate=rate, ends=ends))
        base = reading.baseline
        mark = base.numbers.rate if base is not None and base is not variant else None
        bar.show_rate(variant.numbers.rate, variant.interval, scale, mark, _tone(variant, reading))
        whole = column(spacing=8, margins=(12, 10, 12, 12))
        whole.addLayout(head)
        whole.addWidget(bar)
        whole.addLayout(_grid(figures_of(variant, reading, formats)))
        self.setLayout(whole)


def figures_of(variant: VariantReading, reading: Reading, formats: Formats) -> list[Figure]:
    """The figures of a variant in words, each with its method."""
    numbers, sure = variant.numbers, percent(formats, 1 - reading.significance, 1)
    per_visitor = numbers.revenue_per_visitor
    found = [
        (_("Visitors"), formats.number(numbers.visitors), ""),
        (_("Conversions"), formats.number(numbers.conversions), ""),
        (_("Rate"), percent(formats, numbers.rate), ""),
        (
            _("Interval of the rate"),
            span(formats, variant.interval),
            _("Wilson, {sure}").format(sure=sure),
        ),
        (
            _("Revenue per visitor"),
            NONE if per_visitor is None else formats.money(round(per_visitor, 2)),
            _("From the server's revenue"),
        ),
        (
            _("Chance to be best"),
            chance_words(formats, variant.chance),
            _("Beta posterior with a flat prior"),
        ),
        (
            _("Expected loss"),
            percent(formats, variant.loss, 3),
            _("The rate one gives up on the average by taking this one"),
        ),
    ]
    return found if variant.is_baseline else [*found, *_compared(variant, formats, sure)]


def _compared(variant: VariantReading, formats: Formats, sure: str) -> list[Figure]:
    """The figures against the baseline."""
    return [
        (_("Lift"), percent(formats, variant.lift, 1, sign=True), _("Against the baseline")),
        (
            _("Interval of the lift"),
            span(formats, variant.lift_interval, 1, sign=True),
            _("Ratio of rates, {sure}").format(sure=sure),
        ),
        (_("p, one look"), p_words(formats, variant.p), _("Two-proportion z test, Holm")),
        (_("p, any look"), p_words(formats, variant.always_p), _("Mixture sequential test, Holm")),
    ]


def _chips(variant: VariantReading, reading: Reading) -> list[tuple[str, str]]:
    found = []
    if variant.is_baseline:
        found.append((_("Baseline"), "muted"))
    if variant.is_winner:
        declared = reading.status == "finalized"
        found.append((_("Winner") if declared else _("Server: winner"), "success"))
    elif reading.leader is variant:
        found.append((_("Leading"), "accent"))
    return found


def _tone(variant: VariantReading, reading: Reading) -> str:
    if variant.is_winner:
        return "success"
    return "accent" if reading.leader is variant else "muted"


def _grid(figures: list[Figure]) -> FlowLayout:
    flow, holders = FlowLayout(12), []
    for title, value, method in figures:
        name, shown = Label(title, size="small", tone="muted"), Label(value)
        shown.setAccessibleName(f"{title}: {value}")
        holder = QWidget()
        holder.setLayout(column(name, shown, spacing=0))
        holders.append(holder)
        if method:
            set_tip(holder, method)
        flow.addWidget(holder)
    # All in columns: each as wide as the widest one.
    width = max((holder.sizeHint().width() for holder in holders), default=0)
    width = max(width, LEAST_WIDTH)
    for holder in holders:
        holder.setFixedWidth(width)
    return flow
