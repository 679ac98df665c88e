"""CRM entries: deals and leads, and how long they have stood where they stand."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random
from typing import Any

from funneldesk.server.sample.simulation.people import Person

_LONGEST_STAGE_DAYS = 40.0


@dataclass(frozen=True, slots=True)
class Deal:
    """An entry: ``stages`` are those that it has been in so far, with the moment of each."""

    title: str
    pipeline: str
    stages: tuple[tuple[str, datetime], ...]
    values: Mapping[str, Any]
    person: Person


def deals(
    random: Random,
    content: Mapping[str, Any],
    count: int,
    people: Sequence[tuple[datetime, Person]],
    now: datetime,
) -> Iterator[Deal]:
    """``count`` entries of an entity. Most stand early in their pipeline, some have aged there."""
    for _ in range(count):
        known, person = random.choice(people)
        pipeline = random.choice(content["pipelines"])
        yield Deal(
            _title(random, content, person),
            pipeline["name"],
            tuple(_way(random, [name for name, _color in pipeline["stages"]], known, now)),
            {
                field["key"]: value
                for field in content["fields"]
                if (value := _value(random, field, content, person, now)) is not None
            },
            person,
        )


def _title(random: Random, content: Mapping[str, Any], person: Person) -> str:
    if not content["names"]:
        return person.name
    name = f"{random.choice(content['kinds'])} {random.choice(content['names'])}"
    return f"{name}, {person.city}" if random.random() < 0.7 else name


def _way(
    random: Random, stages: Sequence[str], begun: datetime, now: datetime
) -> Iterator[tuple[str, datetime]]:
    moment, place = begun, 0
    while place < len(stages) and moment < now:
        yield stages[place], moment
        # The last stage of a pipeline is where what came to nothing ends.
        place = max(place + 1, len(stages) - 1 if random.random() < 0.16 else 0)
        stay = min(_LONGEST_STAGE_DAYS, random.expovariate(1 / 9))
        moment += timedelta(days=0.2 + stay)
        if random.random() < 0.22:
            return


def _value(
    random: Random,
    field: Mapping[str, Any],
    content: Mapping[str, Any],
    person: Person,
    now: datetime,
) -> Any:
    if random.random() < 0.14 and not field.get("required"):
        return None
    kind = field["type"]
    if kind == "email":
        return person.email
    if kind == "phone":
        return person.phone
    if kind == "url":
        return f"https://{person.email.partition('@')[0].replace('+', '-')}.example/"
    if kind == "boolean":
        return random.random() < 0.5
    if kind == "date":
        return (now + timedelta(days=random.randrange(-20, 45))).date().isoformat()
    if kind == "select":
        return random.choice(field["options"])
    if kind == "multi_select":
        return sorted(random.sample(field["options"], random.randrange(1, 3)))
    if kind == "number":
        return _number(random, field["key"])
    return _text(random, field["key"], content, person)


def _number(random: Random, key: str) -> float:
    if key.startswith("worth"):
        return round(random.lognormvariate(8.1, 0.6), 2)
    return round(random.lognormvariate(2.0, 0.7))


def _text(random: Random, key: str, content: Mapping[str, Any], person: Person) -> str | None:
    if key == "town":
        return person.city
    notes = content["notes"] or [person.name]
    return random.choice(notes) or None
