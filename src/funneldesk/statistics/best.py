"""Chance of each of several variants to be the best, and what one loses by taking it.

Integrals over the posterior of each variant by Gauss and Legendre, piece by piece between the
places where the other posteriors rise: right to ``ERROR``. The posterior of a rate is a beta
distribution (flat prior), that of a mean a normal one.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

from funneldesk.statistics.beta import beta_cdf
from funneldesk.statistics.counts import Numbers
from funneldesk.statistics.means import Mean
from funneldesk.statistics.posterior import expected_loss, log_beta, moments, posterior, rate_beats
from funneldesk.statistics.proportions import NORMAL

ERROR = 1e-6
"""The largest error of a chance; of a loss, as a share of the rates."""

_SPREADS = 9.0
_BREAKS = (-4.0, -1.5, 0.0, 1.5, 4.0)
_NODES = 12
_NARROWEST = 1e-6
"""The smallest spread of a mean, as a share of the largest one."""


@dataclass(frozen=True, slots=True)
class _Curve:
    """The posterior of a variant's true rate or mean."""

    middle: float
    spread: float
    density: Callable[[float], float]
    below: Callable[[float], float]
    ends: tuple[float, float]


def chances_to_be_best(variants: Sequence[Numbers]) -> list[float]:
    """The chance of each that its true rate is the highest; together 1."""
    if len(variants) == 2:
        chance = rate_beats(_some(variants[0]), _some(variants[1]))
        second = 0.5 if chance is None else chance
        return [1 - second, second]
    return _chances([_beta(each) for each in variants])


def expected_losses(variants: Sequence[Numbers]) -> list[float]:
    """What each gives up on the average against whichever is the best, as a rate."""
    if len(variants) == 2:
        first, second = variants
        return [expected_loss(first, second), expected_loss(second, first)]
    return _losses([_beta(each) for each in variants])


def chances_of_means(means: Sequence[Mean]) -> list[float] | None:
    """The chance of each that its true mean is the highest; None when nothing can be said."""
    curves = _normals(means)
    return None if curves is None else _chances(curves)


def losses_of_means(means: Sequence[Mean]) -> list[float] | None:
    """What each gives up on the average against whichever is the best; None as above."""
    curves = _normals(means)
    return None if curves is None else _losses(curves)


def _some(numbers: Numbers) -> Numbers:
    """A variant nobody met has its prior alone: compared as one visitor out of half."""
    return numbers if numbers.visitors else Numbers(1, 0)


def _beta(numbers: Numbers) -> _Curve:
    a, b = posterior(numbers)
    mean, variance = moments(a, b)
    scale = log_beta(a, b)

    def density(x: float) -> float:
        return math.exp((a - 1) * math.log(x) + (b - 1) * math.log1p(-x) - scale)

    spread = math.sqrt(variance)
    ends = max(0.0, mean - _SPREADS * spread), min(1.0, mean + 2 * _SPREADS * spread)
    return _Curve(mean, spread, density, lambda x: beta_cdf(x, a, b), ends)


def _normals(means: Sequence[Mean]) -> list[_Curve] | None:
    if any(each.count < 2 for each in means):
        return None
    spreads = [math.sqrt(each.error) for each in means]
    widest = max(spreads, default=0.0)
    if widest <= 0:
        return None
    wide = [max(spread, widest * _NARROWEST) for spread in spreads]
    return [_normal(each.mean, spread) for each, spread in zip(means, wide, strict=True)]


def _normal(mean: float, spread: float) -> _Curve:
    scale = spread * math.sqrt(2 * math.pi)
    return _Curve(
        mean,
        spread,
        lambda x: math.exp(-(((x - mean) / spread) ** 2) / 2) / scale,
        lambda x: NORMAL.cdf((x - mean) / spread),
        (mean - _SPREADS * spread, mean + _SPREADS * spread),
    )


def _chances(curves: Sequence[_Curve]) -> list[float]:
    if len(curves) < 2:
        return [1.0] * len(curves)
    found = [_integral(curves, at)[0] for at in range(len(curves))]
    total = math.fsum(found)
    return [each / total for each in found]


def _losses(curves: Sequence[_Curve]) -> list[float]:
    best = math.fsum(_integral(curves, at)[1] for at in range(len(curves)))
    return [max(0.0, best - each.middle) for each in curves]


def _integral(curves: Sequence[_Curve], at: int) -> tuple[float, float]:
    """The chance that curve ``at`` is the best, and its share of the mean of the best."""
    own = curves[at]
    others = [curve for place, curve in enumerate(curves) if place != at]
    chance = mean = 0.0
    for low, high in _pieces(curves, at):
        middle, half = (low + high) / 2, (high - low) / 2
        for node, weight in _gauss(_NODES):
            x = middle + half * node
            part = weight * half * own.density(x) * math.prod(one.below(x) for one in others)
            chance += part
            mean += part * x
    return chance, mean


def _pieces(curves: Sequence[_Curve], at: int) -> list[tuple[float, float]]:
    """The span of one posterior, cut where it and the others change quickly."""
    low, high = curves[at].ends
    cuts = {low, high}
    for curve in curves:
        cuts |= {curve.middle + step * curve.spread for step in (*_BREAKS, -8.0, 8.0)}
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
