"""How sure one can be that a variant beats another (document: Split test, statistical_method).

Frequentist: the two-proportion z test, and for revenue Welch's with the normal distribution,
which is what thousands of visitors make of it. Bayesian: the probability that the variant's true
rate is above the baseline's, with a flat prior.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from statistics import NormalDist

NORMAL = NormalDist()
_MOST_TERMS = 200_000
"""Terms up to which the exact sum is made; beyond it two normal curves are as good."""


@dataclass(frozen=True, slots=True)
class Numbers:
    """What a variant brought in; ``revenue_squared`` sums the squares of visits' revenues."""

    visitors: int = 0
    conversions: int = 0
    revenue: Decimal = Decimal(0)
    revenue_squared: float = 0.0

    @property
    def rate(self) -> float | None:
        """Conversions per visitor, a fraction; None without visitors."""
        return self.conversions / self.visitors if self.visitors else None

    @property
    def revenue_per_visitor(self) -> float | None:
        """None without visitors."""
        return float(self.revenue) / self.visitors if self.visitors else None

    @property
    def revenue_variance(self) -> float:
        """The variance of a visitor's revenue, as estimated from at least two of them."""
        if self.visitors < 2:
            return 0.0
        mean = float(self.revenue) / self.visitors
        return max(0.0, self.revenue_squared - self.visitors * mean * mean) / (self.visitors - 1)

    def __add__(self, other: "Numbers") -> "Numbers":
        return Numbers(
            self.visitors + other.visitors,
            self.conversions + other.conversions,
            self.revenue + other.revenue,
            self.revenue_squared + other.revenue_squared,
        )


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


def p_value(z: float) -> float:
    """The probability of a difference at least as large, either way, if there were none."""
    return math.erfc(abs(z) / math.sqrt(2))


def holm(p_values: Sequence[float]) -> list[float]:
    """The p values, made larger for having asked several times (Holm and Bonferroni)."""
    order = sorted(range(len(p_values)), key=p_values.__getitem__)
    adjusted = [0.0] * len(p_values)
    highest = 0.0
    for place, index in enumerate(order):
        highest = max(highest, min(1.0, p_values[index] * (len(p_values) - place)))
        adjusted[index] = highest
    return adjusted


def rate_beats(baseline: Numbers, variant: Numbers) -> float | None:
    """The probability that the variant's true rate is above the baseline's (flat priors)."""
    if not baseline.visitors or not variant.visitors:
        return None
    a, b = baseline.conversions + 1, baseline.visitors - baseline.conversions + 1
    c, d = variant.conversions + 1, variant.visitors - variant.conversions + 1
    return beta_beats(a, b, c, d)


def revenue_beats(baseline: Numbers, variant: Numbers) -> float | None:
    """The probability that a visitor of the variant truly brings in more."""
    z = revenue_z(baseline, variant)
    return None if z is None else NORMAL.cdf(z)


def beta_beats(a: int, b: int, c: int, d: int) -> float:
    """P(Y > X) for X of Beta(a, b) and Y of Beta(c, d), whole numbers from 1 upwards."""
    terms = min(a, b, c, d)
    if terms > _MOST_TERMS:
        return _normal_beats(a, b, c, d)
    if terms == c:
        return _sum(a, b, c, d)
    if terms == a:
        return 1 - _sum(c, d, a, b)
    if terms == b:  # 1 - X is of Beta(b, a), and is above 1 - Y exactly when Y is above X
        return _sum(d, c, b, a)
    return 1 - _sum(b, a, d, c)


def _sum(a: int, b: int, c: int, d: int) -> float:
    """P(Y > X) as a sum of ``c`` terms, each got from the one before."""
    log_term = _log_beta(a, b + d) - math.log(d) - _log_beta(1, d) - _log_beta(a, b)
    terms = [log_term]
    for i in range(c - 1):
        # B(a+i, b+d) / ((d+i) B(1+i, d)), from i to i + 1
        log_term += math.log((a + i) * (d + i) / ((a + b + d + i) * (i + 1)))
        terms.append(log_term)
    return min(1.0, math.fsum(map(math.exp, terms)))


def _log_beta(a: float, b: float) -> float:
    return math.lgamma(a) + math.lgamma(b) - math.lgamma(a + b)


def _normal_beats(a: int, b: int, c: int, d: int) -> float:
    def curve(first: int, second: int) -> tuple[float, float]:
        whole = first + second
        return first / whole, first * second / (whole * whole * (whole + 1))

    (x, x_spread), (y, y_spread) = curve(a, b), curve(c, d)
    return NORMAL.cdf((y - x) / math.sqrt(x_spread + y_spread))


def rate_interval(numbers: Numbers, confidence: float) -> tuple[float, float] | None:
    """Wilson's interval of a rate; ``confidence`` is a fraction."""
    if not numbers.visitors:
        return None
    z = NORMAL.inv_cdf(0.5 + confidence / 2)
    n, rate = numbers.visitors, numbers.conversions / numbers.visitors
    middle = rate + z * z / (2 * n)
    half = z * math.sqrt(rate * (1 - rate) / n + z * z / (4 * n * n))
    return max(0.0, (middle - half) / (1 + z * z / n)), min(1.0, (middle + half) / (1 + z * z / n))


def visitors_needed(base: float, other: float, significance: float, power: float) -> int | None:
    """Visitors for each of two variants, to tell these two rates apart; None for equal ones."""
    if base == other or not (0 <= base <= 1 and 0 <= other <= 1):
        return None
    z = NORMAL.inv_cdf(1 - significance / 2) + NORMAL.inv_cdf(power)
    spread = base * (1 - base) + other * (1 - other)
    return max(1, math.ceil(z * z * spread / (base - other) ** 2))


def chi_square_tail(x: float, degrees: int) -> float:
    """The probability that a chi-square of so many degrees is above ``x``."""
    if x <= 0:
        return 1.0
    half = x / 2
    if degrees % 2:
        term, tail, start = math.sqrt(half) * 2 / math.sqrt(math.pi), math.erfc(math.sqrt(half)), 3
    else:
        term, tail, start = 1.0, 0.0, 2
    total = 0.0
    for k in range(start, degrees + 1, 2):
        total += term
        term *= half / (k / 2)
    return min(1.0, tail + math.exp(-half) * total) if half < 700 else 0.0
