"""Times that are offered to put a record off to, on the clocks of the brand's zone."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, tzinfo

from funneldesk.desktop.kit.formats import Formats
from funneldesk.desktop.local.texts import _

MORNING = time(8)
EVENING = time(20)
LATER_HOURS = 3
MONDAY = 0


@dataclass(frozen=True, slots=True)
class TimeAhead:
    """``key`` names it in actions; ``at`` is in UTC."""

    key: str
    title: str
    at: datetime


def times_ahead(now: datetime, zone: tzinfo | None) -> Iterator[TimeAhead]:
    """What lies ahead of an aware moment, the soonest first; "later today" only while the working
    day lasts."""
    here = now.astimezone(zone)
    later = (here + timedelta(hours=LATER_HOURS)).replace(minute=0, second=0, microsecond=0)
    if later.date() == here.date() and later.time() <= EVENING:
        yield TimeAhead("later", _("Later today"), later.astimezone(UTC))
    tomorrow = here.date() + timedelta(days=1)
    yield TimeAhead("tomorrow", _("Tomorrow morning"), _at(tomorrow, MORNING, here))
    monday = here.date() + timedelta(days=7 - (here.weekday() - MONDAY) % 7)
    if monday != tomorrow:
        yield TimeAhead("next-week", _("Next week"), _at(monday, MORNING, here))


def short_moment(moment: datetime, now: datetime, formats: Formats) -> str:
    """A moment as briefly as it can be told: "14:00", "Tue 08:00", then with the date."""
    there, here = (each.astimezone(formats.zone) for each in (moment, now))
    days = (there.date() - here.date()).days
    if days == 0:
        return formats.clock(moment)
    return formats.soon(moment) if 0 < days < 7 else formats.moment(moment)


def _at(day: date, clock: time, here: datetime) -> datetime:
    return datetime.combine(day, clock, here.tzinfo).astimezone(UTC)
