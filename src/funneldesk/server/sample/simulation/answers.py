"""What people write into forms."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random
from typing import Any

from funneldesk.server.sample.simulation.people import Person

_NAMES = {"First name": "first", "Name": "name", "Your name": "name", "Name of the place": "last"}


@dataclass(frozen=True, slots=True)
class Answer:
    """An entry of a form, by the names of its fields."""

    moment: datetime
    values: Mapping[str, Any]


def answers(
    random: Random,
    content: Mapping[str, Any],
    count: int,
    people: Sequence[tuple[datetime, Person]],
    now: datetime,
) -> Iterator[Answer]:
    """Up to ``count`` entries of a form by these people, each some time after they were met."""
    if not people:
        return
    for _ in range(count):
        known, person = random.choice(people)
        moment = known + timedelta(days=random.expovariate(1 / 6))
        if moment < now:
            yield answer(random, content, moment, person)


def answer(random: Random, content: Mapping[str, Any], moment: datetime, person: Person) -> Answer:
    """What one person fills in."""
    values: dict[str, Any] = {}
    for field in content["collection"]["fields"]:
        name = field["name"]
        if name in content["values"]:
            values[name] = random.choice(content["values"][name])
        elif name in _NAMES:
            values[name] = getattr(person, _NAMES[name])
        elif field["type"] == "email":
            values[name] = person.email
        elif field["type"] == "checkbox":
            values[name] = random.random() < 0.4
    return Answer(moment, values)
