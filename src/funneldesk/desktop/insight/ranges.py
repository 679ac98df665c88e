"""Ranges of days in a brand's zone, and what they are compared with (quirks 18, 50, 51). No Qt."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from enum import StrEnum
from typing import Any

from funneldesk.desktop.local.texts import _

CUSTOM = "custom"
LONGEST_DAYS = 3650
"""A server takes ten years at most."""
PRESETS: Mapping[str, str] = {
    "today": _("Today"),
    "7": _("Last 7 days"),
    "28": _("Last 28 days"),
    "90": _("Last 90 days"),
    "month": _("This month"),
    "quarter": _("This quarter"),
    "year": _("This year"),
    CUSTOM: _("Custom range"),
}
"""The ranges to choose from, in their order; all end today, but for a custom one."""
USUAL = "28"


class Comparison(StrEnum):
    """What a range is compared with."""

    BEFORE = "before"
    YEAR = "year"
    OTHER = "other"
    OFF = "off"


@dataclass(frozen=True, slots=True)
class Range:
    """Days of a zone, the first and the last one included."""

    first: date
    last: date

    @property
    def days(self) -> int:
        """How many days it has."""
        return (self.last - self.first).days + 1

    def begins(self, zone: tzinfo | None) -> datetime:
        """Its first moment, in UTC."""
        return midnight(self.first, zone)

    def ends(self, zone: tzinfo | None) -> datetime:
        """The moment after its last one, in UTC."""
        return midnight(self.last + timedelta(days=1), zone)

    def just_before(self) -> "Range":
        """As many days, up to the one before its first."""
        return Range(self.first - timedelta(days=self.days), self.first - timedelta(days=1))

    def a_year_before(self) -> "Range":
        """The same days of the year before; the last of February where there is no 29th."""
        return Range(_year_before(self.first), _year_before(self.last))

    def each_day(self) -> Iterator[date]:
        """Its days."""
        return (self.first + timedelta(days=n) for n in range(self.days))


@dataclass(frozen=True, slots=True)
class RangeChoice:
    """A key of ``PRESETS``; a custom one has days of its own."""

    preset: str = USUAL
    first: date | None = None
    last: date | None = None

    @property
    def title(self) -> str:
        """What it is called."""
        return PRESETS[self.preset]

    def days(self, today: date) -> Range:
        """The days that it means on a day."""
        if self.preset == CUSTOM and self.first is not None and self.last is not None:
            first, last = sorted((self.first, self.last))
            return Range(max(first, last - timedelta(days=LONGEST_DAYS - 1)), last)
        if self.preset.isdecimal():
            return Range(today - timedelta(days=int(self.preset) - 1), today)
        firsts = {
            "month": today.replace(day=1),
            "quarter": today.replace(month=(today.month - 1) // 3 * 3 + 1, day=1),
            "year": today.replace(month=1, day=1),
        }
        return Range(firsts.get(self.preset, today), today)

    def state(self) -> dict[str, str]:
        """The choice as JSON."""
        days = (("first", self.first), ("last", self.last))
        return {"preset": self.preset, **{name: day.isoformat() for name, day in days if day}}

    @classmethod
    def of(cls, state: object) -> "RangeChoice":
        """What ``state`` gave; the usual range where that is not understood."""
        given: Mapping[str, Any] = state if isinstance(state, dict) else {}
        preset = given.get("preset")
        if preset not in PRESETS:
            return cls()
        if preset != CUSTOM:
            return cls(str(preset))
        try:
            first, last = (date.fromisoformat(str(given.get(n))) for n in ("first", "last"))
        except ValueError:
            return cls()
        return cls(CUSTOM, first, last)


def today_in(zone: tzinfo | None, moment: datetime | None = None) -> date:
    """Which day it is in a zone."""
    return (moment or datetime.now(UTC)).astimezone(zone).date()


def midnight(day: date, zone: tzinfo | None) -> datetime:
    """When a day begins in a zone, in UTC: where the clocks skip midnight, the moment of that."""
    return datetime.combine(day, time(), zone).astimezone(UTC)


def _year_before(day: date) -> date:
    try:
        return day.replace(year=day.year - 1)
    except ValueError:
        return day.replace(year=day.year - 1, day=28)
