"""The states of a subscription, and what every action makes of them (document: Subscription).

The document names the states (active, trial, paused, past_due, canceled) and the actions, and not
what follows from them: that is decided here. Every function is pure; one that does not fit the
state raises ``NotPossible``.
"""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from decimal import Decimal

from funneldesk.server.parts.conversions.rules import NotPossible
from funneldesk.server.parts.subscriptions.cycles import advanced, advanced_past, monthly

STATUSES = ("active", "trial", "paused", "past_due", "canceled")
RETRY_DAYS = (1, 3, 5, 7)
"""Days after the missed date on which a refused charge is tried again; then it is lost."""

LOST = "payment failed"
MOST_DAYS = 3650


@dataclass(frozen=True, slots=True)
class Terms:
    """What is charged, and how often."""

    price: Decimal
    quantity: int
    frequency: int
    frequency_unit: str

    def monthly(self, rate: Decimal) -> Decimal:
        """The monthly recurring revenue at full price, in the brand's currency."""
        return monthly(self.price * self.quantity * rate, self.frequency, self.frequency_unit)


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a subscription stands. The fields are those of ``SubscriptionRow``."""

    subscription_status: str
    subscription_next_charge_at: datetime | None
    anchor_day: int
    due_at: datetime | None = None
    retries: int = 0
    paused_until: datetime | None = None
    trial_ends_at: datetime | None = None
    canceled_at: datetime | None = None
    cancel_reason: str | None = None
    discount_percent: Decimal = Decimal(0)
    discount_cycles: int = 0
    cycles: int = 0

    @property
    def wakes_at(self) -> datetime | None:
        """When something happens by itself: a charge, a retry, the end of a pause."""
        if self.subscription_status == "canceled":
            return None
        if self.subscription_status == "paused":
            return self.paused_until
        return self.subscription_next_charge_at

    @property
    def pays(self) -> bool:
        """Whether it adds to the monthly recurring revenue: it has paid, and is to pay again."""
        return self.subscription_status in ("active", "past_due") and self.cycles > 0

    @property
    def subscribes(self) -> bool:
        """Whether it counts among those who can be lost: not before a trial has ended well."""
        return self.subscription_status in ("active", "past_due", "paused") and self.cycles > 0

    @property
    def is_in_trial(self) -> bool:
        """Whether the first charge is still to come, whatever else happens meanwhile."""
        return self.trial_ends_at is not None and self.cycles == 0


def begun(terms: Terms, moment: datetime, trial_days: int) -> Standing:
    """A new subscription: in its trial, or paid for one cycle."""
    if trial_days > 0:
        ends = moment + timedelta(days=min(trial_days, MOST_DAYS))
        return Standing("trial", ends, ends.day, trial_ends_at=ends)
    following = advanced(moment, terms.frequency, terms.frequency_unit, moment.day)
    return Standing("active", following, moment.day, cycles=1)


def price_due(standing: Standing, terms: Terms) -> Decimal:
    """What the next charge takes for one piece, before rounding to the currency's steps."""
    if standing.discount_cycles > 0:
        return terms.price * (100 - standing.discount_percent) / 100
    return terms.price


def charged(standing: Standing, terms: Terms, moment: datetime) -> Standing:
    """A charge went well: active, the next one a cycle after the date that this one was for."""
    _not_canceled(standing)
    was_due = standing.due_at or standing.subscription_next_charge_at or moment
    if standing.subscription_status == "paused":
        was_due = moment
    anchor = moment.day if standing.subscription_status == "paused" else standing.anchor_day
    cycles_left = max(0, standing.discount_cycles - 1)
    return replace(
        standing,
        subscription_status="active",
        subscription_next_charge_at=advanced_past(
            was_due, moment, terms.frequency, terms.frequency_unit, anchor
        ),
        anchor_day=anchor,
        due_at=None,
        retries=0,
        paused_until=None,
        cycles=standing.cycles + 1,
        discount_cycles=cycles_left,
        discount_percent=standing.discount_percent if cycles_left else Decimal(0),
    )


def refused(standing: Standing, moment: datetime, *, forced: bool = False) -> Standing:
    """A charge was refused: past due, to be tried again on the days of ``RETRY_DAYS``.

    After the last of them the subscription is canceled. A forced attempt uses up no retry.
    """
    _not_canceled(standing)
    if standing.subscription_status != "past_due":
        first = moment + timedelta(days=RETRY_DAYS[0])
        return replace(
            standing,
            subscription_status="past_due",
            subscription_next_charge_at=first,
            due_at=moment,
            retries=0,
            paused_until=None,
        )
    if forced:
        return standing
    retries = standing.retries + 1
    if retries >= len(RETRY_DAYS):
        return canceled(replace(standing, retries=retries), moment, LOST)
    due = standing.due_at or moment
    following = due + timedelta(days=RETRY_DAYS[retries])
    return replace(standing, retries=retries, subscription_next_charge_at=following)


