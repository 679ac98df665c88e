"""Two conversion rates compared: the z test, and intervals of rates, differences and lifts."""

import math
from statistics import NormalDist

from funneldesk.statistics.counts import Numbers

NORMAL = NormalDist()
Interval = tuple[float, float]
"""The lower and the upper end; all values are fractions."""


def rate_z(baseline: Numbers, variant: Numbers) -> float | None:
    """The z of the difference of two rates, pooled; None when nothing can be said."""
    if not baseline.visitors or not variant.visitors:
        return None
    both = baseline.visitors + variant.visitors
    pooled = (baseline.conversions + variant.conversions) / both
    spread = pooled * (1 - pooled) * (1 / baseline.visitors + 1 / variant.visitors)
    if spread <= 0:
        return None
    return ((variant.rate or 0) - (baseline.rate or 0)) / math.sqrt(spread)


def p_value(z: float) -> float:
    """The probability of a difference at least as large, either way, if there were none."""
    return math.erfc(abs(z) / math.sqrt(2))


def rate_interval(numbers: Numbers, confidence: float) -> Interval | None:
    """Wilson's interval of a rate; ``confidence`` is a fraction. None without visitors."""
    if not numbers.visitors:
        return None
    z = critical(confidence)
    n, rate = numbers.visitors, numbers.conversions / numbers.visitors
    middle = rate + z * z / (2 * n)
    half = z * math.sqrt(rate * (1 - rate) / n + z * z / (4 * n * n))
    return max(0.0, (middle - half) / (1 + z * z / n)), min(1.0, (middle + half) / (1 + z * z / n))


def difference_interval(baseline: Numbers, variant: Numbers, confidence: float) -> Interval | None:
    """Newcombe's interval of the difference of two rates, made of Wilson's two."""
    first, second = rate_interval(baseline, confidence), rate_interval(variant, confidence)
    if first is None or second is None:
        return None
    before, after = baseline.rate or 0.0, variant.rate or 0.0
    return (
        after - before - math.hypot(after - second[0], first[1] - before),
        after - before + math.hypot(second[1] - after, before - first[0]),
    )


def lift(baseline: Numbers, variant: Numbers) -> float | None:
    """How much larger the variant's rate is, as a fraction; None where the baseline has none."""
    if not baseline.rate or variant.rate is None:
        return None
    return variant.rate / baseline.rate - 1


def lift_interval(baseline: Numbers, variant: Numbers, confidence: float) -> Interval | None:
    """Interval of the lift: of the logarithm of the ratio, with half a visitor added to each
    count, as Walter has it. None where the baseline has no conversion."""
    found = lift(baseline, variant)
    if found is None:
        return None
    c1, n1 = variant.conversions + 0.5, variant.visitors + 0.5
    c2, n2 = baseline.conversions + 0.5, baseline.visitors + 0.5
    spread = math.sqrt(max(0.0, 1 / c1 - 1 / n1 + 1 / c2 - 1 / n2))
    middle, half = math.log(c1 / n1) - math.log(c2 / n2), critical(confidence) * spread
    return min(math.exp(middle - half) - 1, found), max(math.exp(middle + half) - 1, found)


def critical(confidence: float) -> float:
    """The z that a normal value stays within, either way, with this probability."""
    return NORMAL.inv_cdf(0.5 + confidence / 2)
