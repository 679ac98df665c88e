"""Ranges of days in a brand's zone: against zoneinfo, with half hours and changes of the clocks."""

from datetime import UTC, date, datetime, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

from hypothesis import given
from hypothesis import strategies as st

from funneldesk.desktop.insight.buckets import bucket_of, grain_of
from funneldesk.desktop.insight.ranges import (
    CUSTOM,
    PRESETS,
    Range,
    RangeChoice,
    midnight,
    today_in,
)

ZONES = (
    "UTC",
    "Europe/Lisbon",
    "America/New_York",
    "Asia/Kolkata",
    "Asia/Kathmandu",
    "Australia/Lord_Howe",
    "America/Santiago",
    "Asia/Beirut",
    "Pacific/Apia",
    "Pacific/Chatham",
)
"""Half and quarter hours, half an hour of summer, midnights that the clocks skip, a lost day."""
zones = st.sampled_from(ZONES).map(ZoneInfo)
days = st.dates(date(1995, 1, 2), date(2090, 1, 1))


@given(days, st.integers(0, 400), zones)
def test_the_days_of_a_range_join_without_gap_or_overlap(
    first: date, length: int, zone: ZoneInfo
) -> None:
    span = Range(first, first + timedelta(days=length))
    ends = [midnight(day + timedelta(days=1), zone) for day in span.each_day()]
    assert [midnight(day, zone) for day in span.each_day()] == [span.begins(zone), *ends[:-1]]
    assert span.ends(zone) == ends[-1]
    assert span.days == length + 1


@given(days, zones)
def test_every_moment_of_a_day_is_within_it(day: date, zone: ZoneInfo) -> None:
    begins, ends = Range(day, day).begins(zone), Range(day, day).ends(zone)
    there = [at for m in range(0, 1440, 30) if (at := begins + timedelta(minutes=m)) < ends]
    assert all(at.astimezone(zone).date() == day for at in there)
    assert (begins - timedelta(seconds=1)).astimezone(zone).date() < day
    assert ends.astimezone(zone).date() > day


@given(st.datetimes(datetime(1996, 1, 1), datetime(2080, 1, 1)), zones)
def test_every_range_but_a_custom_one_ends_today_in_the_zone(
    moment: datetime, zone: ZoneInfo
) -> None:
    now = moment.replace(tzinfo=UTC)
    today = today_in(zone, now)
    for preset in PRESETS:
        span = RangeChoice(preset).days(today)
        assert span.first <= span.last == today
        assert span.begins(zone) <= now < span.ends(zone)


@given(days, days)
def test_a_custom_range_is_what_was_chosen_in_either_order(one: date, other: date) -> None:
    span = RangeChoice(CUSTOM, one, other).days(date(2020, 1, 1))
    assert span.last == max(one, other)
    assert span.days <= 3650
    assert RangeChoice.of(RangeChoice(CUSTOM, one, other).state()).days(one) == span


@given(days, st.integers(0, 1200))
def test_the_year_before_has_the_same_days(first: date, length: int) -> None:
    span = Range(first, first + timedelta(days=length))
    before = span.a_year_before()
    assert (before.first.year, before.last.year) == (span.first.year - 1, span.last.year - 1)
    assert abs(before.days - span.days) <= 1
    assert (before.first.month, before.last.month) == (span.first.month, span.last.month)


@given(days, st.sampled_from([1, 2, 7, 28, 90, 365, 900]), zones)
def test_buckets_of_a_range_cover_it_without_gaps(first: date, length: int, zone: ZoneInfo) -> None:
    span = Range(first, first + timedelta(days=length - 1))
    grain = grain_of(span)
    if grain == "hour":
        return
    keys = dict.fromkeys(_key(grain, day) for day in span.each_day())
    buckets = [bucket_of(grain, key, zone) for key in keys]
    assert all(bucket is not None for bucket in buckets)
    known = [bucket for bucket in buckets if bucket is not None]
    assert known[0].begins <= span.begins(zone)
    assert known[-1].ends >= span.ends(zone)
    assert all(one.ends == two.begins for one, two in pairwise(known))
    whole = span.ends(zone) + timedelta(days=400)
    inner = [bucket for bucket in known if not bucket.is_partial(span, zone, whole)]
    assert all(b.begins >= span.begins(zone) and b.ends <= span.ends(zone) for b in inner)
    assert all(b.is_partial(span, zone, b.ends - timedelta(seconds=1)) for b in known)


def _key(grain: str, day: date) -> str:
    if grain == "week":
        year, week, _ = day.isocalendar()
        return f"{year:04}-W{week:02}"
    return day.isoformat()[: {"day": 10, "month": 7}[grain]]


def test_what_is_not_understood_is_the_usual_range() -> None:
    for state in (None, {}, {"preset": "x"}, {"preset": CUSTOM, "first": "no", "last": 7}):
        assert RangeChoice.of(state) == RangeChoice()
