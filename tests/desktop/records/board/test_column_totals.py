"""Sums of columns: as numbers are written, in any order, and made anew only for other rows."""

from decimal import Decimal

from hypothesis import given
from hypothesis import strategies as st

from funneldesk.desktop.records.board.column_totals import KnownSums, added_up, numbers_of
from funneldesk.desktop.records.rows import SummaryRow

CENTS = st.integers(-(10**9), 10**9)


def row(number: object) -> SummaryRow:
    return SummaryRow("1", {"values.budget": number})


def test_a_tenth_and_two_tenths_are_three_tenths() -> None:
    assert added_up([0.1, 0.2]) == Decimal("0.3")
    assert added_up([]) == 0


@given(st.lists(CENTS))
def test_cents_are_added_up_exactly_in_any_order(cents: list[int]) -> None:
    amounts = [each / 100 for each in cents]
    assert added_up(amounts) == added_up(amounts[::-1]) == Decimal(sum(cents)) / 100


def test_only_numbers_count() -> None:
    rows = [row(value) for value in (3, 0.5, None, "7", True, "")]
    assert numbers_of(rows, "values.budget") == [3, 0.5]


def test_a_sum_is_that_of_the_rows_of_now() -> None:
    sums, rows = KnownSums(), [row(1), row(2)]
    assert sums.of(rows, "values.budget") == (3, True)
    assert sums.of(list(rows), "values.budget") == (3, True)
    assert sums.of([rows[0], row(-5)], "values.budget") == (-4, False)
    assert sums.of(rows, "values.other") == (0, True)
