"""What starts automations: orders, forms, tags, and calls from outside."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random
from typing import Any

from funneldesk.server.sample.simulation.answers import answer
from funneldesk.server.sample.simulation.people import Person
from funneldesk.server.sample.simulation.purchases import Purchase

_REASONS = (
    "nobody was at home",
    "the address has no number 21",
    "the bell does not ring",
    "refused by a dog",
    "left with the neighbour on the third floor",
)


@dataclass(frozen=True, slots=True)
class Happening:
    """Something that starts a run at ``moment``."""

    moment: datetime
    subject: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Past:
    """What there is to draw from: orders with their totals, people, and the moment of now."""

    purchases: Sequence[Purchase]
    people: Sequence[tuple[datetime, Person]]
    prices: Mapping[str, float]
    currency: str
    now: datetime


def happenings(
    random: Random, trigger: str, form: Mapping[str, Any] | None, count: int, past: Past
) -> Iterator[Happening]:
    """``count`` of them for one trigger, the oldest first; ``form`` is the one that was filled."""
    found = [_one(random, trigger, form, past) for _ in range(count)]
    yield from sorted(found, key=lambda each: each.moment)


def _one(random: Random, trigger: str, form: Mapping[str, Any] | None, past: Past) -> Happening:
    if trigger == "form_submission" and form is not None:
        moment, person = random.choice(past.people)
        values = answer(random, form, moment, person).values
        return Happening(moment, {**_who(person), "values": values})
    bought = random.choice(past.purchases)
    subject = {**_who(bought.buyer), "order_code": bought.code}
    if trigger == "purchase":
        total = sum(past.prices.get(line.code, 0) * line.quantity for line in bought.lines)
        money = {"total": round(total, 2), "currency": past.currency}
        return Happening(bought.moment, {**subject, **money})
    if trigger == "tag_added":
        return Happening(bought.moment, {**subject, "tag": random.choice(("reader", "vip"))})
    moment = min(bought.moment + timedelta(hours=random.uniform(20, 90)), past.now)
    if random.random() < 0.15:
        return Happening(moment, {"email": "", "reason": "no order was named"})
    return Happening(moment, {**subject, "reason": random.choice(_REASONS)})


def _who(person: Person) -> dict[str, Any]:
    return {"email": person.email, "name": person.name}
