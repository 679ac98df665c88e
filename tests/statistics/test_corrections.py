"""Corrections for many comparisons and the check of the split, against statsmodels and scipy."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats
from statsmodels.stats.multitest import multipletests
from tests.statistics.random_cases import COUNTS, NINE_DIGITS

from funneldesk.statistics.corrections import benjamini_hochberg, holm, holm_levels
from funneldesk.statistics.sample_ratio import chi_square_tail, is_broken, ratio_p_value


@pytest.mark.parametrize("count", COUNTS)
def test_corrections_are_those_of_statsmodels(count: int) -> None:
    chance = random.Random(count)
    for each in range(count):
        p_values = [chance.random() ** chance.choice((1, 4)) for _ in range(chance.randint(1, 12))]
        found = multipletests(p_values, method="fdr_bh")[1]
        assert benjamini_hochberg(p_values) == pytest.approx(list(found), abs=NINE_DIGITS)
        # Its Holm takes a tenth of a second: one in ten, all others by the definition.
        wanted = multipletests(p_values, method="holm")[1] if each % 10 == 0 else _holm(p_values)
        assert holm(p_values) == pytest.approx(list(wanted), abs=NINE_DIGITS)


def _holm(p_values: list[float]) -> list[float]:
    """Each is the largest of what it and the smaller ones become."""
    count = len(p_values)
    return [
        max(
            min(1.0, each * sum(other >= each for other in p_values))
            for each in p_values
            if each <= p
        )
        for p in p_values
        if count
    ]


@given(st.lists(st.floats(0, 1), min_size=1, max_size=8))
def test_asking_several_times_makes_no_p_value_smaller(p_values: list[float]) -> None:
    adjusted = holm(p_values)
    assert all(one >= before for one, before in zip(adjusted, p_values, strict=True))
    assert all(one <= 1 for one in adjusted)
    assert min(adjusted) == min(1.0, min(p_values) * len(p_values))


@given(st.lists(st.floats(0, 1), min_size=1, max_size=8), st.floats(0.001, 0.3))
def test_a_level_of_holms_method_refuses_what_its_p_value_refuses(
    p_values: list[float], significance: float
) -> None:
    levels = holm_levels(p_values, significance)
    for level, p, adjusted in zip(levels, p_values, holm(p_values), strict=True):
        if abs(adjusted - significance) > NINE_DIGITS:
            assert (p < level) == (adjusted < significance)
        assert significance / len(p_values) <= level <= significance


@pytest.mark.parametrize("count", COUNTS)
def test_the_split_is_checked_by_chi_square(count: int) -> None:
    chance = random.Random(count)
    for _each in range(count):
        weights = [chance.uniform(5, 100) for _ in range(chance.randint(2, 6))]
        shares = [weight / sum(weights) for weight in weights]
        visitors = [int(chance.uniform(10, 20_000) * share) + 1 for share in shares]
        expected = [share * sum(visitors) for share in shares]
        wanted = stats.chisquare(visitors, expected).pvalue
        assert ratio_p_value(shares, visitors) == pytest.approx(wanted, abs=NINE_DIGITS)


@given(st.floats(0.01, 200), st.integers(1, 30))
def test_the_tail_of_chi_square(x: float, degrees: int) -> None:
    assert chi_square_tail(x, degrees) == pytest.approx(stats.chi2.sf(x, degrees), abs=1e-10)


@pytest.mark.parametrize(
    ("shares", "visitors", "broken"),
    [
        ([0.5, 0.5], [500, 520], False),
        ([0.5, 0.5], [500, 700], True),
        ([0.9, 0.1], [900, 100], False),
        ([1, 0], [200, 1], True),
        ([1, 0], [200, 0], False),
        ([], [], False),
    ],
)
def test_a_split_that_is_broken(shares: list[float], visitors: list[int], broken: bool) -> None:
    assert is_broken(ratio_p_value(shares, visitors)) is broken
