"""Days of a calendar, as data: what happens on them, and which of them a month or a week shows."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta

from babel import Locale

from funneldesk.desktop.kit.formats import OURS

DAYS = 7


@dataclass(frozen=True, slots=True)
class Entry:
    """Something on a day. ``value`` stands at its end; ``tone`` is that of a chip."""

    id: str
    text: str
    value: str = ""
    tone: str = "muted"


@dataclass(frozen=True, slots=True)
class Day:
    """What is on a day, the first first; ``sums`` are what it adds up to, each by itself. ``more``
    counts entries after these: no day is so high that they would be seen."""

    entries: tuple[Entry, ...] = ()
    sums: tuple[str, ...] = ()
    more: int = 0


@dataclass(frozen=True, slots=True)
class Span:
    """The days that are shown: ``weeks`` from ``first`` on; those of another month are pale."""

    first: date
    weeks: int
    month: date | None = None

    def day(self, week: int, place: int) -> date:
        """The day at a place, from 0, of a week, from 0."""
        return self.first + timedelta(days=DAYS * week + place)

    def place(self, day: date) -> tuple[int, int] | None:
        """The week and the place of a day; None for one that is not shown."""
        week, place = divmod((day - self.first).days, DAYS)
        return (week, place) if 0 <= week < self.weeks else None

    def is_other(self, day: date) -> bool:
        """Whether a day is there only to make its week whole."""
        return self.month is not None and (day.year, day.month) != (
            self.month.year,
            self.month.month,
        )

    def days(self) -> Iterator[date]:
        """Every day that is meant: those of the month, or of the week."""
        every = (self.day(0, place) for place in range(DAYS * self.weeks))
        return (day for day in every if not self.is_other(day))


def month_span(day: date) -> Span:
    """The whole weeks that hold the month of a day."""
    first = day.replace(day=1)
    after = (first + timedelta(days=31)).replace(day=1)
    begin = _week_of(first)
    return Span(begin, -(-(after - begin).days // DAYS), first)


def week_span(day: date) -> Span:
    """The week of a day."""
    return Span(_week_of(day), 1)


def _week_of(day: date) -> date:
    """The first day of a week, as people count it where this language is spoken."""
    first = Locale.parse(OURS).first_week_day
    return day - timedelta(days=(day.weekday() - first) % DAYS)
