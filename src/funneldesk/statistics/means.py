"""Two means compared, with unequal variances: Welch's test, Fieller's interval, sample sizes."""

import math
from dataclasses import dataclass

from funneldesk.statistics.beta import beta_cdf
from funneldesk.statistics.proportions import NORMAL, Interval, critical, p_value

NORMAL_FROM = 1e7
"""Degrees of freedom from which Student's t is as good as normal."""
_STEPS = 200


@dataclass(frozen=True, slots=True)
class Mean:
    """A mean of ``count`` values, known by their sum and the sum of their squares."""

    count: int
    total: float
    squares: float

    @property
    def mean(self) -> float:
        """The mean of the values."""
        return self.total / self.count

    @property
    def variance(self) -> float:
        """The variance of a value, as estimated from at least two of them."""
        mean = self.mean
        found = max(0.0, self.squares - self.count * mean * mean) / (self.count - 1)
        # What is left of equal values is rounding.
        return 0.0 if found < 1e-12 * mean * mean else found

    @property
    def error(self) -> float:
        """The variance of the mean."""
        return self.variance / self.count


def welch(baseline: Mean, variant: Mean) -> tuple[float, float] | None:
    """Welch's t of the difference, and its degrees of freedom; None when nothing can be said."""
    if baseline.count < 2 or variant.count < 2:
        return None
    before, after = baseline.error, variant.error
    if before + after <= 0:
        return None
    t = (variant.mean - baseline.mean) / math.sqrt(before + after)
    shares = before**2 / (baseline.count - 1) + after**2 / (variant.count - 1)
    return t, (before + after) ** 2 / shares


def welch_p(baseline: Mean, variant: Mean) -> float | None:
    """The two-sided p value of the difference of two means (Welch)."""
    found = welch(baseline, variant)
    return None if found is None else student_p(*found)


def student_p(t: float, degrees: float) -> float:
    """The probability that Student's t is at least so far from 0, either way."""
    if degrees > NORMAL_FROM:
        return p_value(t)
    return beta_cdf(degrees / (degrees + t * t), degrees / 2, 0.5)


def student_critical(confidence: float, degrees: float) -> float:
    """The t that a value stays within, either way, with this probability."""
    if degrees > NORMAL_FROM:
        return critical(confidence)
    low, high = 0.0, 2 * critical(confidence)
    while student_p(high, degrees) > 1 - confidence:
        low, high = high, 2 * high
    for _step in range(_STEPS):
        middle = (low + high) / 2
        if not low < middle < high:
            break
        if student_p(middle, degrees) > 1 - confidence:
            low = middle
        else:
            high = middle
    return high


def mean_interval(one: Mean, confidence: float) -> Interval | None:
    """Student's interval of a mean; None for fewer than two values."""
    if one.count < 2:
        return None
    half = student_critical(confidence, one.count - 1) * math.sqrt(one.error)
    return one.mean - half, one.mean + half


def ratio_interval(baseline: Mean, variant: Mean, confidence: float) -> Interval | None:
    """Fieller's interval of the variant's mean over the baseline's, with Welch's t.

    It has 1 in it exactly when the p value of ``welch_p`` is above the level. None where the
    baseline's mean can't be told from 0: then any ratio is possible.
    """
    found = welch(baseline, variant)
    if found is None:
        return None
    t = student_critical(confidence, found[1])
    x, y = baseline.mean, variant.mean
    square = x * x - t * t * baseline.error
    if x <= 0 or square <= 0:
        return None
    last = y * y - t * t * variant.error
    half = math.sqrt(max(0.0, x * x * y * y - square * last))
    return max(0.0, (x * y - half) / square), (x * y + half) / square


def values_needed(
    difference: float,
    variances: float,
    significance: float,
    power: float,
    comparisons: int = 1,
) -> int | None:
    """Values of each of two samples, to tell a difference of their means from chance; None for
    none. ``variances`` is the sum of those of a value of each."""
    if not difference or variances <= 0:
        return None
    z = NORMAL.inv_cdf(1 - significance / (2 * comparisons)) + NORMAL.inv_cdf(power)
    return max(2, math.ceil(z * z * variances / difference**2))


def smallest_rise(
    base: float, spread: float, values: float, significance: float, power: float, comparisons: int
) -> float | None:
    """The smallest rise of the mean ``base``, as a fraction of it, that so many values for each
    variant show, when each varies by the standard deviation ``spread``."""
    if base <= 0 or values < 2:
        return None
    z = NORMAL.inv_cdf(1 - significance / (2 * comparisons)) + NORMAL.inv_cdf(power)
    return z * spread * math.sqrt(2 / values) / base


def planned_loss_of_means(difference: float, spread: float, values: float) -> float:
    """What one expects to give up after so many values for each of two variants, by taking the
    one that looks better, when each turns out as its true mean says."""
    error = spread * math.sqrt(2 / values)
    z = difference / error
    return max(0.0, error * NORMAL.pdf(z) - difference * NORMAL.cdf(-z))
