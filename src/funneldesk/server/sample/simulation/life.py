"""Ninety days of a business, day after day, from one seed. Nothing here writes anything."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from random import Random
from typing import TypeVar

from funneldesk.server.sample.simulation.calendar import Span
from funneldesk.server.sample.simulation.chance import Choice, seeded
from funneldesk.server.sample.simulation.dealing import EvenDealer
from funneldesk.server.sample.simulation.people import People, Person
from funneldesk.server.sample.simulation.purchases import Fate, Purchase, Shop, Turn
from funneldesk.server.sample.simulation.sizes import Size
from funneldesk.server.sample.simulation.traffic import Source, Traffic
from funneldesk.server.sample.simulation.visits import (
    Lead,
    Step,
    Visitor,
    VisitPlan,
    Walk,
    begin,
    new_visitor,
)

T = TypeVar("T", Fate, Turn)

_REMEMBERED = 4_000
_COMES_BACK = 0.16


@dataclass(slots=True)
class DayPlan:
    """A day: its visits in the order of their start, and what becomes of orders on it."""

    day: int
    visits: list[VisitPlan] = field(default_factory=list)
    fates: list[Fate] = field(default_factory=list)
    turns: list[Turn] = field(default_factory=list)


@dataclass(slots=True)
class _Known:
    """A visitor who was here before, and who that is once it is known."""

    visitor: Visitor
    person: Person | None = None


class Life:
    """The days of one brand. Draw them in order: each goes on from the one before."""

    def __init__(
        self,
        traffic: Traffic,
        people: People,
        subscriptions: frozenset[str],
        size: Size,
        span: Span,
        seed: int,
    ) -> None:
        self._traffic, self._people, self._size, self._span = traffic, people, size, span
        self._random = seeded(seed, "visits")
        self._shop = Shop(traffic, subscriptions, span.now)
        self._walk = Walk(traffic, size.eagerness)
        self._dealer = EvenDealer(each for tests in traffic.tests.values() for each in tests)
        self._known: list[_Known] = []
        self._buyers: list[_Known] = []
        self._turns: list[Turn] = []
        self._fates: list[Fate] = []
        self.purchases: list[Purchase] = []
        self.people: list[tuple[datetime, Person]] = []

    def days(self) -> Iterator[DayPlan]:
        """All days, the oldest first.

        What was seen of them so far stands in ``purchases`` and ``people``.
        """
        counts = self._span.visits_by_day(
            self._size.visits, self._traffic.weekdays, self._traffic.growth
        )
        for day, count in enumerate(counts):
            weekday = self._span.date_of(day).weekday()
            sources = Choice([(each, each.weight_on(weekday)) for each in self._traffic.sources])
            visits = [self._visit(day, sources) for _ in range(count)]
            visits.sort(key=lambda plan: plan.moment)
            yield DayPlan(day, visits, self._due(self._fates, day), self._due(self._turns, day))

    def _due(self, waiting: list[T], day: int) -> list[T]:
        """What happens by the end of the day, taken out of what waits."""
        end = self._span.date_of(day)
        due = sorted((x for x in waiting if x.moment.date() <= end), key=lambda x: x.moment)
        waiting[:] = [x for x in waiting if x.moment.date() > end]
        return due

    def _visit(self, day: int, sources: Choice[Source]) -> VisitPlan:
        random, source = self._random, sources.draw(self._random)
        known = self._visitor(random, source)
        moment = self._span.moment(random, day, known.visitor.country.hours_ahead)
        plan = begin(random, moment, known.visitor, source)
        if random.random() < self._traffic.bot_share:
            plan.is_bot = True
            self._walk.bounce(plan)
            return plan
        basket, will = self._walk.go(random, plan, source.will)
        if plan.end + timedelta(minutes=5) < self._span.now:
            self._conclude(random, plan, known, basket, will)
        self._dealer.settle(plan)
        return plan

    def _visitor(self, random: Random, source: Source) -> _Known:
        if self._buyers and random.random() < self._size.repeats * (source.affiliates is None):
            return random.choice(self._buyers)
        if self._known and random.random() < _COMES_BACK:
            return random.choice(self._known)
        country = self._people.countries.draw(random)
        known = _Known(new_visitor(random, country, self._traffic.screens.draw(random)))
        if len(self._known) < _REMEMBERED:
            self._known.append(known)
        else:
            self._known[random.randrange(_REMEMBERED)] = known
        return known

    def _conclude(
        self, random: Random, plan: VisitPlan, known: _Known, basket: str | None, will: float
    ) -> None:
        """The visit ends in an order, an abandoned basket, a lead, or nothing."""
        if basket is None:
            collection = self._form_of(plan)
            if collection is not None:
                plan.lead = Lead(plan.end, collection, self._person(random, known, plan.end))
            return
        product = self._traffic.offers[self._offer(basket)].draw(random)
        ready = self._traffic.buys_at_checkout * min(1.6, will**0.5)
        plan.steps.append(Step("identify", plan.steps[-1].after, plan.steps[-1].page))
        if random.random() < ready:
            plan.purchase = self._buy(random, plan, known, product)
        elif random.random() < 0.45:
            plan.abandons, plan.cart = self._person(random, known, plan.end), product

    def _form_of(self, plan: VisitPlan) -> str | None:
        """The collection whose form was sent: it led to the page that says thanks."""
        seen = [step.page for step in plan.steps if step.type == "page_view"]
        if self._traffic.thanks_page not in seen[1:]:
            return None
        return self._traffic.leads_at.get(seen[seen.index(self._traffic.thanks_page) - 1])

    def _offer(self, page: str) -> str:
        return page if page in self._traffic.offers else next(iter(self._traffic.offers))

    def _buy(self, random: Random, plan: VisitPlan, known: _Known, product: str) -> Purchase:
        is_new = known.person is None
        buyer = self._person(random, known, plan.end)
        moment = plan.end
        pull = self._walk.after_paying(random, plan)
        affiliate = plan.affiliate[1] if plan.affiliate else None
        bought = self._shop.purchase(random, moment, buyer, product, affiliate, pull)
        self._turns += bought.turns
        if bought.fate is not None:
            self._fates.append(bought.fate)
        self.purchases.append(bought)
        if is_new or known not in self._buyers[-50:]:
            self._buyers.append(known)
        return bought

    def _person(self, random: Random, known: _Known, moment: datetime) -> Person:
        if known.person is None:
            visitor = known.visitor
            known.person = self._people.person(random, visitor.country, visitor.city)
            self.people.append((moment, known.person))
            known.visitor = replace(visitor, gender=known.person.gender)
        return known.person
