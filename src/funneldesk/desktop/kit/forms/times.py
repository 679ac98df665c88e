"""Days and times as people type them, in a brand's zone, and as ISO 8601 on the wire."""

import re
import unicodedata
from collections.abc import Mapping
from datetime import UTC, date, datetime, timedelta
from functools import lru_cache
from typing import Any

from babel.dates import format_date, get_date_format, get_month_names

from funneldesk.desktop.kit.formats import Formats
from funneldesk.desktop.local.texts import _

_ISO_DAY = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)
_ISO_MOMENT = re.compile(r"\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}", re.ASCII)
_PIECE = re.compile(r"\d+|[^\W\d_]+")
_CLOCK = re.compile(
    r"(?P<day>.+?)[\s,T]+(?P<hour>\d{1,2}):(?P<minute>\d{2})"
    r"(?::(?P<second>\d{2})(?:\.(?P<part>\d{1,6}))?)?\s*(?P<half>[ap]\.?m\.?)?",
    re.ASCII | re.IGNORECASE,
)


def day_of(value: Any) -> date | None:
    """A day from the wire; None for anything else."""
    if not isinstance(value, str) or not _ISO_DAY.fullmatch(value):
        return None
    try:
        return date.fromisoformat(value)
    except ValueError:
        return None


def day_text(day: date, formats: Formats) -> str:
    """A day as it stands in a field; as ISO 8601 where it could not be read back otherwise."""
    text = str(format_date(day, "d MMM y", locale=formats.locale))
    return text if read_day(text, formats) == day else day.isoformat()


def read_day(text: str, formats: Formats) -> date | None:
    """A day as typed: with the month's name, in the language's order of numbers, or ISO 8601."""
    text = _western(text.strip())
    pieces = _PIECE.findall(text)
    if len(pieces) != 3 or len(text) > 40:
        return None
    numbers = [piece for piece in pieces if piece.isdecimal()]
    if len(numbers) == 3:
        order = "ymd" if len(pieces[0]) == 4 else _order(formats.locale)
        return _day(**dict(zip(order, numbers, strict=True)))
    words = [piece for piece in pieces if not piece.isdecimal()]
    month = _months(formats.locale).get(words[0].casefold()) if len(words) == 1 else None
    if month is None:
        return None
    year, day = numbers if len(numbers[0]) == 4 else reversed(numbers)
    return _day(year, str(month), day)


def full_year(text: str) -> int:
    """The year of its digits; two digits mean one from 80 years back to 19 years ahead."""
    year = int(text)
    if len(text) != 2:
        return year
    first = datetime.now(UTC).year - 80
    return first + (year - first) % 100


def moment_of(value: Any) -> datetime | None:
    """A moment from the wire, in UTC; without a zone it is UTC. None for anything else."""
    if not isinstance(value, str) or not _ISO_MOMENT.match(value):
        return None
    try:
        found = datetime.fromisoformat(value)
        return (found if found.tzinfo else found.replace(tzinfo=UTC)).astimezone(UTC)
    except (ValueError, OverflowError):
        return None


def moment_value(moment: datetime) -> str:
    """A moment as the wire has it: ISO 8601 in UTC."""
    return moment.astimezone(UTC).isoformat().replace("+00:00", "Z")


def moment_text(moment: datetime, formats: Formats) -> str:
    """A moment as it stands in a field: on the clocks of the zone, to the minute if it is whole."""
    there = _there(moment, formats)
    whole = not there.second and not there.microsecond
    clock = there.time().isoformat("minutes" if whole else "auto")
    return f"{day_text(there.date(), formats)}, {clock}"


def read_moment(text: str, formats: Formats) -> tuple[datetime, ...] | None:
    """The moments, in UTC and in order, at which the zone's clocks show what was typed.

    None: not understood. Empty: the clocks skip it when they go forward. Two: they show it twice
    when they go back.
    """
    wall = _wall(text, formats)
    if wall is None or wall.tzinfo is not None:
        return None if wall is None else (wall.astimezone(UTC),)
    found = []
    for fold in (0, 1):
        try:
            moment = wall.replace(tzinfo=formats.zone, fold=fold).astimezone(UTC)
            same = _there(moment, formats).replace(tzinfo=None, fold=0) == wall
        except (OverflowError, ValueError):  # The first or the last day that there is.
            return None
        if same and moment not in found:
            found.append(moment)
    return tuple(sorted(found))


