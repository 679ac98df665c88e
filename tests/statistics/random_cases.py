"""Random experiments, from tiny to large ones, that are the same in every run."""

import random
from collections.abc import Iterator

import pytest

from funneldesk.statistics.counts import Numbers

_ALL = [pytest.mark.deep, pytest.mark.timeout(900)]
COUNTS = (pytest.param(300, id="300"), pytest.param(10_000, id="10000", marks=_ALL))
"""How many cases are asked: some every day, all of them in ``test --deep``."""

NINE_DIGITS = 1e-9


def experiments(count: int, variants: int = 2, most: int = 50_000) -> Iterator[list[Numbers]]:
    """Numbers of variants whose rates are near to each other; sizes go by powers of ten."""
    chance = random.Random(count * 7 + variants)
    for _each in range(count):
        size = chance.uniform(3, 10) if chance.random() < 0.1 else chance.uniform(20, most)
        rate = 10 ** chance.uniform(-2.5, -0.05)
        yield [
            _variant(chance, max(2, int(size * chance.uniform(0.5, 1))), rate)
            for _ in range(variants)
        ]


def _variant(chance: random.Random, visitors: int, rate: float) -> Numbers:
    spread = (rate * (1 - rate) / visitors) ** 0.5
    found = chance.gauss(rate, 2 * spread + rate * 0.02)
    return Numbers(visitors, min(visitors, max(0, round(visitors * found))))
