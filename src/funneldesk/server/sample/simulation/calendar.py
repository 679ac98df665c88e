"""When people come: over ninety days, by weekday, and by the hour where they live."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from random import Random

from funneldesk.server.sample.simulation.chance import Choice, portions

DAYS = 90
_DAY_SECONDS = 86_400

# Breakfast, the lunch break and the sofa; few at night.
_BY_HOUR = (
    *(0.35, 0.2, 0.12, 0.1, 0.15, 0.4, 1.0, 1.9, 2.1, 1.7, 1.5, 1.5),
    *(1.8, 1.7, 1.4, 1.4, 1.5, 1.7, 1.9, 2.2, 2.7, 2.8, 2.0, 0.9),
)
_HOURS = Choice(list(enumerate(_BY_HOUR)))


@dataclass(frozen=True, slots=True)
class Span:
    """The days up to ``now``, which is within the last of them."""

    now: datetime
    days: int = DAYS

    def date_of(self, day: int) -> date:
        """The calendar day, counted from 0."""
        return self.now.date() - timedelta(days=self.days - 1 - day)

    def shares(self, by_weekday: Sequence[float], growth: float) -> list[float]:
        """How busy each day is: by weekday (Monday first), more towards the end by ``growth``.

        The last day is as busy as it is old.
        """
        found = []
        for day in range(self.days):
            rise = 1 + (growth - 1) * day / max(1, self.days - 1)
            found.append(by_weekday[self.date_of(day).weekday()] * rise)
        found[-1] *= self.passed()
        return found

    def visits_by_day(self, total: int, by_weekday: Sequence[float], growth: float) -> list[int]:
        """``total`` visits dealt out to the days."""
        return portions(total, self.shares(by_weekday, growth))

    def moment(self, random: Random, day: int, hours_ahead: int) -> datetime:
        """A moment of the day as people ``hours_ahead`` of UTC live it, never after now."""
        midnight = datetime.combine(self.date_of(day), datetime.min.time(), UTC)
        seconds = _HOURS.draw(random) * 3600 + random.randrange(3600) - hours_ahead * 3600
        found = midnight + timedelta(seconds=seconds % _DAY_SECONDS)
        if found >= self.now:
            found = midnight + random.random() * (self.now - midnight)
        return min(found.replace(microsecond=random.randrange(1000) * 1000), self.now)

    def passed(self) -> float:
        """How much of the last day is over, from 0 to 1."""
        midnight = datetime.combine(self.now.date(), datetime.min.time(), UTC)
        return (self.now - midnight).total_seconds() / _DAY_SECONDS
