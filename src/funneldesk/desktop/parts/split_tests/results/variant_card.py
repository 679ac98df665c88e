"""A variant of a test with its figures, as one card of the results."""

from PySide6.QtWidgets import QWidget

from funneldesk.desktop.kit.controls.buttons import column, row, surface
from funneldesk.desktop.kit.controls.flow_layout import FlowLayout
from funneldesk.desktop.kit.controls.labels import Chip, ElidedLabel, Label, set_tip
from funneldesk.desktop.kit.formats import Formats
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.split_tests.labels import (
    METRIC_TITLES,
    amount,
    amounts,
    chance_words,
    p_words,
    percent,
    span,
)
from funneldesk.desktop.parts.split_tests.results.interval_bar import IntervalBar
from funneldesk.desktop.parts.split_tests.results.reading import (
    Outcome,
    Reading,
    VariantReading,
)
from funneldesk.statistics.metrics import Metric
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
        result, metric = variant.result, reading.decides
        value, ends = (
            amount(formats, metric, result.value),
            amounts(formats, metric, result.interval),
        )
        bar = IntervalBar(
            _("{variant}: {rate}, {ends}").format(variant=name, rate=value, ends=ends)
        )
        base = reading.baseline
        mark = base.result.value if base is not None and base is not variant else None
        bar.show_rate(result.value, result.interval, scale, mark, _tone(variant, reading))
        whole = column(spacing=8, margins=(12, 10, 12, 12))
        whole.addLayout(head)
        whole.addWidget(bar)
        whole.addLayout(_grid(figures_of(variant, reading, formats)))
        self.setLayout(whole)


def figures_of(variant: VariantReading, reading: Reading, formats: Formats) -> list[Figure]:
    """The figures of a variant in words, each with its method: first the test's own metric."""
    numbers = variant.numbers
    counts = [
        (_("Visitors"), formats.number(numbers.visitors), ""),
        (_("Conversions"), formats.number(numbers.conversions), ""),
    ]
    if not numbers.visitors:
        return counts
    other = Metric.RATE if reading.decides.is_money else Metric.PER_VISITOR
    return [
        *counts,
        *_own(variant, reading, formats),
        *_beside(variant, other, reading, formats),
    ]


def _own(variant: VariantReading, reading: Reading, formats: Formats) -> list[Figure]:
    """The figures of the metric that decides the test."""
    metric, result = reading.decides, variant.result
    found = [
        *_value(metric, result, reading, formats),
        (
            _("Chance to be best"),
            chance_words(formats, result.chance),
            _("Normal posterior of the mean")
            if metric.is_money
            else _("Beta posterior with a flat prior"),
        ),
        (
            _("Expected loss"),
            amount(formats, metric, result.loss, 3),
            _("What one gives up on average by choosing this variant"),
        ),
    ]
    if variant.is_baseline:
        return found
    return [
        *found,
        *_compared(metric, result, formats, _("Lift"), _("Interval of the lift")),
        (_("p-value"), p_words(formats, result.p), _test(metric)),
        (
            _("p-value (always valid)"),
            p_words(formats, result.always_p),
            _("Mixture sequential test, Holm. Holds however often you look"),
        ),
    ]


def _beside(
    variant: VariantReading, metric: Metric, reading: Reading, formats: Formats
) -> list[Figure]:
    """The figures of the other metric, which does not decide the test."""
    outcome = variant.money if metric.is_money else variant.rate
    found = _value(metric, outcome, reading, formats)
    if variant.is_baseline:
        return found
    titles = (
        (_("Lift in revenue"), _("Interval of that lift"), _("p-value of revenue"))
        if metric.is_money
        else (_("Lift in rate"), _("Interval of that lift"), _("p-value of the rate"))
    )
    compared = _compared(metric, outcome, formats, titles[0], titles[1])
    return [*found, *compared, (titles[2], p_words(formats, outcome.p), _test(metric))]


def _value(metric: Metric, outcome: Outcome, reading: Reading, formats: Formats) -> list[Figure]:
    sure = percent(formats, 1 - reading.significance, 1)
    if not metric.is_money:
        method, title = _("Wilson interval, {sure}"), _("Interval of the rate")
    else:
        method, title = _("Student’s t interval, {sure}"), _("Interval of the mean")
    return [
        (METRIC_TITLES[metric], amount(formats, metric, outcome.value), _counted(metric)),
        (title, amounts(formats, metric, outcome.interval), method.format(sure=sure)),
    ]


def _counted(metric: Metric) -> str:
    if metric is Metric.PER_VISITOR:
        return _("Revenue as the server reports it, over all visitors of the variant")
    if metric is Metric.PER_ORDER:
        return _("Revenue as the server reports it, over the visitors who bought")
    return _("Visitors who converted, over all visitors of the variant")


def _compared(
    metric: Metric, outcome: Outcome, formats: Formats, title: str, ends: str
) -> list[Figure]:
    """A lift and its interval."""
    sure = percent(formats, 1 - outcome.level, 1)
    method = (
        _("Fieller interval of the ratio of means, {sure}")
        if metric.is_money
        else _("Koopman score interval of the ratio of rates, {sure}")
    )
    return [
        (title, percent(formats, outcome.lift, 1, sign=True), _("Against the baseline")),
        (ends, span(formats, outcome.lift_interval, 1, sign=True), method.format(sure=sure)),
    ]


def _test(metric: Metric) -> str:
    if metric.is_money:
        return _("Welch’s t-test, Holm. Holds for one look at the planned end")
    return _("Two-proportion z-test, Holm. Holds for one look at the planned end")


def _chips(variant: VariantReading, reading: Reading) -> list[tuple[str, str]]:
    found = []
    if variant.is_baseline:
        found.append((_("Baseline"), "muted"))
    if variant.is_winner:
        declared = reading.status == "finalized"
        found.append((_("Winner") if declared else _("Server: winner"), "success"))
    elif reading.leader is variant and not reading.is_even:
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
