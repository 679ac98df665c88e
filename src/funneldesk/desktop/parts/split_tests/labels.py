"""Measures and amounts of split tests in words."""

from collections.abc import Mapping
from typing import Any

from funneldesk.desktop.kit.formats import Formats
from funneldesk.desktop.local.texts import _
from funneldesk.statistics.metrics import Metric
from funneldesk.statistics.proportions import Interval

TYPE_WORDS: Mapping[str, str] = {
    "split_test": _("Page"),
    "component_split_test": _("Components"),
}
METHOD_WORDS: Mapping[str, str] = {
    "frequentist": _("Frequentist"),
    "bayesian": _("Bayesian"),
}
METRIC_WORDS: Mapping[str, str] = {
    "conversion_rate": _("Conversion rate"),
    "revenue": _("Revenue"),
    "net_revenue": _("Net revenue"),
    "aov": _("Average order value"),
    "revenue_per_visitor": _("Revenue per visitor"),
}
METRIC_TITLES: Mapping[Metric, str] = {
    Metric.RATE: _("Rate"),
    Metric.PER_VISITOR: _("Revenue per visitor"),
    Metric.PER_ORDER: _("Average order value"),
}
"""What variants are compared by."""
NONE = "–"


def named(value: Any) -> str:
    """The name of a page, a funnel or a user as lists have it: an object, or words."""
    if isinstance(value, Mapping):
        return str(value.get("name") or value.get("title") or "")
    return value if isinstance(value, str) else ""


def percent(
    formats: Formats, fraction: float | None, digits: int = 2, *, sign: bool = False
) -> str:
    """A fraction in percent; a dash where there is none."""
    if fraction is None:
        return NONE
    return formats.percent(fraction, digits, signed=sign)


def chance_words(formats: Formats, chance: float | None, digits: int = 1) -> str:
    """How sure something is: never wholly, however near it comes."""
    if chance is None:
        return NONE
    least = 1 / 10 ** (digits + 2)
    if chance > 1 - least:
        return _("> {percent}").format(percent=percent(formats, 1 - least, digits))
    if chance < least:
        return _("< {percent}").format(percent=percent(formats, least, digits))
    return percent(formats, chance, digits)


def span(formats: Formats, ends: Interval | None, digits: int = 2, *, sign: bool = False) -> str:
    """An interval of fractions, in percent."""
    if ends is None:
        return NONE
    low, high = (percent(formats, end, digits, sign=sign) for end in ends)
    return _("{low} to {high}").format(low=low, high=high)


def p_words(formats: Formats, p: float | None) -> str:
    """A p value, to the digits that matter."""
    if p is None:
        return NONE
    return "< 0.001" if p < 0.001 else formats.number(round(p, 3))


def amount(formats: Formats, metric: Metric, value: float | None, digits: int = 2) -> str:
    """A value of a metric: money, or a rate in percent; a dash where there is none."""
    if not metric.is_money:
        return percent(formats, value, digits)
    return NONE if value is None else formats.money(round(value, 4))


def amounts(formats: Formats, metric: Metric, ends: Interval | None) -> str:
    """An interval of a metric."""
    if ends is None:
        return NONE
    low, high = (amount(formats, metric, end) for end in ends)
    return _("{low} to {high}").format(low=low, high=high)
