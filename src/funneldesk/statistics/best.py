"""Chance of each of several variants to be the best, and what one loses by taking it.

Integrals over the posterior of each variant by Gauss and Legendre, piece by piece between the
places where the other posteriors rise: right to ``ERROR``.
"""

import math
from collections.abc import Sequence
from functools import cache
from itertools import pairwise

from funneldesk.statistics.counts import Numbers
from funneldesk.statistics.posterior import expected_loss, log_beta, moments, posterior, rate_beats
from funneldesk.statistics.proportions import NORMAL

ERROR = 1e-6
"""The largest error of a chance; of a loss, as a share of the rates."""

_SPREADS = 9.0
_BREAKS = (-4.0, -1.5, 0.0, 1.5, 4.0)
_NODES = 12
_NORMAL_FROM = 200_000
"""Visitors from which a normal curve is as good as the posterior."""


def chances_to_be_best(variants: Sequence[Numbers]) -> list[float]:
    """The chance of each that its true rate is the highest; together 1."""
    if len(variants) < 2:
        return [1.0] * len(variants)
    if len(variants) == 2:
        chance = rate_beats(_some(variants[0]), _some(variants[1]))
        second = 0.5 if chance is None else chance
        return [1 - second, second]
    found = [_integral(variants, at)[0] for at in range(len(variants))]
    total = math.fsum(found)
    return [each / total for each in found]


def expected_losses(variants: Sequence[Numbers]) -> list[float]:
    """What each gives up on the average against whichever is the best, as a rate."""
    if len(variants) == 2:
        first, second = variants
        return [expected_loss(first, second), expected_loss(second, first)]
    best = math.fsum(_integral(variants, at)[1] for at in range(len(variants)))
    return [max(0.0, best - moments(*posterior(each))[0]) for each in variants]


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


def _some(numbers: Numbers) -> Numbers:
    """A variant nobody met has its prior alone: compared as one visitor out of half."""
    return numbers if numbers.visitors else Numbers(1, 0)


def _integral(variants: Sequence[Numbers], at: int) -> tuple[float, float]:
    """The chance that variant ``at`` is the best, and its share of the mean of the best rate."""
    curves = [posterior(each) for each in variants]
    a, b = curves[at]
    others = [curve for place, curve in enumerate(curves) if place != at]
    scale = log_beta(a, b)
    chance = mean = 0.0
    for low, high in _pieces(curves, at):
        middle, half = (low + high) / 2, (high - low) / 2
        for node, weight in _gauss(_NODES):
            x = middle + half * node
            density = math.exp((a - 1) * math.log(x) + (b - 1) * math.log1p(-x) - scale)
            below = math.prod(beta_cdf(x, *other) for other in others)
            part = weight * half * density * below
            chance += part
            mean += part * x
    return chance, mean


def _pieces(curves: Sequence[tuple[int, int]], at: int) -> list[tuple[float, float]]:
    """The span of one posterior, cut where it and the others change quickly."""
    mean, variance = moments(*curves[at])
    spread = math.sqrt(variance)
    low, high = max(0.0, mean - _SPREADS * spread), min(1.0, mean + 2 * _SPREADS * spread)
    cuts = {low, high}
    for curve in curves:
        middle, width = moments(*curve)
        cuts |= {middle + step * math.sqrt(width) for step in (*_BREAKS, -8.0, 8.0)}
    inside = sorted(cut for cut in cuts if low <= cut <= high)
    return [(first, last) for first, last in pairwise(inside) if last > first]


@cache
def _gauss(count: int) -> tuple[tuple[float, float], ...]:
    """Nodes and weights between -1 and 1, by Newton's method on Legendre's polynomial."""
    found = []
    for place in range(count):
        x = math.cos(math.pi * (place + 0.75) / (count + 0.5))
        for _step in range(50):
            before, now = 1.0, x
            for degree in range(2, count + 1):
                before, now = now, ((2 * degree - 1) * x * now - (degree - 1) * before) / degree
            slope = count * (x * now - before) / (x * x - 1)
            step = now / slope
            x -= step
            if abs(step) < 1e-15:
                break
        found.append((x, 2 / ((1 - x * x) * slope * slope)))
    return tuple(found)


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
