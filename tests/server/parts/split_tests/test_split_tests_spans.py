"""The time that charts cover: zones, summer time, ends included (document: chart-data)."""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from funneldesk.server.parts.split_tests.measures import hour_of, start_of
from funneldesk.server.parts.split_tests.numbers import Hours
from funneldesk.server.parts.split_tests.spans import every_label, labels_of, span_of, span_of_days
from funneldesk.server.web.errors import Refused

BERLIN = ZoneInfo("Europe/Berlin")
ZONES = st.sampled_from(["UTC", "Europe/Berlin", "America/New_York", "Asia/Kolkata"])
DAYS = st.dates(date(2020, 1, 1), date(2030, 1, 1))


def test_a_moment_is_in_its_hour() -> None:
    moment = datetime(2026, 3, 10, 12, 59, 59, tzinfo=UTC)
    assert start_of(hour_of(moment)) == moment.replace(minute=0, second=0)


@given(DAYS, st.integers(0, 400), ZONES)
def test_a_span_of_days_holds_every_moment_of_them(first: date, more: int, zone: str) -> None:
    last = first + timedelta(days=more)
    span = span_of_days(first, last, ZoneInfo(zone))
    assert span is not None
    begin = datetime.combine(first, datetime.min.time(), ZoneInfo(zone))
    end = datetime.combine(last + timedelta(days=1), datetime.min.time(), ZoneInfo(zone))
    assert span.first <= hour_of(begin.astimezone(UTC))
    assert hour_of(end.astimezone(UTC) - timedelta(microseconds=1)) < span.end
    assert (span.end - span.first) * 3600 <= (end.timestamp() - begin.timestamp()) + 3600


@pytest.mark.parametrize(
    ("day", "hours"), [("2026-03-29", 23), ("2026-10-25", 25), ("2026-06-01", 24)]
)
def test_days_of_summer_time_have_as_many_hours_as_they_have(day: str, hours: int) -> None:
    span = span_of(day, day, BERLIN)
    assert span is not None
    assert span.end - span.first == hours


def test_long_trends_have_a_label_for_each_day_and_short_ones_for_each_hour() -> None:
    span = span_of("2026-03-27", "2026-03-30", BERLIN)
    assert span is not None
    hours = list(range(span.first, span.end))
    days = ["2026-03-27", "2026-03-28", "2026-03-29", "2026-03-30"]
    assert every_label([hours[0], hours[-1]], BERLIN) == days
    assert set(labels_of(hours, BERLIN).values()) == set(days)
    assert every_label(hours[:2], BERLIN) == ["2026-03-27T00:00", "2026-03-27T01:00"]


def test_moments_and_open_ends() -> None:
    span = span_of("2026-03-10T12:30:00+02:00", "2026-03-10T11:00:00Z", BERLIN)
    noon = hour_of(datetime(2026, 3, 10, 10, tzinfo=UTC))
    assert span == Hours(noon, noon + 1)
    assert span_of(None, None, BERLIN) is None
    half = span_of("2026-03-10", None, BERLIN)
    assert half is not None
    assert half.end > half.first + 1_000_000


@pytest.mark.parametrize("text", ["soon", "2026-13-01", "0", "1e9", "2026-03-10T25:00", "\0"])
def test_what_is_no_moment_is_refused(text: str) -> None:
    with pytest.raises(Refused):
        span_of(text, None, BERLIN)
