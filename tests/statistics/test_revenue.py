"""Revenue per visitor compared, against scipy (document: primary_metric revenue)."""

import math
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from funneldesk.statistics.counts import Numbers
from funneldesk.statistics.revenue import revenue_beats, revenue_z


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


def test_too_few_visitors_say_nothing() -> None:
    assert revenue_beats(Numbers(1, 1, Decimal(5), 25.0), Numbers(9, 1, Decimal(5), 25.0)) is None
