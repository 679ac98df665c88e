"""The figure that decides an experiment, and variants compared by it.

A conversion rate is compared by the two-proportion z test, Wilson's and Koopman's intervals and
beta posteriors; a mean of money by Welch's test, Student's and Fieller's intervals and normal
posteriors.
"""

import math
from collections.abc import Sequence
from enum import Enum

from funneldesk.statistics.always_valid import always_valid_p_of
from funneldesk.statistics.best import (
    chances_of_means,
    chances_to_be_best,
    expected_losses,
    losses_of_means,
)
from funneldesk.statistics.counts import Numbers
from funneldesk.statistics.means import (
    Mean,
    mean_interval,
    ratio_interval,
    values_needed,
    welch,
    welch_p,
)
from funneldesk.statistics.planning import visitors_needed
from funneldesk.statistics.proportions import (
    Interval,
    lift_interval,
    p_value,
    rate_interval,
    rate_z,
)


class Metric(Enum):
    """What the variants of an experiment are compared by."""

    RATE = "conversion_rate"
    PER_VISITOR = "revenue_per_visitor"
    PER_ORDER = "aov"

    @property
    def is_money(self) -> bool:
        """Whether it is a mean of money and not a rate."""
        return self is not Metric.RATE


MONEY_METRICS = {
    "revenue": Metric.PER_VISITOR,
    "net_revenue": Metric.PER_VISITOR,
    "revenue_per_visitor": Metric.PER_VISITOR,
    "aov": Metric.PER_ORDER,
}
"""The names of metrics (document: primary_metric) that are not judged by conversion rate."""


def metric_named(name: str) -> Metric:
    """The metric that a test's ``primary_metric`` stands for; conversion rate for any other."""
    return MONEY_METRICS.get(name, Metric.RATE)


def value_of(metric: Metric, numbers: Numbers) -> float | None:
    """The metric of a variant; None where nothing is known."""
    if metric is Metric.RATE:
        return numbers.rate
    if metric is Metric.PER_VISITOR:
        return numbers.revenue_per_visitor
    return numbers.revenue_per_order


def interval_of(metric: Metric, numbers: Numbers, confidence: float) -> Interval | None:
    """The interval of the metric: Wilson's of a rate, Student's of a mean."""
    if metric is Metric.RATE:
        return rate_interval(numbers, confidence)
    mean = _mean(metric, numbers)
    return None if mean is None else mean_interval(mean, confidence)


def p_of(metric: Metric, baseline: Numbers, variant: Numbers) -> float | None:
    """The two-sided p value of the difference; None when nothing can be said."""
    if metric is Metric.RATE:
        z = rate_z(baseline, variant)
        return None if z is None else p_value(z)
    before, after = _mean(metric, baseline), _mean(metric, variant)
    return None if before is None or after is None else welch_p(before, after)


def always_p_of(
    metric: Metric, baseline: Numbers, variant: Numbers, planned: int, significance: float
) -> float | None:
    """The p value that holds at any look; ``planned`` are visitors of both together."""
    if metric is Metric.RATE:
        z, counts = rate_z(baseline, variant), baseline.visitors + variant.visitors
    else:
        before, after = _mean(metric, baseline), _mean(metric, variant)
        if before is None or after is None:
            return None
        found = welch(before, after)
        z, counts = None if found is None else found[0], before.count + after.count
        visitors = baseline.visitors + variant.visitors
        planned = round(planned * counts / visitors) if visitors else 0
    return always_valid_p_of(z, baseline, variant, counts, planned, significance)


def lift_of(metric: Metric, baseline: Numbers, variant: Numbers) -> float | None:
    """How much larger the variant's metric is, as a fraction; None where the baseline has none."""
    before, after = value_of(metric, baseline), value_of(metric, variant)
    return None if not before or before < 0 or after is None else after / before - 1


def lift_interval_of(
    metric: Metric, baseline: Numbers, variant: Numbers, confidence: float
) -> Interval | None:
    """The interval of the lift: Koopman's of a ratio of rates, Fieller's of a ratio of means."""
    if metric is Metric.RATE:
        return lift_interval(baseline, variant, confidence)
    before, after = _mean(metric, baseline), _mean(metric, variant)
    if before is None or after is None:
        return None
    found = ratio_interval(before, after, confidence)
    return None if found is None else (found[0] - 1, found[1] - 1)


def chances_of(metric: Metric, variants: Sequence[Numbers]) -> list[float] | None:
    """The chance of each to be truly the best; None when nothing can be said."""
    if metric is Metric.RATE:
        return chances_to_be_best(variants)
    means = _means(metric, variants)
    return None if means is None else chances_of_means(means)


def losses_of(metric: Metric, variants: Sequence[Numbers]) -> list[float] | None:
    """What each gives up on the average against the best, in the metric's own unit."""
    if metric is Metric.RATE:
        return expected_losses(variants)
    means = _means(metric, variants)
    return None if means is None else losses_of_means(means)


def needed_of(
    metric: Metric,
    baseline: Numbers,
    variant: Numbers,
    significance: float,
    power: float,
    comparisons: int = 1,
) -> tuple[int, int] | None:
    """Visitors of the baseline and of the variant that tell a difference as large as the one
    seen from chance; None where none is seen."""
    if metric is Metric.RATE:
        if baseline.rate is None or variant.rate is None:
            return None
        level = significance, power, comparisons
        needed = visitors_needed(baseline.rate, variant.rate, *level)
        return None if needed is None else (needed, needed)
    before, after = _mean(metric, baseline), _mean(metric, variant)
    if before is None or after is None or min(before.count, after.count) < 2:
        return None
    values = values_needed(
        after.mean - before.mean,
        before.variance + after.variance,
        significance,
        power,
        comparisons,
    )
    if values is None:
        return None
    first, second = (
        math.ceil(values * numbers.visitors / mean.count)
        for numbers, mean in ((baseline, before), (variant, after))
    )
    return first, second


def spread_of(metric: Metric, variants: Sequence[Numbers]) -> float | None:
    """The standard deviation of one visitor's or order's revenue, within the variants."""
    means = _means(metric, variants) or []
    known = [each for each in means if each.count > 1]
    degrees = sum(each.count - 1 for each in known)
    if not degrees:
        return None
    return math.sqrt(sum(each.variance * (each.count - 1) for each in known) / degrees)


def _mean(metric: Metric, numbers: Numbers) -> Mean | None:
    count = numbers.conversions if metric is Metric.PER_ORDER else numbers.visitors
    if not count or numbers.revenue_squared is None:
        return None
    return Mean(count, float(numbers.revenue), numbers.revenue_squared)


def _means(metric: Metric, variants: Sequence[Numbers]) -> list[Mean] | None:
    found = [_mean(metric, each) for each in variants]
    known = [each for each in found if each is not None]
    return known if len(known) == len(found) else None
