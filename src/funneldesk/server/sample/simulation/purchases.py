"""What people put into their baskets, and what becomes of an order and a subscription later."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from random import Random
from typing import Literal

from funneldesk.server.sample.simulation.people import Person
from funneldesk.server.sample.simulation.traffic import Traffic

_LONGEST_ORDER = 6
_REFUNDED_OF = 24
_CHARGED_BACK_OF = 140
_LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
_CODE_LETTERS = 10
REFUND_REASONS = (
    "Did not like it",
    "Arrived late",
    "Wrong coffee in the box",
    "Charged twice",
    "First bag on us",
    "",
)


@dataclass(frozen=True, slots=True)
class Line:
    """A product in an order. ``type`` is what it was sold as."""

    code: str
    type: str
    quantity: int = 1


@dataclass(frozen=True, slots=True)
class Fate:
    """What an order comes to at ``moment``: a refund (of ``part`` of it) or a chargeback."""

    kind: Literal["refund", "chargeback"]
    code: str
    moment: datetime
    part: float = 1.0
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Turn:
    """What a subscriber does at ``moment``: skip, pause, discount, downgrade, cancel, new card."""

    kind: str
    moment: datetime
    transaction: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Purchase:
    """An order as it is going to be placed; ``number`` counts the brand's orders from 1.

    ``more`` is what was taken of the offers ``shown`` after the payment: an order of its own.
    """

    number: int
    code: str
    moment: datetime
    buyer: Person
    lines: tuple[Line, ...]
    more: Line | None
    shown: tuple[str, ...]
    merchant: int
    affiliate: str | None
    declines: bool
    fate: Fate | None
    turns: tuple[Turn, ...]

    @property
    def transaction(self) -> str:
        """The transaction id of the order, by which its subscription goes."""
        return f"txn_{self.moment:%y%m%d}{self.number:06d}"

    @property
    def more_code(self) -> str:
        """The code of the second order."""
        return f"{self.code}-2"


class Shop:
    """Turns visitors who buy into purchases."""

    def __init__(self, traffic: Traffic, subscriptions: frozenset[str], now: datetime) -> None:
        self._traffic = traffic
        self._subscriptions = subscriptions
        self._now = now
        self._orders = 0

    def purchase(
        self,
        random: Random,
        moment: datetime,
        buyer: Person,
        product: str,
        affiliate: str | None,
        upsell_will: float = 1.0,
    ) -> Purchase:
        """An order of ``product`` with what was added on the way."""
        self._orders += 1
        lines = [Line(product, "main", _quantity(random, product in self._subscriptions))]
        lines += self._bumps(random)
        more, shown = self._upsells(random, upsell_will)
        subscribed = product in self._subscriptions
        declines = subscribed and random.random() < 0.08
        code = "".join(random.choices(_LETTERS, k=_CODE_LETTERS))
        bought = Purchase(
            self._orders,
            code,
            moment,
            buyer,
            tuple(lines),
            more,
            shown,
            self._traffic.merchants.draw(random),
            affiliate,
            declines,
            self._fate(random, moment, code),
            (),
        )
        if not subscribed:
            return bought
        return _with_turns(bought, tuple(self._turns(random, bought)))

    def _bumps(self, random: Random) -> list[Line]:
        return [
            Line(code, "bump")
            for code, share in self._traffic.extras["bump"]
            if random.random() < share
        ]

    def _upsells(self, random: Random, will: float) -> tuple[Line | None, tuple[str, ...]]:
        """One offer after the other until one is taken; who takes none sees the second choice."""
        shown = []
        for kind in ("upsell", "downsell"):
            for code, share in self._traffic.extras[kind]:
                if kind == "upsell":
                    shown.append(code)
                if random.random() < share * will:
                    return Line(code, kind), tuple(shown)
        return None, tuple(shown)

    def _fate(self, random: Random, moment: datetime, code: str) -> Fate | None:
        """Counted and not drawn, so that every brand has some of both."""
        if self._orders % _REFUNDED_OF == _REFUNDED_OF // 3:
            part = 1.0 if random.random() < 0.7 else 0.5
            later = moment + timedelta(days=random.uniform(2, 16))
            fate = Fate("refund", code, later, part, random.choice(REFUND_REASONS))
        elif self._orders % _CHARGED_BACK_OF == _CHARGED_BACK_OF // 4:
            fate = Fate("chargeback", code, moment + timedelta(days=random.uniform(11, 32)))
        else:
            return None
        return fate if fate.moment < self._now else None

    def _turns(self, random: Random, bought: Purchase) -> list[Turn]:
        """The life of a subscription: most simply go on."""
        turns = []
        if bought.declines and random.random() < 0.5:
            # Most are charged after two weeks, and given up a week after that.
            turns.append(("new card", random.uniform(14.5, 20), ""))
        luck = random.random()
        reason = random.choice(("Too much coffee", "Too expensive", "Going away", "Other"))
        if luck < 0.2:
            # Most leave early: the first box decides.
            turns.append(("cancel", 4 + random.expovariate(1 / 21), reason))
        elif luck < 0.27:
            turns.append(("discount", random.uniform(10, 60), "Too expensive"))
        elif luck < 0.33:
            turns.append(("pause", random.uniform(8, 80), "Going away"))
        elif luck < 0.36:
            turns.append(("downgrade", random.uniform(20, 70), "Too much coffee"))
        elif luck < 0.45:
            turns.append(("skip", random.uniform(5, 70), ""))
        found = [
            Turn(kind, bought.moment + timedelta(days=days), bought.transaction, why)
            for kind, days, why in turns
        ]
        return [turn for turn in found if turn.moment < self._now]


def _quantity(random: Random, is_subscription: bool) -> int:
    if is_subscription or random.random() < 0.8:
        return 1
    return 1 + min(_LONGEST_ORDER, int(random.expovariate(0.9)) + 1)


def _with_turns(bought: Purchase, turns: tuple[Turn, ...]) -> Purchase:
    return replace(bought, turns=turns)
