"""The table of a chart: the same numbers as the series, missing ones missing."""

from datetime import date, timedelta
from decimal import Decimal
from math import inf, nan

import pytest
from hypothesis import given
from hypothesis import strategies as st

from funneldesk.desktop.kit.charts.chart import (
    MONEY,
    PERCENT,
    Axis,
    Chart,
    Flow,
    Grain,
    Kind,
    Series,
    Value,
)
from funneldesk.desktop.kit.charts.drawing import drawing
from funneldesk.desktop.kit.charts.labels import NO_DATA, Labels
from funneldesk.desktop.kit.charts.rows import rows_of
from funneldesk.desktop.kit.charts.tips import tip_of
from funneldesk.desktop.kit.charts.values import number
from funneldesk.desktop.kit.formats import Formats

LABELS = Labels(Formats("EUR"))
FIRST = date(2026, 7, 1)
values: st.SearchStrategy[Value] = st.one_of(
    st.none(),
    st.integers(-(10**12), 10**12),
    st.decimals(-(10**9), 10**9, places=2),
    st.floats(-1e12, 1e12),
    st.sampled_from([nan, inf, -inf]),
)
columns = st.integers(1, 12).flatmap(
    lambda n: st.lists(st.lists(values, min_size=n, max_size=n), min_size=1, max_size=4)
)
OVER_CATEGORIES = (Kind.LINE, Kind.AREA, Kind.BAR, Kind.STACKED, Kind.SCATTER)


def chart_of(given_values: list[list[Value]], kind: Kind) -> Chart:
    """A chart of some series over days."""
    days = tuple(FIRST + timedelta(days=at) for at in range(len(given_values[0])))
    series = tuple(Series(f"s{at}", f"Series {at}", v) for at, v in enumerate(given_values))
    return Chart("c", kind, "Chart", series, days, measure=Axis(unit=MONEY))


def is_missing(value: Value) -> bool:
    return number(value) is None


@given(columns, st.sampled_from(OVER_CATEGORIES))
def test_the_table_has_the_numbers_of_the_series(
    given_values: list[list[Value]], kind: Kind
) -> None:
    rows = rows_of(chart_of(given_values, kind), LABELS)
    for at, row in enumerate(rows.values):
        for series, shown in zip(given_values, row, strict=True):
            assert shown == (None if is_missing(series[at]) else series[at])


@given(columns, st.sampled_from(OVER_CATEGORIES))
def test_what_is_missing_is_missing_everywhere(given_values: list[list[Value]], kind: Kind) -> None:
    chart = chart_of(given_values, kind)
    rows, made = rows_of(chart, LABELS), drawing(chart, LABELS)
    for number_of, series in enumerate(given_values):
        drawn = made["series"][number_of]["values"]
        for at, value in enumerate(series):
            missing = is_missing(value)
            assert (drawn[at] is None) is missing
            assert (rows.texts[at][number_of] == NO_DATA) is missing
            tip = tip_of(chart, LABELS, number_of, at)
            assert tip is not None
            said = next(line for line in tip.lines if line.series == number_of)
            assert (said.value == NO_DATA) is missing
    for start, end in made["missing"]:
        assert all(is_missing(each[at]) for each in given_values for at in range(start, end + 1))


@given(columns)
def test_the_axis_holds_every_number(given_values: list[list[Value]]) -> None:
    for kind in OVER_CATEGORIES:
        ticks = drawing(chart_of(given_values, kind), LABELS)["y"]["ticks"]
        found = [n for each in given_values for n in map(number, each) if n is not None]
        assert ticks[0] <= min([0.0, *found]) or kind is Kind.SCATTER
        assert all(ticks[0] <= n <= ticks[-1] for n in found)
        assert 2 <= len(ticks) <= 12


def test_money_keeps_its_cents_and_shares_their_sign() -> None:
    cents = Series("s", "Revenue", [Decimal("0.10"), Decimal("1234567.89"), None])
    chart = Chart("c", Kind.BAR, "", (cents,), ("a", "b", "c"), measure=Axis(unit=MONEY))
    assert rows_of(chart, LABELS).texts == (("€0.10",), ("€1,234,567.89",), (NO_DATA,))
    share = Chart(
        "c", Kind.BAR, "", (Series("s", "", [0.0342]),), ("a",), measure=Axis(unit=PERCENT)
    )
    assert rows_of(share, LABELS).texts == (("3.42%",),)


def test_a_file_has_numbers_and_empty_cells() -> None:
    chart = Chart("c", Kind.BAR, "", (Series("s", "Sales", [3, None, 0]),), ("a", "b", "c"))
    table = rows_of(chart, LABELS).table("Sales")
    assert list(table.rows) == [["a", 3], ["b", None], ["c", 0]]
    assert rows_of(chart, LABELS).text() == "Name\tSales\na\t3\nb\tNo data\nc\t0"


def test_the_compared_period_and_intervals_have_columns() -> None:
    series = Series("s", "Rate", [2], low=[1], high=[3], compared=[1.5])
    chart = Chart(
        "c", Kind.LINE, "", (series,), (FIRST,), compared_name="Year before", partial=frozenset({0})
    )
    rows = rows_of(chart, LABELS)
    assert rows.titles == ("Name", "Rate", "Rate, from", "Rate, to", "Rate, Year before")
    assert next(rows.lines()) == ("Wed, 1 Jul 2026 (incomplete)", "2", "1", "3", "1.5")


def test_rows_of_a_cohort_may_be_short() -> None:
    series = (Series("j", "Jan 2026", [100, 60, 40]), Series("f", "Feb 2026", [80, 50]))
    chart = Chart("c", Kind.COHORT, "", series, ("0", "1", "2"), grain=Grain.MONTH)
    assert rows_of(chart, LABELS).values == ((100, 60, 40), (80, 50, None))


def test_flows_are_read_from_node_to_node() -> None:
    chart = Chart(
        "c", Kind.SANKEY, "", nodes=(("a", "Ad"), ("b", "Page")), flows=(Flow("a", "b", 5),)
    )
    assert list(rows_of(chart, LABELS).lines()) == [("Ad to Page", "5")]


def test_series_that_do_not_fit_are_refused() -> None:
    with pytest.raises(ValueError, match="2 values for 1"):
        Chart("c", Kind.BAR, "", (Series("s", "", [1, 2]),), ("a",))
    with pytest.raises(ValueError, match="same key"):
        Chart("c", Kind.BAR, "", (Series("s", "", [1]), Series("s", "", [1])), ("a",))
