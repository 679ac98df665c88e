"""p values and intervals that stay valid however often one looks: a mixture sequential test.

The likelihood ratio of the difference is averaged over a normal distribution of effects, which
makes a martingale under no difference; by Ville's inequality it rarely ever gets large. With
estimated variances it holds for large samples (Robbins; Johari et al.; Waudby-Smith et al.).
"""

import math

from funneldesk.statistics.counts import Numbers
from funneldesk.statistics.proportions import Interval, rate_z

USUAL_SAMPLE = 10_000
"""Visitors of both variants together at which it is sharpest, where nothing was planned."""
LEAST_CONVERSIONS = 10
"""What both variants together need before large samples speak for them."""


def always_valid_p(
    baseline: Numbers, variant: Numbers, planned: int = 0, significance: float = 0.05
) -> float | None:
    """The p value of a difference in rates at this look; None when nothing can be said yet.

    ``planned`` are the visitors of both together at which the test is to be sharpest.
    """
    z = rate_z(baseline, variant)
    counts = baseline.visitors + variant.visitors
    return always_valid_p_of(z, baseline, variant, counts, planned, significance)


def always_valid_p_of(
    z: float | None,
    baseline: Numbers,
    variant: Numbers,
    counts: int,
    planned: int,
    significance: float,
) -> float | None:
    """The same for the difference of any two means with this ``z``, of ``counts`` values."""
    if z is None or not _is_enough(baseline, variant):
        return None
    growth = counts * _tuning(planned, significance)
    log_ratio = z * z * growth / (2 * (1 + growth)) - math.log1p(growth) / 2
    return min(1.0, math.exp(-log_ratio))


def always_valid_interval(
    baseline: Numbers, variant: Numbers, confidence: float, planned: int = 0
) -> Interval | None:
    """An interval of the difference of the rates that holds at all looks together."""
    if not baseline.visitors or not variant.visitors or not _is_enough(baseline, variant):
        return None
    before, after = baseline.rate or 0.0, variant.rate or 0.0
    variance = before * (1 - before) / baseline.visitors + after * (1 - after) / variant.visitors
    growth = (baseline.visitors + variant.visitors) * _tuning(planned, 1 - confidence)
    inside = (math.log1p(growth) - 2 * math.log(1 - confidence)) * (1 + growth) / growth
    half = math.sqrt(variance * inside)
    return max(-1.0, after - before - half), min(1.0, after - before + half)


def _tuning(planned: int, significance: float) -> float:
    """The variance of the effects mixed over, in variances of one visitor's outcome."""
    log_level = -2 * math.log(significance)
    return (log_level + math.log1p(log_level)) / (planned if planned > 0 else USUAL_SAMPLE)


def _is_enough(baseline: Numbers, variant: Numbers) -> bool:
    done = baseline.conversions + variant.conversions
    return min(done, baseline.visitors + variant.visitors - done) >= LEAST_CONVERSIONS
