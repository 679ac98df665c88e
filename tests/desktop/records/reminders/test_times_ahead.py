"""Times to put a record off to: ahead, in order, and in the morning of the brand's zone."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from funneldesk.desktop.records.reminders.times_ahead import times_ahead

ZONES = [ZoneInfo(name) for name in ("Europe/Berlin", "America/New_York", "Asia/Kathmandu")]
MOMENTS = st.datetimes(datetime(2024, 1, 1), datetime(2031, 1, 1), timezones=st.just(UTC))


@given(now=MOMENTS, zone=st.sampled_from(ZONES))
def test_every_time_lies_ahead_in_order_and_mornings_are_mornings_there(
    now: datetime, zone: ZoneInfo
) -> None:
    ahead = list(times_ahead(now, zone))
    moments = [each.at for each in ahead]
    assert moments == sorted(set(moments))
    assert all(each > now for each in moments)
    here = now.astimezone(zone)
    for each in ahead:
        there = each.at.astimezone(zone)
        if each.key == "later":
            assert there.date() == here.date()
        else:
            assert (there.hour, there.minute) == (8, 0)
        if each.key == "next-week":
            assert there.weekday() == 0


@pytest.mark.parametrize(
    ("clock", "keys"),
    [
        ("2026-11-24T09:20", ["later", "tomorrow", "next-week"]),
        ("2026-11-24T18:00", ["tomorrow", "next-week"]),
        ("2026-11-29T09:20", ["later", "tomorrow"]),  # On Sunday, tomorrow is next week.
    ],
)
def test_what_makes_no_sense_is_not_offered(clock: str, keys: list[str]) -> None:
    now = datetime.fromisoformat(clock).replace(tzinfo=ZONES[0])
    assert [each.key for each in times_ahead(now, ZONES[0])] == keys
