"""The distribution of a beta value."""

import math

from funneldesk.statistics.posterior import log_beta, moments
from funneldesk.statistics.proportions import NORMAL

_NORMAL_FROM = 200_000
"""Visitors from which a normal curve is as good as the posterior."""


def beta_cdf(x: float, a: float, b: float) -> float:
    """The probability that a value of Beta(a, b) is at most ``x``."""
    if x <= 0:
        return 0.0
    if x >= 1:
        return 1.0
    if a + b > _NORMAL_FROM and min(a, b) > 1000:
        mean, variance = moments(a, b)
        return NORMAL.cdf((x - mean) / math.sqrt(variance))
    front = math.exp(a * math.log(x) + b * math.log1p(-x) - log_beta(a, b))
    if x < (a + 1) / (a + b + 2):
        return front * _fraction(x, a, b) / a
    return 1 - front * _fraction(1 - x, b, a) / b


def _fraction(x: float, a: float, b: float) -> float:
    """The continued fraction of the incomplete beta function (Lentz's method)."""
    tiny = 1e-300
    c, d = 1.0, 1 - (a + b) * x / (a + 1)
    d = 1 / (d if abs(d) > tiny else tiny)
    whole = d
    for m in range(1, 5000):
        for step in (
            m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
            -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)),
        ):
            d, c = 1 + step * d, 1 + step / c
            d = 1 / (d if abs(d) > tiny else tiny)
            c = c if abs(c) > tiny else tiny
            whole *= d * c
        if abs(d * c - 1) < 1e-13:
            break
    return whole
