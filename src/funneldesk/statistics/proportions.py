"""Two conversion rates compared: the z test, and intervals of rates, differences and lifts."""

import math
from statistics import NormalDist

from funneldesk.statistics.counts import Numbers

NORMAL = NormalDist()
Interval = tuple[float, float]
"""The lower and the upper end; all values are fractions."""
_HALVINGS = 60


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
    """Koopman's score interval of the lift: the ratios that the score test does not refuse.

    It has 0 in it exactly when the p value of ``rate_z`` is above the level. None where the
    baseline has no conversion.
    """
    found = lift(baseline, variant)
    if found is None:
        return None
    limit = critical(confidence)
    ratio = found + 1
    low = 0.0
    if variant.conversions:
        low = _edge(baseline, variant, ratio, limit, 0.5)
    return low - 1, _edge(baseline, variant, max(ratio, 1e-9), limit, 2.0) - 1


def _edge(baseline: Numbers, variant: Numbers, inside: float, limit: float, factor: float) -> float:
    """The ratio at which the score reaches the limit, from one that is inside on."""
    outside = inside * factor
    while abs(_ratio_score(baseline, variant, outside)) < limit:
        inside, outside = outside, outside * factor
    for _step in range(_HALVINGS):
        middle = math.sqrt(inside * outside)
        if abs(_ratio_score(baseline, variant, middle)) < limit:
            inside = middle
        else:
            outside = middle
    return math.sqrt(inside * outside)


def _ratio_score(baseline: Numbers, variant: Numbers, ratio: float) -> float:
    """The score of "the variant's rate is ``ratio`` times the baseline's"; 0 where it fits."""
    n, m = variant.visitors, baseline.visitors
    c, d = variant.conversions, baseline.conversions
    difference = c / n - ratio * d / m
    # The likeliest rates with this ratio between them: the smaller root of a quadratic equation.
    middle = ratio * (n + d) + m + c
    root = math.sqrt(max(0.0, middle * middle - 4 * (n + m) * ratio * (c + d)))
    before = min(1.0, 2 * (c + d) / (middle + root))
    after = min(1.0, before * ratio)
    variance = after * (1 - after) / n + ratio * ratio * before * (1 - before) / m
    if variance <= 0:
        return 0.0 if abs(difference) < 1e-12 else math.copysign(math.inf, difference)
    return difference / math.sqrt(variance)


def critical(confidence: float) -> float:
    """The z that a normal value stays within, either way, with this probability."""
    return NORMAL.inv_cdf(0.5 + confidence / 2)
