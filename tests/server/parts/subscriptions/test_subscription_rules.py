"""The states of a subscription, as pure rules (document: States, Subscription; quirk 49)."""

import calendar
from datetime import UTC, datetime, timedelta
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from funneldesk.contract.subscriptions import OFFER_TYPES, STATUSES
from funneldesk.server.parts.conversions.amounts import decimals, rounded
from funneldesk.server.parts.conversions.rules import NotPossible, chargeable_back, refundable
from funneldesk.server.parts.subscriptions import rules
from funneldesk.server.parts.subscriptions.cycles import (
    advanced,
    advanced_past,
    monthly,
    months_between,
)
from funneldesk.server.parts.subscriptions.inputs import offer_problems
from funneldesk.server.parts.subscriptions.months import movement
from funneldesk.server.parts.subscriptions.rules import Standing, Terms

NOON = datetime(2026, 1, 31, 12, tzinfo=UTC)
MONTHLY = Terms(Decimal(30), 1, 1, "month")
MOMENTS = st.datetimes(
    datetime(2000, 1, 1),
    datetime(2100, 1, 1),
    timezones=st.just(UTC),
)
UNITS = st.sampled_from(["day", "week", "month", "year"])
FREQUENCIES = st.integers(1, 36)


def begun(**fields: object) -> Standing:
    standing = rules.begun(MONTHLY, NOON, 0)
    return Standing(**{**{n: getattr(standing, n) for n in standing.__slots__}, **fields})


def test_the_states_are_the_documents() -> None:
    assert rules.STATUSES == STATUSES == ("active", "trial", "paused", "past_due", "canceled")


@pytest.mark.parametrize(
    ("start", "frequency", "unit", "dates"),
    [
        ("2026-01-31", 1, "month", ["2026-02-28", "2026-03-31", "2026-04-30", "2026-05-31"]),
        ("2024-02-29", 1, "year", ["2025-02-28", "2026-02-28", "2027-02-28", "2028-02-29"]),
        ("2026-01-30", 1, "month", ["2026-02-28", "2026-03-30"]),
        ("2026-11-15", 3, "month", ["2027-02-15", "2027-05-15"]),
        ("2026-12-25", 2, "week", ["2027-01-08"]),
        ("2026-02-27", 2, "day", ["2026-03-01"]),
    ],
)
def test_charges_keep_to_their_day(start: str, frequency: int, unit: str, dates: list[str]) -> None:
    moment = datetime.fromisoformat(f"{start}T12:00:00+00:00")
    anchor, found = moment.day, []
    for _ in dates:
        moment = advanced(moment, frequency, unit, anchor)
        found.append(f"{moment:%Y-%m-%d}")
    assert found == dates


@given(MOMENTS, FREQUENCIES, UNITS)
def test_a_cycle_always_goes_forward_and_keeps_the_hour(
    moment: datetime, frequency: int, unit: str
) -> None:
    after = advanced(moment, frequency, unit, moment.day)
    assert after > moment
    assert after.time() == moment.time()
    last = calendar.monthrange(after.year, after.month)[1]
    if unit in ("month", "year"):
        assert after.day == min(moment.day, last)


@given(MOMENTS, MOMENTS, FREQUENCIES, UNITS)
def test_the_first_date_past_a_limit_is_past_it_by_at_most_a_cycle(
    moment: datetime, limit: datetime, frequency: int, unit: str
) -> None:
    found = advanced_past(moment, limit, frequency, unit, moment.day)
    assert found > limit
    assert found <= advanced(max(moment, limit), frequency, unit, 31) + timedelta(days=31)


@given(st.integers(1, 10**13), st.integers(1, 10**6), UNITS)
def test_no_date_lies_beyond_all_bounds(seconds: int, frequency: int, unit: str) -> None:
    moment = NOON
    for _ in range(3):
        moment = advanced(moment, frequency * 1000, unit, 31)
        assert moment.year <= 9000


@given(st.decimals(0, 10_000, places=2), st.decimals(0, 10_000, places=2), FREQUENCIES, UNITS)
def test_monthly_amounts_add_up(one: Decimal, two: Decimal, frequency: int, unit: str) -> None:
    together = monthly(one + two, frequency, unit)
    assert abs(together - monthly(one, frequency, unit) - monthly(two, frequency, unit)) <= Decimal(
        "0.0002"
    )
    assert monthly(one * frequency * 12, frequency * 12, "month") == monthly(one, 1, "month")


