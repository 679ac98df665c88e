"""Means of money compared, against scipy (document: primary_metric revenue)."""

import math
import random
from collections.abc import Iterator
from decimal import Decimal

import numpy as np
import pytest
from scipy import stats
from statsmodels.stats.power import normal_sample_size_one_tail
from tests.statistics.random_cases import COUNTS, NINE_DIGITS

from funneldesk.statistics.best import chances_of_means, losses_of_means
from funneldesk.statistics.counts import Numbers
from funneldesk.statistics.means import (
    Mean,
    mean_interval,
    ratio_interval,
    student_critical,
    student_p,
    values_needed,
    welch_p,
)
from funneldesk.statistics.metrics import (
    Metric,
    chances_of,
    interval_of,
    lift_interval_of,
    lift_of,
    needed_of,
    p_of,
    spread_of,
)

SURE = 0.95


def revenues(count: int) -> Iterator[tuple[list[float], list[float]]]:
    """What visitors of two variants brought in: most of them nothing."""
    chance = random.Random(count)
    for _each in range(count):
        rate, price = chance.uniform(0.02, 0.9), chance.uniform(1, 300)
        yield tuple(
            [
                round(price * chance.uniform(0.3, 3), 2) if chance.random() < rate else 0.0
                for _visitor in range(chance.randint(3, 400))
            ]
            for _variant in range(2)
        )  # type: ignore[misc]


def mean_of(amounts: list[float]) -> Mean:
    return Mean(len(amounts), math.fsum(amounts), math.fsum(each**2 for each in amounts))


@pytest.mark.parametrize("count", COUNTS)
def test_the_p_value_is_welchs(count: int) -> None:
    compared = 0
    for a, b in revenues(count):
        found = welch_p(mean_of(a), mean_of(b))
        if found is None:
            assert len({*a, *b}) <= 2
            continue
        wanted = stats.ttest_ind(b, a, equal_var=False).pvalue
        assert found == pytest.approx(wanted, rel=1e-7, abs=1e-12)
        compared += 1
    assert compared > count * 0.9


@pytest.mark.parametrize("count", COUNTS)
def test_intervals_of_means_are_students(count: int) -> None:
    for a, _b in revenues(count):
        found = mean_interval(mean_of(a), SURE)
        error = stats.sem(a)
        if error == 0:
            assert found == pytest.approx((a[0], a[0]))
            continue
        wanted = stats.t.interval(SURE, len(a) - 1, np.mean(a), error)
        assert found == pytest.approx(wanted, rel=1e-7, abs=1e-9)


@pytest.mark.parametrize("count", COUNTS)
def test_the_interval_of_a_lift_never_contradicts_its_p_value(count: int) -> None:
    bounded = 0
    for a, b in revenues(count):
        first, second = mean_of(a), mean_of(b)
        p, ends = welch_p(first, second), ratio_interval(first, second, SURE)
        if p is None or ends is None:
            continue
        bounded += 1
        assert (p >= 1 - SURE) == (ends[0] <= 1 <= ends[1])
        # Each end is a ratio that the same test just refuses (Fieller).
        t = stats.t.ppf(0.5 + SURE / 2, stats.ttest_ind(b, a, equal_var=False).df)
        for end in ends:
            if end > 0:
                gap = second.mean - end * first.mean
                reach = t * math.sqrt(second.error + end**2 * first.error)
                assert abs(gap) == pytest.approx(reach, rel=1e-6, abs=1e-9)
    assert bounded > count / 2


@pytest.mark.parametrize("degrees", [1, 2, 3.7, 30, 1e3, 1e5, 9e6, 1e8])
def test_students_t_is_that_of_scipy(degrees: float) -> None:
    for t in (0.0, 0.1, 1.96, 6.0, 20.0):
        wanted = 2 * stats.t.sf(t, degrees)
        assert student_p(t, degrees) == pytest.approx(wanted, rel=1e-3, abs=1e-300)
    for sure in (0.5, 0.8, SURE, 0.999):
        wanted = stats.t.ppf(0.5 + sure / 2, degrees)
        assert student_critical(sure, degrees) == pytest.approx(wanted, rel=1e-7)


def test_the_chance_is_that_of_normal_posteriors() -> None:
    two = [Mean(500, 2100.0, 60_000.0), Mean(450, 2000.0, 52_000.0)]
    z = (two[1].mean - two[0].mean) / math.sqrt(two[0].error + two[1].error)
    found = chances_of_means(two)
    assert found is not None
    assert found[1] == pytest.approx(stats.norm.cdf(z), abs=NINE_DIGITS)
    three = [*two, Mean(480, 1500.0, 48_000.0)]
    draws = np.column_stack(
        [
            np.random.default_rng(at).normal(each.mean, math.sqrt(each.error), 1_000_000)
            for at, each in enumerate(three)
        ]
    )
    best = np.bincount(draws.argmax(axis=1), minlength=3) / len(draws)
    losses = draws.max(axis=1).mean() - draws.mean(axis=0)
    assert chances_of_means(three) == pytest.approx(best, abs=0.003)
    assert losses_of_means(three) == pytest.approx(losses, abs=0.005)


def test_the_sample_is_that_of_statsmodels() -> None:
    for difference, first, second in ((1.0, 9.0, 11.0), (0.35, 14.0, 20.0), (5.0, 80.0, 3.0)):
        wanted = normal_sample_size_one_tail(
            difference, 0.8, 0.025, *[math.hypot(first, second)] * 2
        )
        needed = values_needed(difference, first**2 + second**2, 0.05, 0.8)
        assert needed is not None
        assert needed - 1 < wanted <= needed


def test_average_orders_are_compared_over_orders_and_not_over_visitors() -> None:
    few_large = Numbers(1000, 20, Decimal(4000), 20 * 200.0**2 + 5000)
    many_small = Numbers(1000, 80, Decimal(6400), 80 * 80.0**2 + 5000)
    assert (lift_of(Metric.PER_VISITOR, few_large, many_small) or 0) == pytest.approx(0.6)
    assert (lift_of(Metric.PER_ORDER, few_large, many_small) or 0) == pytest.approx(-0.6)
    needed = needed_of(Metric.PER_ORDER, few_large, many_small, 0.05, 0.8)
    assert needed is not None
    assert needed[0] == pytest.approx(4 * needed[1], abs=50), "a fourth of the visitors buy there"


def test_what_is_not_known_is_not_guessed() -> None:
    """Another server gives the sum of revenue only."""
    known, sums = Numbers(500, 40, Decimal(900), 30_000.0), Numbers(500, 40, Decimal(800), None)
    for metric in (Metric.PER_VISITOR, Metric.PER_ORDER):
        assert p_of(metric, known, sums) is None
        assert interval_of(metric, sums, SURE) is None
        assert lift_interval_of(metric, known, sums, SURE) is None
        assert chances_of(metric, [known, sums]) is None
        assert needed_of(metric, known, sums, 0.05, 0.8) is None
        assert spread_of(metric, [known, sums]) is None
        assert lift_of(metric, known, sums) == pytest.approx(-1 / 9)
    assert p_of(Metric.RATE, known, sums) == 1
    assert chances_of(Metric.PER_VISITOR, [Numbers(1, 1, Decimal(5), 25.0), known]) is None
    assert (known + sums).revenue_squared is None
