"""Spans of whole hours, and the hours, days, weeks … of a time zone in them (quirks 18, 50, 51).

What is counted is counted by hours of UTC. In zones with half or quarter hours an hour of UTC
belongs to the local hour that its middle lies in.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, tzinfo

HOUR = 3600
_HALF = HOUR // 2
MOST_HOURS = 10 * 366 * 24
_FIRST_YEAR, _LAST_YEAR = 1980, 2200
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)
_LOST_PLUS = re.compile(r" (?=\d{2}:?\d{2}$)", re.ASCII)


class BadPeriod(ValueError):
    """``field`` is start or end; the message is a sentence for people."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(message)
        self.field = field


@dataclass(frozen=True, slots=True)
class Span:
    """The hours from ``first`` up to ``end``, counted in UTC from 1970, and how to show them."""

    first: int
    end: int
    zone: tzinfo

    @property
    def hours(self) -> int:
        """How many hours it has."""
        return self.end - self.first

    @property
    def days(self) -> int | None:
        """The number of calendar days, None unless it begins and ends at local midnights."""
        first, end = (_local(hour, self.zone).date() for hour in (self.first, self.end))
        whole = (_begins(first, self.zone), _begins(end, self.zone)) == (self.first, self.end)
        return (end - first).days if whole else None

    @property
    def before(self) -> "Span":
        """The span of equal length that ends where this one begins: as many calendar days, or as
        many hours where this one does not consist of whole days.

        A clock change makes days of 23 or 25 hours, which still count as one.
        """
        days = self.days
        if days is None:
            return Span(self.first - self.hours, self.first, self.zone)
        day = _local(self.first, self.zone).date() - timedelta(days=days)
        while _begins(day, self.zone) >= self.first:  # Samoa had no 30 December 2011.
            day -= timedelta(days=1)
        return Span(_begins(day, self.zone), self.first, self.zone)

    def shown(self) -> dict[str, str]:
        """Its first moment and the moment after its last, in its zone."""
        return {"start": self._at(self.first), "end": self._at(self.end)}

    def label(self) -> str:
        """Its days, for people."""
        first, last = _local(self.first, self.zone), _local(self.end - 1, self.zone)
        if first.date() == last.date():
            return day_name(first.date())
        return f"{day_name(first.date())} – {day_name(last.date())}"

    def _at(self, hour: int) -> str:
        shift = _shift(hour * HOUR, self.zone)
        moment = hour * HOUR + (shift and HOUR - shift)
        return datetime.fromtimestamp(moment, self.zone).isoformat()


def span_of(start: str, end: str, zone: tzinfo) -> Span:
    """The whole hours around ``start`` and ``end``, ISO 8601; without a zone they are local.

    A date as ``end`` includes its day. Raises BadPeriod.
    """
    begins = _moment("start", start, zone, ends=False)
    stops = _moment("end", end, zone, ends=True)
    first, last = _hour(begins, zone, up=False), _hour(stops, zone, up=True)
    if last <= first:
        raise BadPeriod("end", "The end must be after the start.")
    if last - first > MOST_HOURS:
        raise BadPeriod("end", "A period may be ten years long at most.")
    return Span(first, last, zone)


def last_days(days: int, moment: datetime, zone: tzinfo) -> Span:
    """The local days up to the one of ``moment``, that one included."""
    today = moment.astimezone(zone).date()
    return span_of((today - timedelta(days=days - 1)).isoformat(), today.isoformat(), zone)


def key_of(grouping: str, hour: int, zone: tzinfo) -> str:
    """The local hour, day, week … that an hour belongs to."""
    return _KEYS[grouping](_local(hour, zone))


def name_of(grouping: str, key: str) -> str:
    """A key of ``key_of`` for people."""
    if grouping == "hour":
        at = datetime.fromisoformat(key)
        return f"{day_name(at.date())} {at:%H:%M}"
    if grouping == "day":
        return day_name(date.fromisoformat(key))
    if grouping == "week":
        return f"Week {int(key[6:])}, {key[:4]}"
    if grouping == "month":
        return f"{_MONTHS[int(key[5:]) - 1]} {key[:4]}"
    return f"{key}:00" if grouping == "hour_of_day" else key


def day_name(day: date) -> str:
    """A day for people, with a short month."""
    return f"{day.day} {_MONTHS[day.month - 1][:3]} {day.year}"


_MONTHS = (
    *("January", "February", "March", "April", "May", "June", "July", "August"),
    *("September", "October", "November", "December"),
)


def _week(moment: datetime) -> str:
    year, week, _ = moment.isocalendar()
    return f"{year:04}-W{week:02}"


_KEYS: dict[str, Callable[[datetime], str]] = {
    "hour": lambda at: at.replace(minute=0, second=0).isoformat(),
    "day": lambda at: at.date().isoformat(),
    "week": _week,
    "month": lambda at: f"{at.year:04}-{at.month:02}",
    "year": lambda at: f"{at.year:04}",
    "hour_of_day": lambda at: f"{at.hour:02}",
}


def _moment(field: str, text: str, zone: tzinfo, *, ends: bool) -> int:
    """Seconds from 1970."""
    try:
        if _DATE.fullmatch(text):
            day = date.fromisoformat(text) + timedelta(days=1 if ends else 0)
            found = datetime.combine(day, time(), zone)
        else:
            found = datetime.fromisoformat(_LOST_PLUS.sub("+", text))
            found = found if found.tzinfo else found.replace(tzinfo=zone)
        usable = _FIRST_YEAR <= found.year <= _LAST_YEAR
    except (ValueError, OverflowError):
        usable = False
    if not usable:
        raise BadPeriod(field, f"The {field} must be an ISO 8601 date or moment.")
    # A part of a second counts like a whole one, so that an end is never cut short.
    found = found.astimezone(UTC)
    return int(found.replace(microsecond=0).timestamp()) + (1 if ends and found.microsecond else 0)


def _hour(seconds: int, zone: tzinfo, *, up: bool) -> int:
    """The first hour of UTC whose middle lies behind the whole local hour around ``seconds``."""
    shift = _shift(seconds, zone)
    local = seconds + shift
    whole = -(-local // HOUR) if up else local // HOUR
    return -((-(whole * HOUR - shift - _HALF)) // HOUR)


def _begins(day: date, zone: tzinfo) -> int:
    """The first hour of a local day."""
    midnight = datetime.combine(day, time(), zone).astimezone(UTC)
    return _hour(int(midnight.timestamp()), zone, up=False)


def _shift(seconds: int, zone: tzinfo) -> int:
    """By how many seconds local hours begin earlier than those of UTC."""
    offset = datetime.fromtimestamp(seconds, zone).utcoffset() or timedelta()
    return int(offset.total_seconds()) % HOUR


def _local(hour: int, zone: tzinfo) -> datetime:
    return datetime.fromtimestamp(hour * HOUR + _HALF, zone)