@pytest.mark.parametrize(
    ("amount", "frequency", "unit", "found"),
    [
        ("30", 1, "month", "30"),
        ("30", 3, "month", "10"),
        ("100", 1, "year", "8.3333"),
        ("12", 1, "week", "52"),
        ("12", 1, "day", "365"),
    ],
)
def test_what_a_price_comes_to_in_a_month(
    amount: str, frequency: int, unit: str, found: str
) -> None:
    assert monthly(Decimal(amount), frequency, unit) == Decimal(found)


def test_months_between_counts_both() -> None:
    assert months_between("2025-11", "2026-02") == ["2025-11", "2025-12", "2026-01", "2026-02"]
    assert months_between("2026-02", "2026-02") == ["2026-02"]


def test_dunning_tries_on_days_1_3_5_and_7_and_then_gives_up() -> None:
    due = datetime(2026, 2, 28, 12, tzinfo=UTC)
    standing = rules.refused(begun(), due)
    tried = []
    while standing.subscription_status == "past_due":
        at = standing.wakes_at
        assert at is not None
        tried.append((at - due).days)
        standing = rules.refused(standing, at)
    assert tried == [1, 3, 5, 7]
    assert (standing.subscription_status, standing.cancel_reason) == ("canceled", rules.LOST)
    assert standing.wakes_at is None


def test_a_recovered_charge_keeps_the_old_dates() -> None:
    due = datetime(2026, 2, 28, 12, tzinfo=UTC)
    late = rules.refused(begun(), due)
    paid = rules.charged(late, MONTHLY, due + timedelta(days=3))
    assert paid.subscription_status == "active"
    assert paid.subscription_next_charge_at == datetime(2026, 3, 31, 12, tzinfo=UTC)
    assert (paid.due_at, paid.retries) == (None, 0)


def test_a_forced_attempt_uses_up_no_retry() -> None:
    late = rules.refused(begun(), NOON)
    assert rules.refused(late, NOON + timedelta(hours=1), forced=True) == late


def test_a_pause_delays_everything_and_gives_back_what_is_left() -> None:
    standing = begun()
    day = NOON + timedelta(days=10)
    paused = rules.paused(standing, 20, day)
    assert paused.wakes_at == day + timedelta(days=20)
    before = standing.subscription_next_charge_at
    assert before is not None
    assert paused.subscription_next_charge_at == before + timedelta(days=20)
    woken = rules.woken(paused)
    assert (woken.subscription_status, woken.wakes_at) == ("active", before + timedelta(days=20))
    early = rules.reactivated(paused, day + timedelta(days=5))
    assert early.subscription_next_charge_at == before + timedelta(days=5)


def test_a_trial_stays_one_through_a_pause() -> None:
    trial = rules.begun(MONTHLY, NOON, 14)
    paused = rules.paused(trial, 30, NOON)
    assert not paused.subscribes
    assert rules.woken(paused).subscription_status == "trial"


def test_a_canceled_one_is_paid_up_to_its_date() -> None:
    ended = rules.canceled(begun(), NOON + timedelta(days=5), "too dear")
    back = rules.reactivated(ended, NOON + timedelta(days=9))
    assert back.subscription_next_charge_at == begun().subscription_next_charge_at
    later = NOON + timedelta(days=90)
    assert rules.reactivated(ended, later).wakes_at == later


def test_a_discount_lasts_for_its_cycles() -> None:
    standing = rules.discounted(begun(), Decimal(25), 2)
    prices = []
    for _ in range(3):
        prices.append(rules.price_due(standing, MONTHLY))
        assert standing.subscription_next_charge_at is not None
        standing = rules.charged(standing, MONTHLY, standing.subscription_next_charge_at)
    assert prices == [Decimal("22.5"), Decimal("22.5"), Decimal(30)]
    assert standing.discount_percent == 0


ACTIONS = {
    "skip": lambda s: rules.skipped(s, MONTHLY),
    "move": lambda s: rules.moved(s, NOON + timedelta(days=400), NOON + timedelta(days=1)),
    "reactivate": lambda s: rules.reactivated(s, NOON + timedelta(days=1)),
    "charge": lambda s: rules.charged(s, MONTHLY, NOON + timedelta(days=1)),
    "refuse": lambda s: rules.refused(s, NOON + timedelta(days=1)),
    "pause": lambda s: rules.paused(s, 3, NOON + timedelta(days=1)),
    "discount": lambda s: rules.discounted(s, Decimal(10), 1),
    "cancel": lambda s: rules.canceled(s, NOON + timedelta(days=1), None),
}
TABLE = {
    # from: active, trial, paused, past_due, canceled; None: not possible
    "skip": ("active", "trial", None, None, None),
    "move": ("active", "trial", "paused", None, None),
    "reactivate": (None, None, "active", None, "active"),
    "charge": ("active", "active", "active", "active", None),
    "refuse": ("past_due", "past_due", "past_due", "past_due", None),
    "pause": ("paused", "paused", None, None, None),
    "discount": ("active", "trial", "paused", "past_due", None),
    "cancel": ("canceled",) * 5,
}


