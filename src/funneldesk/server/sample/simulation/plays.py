"""Play-throughs of quizzes: people answer screen after screen, and some stop on the way."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random
from typing import Any

from funneldesk.server.sample.simulation.people import Person

_STAYS = 0.94


@dataclass(frozen=True, slots=True)
class Play:
    """Answers by the places of the screens that were ``shown``; ``finished`` is None for who
    stopped."""

    answers: Mapping[int, Any]
    shown: Sequence[int]
    started: datetime
    finished: datetime | None


def plays(
    random: Random,
    quiz: Mapping[str, Any],
    count: int,
    people: Sequence[tuple[datetime, Person]],
    now: datetime,
) -> Iterator[Play]:
    """``count`` play-throughs, the oldest first."""
    chosen = sorted((random.choice(people) for _ in range(count)), key=lambda each: each[0])
    for known, person in chosen:
        started = known - timedelta(minutes=random.uniform(3, 40))
        yield _play(random, quiz, started, person, now)


def _play(
    random: Random, quiz: Mapping[str, Any], started: datetime, person: Person, now: datetime
) -> Play:
    answers: dict[int, Any] = {}
    place, moment, shown = 0, started, [0]
    while place not in quiz["results"]:
        moment += timedelta(seconds=4 + random.expovariate(1 / 9))
        if random.random() > _STAYS:
            return Play(answers, shown, started, None)
        answer = _answer(random, quiz["screens"][place], person)
        answers[place] = answer
        place = random.choice(list(_ways(quiz, place, answer)) or quiz["results"])
        shown = [*(each for each in shown if each != place), place]
    return Play(answers, shown, started, min(moment, now))


def _ways(quiz: Mapping[str, Any], place: int, answer: Any) -> Iterator[int]:
    """Where the graph goes from here: a way that names an answer is open to that one only."""
    ways = [edge for edge in quiz["edges"] if edge[0] == place]
    named = [edge[1] for edge in ways if len(edge) > 2 and edge[2] == answer]
    yield from named or (edge[1] for edge in ways if len(edge) == 2)


def _answer(random: Random, screen: Mapping[str, Any], person: Person) -> Any:
    values = [option["value"] for option in screen["options"]]
    if screen["type"] in ("single_choice", "rating"):
        return random.choice(values)
    if screen["type"] == "multiple_choice":
        return sorted(random.sample(values, random.randrange(1, 3)))
    return person.first if screen["type"] == "text_input" else None
