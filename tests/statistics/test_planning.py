"""Sizes of samples, against statsmodels (document: significance_level, statistical_power)."""

import random

import pytest
from statsmodels.stats.power import normal_power_het, normal_sample_size_one_tail
from tests.statistics.random_cases import COUNTS, NINE_DIGITS

from funneldesk.statistics.planning import (
    planned_loss,
    power_of,
    smallest_effect,
    visitors_needed,
)


@pytest.mark.parametrize("count", COUNTS)
def test_visitors_and_power_are_those_of_statsmodels(count: int) -> None:
    chance = random.Random(count)
    for _each in range(count):
        base, effect = chance.uniform(0.001, 0.6), chance.uniform(0.02, 0.6)
        other = base * (1 + effect)
        level, power = chance.uniform(0.001, 0.3), chance.uniform(0.5, 0.98)
        spread = (base * (1 - base) + other * (1 - other)) ** 0.5
        wanted = normal_sample_size_one_tail(other - base, power, level / 2, spread, spread)
        needed = visitors_needed(base, other, level, power)
        assert needed is not None
        assert needed - 1 < wanted * (1 + NINE_DIGITS)
        assert needed >= wanted * (1 - NINE_DIGITS)
        visitors = chance.uniform(50, 50_000)
        expected = normal_power_het(other - base, visitors, level, spread, spread, "two-sided")
        assert power_of(base, other, visitors, level) == pytest.approx(expected, abs=NINE_DIGITS)


def test_the_smallest_effect_is_the_one_that_takes_so_many_visitors() -> None:
    for visitors in (800, 20_000, 1_000_000):
        effect = smallest_effect(0.04, visitors, 0.05, 0.8)
        assert effect is not None
        needed = visitors_needed(0.04, 0.04 * (1 + effect), 0.05, 0.8)
        assert needed == pytest.approx(visitors, rel=0.01, abs=2)
    assert smallest_effect(0.97, 5, 0.05, 0.8) is None
    assert smallest_effect(0.0, 500, 0.05, 0.8) is None


def test_several_comparisons_take_more() -> None:
    one, three = (visitors_needed(0.05, 0.06, 0.05, 0.8, comparisons=n) for n in (1, 3))
    assert one is not None
    assert three is not None
    assert three == pytest.approx(one * 1.33, rel=0.02)
    assert visitors_needed(0.1, 0.1, 0.05, 0.8) is None
    assert visitors_needed(0.10, 0.12, 0.05, 0.8) == pytest.approx(3839, abs=3)


def test_the_more_visitors_the_less_one_expects_to_lose() -> None:
    losses = [planned_loss(0.05, 0.06, visitors) for visitors in (100, 1000, 5000, 20_000)]
    assert losses == sorted(losses, reverse=True)
    assert losses[-1] < 1e-5