@pytest.mark.parametrize("action", ACTIONS)
@pytest.mark.parametrize("place", range(5))
def test_what_each_action_makes_of_each_state(action: str, place: int) -> None:
    standing = {
        "active": begun(),
        "trial": rules.begun(MONTHLY, NOON, 14),
        "paused": rules.paused(begun(), 20, NOON),
        "past_due": rules.refused(begun(), NOON),
        "canceled": rules.canceled(begun(), NOON, None),
    }[STATUSES[place]]
    expected = TABLE[action][place]
    if expected is None:
        with pytest.raises(NotPossible):
            ACTIONS[action](standing)
    else:
        assert ACTIONS[action](standing).subscription_status == expected


@given(st.lists(st.sampled_from(sorted(ACTIONS)), max_size=30), st.integers(0, 30))
def test_whatever_happens_the_figures_add_up(actions: list[str], trial: int) -> None:
    """Who entered dunning is in it, recovered or lost; revenue is that of those who pay."""
    standing, mrr = rules.begun(MONTHLY, NOON, trial), Decimal(0)
    now = MONTHLY.monthly(Decimal(1)) if standing.pays else Decimal(0)
    moves = [movement(None, standing, Decimal(0), now)]
    mrr = now
    for action in actions:
        try:
            after = ACTIONS[action](standing)
        except NotPossible:
            continue
        now = MONTHLY.monthly(Decimal(1)) if after.pays else Decimal(0)
        moves.append(movement(standing, after, mrr, now))
        standing, mrr = after, now
        assert (standing.wakes_at is None) == (standing.subscription_status == "canceled")
    assert sum(move.mrr_change for move in moves) == mrr
    assert sum(move.joined - move.left for move in moves) == standing.subscribes
    entered = sum(move.dunning_entered for move in moves)
    gone = sum(move.recovered + move.lost for move in moves)
    assert entered - gone == (standing.subscription_status == "past_due")


def test_a_downgrade_never_costs_more() -> None:
    rules.may_downgrade(begun(), MONTHLY, Terms(Decimal(300), 1, 1, "year"))
    with pytest.raises(NotPossible):
        rules.may_downgrade(begun(), MONTHLY, Terms(Decimal(8), 1, 1, "week"))


@pytest.mark.parametrize(
    ("kind", "value", "code", "field"),
    [
        ("discount", None, None, "offer_value"),
        ("discount", "0", None, "offer_value"),
        ("discount", "101", None, "offer_value"),
        ("discount", "12.5", None, None),
        ("pause", "0", None, "offer_value"),
        ("pause", "1.5", None, "offer_value"),
        ("pause", "1", None, None),
        ("pause", "99999", None, "offer_value"),
        ("downgrade", None, None, "offer_product_code"),
        ("downgrade", None, "box", None),
    ],
)
def test_quirk_49_each_type_of_offer_asks_for_its_own(
    kind: str, value: str | None, code: str | None, field: str | None
) -> None:
    assert kind in OFFER_TYPES
    found = offer_problems(kind, None if value is None else Decimal(value), code)
    assert list(found) == ([field] if field else [])


@given(
    st.decimals(0, 10**9, places=2),
    st.decimals(0, 10**9, places=2),
    st.decimals(0, 10**9, places=2),
)
def test_a_refund_never_gives_back_more_than_is_left(
    total: Decimal, given: Decimal, wanted: Decimal
) -> None:
    given = min(given, total)
    try:
        amount = refundable("completed", total, given, "USD", wanted)
    except NotPossible:
        assert wanted == 0 or wanted > total - given or total == given
    else:
        assert 0 < amount == wanted <= total - given
    assert chargeable_back("refunded", total, given) == total - given
    assert chargeable_back("chargeback", total, given) is None


@given(st.decimals(-(10**9), 10**9, places=4), st.sampled_from(["USD", "JPY", "KWD"]))
def test_rounding_keeps_to_the_currencys_steps(amount: Decimal, currency: str) -> None:
    found = rounded(amount, currency)
    step = Decimal(1).scaleb(-decimals(currency))
    assert found % step == 0
    assert abs(found - amount) <= step / 2
