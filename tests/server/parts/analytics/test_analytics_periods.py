"""Whole hours, zones and changes of the clock (document: Analytics; quirks 18, 50 and 51)."""

import contextlib
from collections import Counter
from datetime import UTC, date, datetime, timedelta
from random import Random
from zoneinfo import ZoneInfo, available_timezones

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.depth import mostly_deep

from funneldesk.server.parts.analytics.formats import decimals, duration, formatted
from funneldesk.server.parts.analytics.periods import (
    BadPeriod,
    Span,
    key_of,
    last_days,
    name_of,
    span_of,
)

ZONES = [
    *("UTC", "Europe/Berlin", "America/New_York", "Asia/Kolkata", "Asia/Kathmandu"),
    *("Australia/Lord_Howe", "America/St_Johns", "Pacific/Kiritimati", "Africa/Casablanca"),
]
PARTS = 10
zones = st.sampled_from([ZoneInfo(name) for name in ZONES])
days = st.dates(date(2000, 1, 1), date(2037, 12, 1))


def hours_by(grouping: str, span: Span) -> Counter[str]:
    return Counter(key_of(grouping, hour, span.zone) for hour in range(span.first, span.end))


@pytest.mark.parametrize(
    ("zone", "day", "hours"),
    [
        ("Europe/Berlin", "2026-03-29", 23),
        ("Europe/Berlin", "2026-10-25", 25),
        ("America/New_York", "2026-03-08", 23),
        ("America/New_York", "2026-11-01", 25),
        ("Asia/Kolkata", "2026-03-29", 24),
        ("Asia/Kathmandu", "2026-03-29", 24),
        ("UTC", "2026-03-29", 24),
    ],
)
def test_a_day_has_the_hours_of_its_zone(zone: str, day: str, hours: int) -> None:
    span = span_of(day, day, ZoneInfo(zone))
    assert hours_by("day", span) == {day: hours}
    # The hour that comes twice in autumn is told apart by its offset, in "hour" alone.
    assert hours_by("hour", span).most_common(1)[0][1] == 1
    assert len(hours_by("hour_of_day", span)) == min(hours, 24)
    before = span.before
    assert (before.hours, before.end) == (24, span.first)


@pytest.mark.parametrize("part", mostly_deep(range(PARTS), daily=1))
def test_days_are_compared_with_as_many_calendar_days_in_every_zone(part: int) -> None:
    """Every zone, every length from 1 to 400 days, each at a place of its own around the changes
    of the clocks of twenty years. Each zone takes a part of the lengths a day."""
    random = Random(part)
    for number, name in enumerate(sorted(available_timezones())):
        zone = ZoneInfo(name)
        for length in range(1 + (number + part) % PARTS, 401, PARTS):
            first = date(2012, 1, 10) + timedelta(days=random.randrange(20 * 365))
            last = first + timedelta(days=length - 1)
            before = span_of(first.isoformat(), last.isoformat(), zone).before
            begins, ends = first - timedelta(days=length), first - timedelta(days=1)
            expected = span_of(begins.isoformat(), ends.isoformat(), zone)
            assert before == expected, (name, first, length)


def test_a_range_that_is_no_whole_days_is_compared_by_its_hours() -> None:
    lisbon = ZoneInfo("Europe/Lisbon")
    span = span_of("2026-10-25T00:00", "2026-10-25T12:00", lisbon)
    assert (span.hours, span.before.hours, span.before.end) == (13, 13, span.first)


def test_the_day_after_one_that_never_was_is_compared_with_the_one_before_it() -> None:
    span = span_of("2011-12-31", "2011-12-31", ZoneInfo("Pacific/Apia"))
    assert span.before.label() == "29 Dec 2011"
    assert span.before.hours == 24


@given(zones, days, st.integers(0, 40))
def test_days_of_a_zone_partition_the_hours(zone: ZoneInfo, first: date, more: int) -> None:
    """No hour is counted for two days and none is left out, whatever the clock does."""
    last = first + timedelta(days=more)
    whole = span_of(first.isoformat(), last.isoformat(), zone)
    at = whole.first
    day = first
    while day <= last:
        part = span_of(day.isoformat(), day.isoformat(), zone)
        assert part.first == at
        assert set(hours_by("day", part)) == {day.isoformat()}
        at, day = part.end, day + timedelta(days=1)
    assert at == whole.end


