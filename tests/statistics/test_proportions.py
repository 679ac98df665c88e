"""Rates compared, against scipy and statsmodels (document: statistical_method, frequentist)."""

import math

import pytest
from scipy import stats
from statsmodels.stats import proportion
from tests.statistics.random_cases import COUNTS, NINE_DIGITS, experiments

from funneldesk.statistics.counts import Numbers
from funneldesk.statistics.proportions import (
    difference_interval,
    lift,
    lift_interval,
    p_value,
    rate_interval,
    rate_z,
)

SURE = 0.95


@pytest.mark.parametrize("count", COUNTS)
def test_the_z_test_is_that_of_statsmodels(count: int) -> None:
    for a, b in experiments(count):
        z = rate_z(a, b)
        if z is None:
            assert a.conversions + b.conversions in (0, a.visitors + b.visitors)
            continue
        successes, trials = [b.conversions, a.conversions], [b.visitors, a.visitors]
        wanted, p = proportion.proportions_ztest(successes, trials)
        assert z == pytest.approx(wanted, rel=NINE_DIGITS, abs=NINE_DIGITS)
        assert p_value(z) == pytest.approx(p, rel=NINE_DIGITS, abs=1e-300)


@pytest.mark.parametrize("count", COUNTS)
def test_intervals_of_rates_are_wilsons(count: int) -> None:
    for one, _other in experiments(count):
        found = rate_interval(one, SURE)
        wanted = proportion.proportion_confint(
            one.conversions, one.visitors, 1 - SURE, method="wilson"
        )
        assert found == pytest.approx(wanted, abs=NINE_DIGITS)


@pytest.mark.parametrize("count", COUNTS)
def test_intervals_of_differences_are_newcombes(count: int) -> None:
    for a, b in experiments(count):
        wanted = proportion.confint_proportions_2indep(
            *(b.conversions, b.visitors, a.conversions, a.visitors),
            method="newcomb",
            compare="diff",
            alpha=1 - SURE,
            correction=False,
        )
        assert difference_interval(a, b, SURE) == pytest.approx(wanted, abs=NINE_DIGITS)


@pytest.mark.parametrize("count", COUNTS)
def test_intervals_of_lifts_are_walters(count: int) -> None:
    for a, b in experiments(count):
        found = lift_interval(a, b, SURE)
        if not a.conversions:
            assert found is None
            continue
        low, high = proportion.confint_proportions_2indep(
            *(b.conversions, b.visitors, a.conversions, a.visitors),
            method="log-adjusted",
            compare="ratio",
            alpha=1 - SURE,
            correction=False,
        )
        assert found is not None
        point = lift(a, b)
        assert point is not None
        wanted = min(low - 1, point), max(high - 1, point)
        assert found == pytest.approx(wanted, rel=NINE_DIGITS, abs=NINE_DIGITS)


def test_what_nobody_met_has_no_rate() -> None:
    none, some = Numbers(), Numbers(10, 1)
    assert rate_z(none, some) is None
    assert rate_interval(none, SURE) is None
    assert difference_interval(none, some, SURE) is None
    assert lift(none, some) is None
    assert lift_interval(Numbers(10, 0), some, SURE) is None


def test_the_intervals_are_as_often_right_as_they_say() -> None:
    """Coverage over all outcomes of 40 visitors, weighed by how likely each is."""
    for rate in (0.05, 0.2, 0.5, 0.9):
        covered = math.fsum(
            stats.binom.pmf(hits, 40, rate)
            for hits in range(41)
            if (ends := rate_interval(Numbers(40, hits), SURE)) and ends[0] <= rate <= ends[1]
        )
        assert covered > 0.92
