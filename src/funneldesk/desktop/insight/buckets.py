"""Buckets of time in a range: hours, days, weeks, months; which of them are not whole. No Qt."""

from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta, tzinfo

from babel.dates import format_date, format_skeleton

from funneldesk.desktop.insight.ranges import Range, midnight
from funneldesk.desktop.local.texts import _

GRAINS = ("hour", "day", "week", "month", "year")
MOST_HOURS_DAYS, MOST_DAY_DAYS, MOST_WEEK_DAYS = 2, 100, 400
OF_TIME = "hour_of_day"


def grain_of(span: Range) -> str:
    """The grouping by time that draws a range with some dozen points."""
    if span.days <= MOST_HOURS_DAYS:
        return "hour"
    if span.days <= MOST_DAY_DAYS:
        return "day"
    return "week" if span.days <= MOST_WEEK_DAYS else "month"


@dataclass(frozen=True, slots=True)
class Bucket:
    """From ``begins`` up to ``ends``, in UTC."""

    begins: datetime
    ends: datetime

    def is_partial(self, span: Range, zone: tzinfo | None, now: datetime) -> bool:
        """Whether a range cuts it, or it is not over yet."""
        cut = self.begins < span.begins(zone) or self.ends > span.ends(zone)
        return cut or self.ends > now


def bucket_of(grain: str, key: str, zone: tzinfo | None) -> Bucket | None:
    """The bucket of a key as servers write it: ``2026-11-22``, ``2026-W47``, ``2026-11``; None
    for anything else."""
    try:
        if grain == "hour":
            moment = datetime.fromisoformat(key)
            begins = (moment if moment.tzinfo else moment.replace(tzinfo=zone)).astimezone(UTC)
            return Bucket(begins, begins + timedelta(hours=1))
        first = first_day(grain, key)
    except (ValueError, OverflowError):
        return None
    return Bucket(midnight(first, zone), midnight(_after(grain, first), zone))


def first_day(grain: str, key: str) -> date:
    """The first day of a bucket. Raises ValueError for a key that is none."""
    if grain == "week":
        year, _sign, week = key.partition("-W")
        return date.fromisocalendar(int(year), int(week), 1)
    if grain == "month":
        return date.fromisoformat(f"{key}-01")
    if grain == "year":
        return date(int(key), 1, 1)
    return date.fromisoformat(key[:10])


def place_of(grain: str, key: str, first: date) -> tuple[int, str] | None:
    """Where a bucket stands in a range that begins with ``first``: its number, and for an hour
    the time of the day; None for a key that is no bucket."""
    try:
        if grain == "hour":
            at = datetime.fromisoformat(key)
            return (at.date() - first).days, at.time().isoformat("minutes")
        day = first_day(grain, key)
    except ValueError:
        return None
    if grain == "week":
        monday = first - timedelta(days=first.weekday())
        return (day - monday).days // 7, ""
    if grain == "month":
        return (day.year - first.year) * 12 + day.month - first.month, ""
    return (day.year - first.year if grain == "year" else (day - first).days), ""


def bucket_name(grain: str, key: str, locale: str, *, short: bool = False) -> str:
    """A bucket as it is read on an axis (``short``) or alone; the key itself when it is none."""
    try:
        if grain == "hour":
            at = datetime.fromisoformat(key)
            clock = at.time().isoformat("minutes")
            return clock if short else f"{_day(at.date(), locale, short=short)}, {clock}"
        if grain == OF_TIME:
            return f"{int(key):02}:00"
        first = first_day(grain, key)
    except ValueError:
        return key
    if grain == "week":
        day = _day(first, locale, short=short)
        return day if short else _("Week of {day}").format(day=day)
    if grain == "month":
        return str(format_skeleton("yMMM" if not short else "MMM", first, locale=locale))
    return key if grain == "year" else _day(first, locale, short=short)


def span_words(span: Range, locale: str) -> str:
    """A range in words, as in "1 Nov to 24 Nov 2026"."""
    last = _day(span.last, locale)
    if span.first == span.last:
        return last
    first = _day(span.first, locale, short=span.first.year == span.last.year)
    return _("{first} to {last}").format(first=first, last=last)


def _day(day: date, locale: str, *, short: bool = False) -> str:
    pattern = "d MMM" if short else "d MMM y"
    return str(format_date(day, pattern, locale=locale))


def _after(grain: str, first: date) -> date:
    if grain == "week":
        return first + timedelta(days=7)
    if grain == "month":
        return (first + timedelta(days=32)).replace(day=1)
    return date(first.year + 1, 1, 1) if grain == "year" else first + timedelta(days=1)
