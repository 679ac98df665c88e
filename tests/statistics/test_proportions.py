"""Rates compared, against scipy and statsmodels (document: statistical_method, frequentist)."""

import math
import random
from collections.abc import Iterator

import pytest
from scipy import optimize, stats
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


def tables(count: int) -> Iterator[tuple[Numbers, Numbers]]:
    """Random tables of two by two, small ones and large ones."""
    chance = random.Random(count)
    while count:
        n, m = (int(10 ** chance.uniform(0.7, 4)) for _ in range(2))
        rate = 10 ** chance.uniform(-2.5, -0.02)
        c, d = (min(size, round(size * rate * chance.uniform(0.3, 2))) for size in (n, m))
        if d:
            count -= 1
            yield Numbers(m, d), Numbers(n, c)


def test_intervals_of_lifts_are_koopmans() -> None:
    compared = 0
    for a, b in tables(230):
        found = lift_interval(a, b, SURE)
        assert found is not None
        for end in found:
            if end > -1:
                assert abs(_score(a, b, end + 1)) == pytest.approx(1.959964, abs=0.02)
        if a.conversions == a.visitors or b.conversions == b.visitors:
            continue  # statsmodels then gives an end that its own score test doesn't have.
        low, high = proportion.confint_proportions_2indep(
            *(b.conversions, b.visitors, a.conversions, a.visitors),
            compare="ratio",
            method="score",
            alpha=1 - SURE,
            correction=False,
        )
        assert found[0] + 1 == pytest.approx(low if b.conversions else 0, rel=1e-6, abs=1e-7)
        assert found[1] + 1 == pytest.approx(high, rel=1e-6)
        compared += 1
    assert compared >= 200


def _score(a: Numbers, b: Numbers, ratio: float) -> float:
    """The score of a ratio, by the likelihood's own maximum."""

    def against(p: float) -> float:
        after = min(p * ratio, 1 - 1e-15)
        return -(
            b.conversions * math.log(after)
            + (b.visitors - b.conversions) * math.log1p(-after)
            + a.conversions * math.log(p)
            + (a.visitors - a.conversions) * math.log1p(-p)
        )

    ends = 1e-12, min(1, 1 / ratio) - 1e-12
    p = optimize.minimize_scalar(against, bounds=ends, method="bounded", options={"xatol": 1e-13}).x
    variance = p * ratio * (1 - p * ratio) / b.visitors + ratio**2 * p * (1 - p) / a.visitors
    difference = b.conversions / b.visitors - ratio * a.conversions / a.visitors
    return float(difference / math.sqrt(variance))


def test_the_interval_of_a_lift_never_contradicts_its_p_value() -> None:
    """Also where the sample is far too small for a normal curve."""
    told = 0
    for a, b in tables(2000):
        z, ends = rate_z(a, b), lift_interval(a, b, SURE)
        assert ends is not None
        point = lift(a, b)
        assert point is not None
        assert ends[0] <= point <= ends[1]
        if z is not None:
            assert (p_value(z) >= 1 - SURE) == (ends[0] <= 0 <= ends[1])
            told += 1
    assert told > 1900


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
