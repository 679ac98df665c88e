"""Revenue per visitor compared: Welch's z, with the normal curve that large samples have."""

import math

from funneldesk.statistics.counts import Numbers
from funneldesk.statistics.proportions import NORMAL


def revenue_z(baseline: Numbers, variant: Numbers) -> float | None:
    """The z of the difference in revenue per visitor (Welch); None when nothing can be said."""
    if baseline.visitors < 2 or variant.visitors < 2:
        return None
    spread = (
        baseline.revenue_variance / baseline.visitors + variant.revenue_variance / variant.visitors
    )
    if spread <= 0:
        return None
    difference = (variant.revenue_per_visitor or 0) - (baseline.revenue_per_visitor or 0)
    return difference / math.sqrt(spread)


def revenue_beats(baseline: Numbers, variant: Numbers) -> float | None:
    """The probability that a visitor of the variant truly brings in more."""
    z = revenue_z(baseline, variant)
    return None if z is None else NORMAL.cdf(z)
