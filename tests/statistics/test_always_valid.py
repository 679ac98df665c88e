"""Values that stay valid at every look keep their error rate; the fixed test does not."""

import math

import numpy as np
import pytest

from funneldesk.statistics.always_valid import always_valid_interval, always_valid_p
from funneldesk.statistics.counts import Numbers
from funneldesk.statistics.proportions import difference_interval, p_value, rate_z

LEVEL, DAYS = 0.05, 42


def looks(
    tests: int, before: float, after: float, a_day: int
) -> "list[list[tuple[Numbers, Numbers]]]":
    """Tests with a look at the end of each day."""
    chance = np.random.default_rng(20_261_124)
    arms = [
        chance.binomial(a_day, rate, size=(tests, DAYS)).cumsum(axis=1) for rate in (before, after)
    ]
    return [
        [
            (Numbers(a_day * (day + 1), int(a)), Numbers(a_day * (day + 1), int(b)))
            for day, (a, b) in enumerate(zip(first, second, strict=True))
        ]
        for first, second in zip(*arms, strict=True)
    ]


def is_found(day: tuple[Numbers, Numbers]) -> bool:
    """By the fixed test."""
    z = rate_z(*day)
    return z is not None and p_value(z) < LEVEL


def is_found_safely(day: tuple[Numbers, Numbers]) -> bool:
    """By the test that may be looked at every day."""
    p = always_valid_p(*day)
    return p is not None and p < LEVEL


@pytest.mark.parametrize(
    "tests", [pytest.param(250, id="250"), pytest.param(2000, id="2000", marks=pytest.mark.deep)]
)
@pytest.mark.parametrize(("rate", "a_day"), [(0.04, 150), (0.3, 40)])
def test_daily_looks_at_tests_without_a_difference(tests: int, rate: float, a_day: int) -> None:
    several = looks(tests, rate, rate, a_day)
    slack = 3 * math.sqrt(LEVEL * (1 - LEVEL) / tests)
    safely = sum(any(map(is_found_safely, days)) for days in several) / tests
    fixed = sum(any(map(is_found, days)) for days in several) / tests
    at_the_end = sum(is_found(days[-1]) for days in several) / tests
    assert safely <= LEVEL + slack
    assert fixed > 3 * LEVEL, "the control: looking daily at the fixed test deceives"
    assert at_the_end <= LEVEL + slack, "it is the looking, not the test"


def test_a_difference_is_still_found() -> None:
    found = [any(map(is_found_safely, days)) for days in looks(200, 0.05, 0.065, 200)]
    assert sum(found) > 150


def test_intervals_that_hold_every_day_are_wider_and_cover_the_truth() -> None:
    missed = 0
    for days in looks(200, 0.05, 0.06, 150):
        ends = [always_valid_interval(*day, 1 - LEVEL) for day in days]
        missed += any(e is not None and not e[0] <= 0.01 <= e[1] for e in ends)
        last, fixed = ends[-1], difference_interval(*days[-1], 1 - LEVEL)
        assert last is not None
        assert fixed is not None
        assert last[1] - last[0] > fixed[1] - fixed[0]
    assert missed / 200 <= LEVEL + 3 * math.sqrt(LEVEL * (1 - LEVEL) / 200)


def test_little_says_nothing_yet() -> None:
    assert always_valid_p(Numbers(20, 1), Numbers(20, 5)) is None
    assert always_valid_interval(Numbers(), Numbers(100, 50), 0.95) is None
    p = always_valid_p(Numbers(50, 10), Numbers(50, 10))
    assert p == 1.0
