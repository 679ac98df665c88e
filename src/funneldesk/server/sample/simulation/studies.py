"""Who takes a course, and how far they get: most stop somewhere, some go to the end."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random

from funneldesk.server.sample.simulation.people import Person

_GOES_ON = 0.9


@dataclass(frozen=True, slots=True)
class Study:
    """A person in a course. ``done`` holds places of contents and when they were done."""

    person: Person
    begun: datetime
    done: tuple[tuple[int, datetime], ...]


def studies(
    random: Random,
    count: int,
    contents: int,
    people: Sequence[tuple[datetime, Person]],
    now: datetime,
) -> Iterator[Study]:
    """``count`` different people, or all there are, each after they were first met."""
    chosen = random.sample(people, min(count, len(people)))
    for known, person in sorted(chosen, key=lambda each: each[0]):
        begun = min(known + timedelta(hours=random.expovariate(1 / 30)), now)
        yield Study(person, begun, tuple(_done(random, begun, contents, now)))


def _done(
    random: Random, begun: datetime, contents: int, now: datetime
) -> Iterator[tuple[int, datetime]]:
    moment = begun
    for place in range(contents):
        moment += timedelta(hours=0.3 + random.expovariate(1 / 40))
        if moment >= now or random.random() > _GOES_ON:
            return
        yield place, moment
