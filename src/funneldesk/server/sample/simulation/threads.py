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
_FROM_FAR, _IN_ENGLISH = 0.02, 0.25


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
        self._templates: dict[tuple[str, bool], Choice[Any]] = {}
        for kind in {_kind(each) for each in content["threads"]}:
            own = [each for each in content["threads"] if _kind(each) == kind]
            self._templates[kind] = Choice([(each, each["weight"]) for each in own])
        self._about_orders = sum(
            each["weight"] for each in content["threads"] if each["about_order"]
        ) / sum(each["weight"] for each in content["threads"])

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
            bought, about_order = random.choice(purchases), random.random() < self._about_orders
            person, known = bought.buyer, bought.moment
            if not about_order:
                known, person = random.choice(people)
            template = self._templates[self._language(random, person, about_order), about_order]
            started = known + timedelta(hours=2 + random.expovariate(1 / 60))
            if started < self._now:
                begun.append((started, template.draw(random), person, bought))
        begun.sort(key=lambda each: each[0])
        for started, template, person, bought in begun:
            yield self._thread(random, started, template, person, bought)

    def _language(self, random: Random, person: Person, about_order: bool) -> str:
        """People write in their own language, and some in English."""
        own, luck = person.country.language[:2], random.random()
        if luck < _FROM_FAR and ("ja", about_order) in self._templates:
            return "ja"
        return own if (own, about_order) in self._templates and luck > _IN_ENGLISH else "en"

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


def _kind(template: Mapping[str, Any]) -> tuple[str, bool]:
    return template["language"], template["about_order"]
