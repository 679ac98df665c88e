"""Ticks hold their range, are round, and lie at hours and midnights of the brand's zone."""

from datetime import UTC, datetime
from decimal import Decimal
from itertools import pairwise
from zoneinfo import ZoneInfo

from hypothesis import given
from hypothesis import strategies as st

from funneldesk.desktop.kit.charts.chart import MONEY, NUMBER, PERCENT, SECONDS
from funneldesk.desktop.kit.charts.labels import Labels
from funneldesk.desktop.kit.charts.scale import moment_ticks, ticks, time_ticks
from funneldesk.desktop.kit.formats import Formats

numbers = st.floats(-1e9, 1e9)
BERLIN = ZoneInfo("Europe/Berlin")
LABELS = Labels(Formats("EUR", BERLIN))


@given(numbers, numbers)
def test_ticks_hold_their_range(one: float, other: float) -> None:
    low, high = min(one, other), max(one, other)
    found = ticks(low, high)
    assert float(found[0]) <= low
    assert float(found[-1]) >= high
    assert 2 <= len(found) <= 9
    steps = {b - a for a, b in pairwise(found)}
    assert len(steps) == 1
    assert {0, 1, 2, 5} >= {int(str(each.normalize().as_tuple().digits[0])) for each in steps}


@given(st.integers(1, 10**6))
def test_whole_numbers_have_whole_ticks(most: int) -> None:
    assert all(each == each.to_integral_value() for each in ticks(0, most, whole=True))


def test_lengths_of_time_have_the_marks_of_a_clock() -> None:
    assert time_ticks(0, 3500) == tuple(Decimal(900 * at) for at in range(5))
    assert LABELS.ticks(time_ticks(0, 3500), SECONDS)[1:] == ["15 min", "30 min", "45 min", "1 h"]


def test_midnights_are_those_of_the_zone_through_the_change_of_clocks() -> None:
    start = datetime(2026, 10, 23, tzinfo=BERLIN).timestamp()
    found = moment_ticks(start, start + 5 * 86400, BERLIN)
    there = [datetime.fromtimestamp(each, UTC).astimezone(BERLIN) for each in found]
    assert len(there) == 5
    assert all((each.hour, each.minute) == (0, 0) for each in there)
    assert LABELS.moments(found)[0] == "23 Oct"


def test_labels_are_short_while_they_differ() -> None:
    assert LABELS.ticks(ticks(0, 2500), MONEY) == ["€0", "€500", "€1K", "€1.5K", "€2K", "€2.5K"]
    assert LABELS.ticks(ticks(0, 0.05), PERCENT)[1] == "1%"
    close = [Decimal("100010"), Decimal("100020")]
    assert LABELS.ticks(close, NUMBER) == ["100,010", "100,020"]
