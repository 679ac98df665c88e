"""The statistics of split tests, against scipy (document: statistical_method)."""

import math
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import integrate, stats

from funneldesk.server.parts.split_tests import states
from funneldesk.server.parts.split_tests.statistics import (
    Numbers,
    beta_beats,
    chi_square_tail,
    holm,
    p_value,
    rate_beats,
    rate_interval,
    rate_z,
    revenue_z,
    visitors_needed,
)
from funneldesk.server.parts.split_tests.verdict import ratio_p_value

ITEMS = [{"name": "A", "node_code": "a"}, {"name": "B", "node_code": "b"}]


@st.composite
def numbers(draw: st.DrawFn, most: int = 2000) -> Numbers:
    visitors = draw(st.integers(1, most))
    return Numbers(visitors, draw(st.integers(0, visitors)))


@given(numbers(), numbers())
def test_the_z_test_is_that_of_the_contingency_table(a: Numbers, b: Numbers) -> None:
    z = rate_z(a, b)
    if z is None:
        assert a.conversions + b.conversions in (0, a.visitors + b.visitors)
        return
    cells = [[n.conversions, n.visitors - n.conversions] for n in (a, b)]
    found = stats.chi2_contingency(cells, correction=False)
    assert p_value(z) == pytest.approx(found.pvalue, abs=1e-9)


@given(numbers(300), numbers(300))
def test_the_chance_to_beat_is_the_integral(a: Numbers, b: Numbers) -> None:
    first = stats.beta(a.conversions + 1, a.visitors - a.conversions + 1)
    second = stats.beta(b.conversions + 1, b.visitors - b.conversions + 1)
    low, middle, high = second.ppf(1e-12), second.mean(), second.ppf(1 - 1e-12)
    wanted = sum(
        integrate.quad(lambda x: second.pdf(x) * first.cdf(x), *ends, epsabs=1e-10, limit=200)[0]
        for ends in ((low, middle), (middle, high))
    )
    assert rate_beats(a, b) == pytest.approx(wanted, abs=1e-6)


@given(*[st.integers(1, 3000)] * 4)
def test_one_of_two_is_better(a: int, b: int, c: int, d: int) -> None:
    chance = beta_beats(a, b, c, d)
    assert 0 <= chance <= 1
    assert chance + beta_beats(c, d, a, b) == pytest.approx(1, abs=1e-9)


def test_the_normal_curves_carry_on_where_the_sum_ends() -> None:
    exact = beta_beats(200_000, 800_000, 200_500, 800_000)
    assert beta_beats(200_001, 800_001, 200_501, 800_001) == pytest.approx(exact, abs=1e-4)


@given(st.lists(st.decimals(0, 500, places=2), min_size=2, max_size=50), st.integers(0, 50))
def test_revenue_is_compared_as_welch_does(sums: list[Decimal], without: int) -> None:
    def of(amounts: list[Decimal]) -> Numbers:
        squares = math.fsum(float(amount) ** 2 for amount in amounts)
        return Numbers(len(amounts), 0, sum(amounts, Decimal(0)), squares)

    a, b = [*sums, *[Decimal(0)] * without], [amount * 2 + 1 for amount in sums]
    z = revenue_z(of(a), of(b))
    if z is None or len(set(sums)) == 1:
        return
    floats = [[float(x) for x in amounts] for amounts in (b, a)]
    assert z == pytest.approx(stats.ttest_ind(*floats, equal_var=False).statistic, rel=1e-5)


@given(st.floats(0.01, 200), st.integers(1, 30))
def test_the_tail_of_chi_square(x: float, degrees: int) -> None:
    assert chi_square_tail(x, degrees) == pytest.approx(stats.chi2.sf(x, degrees), abs=1e-10)


@given(st.lists(st.floats(0, 1), min_size=1, max_size=8))
def test_asking_several_times_makes_no_p_value_smaller(p_values: list[float]) -> None:
    adjusted = holm(p_values)
    assert all(one >= before for one, before in zip(adjusted, p_values, strict=True))
    assert all(one <= 1 for one in adjusted)
    assert min(adjusted) == min(1.0, min(p_values) * len(p_values))


def test_visitors_needed_to_tell_two_rates_apart() -> None:
    assert visitors_needed(0.10, 0.12, 0.05, 0.8) == pytest.approx(3839, abs=3)
    assert visitors_needed(0.1, 0.1, 0.05, 0.8) is None


@given(numbers(), st.floats(0.5, 0.999))
def test_intervals_are_wilsons(one: Numbers, sure: float) -> None:
    found = rate_interval(one, sure)
    wanted = stats.binomtest(one.conversions, one.visitors).proportion_ci(sure, method="wilson")
    assert found == pytest.approx(wanted, abs=1e-9)


@pytest.mark.parametrize(
    ("weights", "visitors", "is_broken"),
    [
        ([50, 50], [500, 520], False),
        ([50, 50], [500, 700], True),
        ([None, None], [500, 510], False),
        ([90, 10], [900, 100], False),
        ([100, 0], [200, 1], True),
    ],
)
def test_visitors_that_came_otherwise_than_dealt_out(
    weights: list[float | None], visitors: list[int], is_broken: bool
) -> None:
    p = ratio_p_value(weights, visitors)
    assert p is not None
    assert (p < 0.001) is is_broken


@pytest.mark.parametrize(
    ("status", "wanted", "refused"),
    [
        ("running", "paused", False),
        ("paused", "running", False),
        ("completed", "running", False),
        ("finalized", "running", True),
        ("finalized", "deleted", False),
        ("deleted", "running", True),
        ("paused", "paused", False),
    ],
)
def test_what_a_status_may_become(status: str, wanted: str, refused: bool) -> None:
    assert (states.update_refusal(status, wanted) is not None) is refused


@pytest.mark.parametrize(
    ("status", "winner", "baseline", "code"),
    [
        ("running", None, None, None),
        ("paused", None, None, "a"),
        ("paused", None, "B", "b"),
        ("paused", None, "b", "b"),
        ("finalized", {"node_code": "b"}, None, "b"),
        ("finalized", {"node_code": "gone"}, None, "a"),
        ("completed", None, "gone", "a"),
        ("deleted", None, None, "a"),
    ],
)
def test_which_variant_everyone_gets(
    status: str, winner: dict[str, str] | None, baseline: str | None, code: str | None
) -> None:
    assert states.only_variant(status, winner, baseline, ITEMS) == code