@given(
    zones,
    st.datetimes(datetime(2000, 1, 1), datetime(2037, 1, 1)),
    st.integers(1, 10**7),
)
def test_a_span_holds_what_was_asked_for_and_less_than_an_hour_more(
    zone: ZoneInfo, start: datetime, seconds: int
) -> None:
    begins = start.replace(tzinfo=UTC)
    ends = begins + timedelta(seconds=seconds)
    span = span_of(begins.isoformat(), ends.isoformat(), zone)
    half = timedelta(minutes=45)  # by which an hour of UTC may differ from a local one
    first = datetime.fromtimestamp(span.first * 3600, UTC)
    end = datetime.fromtimestamp(span.end * 3600, UTC)
    hour = timedelta(hours=1)
    assert begins - hour - half < first <= begins + half
    assert ends - half <= end < ends + hour + half


def test_moments_are_widened_to_whole_hours_and_take_their_zone() -> None:
    berlin = ZoneInfo("Europe/Berlin")
    shown = span_of("2026-06-01T10:20", "2026-06-01T10:40", berlin).shown()
    assert shown == {"start": "2026-06-01T10:00:00+02:00", "end": "2026-06-01T11:00:00+02:00"}
    told = span_of("2026-06-01T08:00:00Z", "2026-06-01T09:00:00.000001Z", berlin)
    assert told.shown()["end"] == "2026-06-01T12:00:00+02:00"
    # A plus sign that a query took for a blank.
    lost = span_of("2026-06-01T10:00:00 02:00", "2026-06-01T11:00:00 02:00", berlin)
    assert lost.shown() == shown


@pytest.mark.parametrize(
    ("start", "end", "field"),
    [
        ("never", "2026-01-01", "start"),
        ("2026-01-01", "", "end"),
        ("2026-01-02", "2026-01-01", "end"),
        ("2026-01-02T00:00", "2026-01-02T00:00", "end"),
        ("0001-01-01", "9999-12-31", "start"),
        ("2026-01-01", "9999-12-31", "end"),
        ("2001-01-01", "2026-01-01", "end"),
        ("2026-01-01T00:00+99:00", "2026-01-02", "start"),
    ],
)
def test_impossible_periods_name_their_field(start: str, end: str, field: str) -> None:
    with pytest.raises(BadPeriod) as caught:
        span_of(start, end, ZoneInfo("UTC"))
    assert caught.value.field == field


@given(st.text(max_size=40), st.text(max_size=40), zones)
def test_any_text_is_a_period_or_refused(start: str, end: str, zone: ZoneInfo) -> None:
    with contextlib.suppress(BadPeriod):
        assert span_of(start, end, zone).hours > 0


def test_keys_have_names() -> None:
    at = int(datetime(2026, 11, 2, 14, tzinfo=UTC).timestamp()) // 3600
    zone = ZoneInfo("Europe/Berlin")
    found = {
        name: (key_of(name, at, zone), name_of(name, key_of(name, at, zone)))
        for name in ("hour", "day", "week", "month", "year", "hour_of_day")
    }
    assert found == {
        "hour": ("2026-11-02T15:00:00+01:00", "2 Nov 2026 15:00"),
        "day": ("2026-11-02", "2 Nov 2026"),
        "week": ("2026-W45", "Week 45, 2026"),
        "month": ("2026-11", "November 2026"),
        "year": ("2026", "2026"),
        "hour_of_day": ("15", "15:00"),
    }


def test_the_last_days_end_with_today() -> None:
    span = last_days(30, datetime(2026, 11, 2, 23, 30, tzinfo=UTC), ZoneInfo("Asia/Kolkata"))
    assert span.label() == "5 Oct 2026 – 3 Nov 2026"
    assert len(hours_by("day", span)) == 30


@pytest.mark.parametrize(
    ("value", "kind", "currency", "text"),
    [
        (1234.5, "currency", "USD", "$1,234.50"),
        (-5.0, "currency", "EUR", "-€5.00"),
        (1234.5, "currency", "JPY", "¥1,234"),
        (3, "currency", "KWD", "KWD 3.000"),
        (3, "currency", "CHF", "CHF 3.00"),
        (-0.001, "currency", "USD", "$0.00"),
        (12.345, "pct", "USD", "12.35%"),
        (0, "number", "USD", "0"),
        (2.5, "number", "USD", "2.50"),
        (1_000_000, "number", "USD", "1,000,000"),
        (65, "time", "USD", "1m 05s"),
        (None, "currency", "USD", "–"),
    ],
)
def test_values_as_text(value: float | None, kind: str, currency: str, text: str) -> None:
    assert formatted(value, kind, currency) == text


def test_durations_and_decimals() -> None:
    assert [duration(n) for n in (0, 59.4, 59.6, 3599, 7380)] == [
        *("0s", "59s", "1m 00s", "59m 59s", "2h 03m")
    ]
    assert [decimals(code) for code in ("USD", "JPY", "KRW", "BHD")] == [2, 0, 0, 3]
