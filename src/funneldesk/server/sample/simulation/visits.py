"""Visits as they are going to happen: where from, on what, how far, and what came of it."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from random import Random
from typing import Any

from funneldesk.server.sample.simulation.chance import Choice, hex_word
from funneldesk.server.sample.simulation.people import City, Country, Person
from funneldesk.server.sample.simulation.purchases import Purchase
from funneldesk.server.sample.simulation.traffic import Screen, Source, Traffic

_MOST_PAGES = 6
_LANGUAGE_OF_OTHERS = "en-GB"
_NETWORK = 0xC6120000  # 198.18.0.0/15, which is kept for tests and belongs to nobody


@dataclass(frozen=True, slots=True)
class Step:
    """Something that happens ``after`` so many seconds of the visit, on the page of this slug.

    ``met`` are the tests and variants that a page view shows.
    """

    type: str
    after: float
    page: str
    seconds: int = 0
    data: dict[str, Any] | None = None
    met: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Lead:
    """Somebody who left an address in the collection of this code."""

    moment: datetime
    collection: str
    person: Person


@dataclass(frozen=True, slots=True)
class Visitor:
    """A browser that may come back; ``person`` is who sits before it, once that is known."""

    id: str
    country: Country
    city: int
    screen: Screen
    resolution: str
    ip_address: str
    language: str
    gender: str | None = None


@dataclass(slots=True)
class VisitPlan:
    """A visit. ``abandons`` is who told an address at the checkout and left, with ``cart``."""

    moment: datetime
    visitor: Visitor
    source: Source
    utm: dict[str, str]
    affiliate: tuple[str, str] | None
    entry: str
    session_id: str
    is_bot: bool = False
    steps: list[Step] = field(default_factory=list)
    purchase: Purchase | None = None
    lead: Lead | None = None
    abandons: Person | None = None
    cart: str | None = None

    @property
    def place(self) -> City:
        """The city that it comes from."""
        return self.visitor.country.cities[self.visitor.city]

    @property
    def person(self) -> Person | None:
        """Who told an address on the way."""
        told = self.purchase.buyer if self.purchase else self.abandons
        return told or (self.lead.person if self.lead else None)

    @property
    def end(self) -> datetime:
        """The moment of the last step."""
        return self.moment + timedelta(seconds=self.steps[-1].after if self.steps else 0)


def new_visitor(random: Random, country: Country, screen: Screen) -> Visitor:
    """A browser that was never seen before."""
    address = _NETWORK + random.getrandbits(17)
    return Visitor(
        hex_word(random, 32),
        country,
        random.randrange(len(country.cities)),
        screen,
        random.choice(screen.resolutions),
        ".".join(str(address >> shift & 255) for shift in (24, 16, 8, 0)),
        country.language if random.random() < 0.86 else _LANGUAGE_OF_OTHERS,
    )


def begin(random: Random, moment: datetime, visitor: Visitor, source: Source) -> VisitPlan:
    """A visit that has not gone anywhere yet."""
    utm = {
        name: value if isinstance(value, str) else random.choice(value)
        for name, value in source.utm.items()
    }
    affiliate = source.affiliates.draw(random) if source.affiliates else None
    session_id = f"{int(moment.timestamp()):08x}{hex_word(random, 16)}"
    entry = source.entry.draw(random)
    return VisitPlan(moment, visitor, source, utm, affiliate, entry, session_id)


class Walk:
    """Lets a visit go from page to page."""

    def __init__(self, traffic: Traffic, eagerness: float) -> None:
        self._traffic = traffic
        self._eagerness = eagerness
        self._exits = {
            page: Choice([*ways.items(), ("", max(0.0, 1 - sum(ways.values())))])
            for page, ways in traffic.paths.items()
            if ways
        }

    def go(self, random: Random, plan: VisitPlan, will: float) -> tuple[str | None, float]:
        """Adds the steps up to the checkout or the end.

        Gives the page whose offer was put into the basket, None when nothing was, and how the
        tests on the way changed the will to buy.
        """
        page, clock, offer = plan.entry, 0.0, None
        for _ in range(_MOST_PAGES):
            clock, pull = self._look(random, plan, page, clock)
            if page in self._traffic.offers:
                offer = page
            if page == self._traffic.checkout_page:
                return offer or plan.entry, will * pull
            following = self._next(random, page, will * pull)
            if following is None:
                return None, will
            if following == self._traffic.checkout_page:
                plan.steps.append(Step("add_to_cart", clock, page))
            page = following
        return None, will

    def after_paying(self, random: Random, plan: VisitPlan) -> float:
        """Adds the pages after the checkout; gives the pull of the tests on the upsell page."""
        clock = plan.steps[-1].after + random.uniform(20, 90)
        clock, pull = self._look(random, plan, self._traffic.upsell_page, clock)
        self._look(random, plan, self._traffic.thanks_page, clock)
        return pull

    def bounce(self, plan: VisitPlan) -> None:
        """What a bot does: it fetches the page and is gone."""
        plan.steps.append(Step("page_view", 0.0, plan.entry))

    def _look(
        self, random: Random, plan: VisitPlan, page: str, clock: float
    ) -> tuple[float, float]:
        met, pull = [], 1.0
        for test in self._traffic.tests.get(page, ()):
            variant = test.served.draw(random)
            met.append((test.name, variant))
            pull *= test.will.get(variant, 1.0)
        plan.steps.append(Step("page_view", clock, page, met=tuple(met)))
        stay = min(1_500.0, random.expovariate(1 / self._traffic.seconds.get(page, 30)))
        if page in self._traffic.videos and stay > 20 and random.random() < 0.4:
            pct = min(100, int(stay * random.uniform(0.6, 1.6) // 10 * 10))
            seen = clock + stay * 0.7
            plan.steps.append(Step("video_progress", seen, page, data={"pct": pct}))
        if stay >= 5:
            plan.steps.append(Step("engagement", clock + stay, page, seconds=int(stay)))
        return clock + stay, pull

    def _next(self, random: Random, page: str, will: float) -> str | None:
        exits = self._exits.get(page)
        ways = self._traffic.paths.get(page)
        if exits is None or not ways:
            return None
        if random.random() >= min(0.95, sum(ways.values()) * will * self._eagerness):
            return None
        found = exits.draw(random)
        while not found:
            found = exits.draw(random)
        return found