def skipped_text(text: str, formats: Formats) -> str:
    """What was typed, written so that nobody takes it for a moment in UTC."""
    wall = _wall(text, formats)
    return (
        text
        if wall is None
        else f"{day_text(wall.date(), formats)}, {wall.time().isoformat('seconds')}"
    )


def zone_name(formats: Formats) -> str:
    """The zone in words."""
    return str(formats.zone) if formats.zone is not None else _("this computer's time zone")


def offset_text(moment: datetime, formats: Formats) -> str:
    """How far the zone's clocks are from UTC at a moment, as in ``UTC+02:00``."""
    text = _there(moment, formats).isoformat(timespec="minutes")
    return f"UTC{text[16:22]}"


def day_problem(value: Any, formats: Formats) -> str | None:
    """What to correct in a day."""
    if value in (None, "") or day_of(value) is not None:
        return None
    return _("Write a date, like {example}.").format(example=_example(formats))


def moment_problem(value: Any, formats: Formats) -> str | None:
    """What to correct in a moment."""
    if value in (None, "") or moment_of(value) is not None:
        return None
    text = str(value)
    if read_moment(text, formats) != ():
        told = _("Write a date and a time, like {example}, 14:05.")
        return told.format(example=_example(formats))
    wall = _wall(text, formats) or datetime.min
    later = _there(wall.replace(tzinfo=formats.zone).astimezone(UTC), formats)
    return _(
        "{time} doesn't exist on {day}: the clocks go forward then ({zone}). "
        "Write {later} or another time."
    ).format(
        time=wall.time().isoformat("minutes"),
        day=day_text(wall.date(), formats),
        zone=zone_name(formats),
        later=later.time().isoformat("minutes"),
    )


def _example(formats: Formats) -> str:
    return day_text(date(2026, 11, 22), formats)


def _there(moment: datetime, formats: Formats) -> datetime:
    try:
        return moment.astimezone(formats.zone)
    except OverflowError:  # The first or the last day that there is.
        return moment


def _wall(text: str, formats: Formats) -> datetime | None:
    """What clocks show, as typed; with its zone if it was typed as ISO 8601 has it."""
    text = _western(text.strip())
    if _ISO_MOMENT.match(text) and (moment := moment_of(text)) is not None:
        typed = datetime.fromisoformat(text)
        return typed if typed.tzinfo is None else moment
    found = _CLOCK.fullmatch(text)
    day = read_day(found["day"], formats) if found else None
    if found is None or day is None:
        return None
    hour, half = int(found["hour"]), (found["half"] or "")[:1].lower()
    if half and not 1 <= hour <= 12:
        return None
    hour = hour % 12 + (12 if half == "p" else 0) if half else hour
    part = int((found["part"] or "").ljust(6, "0"))
    try:
        return datetime(
            day.year,
            day.month,
            day.day,
            hour,
            int(found["minute"]),
            int(found["second"] or 0),
            part,
        )
    except ValueError:
        return None


def _western(text: str) -> str:
    return "".join(str(unicodedata.decimal(c)) if c.isdecimal() else c for c in text)


def _day(y: str, m: str, d: str) -> date | None:
    try:
        return date(full_year(y), int(m), int(d))
    except ValueError:
        return None


@lru_cache(maxsize=8)
def _order(locale: str) -> str:
    """In which order the language writes day, month and year in numbers: ``dmy``."""
    pattern = get_date_format("short", locale).pattern.lower()
    return "".join(sorted("dmy", key=lambda part: pattern.find(part)))


@lru_cache(maxsize=8)
def _months(locale: str) -> Mapping[str, int]:
    """Months by their names in the language, long and short."""
    return {
        str(name).strip(".").casefold(): month
        for width in ("wide", "abbreviated")
        for context in ("format", "stand-alone")
        for month, name in get_month_names(width, context, locale).items()
    }


def step_day(day: date, days: int) -> date:
    """A day some days later or earlier; the last there is where the calendar ends."""
    try:
        return day + timedelta(days=days)
    except OverflowError:
        return day
