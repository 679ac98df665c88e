"""Tickets: the sample's conversations, held by its own people about their own orders."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from html import escape
from random import Random
from typing import Any

from funneldesk.server.sample.simulation.chance import Choice
from funneldesk.server.sample.simulation.people import Person
from funneldesk.server.sample.simulation.purchases import Purchase
from funneldesk.server.sample.simulation.wording import worded

_HOUR = timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class Said:
    """A message; ``who`` is customer, agent or system."""

    who: str
    name: str
    html: str
    moment: datetime


@dataclass(frozen=True, slots=True)
class Thread:
    """A ticket as it happened up to now; ``ends`` is the status it was given in the end."""

    subject: str
    person: Person
    said: tuple[Said, ...]
    type: str
    ends: str | None
    read: bool


class Desk:
    """Makes threads from the templates of a brand."""

    def __init__(
        self, content: Mapping[str, Any], products: Mapping[str, str], now: datetime
    ) -> None:
        self._agents: Sequence[str] = content["agents"]
        self._products = products
        self._now = now
        self._by_language: dict[str, Choice[Any]] = {}
        for language in {each["language"] for each in content["threads"]}:
            own = [each for each in content["threads"] if each["language"] == language]
            self._by_language[language] = Choice([(each, each["weight"]) for each in own])
        self._languages = set(self._by_language)

    def threads(
        self,
        random: Random,
        count: int,
        purchases: Sequence[Purchase],
        people: Sequence[tuple[datetime, Person]],
    ) -> Iterator[Thread]:
        """``count`` threads, the oldest first, each begun after the order that it is about."""
        begun = []
        for _ in range(count):
            bought = random.choice(purchases)
            person = bought.buyer
            template = self._by_language[self._language(random, person)].draw(random)
            started = bought.moment + timedelta(hours=20 + random.expovariate(1 / 60))
            if not template["about_order"] and people:
                known, person = random.choice(people)
                started = known + timedelta(hours=1 + random.expovariate(1 / 30))
            if started < self._now:
                begun.append((started, template, person, bought))
        begun.sort(key=lambda each: each[0])
        for started, template, person, bought in begun:
            yield self._thread(random, started, template, person, bought)

    def _language(self, random: Random, person: Person) -> str:
        """People write in their own language, and some in English."""
        own = person.country.language[:2]
        luck = random.random()
        if luck < 0.02 and "ja" in self._languages:
            return "ja"
        return own if own in self._languages and luck > 0.25 else "en"

    def _thread(
        self,
        random: Random,
        started: datetime,
        template: Mapping[str, Any],
        person: Person,
        bought: Purchase,
    ) -> Thread:
        agent = random.choice(self._agents)
        words = {
            "first": person.first,
            "last": person.last,
            "city": person.city,
            "order": bought.code,
            "product": self._products.get(bought.lines[0].code, ""),
            "agent": agent,
        }
        safe = {name: escape(value) for name, value in words.items()}
        said = []
        slowness = random.uniform(0.6, 1.7)
        for each in template["thread"]:
            moment = started + each["hours"] * slowness * _HOUR
            if moment >= self._now:
                break
            name = person.name if each["from"] == "customer" else agent
            said.append(Said(each["from"], name, worded(random, each["html"], safe), moment))
        is_over = len(said) == len(template["thread"]) and said[-1].moment < self._now - 12 * _HOUR
        return Thread(
            worded(random, template["subject"], words),
            person,
            tuple(said),
            template["type"],
            template["ends"] if is_over else None,
            template["read"] and len(said) > 1,
        )
