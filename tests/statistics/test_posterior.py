"""Chances and losses of true rates, against scipy (document: statistical_method, bayesian)."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import special, stats
from tests.statistics.random_cases import COUNTS, NINE_DIGITS, experiments

from funneldesk.statistics.best import (
    ERROR,
    chances_to_be_best,
    expected_losses,
)
from funneldesk.statistics.beta import beta_cdf
from funneldesk.statistics.counts import Numbers
from funneldesk.statistics.posterior import beta_beats, expected_loss, posterior, rate_beats

NODES, WEIGHTS = np.polynomial.legendre.leggauss(96)
QUANTILES = np.array([1e-12, 1e-4, 0.1, 0.5, 0.9, 1 - 1e-4, 1 - 1e-12])


def oracle(variants: list[Numbers], at: int) -> tuple[float, float]:
    """The chance of a variant to be the best, and the mean of its rate where it is."""
    a, b = posterior(variants[at])
    first, last = special.betaincinv(a, b, 1e-13), 1 - special.betaincinv(b, a, 1e-13)
    cuts = {first, last}
    for each in variants:
        cuts |= set(special.betaincinv(*posterior(each), QUANTILES))
    inside = sorted(cut for cut in cuts if first <= cut <= last)
    chance = mean = 0.0
    for low, high in pairwise(inside):
        x = (low + high) / 2 + (high - low) / 2 * NODES
        below = np.prod(
            [
                special.betainc(*posterior(each), x)
                for place, each in enumerate(variants)
                if place != at
            ],
            axis=0,
        )
        parts = WEIGHTS * (high - low) / 2 * stats.beta.pdf(x, a, b) * below
        chance += float(parts.sum())
        mean += float((parts * x).sum())
    return chance, mean


@pytest.mark.parametrize("count", COUNTS)
def test_the_chance_to_beat_and_the_loss_are_the_integrals(count: int) -> None:
    for a, b in experiments(count, most=20_000):
        chance, mean = oracle([a, b], 1)
        assert rate_beats(a, b) == pytest.approx(chance, abs=NINE_DIGITS)
        first, second = posterior(a)
        _worse, other = oracle([a, b], 0)
        loss = mean + other - first / (first + second)
        assert expected_loss(a, b) == pytest.approx(max(0.0, loss), abs=NINE_DIGITS)


@pytest.mark.parametrize(("count", "variants"), [(30, 3), (4, 5)])
def test_the_best_of_several_is_right_to_the_stated_error(count: int, variants: int) -> None:
    for several in experiments(count, variants):
        wanted = [oracle(several, at) for at in range(variants)]
        chances = chances_to_be_best(several)
        assert chances == pytest.approx([chance for chance, _ in wanted], abs=ERROR)
        assert sum(chances) == pytest.approx(1, abs=1e-12)
        best = sum(mean for _chance, mean in wanted)
        means = [(n.conversions + 1) / (n.visitors + 2) for n in several]
        losses = [max(0.0, best - mean) for mean in means]
        assert expected_losses(several) == pytest.approx(losses, abs=ERROR)


@given(*[st.integers(1, 3000)] * 4)
def test_one_of_two_is_better(a: int, b: int, c: int, d: int) -> None:
    chance = beta_beats(a, b, c, d)
    assert 0 <= chance <= 1
    assert chance + beta_beats(c, d, a, b) == pytest.approx(1, abs=NINE_DIGITS)


@given(st.floats(0, 1), st.integers(1, 50_000), st.integers(1, 50_000))
def test_the_incomplete_beta_function(x: float, a: int, b: int) -> None:
    assert beta_cdf(x, a, b) == pytest.approx(special.betainc(a, b, x), abs=NINE_DIGITS)


def test_the_normal_curves_carry_on_where_the_sum_ends() -> None:
    exact = beta_beats(200_000, 800_000, 200_500, 800_000)
    assert beta_beats(200_001, 800_001, 200_501, 800_001) == pytest.approx(exact, abs=1e-4)


def test_who_nobody_met_is_as_likely_the_best_as_chance_has_it() -> None:
    assert chances_to_be_best([Numbers()]) == [1.0]
    assert sum(chances_to_be_best([Numbers(), Numbers(100, 5)])) == pytest.approx(1)
    three = chances_to_be_best([Numbers(), Numbers(), Numbers()])
    assert three == pytest.approx([1 / 3] * 3, abs=ERROR)
