"""How many visitors an experiment takes, and what it can find with those that come."""

import math

from funneldesk.statistics.counts import Numbers
from funneldesk.statistics.posterior import expected_loss
from funneldesk.statistics.proportions import NORMAL

_STEPS = 80


def visitors_needed(
    base: float, other: float, significance: float, power: float, comparisons: int = 1
) -> int | None:
    """Visitors for each variant, to tell these two rates apart; None for equal ones.

    ``comparisons``: with several variants against one baseline the level is shared among them
    (Bonferroni).
    """
    if base == other or not (0 <= base <= 1 and 0 <= other <= 1):
        return None
    z = NORMAL.inv_cdf(1 - significance / (2 * comparisons)) + NORMAL.inv_cdf(power)
    return max(1, math.ceil(z * z * _spread(base, other) / (base - other) ** 2))


def power_of(base: float, other: float, visitors: float, significance: float) -> float:
    """The probability that a test of so many visitors for each variant finds the difference."""
    spread = _spread(base, other)
    if visitors <= 0 or spread <= 0:
        return 0.0 if base == other or visitors <= 0 else 1.0
    z = NORMAL.inv_cdf(1 - significance / 2)
    distance = abs(other - base) * math.sqrt(visitors / spread)
    return NORMAL.cdf(distance - z) + NORMAL.cdf(-distance - z)


def smallest_effect(
    base: float, visitors: float, significance: float, power: float, comparisons: int = 1
) -> float | None:
    """The smallest rise of ``base``, as a fraction of it, that so many visitors for each variant
    show; None where not even a rate of 1 would."""
    if not 0 < base < 1 or visitors <= 0:
        return None
    low, high = 0.0, (1 - base) / base

    def is_enough(effect: float) -> bool:
        needed = visitors_needed(base, base * (1 + effect), significance, power, comparisons)
        return needed is not None and needed <= visitors

    if not is_enough(high):
        return None
    for _step in range(_STEPS):
        middle = (low + high) / 2
        low, high = (low, middle) if is_enough(middle) else (middle, high)
    return high


def planned_loss(base: float, other: float, visitors: int) -> float:
    """The rate that one expects to give up after so many visitors for each variant, by taking the
    one that looks better, when each turns out as its true rate says."""
    worse, better = sorted((base, other))
    counts = [Numbers(visitors, round(visitors * rate)) for rate in (better, worse)]
    return expected_loss(*counts)


def _spread(base: float, other: float) -> float:
    return base * (1 - base) + other * (1 - other)