def woken(standing: Standing) -> Standing:
    """A pause ends by itself; the next charge stays where the pause had put it."""
    status = "trial" if standing.is_in_trial else "active"
    return replace(standing, subscription_status=status, paused_until=None)


def skipped(standing: Standing, terms: Terms) -> Standing:
    """One billing cycle further, without a charge. A trial lasts that much longer."""
    _must_be(standing, "skip a charge", "active", "trial")
    before = standing.subscription_next_charge_at
    if before is None:
        raise NotPossible("status", "This subscription has no next charge that could be skipped.")
    following = advanced(before, terms.frequency, terms.frequency_unit, standing.anchor_day)
    return _moved(standing, following, standing.anchor_day)


def moved(standing: Standing, next_charge_at: datetime, moment: datetime) -> Standing:
    """The next charge on another date, which must be in the future; later ones follow from it."""
    _must_be(standing, "change the date", "active", "trial", "paused")
    if next_charge_at <= moment:
        raise NotPossible("next_charge_at", "The next_charge_at must be a date in the future.")
    if next_charge_at > moment + timedelta(days=MOST_DAYS):
        raise NotPossible("next_charge_at", "The next_charge_at must be within the next 10 years.")
    return _moved(standing, next_charge_at, next_charge_at.day)


def reactivated(standing: Standing, moment: datetime) -> Standing:
    """Ends a pause or takes back a cancellation.

    A pause gives back the days that are left of it. What was paid for before a cancellation is
    still there; if its time is over, the next charge is due at once.
    """
    _must_be(standing, "reactivate", "paused", "canceled")
    following = standing.subscription_next_charge_at or moment
    if standing.subscription_status == "paused" and standing.paused_until is not None:
        following -= max(timedelta(), standing.paused_until - moment)
    if standing.due_at is not None:
        following = moment
    following = max(following, moment)
    return replace(
        standing,
        subscription_status="trial" if standing.is_in_trial and following > moment else "active",
        subscription_next_charge_at=following,
        anchor_day=following.day,
        due_at=None,
        retries=0,
        paused_until=None,
        canceled_at=None,
        cancel_reason=None,
    )


def canceled(standing: Standing, moment: datetime, reason: str | None) -> Standing:
    """Ends the subscription. Nothing is charged any more."""
    if standing.subscription_status == "canceled":
        return standing
    return replace(
        standing,
        subscription_status="canceled",
        canceled_at=moment,
        cancel_reason=reason,
        paused_until=None,
    )


def discounted(standing: Standing, percent: Decimal, cycles: int) -> Standing:
    """The next ``cycles`` charges cost ``percent`` less; it replaces an earlier discount."""
    _must_be(standing, "apply a discount", "active", "trial", "past_due", "paused")
    return replace(standing, discount_percent=percent, discount_cycles=cycles)


def paused(standing: Standing, days: int, moment: datetime) -> Standing:
    """No charge for ``days``: whatever was due is due that many days later."""
    _must_be(standing, "pause", "active", "trial")
    before = max(standing.subscription_next_charge_at or moment, moment)
    following = before + timedelta(days=days)
    return replace(
        _moved(standing, following, following.day),
        subscription_status="paused",
        paused_until=moment + timedelta(days=days),
    )


def may_downgrade(standing: Standing, before: Terms, after: Terms) -> None:
    """Raises NotPossible when the other product costs more in a month, or the state is wrong."""
    _must_be(standing, "downgrade", "active", "trial", "past_due", "paused")
    if after.monthly(Decimal(1)) > before.monthly(Decimal(1)):
        raise NotPossible(
            "offer_product_code", "A downgrade must not cost more than the present product."
        )


def _moved(standing: Standing, following: datetime, anchor_day: int) -> Standing:
    in_trial = standing.subscription_status == "trial"
    return replace(
        standing,
        subscription_next_charge_at=following,
        anchor_day=anchor_day,
        trial_ends_at=following if in_trial else standing.trial_ends_at,
    )


def _must_be(standing: Standing, action: str, *allowed: str) -> None:
    if standing.subscription_status not in allowed:
        states = " or ".join(allowed)
        found = standing.subscription_status
        sentence = f"This subscription is {found}; to {action} it must be {states}."
        raise NotPossible("status", sentence)


def _not_canceled(standing: Standing) -> None:
    if standing.subscription_status == "canceled":
        raise NotPossible("status", "This subscription is canceled; reactivate it first.")
