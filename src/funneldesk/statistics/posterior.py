"""Two true rates compared by their posterior (flat priors): the chance to beat, and what is lost.

Both are sums with an end, exact to the last digits; above 200,000 terms normal curves stand in.
"""

import math

from funneldesk.statistics.counts import Numbers
from funneldesk.statistics.proportions import NORMAL

_MOST_TERMS = 200_000
"""Terms up to which the exact sum is made; beyond it two normal curves are as good."""


def posterior(numbers: Numbers) -> tuple[int, int]:
    """The two numbers of the beta distribution of a true rate, with a flat prior."""
    return numbers.conversions + 1, max(0, numbers.visitors - numbers.conversions) + 1


def rate_beats(baseline: Numbers, variant: Numbers) -> float | None:
    """The probability that the variant's true rate is above the baseline's."""
    if not baseline.visitors or not variant.visitors:
        return None
    return beta_beats(*posterior(baseline), *posterior(variant))


def expected_loss(chosen: Numbers, other: Numbers) -> float:
    """The rate that one gives up on the average by taking ``chosen``, where ``other`` is better.

    E[max(Y - X, 0)] for the rates X and Y: E[Y] P(Y' > X) - E[X] P(Y > X'), where a dash means
    one conversion more.
    """
    (a, b), (c, d) = posterior(chosen), posterior(other)
    gained = c / (c + d) * beta_beats(a, b, c + 1, d)
    given = a / (a + b) * beta_beats(a + 1, b, c, d)
    return max(0.0, gained - given)


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


def log_beta(a: float, b: float) -> float:
    """The logarithm of the beta function."""
    return math.lgamma(a) + math.lgamma(b) - math.lgamma(a + b)


def _sum(a: int, b: int, c: int, d: int) -> float:
    """P(Y > X) as a sum of ``c`` terms, each got from the one before."""
    log_term = log_beta(a, b + d) - math.log(d) - log_beta(1, d) - log_beta(a, b)
    terms = [log_term]
    for i in range(c - 1):
        # B(a+i, b+d) / ((d+i) B(1+i, d)), from i to i + 1
        log_term += math.log((a + i) * (d + i) / ((a + b + d + i) * (i + 1)))
        terms.append(log_term)
    return min(1.0, math.fsum(map(math.exp, terms)))


def _normal_beats(a: int, b: int, c: int, d: int) -> float:
    (x, x_spread), (y, y_spread) = moments(a, b), moments(c, d)
    return NORMAL.cdf((y - x) / math.sqrt(x_spread + y_spread))


def moments(a: float, b: float) -> tuple[float, float]:
    """The mean and the variance of a beta distribution."""
    whole = a + b
    return a / whole, a * b / (whole * whole * (whole + 1))
