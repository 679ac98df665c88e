"""Subscriptions live by the clock: trials, cycles, dunning (document: Subscription)."""

import random
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from pathlib import Path

import pytest
from awaited import eventually
from paying import Paying
from platform_process import NewBrand, Place, TestBrand, new_place, served
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from funneldesk.server.db.counters import counted
from funneldesk.server.db.engine import Database
from funneldesk.server.db.types import at
from funneldesk.server.jobs.mail import already_delivered
from funneldesk.server.parts.conversions.new_orders import Buyer, NewItem, NewOrder
from funneldesk.server.parts.conversions.orders import place_orders
from funneldesk.server.parts.conversions.rules import NotPossible
from funneldesk.server.parts.conversions.tables import OrderRow
from funneldesk.server.parts.subscriptions import figures
from funneldesk.server.parts.subscriptions.actions import SubscriptionActions
from funneldesk.server.parts.subscriptions.inputs import ApplyInput
from funneldesk.server.parts.subscriptions.renewals import renew_due
from funneldesk.server.parts.subscriptions.rules import STATUSES
from funneldesk.server.parts.subscriptions.standings import standing_of
from funneldesk.server.parts.subscriptions.store import SubscriptionStore
from funneldesk.server.parts.subscriptions.tables import SubscriptionRow

DAY = timedelta(days=1)


@pytest.fixture
def pay(brand: TestBrand) -> Paying:
    return Paying(brand)


@pytest.fixture
def quiet(brand: TestBrand) -> Iterator[None]:
    """Nobody needs the letters of these tests."""
    with already_delivered():
        yield


def renew(brand: TestBrand, until: datetime) -> int:
    with brand.database.writing() as session, at(until):
        return renew_due(session, brand.id, until)


def row_of(brand: TestBrand, transaction: str) -> SubscriptionRow:
    with brand.database.reading() as session:
        return SubscriptionStore(session, brand.id).get(transaction)


def charges(brand: TestBrand, transaction: str) -> list[tuple[datetime, Decimal]]:
    with brand.database.reading() as session:
        store = SubscriptionStore(session, brand.id)
        found = store.charges(store.get(transaction))
        return [(order.created_at, order.total) for order in reversed(found)]


@pytest.mark.usefixtures("quiet")
def test_each_cycle_is_charged_at_its_own_moment(brand: TestBrand, pay: Paying) -> None:
    pay.subscription_product()
    transaction = pay.subscribe()
    began = row_of(brand, transaction).created_at
    assert renew(brand, began + 20 * DAY) == 0
    assert renew(brand, began + 100 * DAY) == 3
    assert renew(brand, began + 100 * DAY) == 0
    moments = [moment for moment, _total in charges(brand, transaction)][1:]
    assert [moment.month for moment in moments] == [
        (began.month - 1 + n) % 12 + 1 for n in (1, 2, 3)
    ]
    assert all(moment.time() == began.time() for moment in moments)
    row = row_of(brand, transaction)
    assert (row.cycles, row.total_paid, row.subscription_status) == (4, 120, "active")


@pytest.mark.usefixtures("quiet")
def test_a_trial_ends_with_the_first_charge(brand: TestBrand, pay: Paying) -> None:
    pay.subscription_product(subscription_trial_days=7)
    transaction = pay.subscribe()
    began = row_of(brand, transaction).created_at
    assert row_of(brand, transaction).mrr == 0
    renew(brand, began + 8 * DAY)
    assert [total for _moment, total in charges(brand, transaction)] == [0, 30]
    row = row_of(brand, transaction)
    assert (row.subscription_status, row.mrr, row.last_charge_at) == (
        "active",
        30,
        began + 7 * DAY,
    )


@pytest.mark.usefixtures("quiet")
def test_who_cannot_pay_is_asked_four_times_and_lost(brand: TestBrand, pay: Paying) -> None:
    pay.subscription_product()
    transaction = pay.subscribe(declines=True)
    due = row_of(brand, transaction).subscription_next_charge_at
    assert due is not None
    renew(brand, due + DAY / 2)
    assert row_of(brand, transaction).subscription_status == "past_due"
    for day, retries in ((1, 1), (3, 2), (5, 3)):
        renew(brand, due + (day + 0.5) * DAY)
        assert row_of(brand, transaction).retries == retries
    renew(brand, due + 8 * DAY)
    row = row_of(brand, transaction)
    assert (row.subscription_status, row.cancel_reason) == ("canceled", "payment failed")
    assert row.canceled_at == due + 7 * DAY
    assert len(charges(brand, transaction)) == 1
    assert renew(brand, due + 900 * DAY) == 0


@pytest.mark.usefixtures("quiet")
def test_who_pays_late_is_recovered(brand: TestBrand, pay: Paying) -> None:
    pay.subscription_product()
    transaction = pay.subscribe(declines=True)
    due = row_of(brand, transaction).subscription_next_charge_at
    assert due is not None
    renew(brand, due + 2 * DAY)
    with brand.database.writing() as session:
        SubscriptionStore(session, brand.id).get(transaction).declines = False
    renew(brand, due + 4 * DAY)
    row = row_of(brand, transaction)
    assert (row.subscription_status, row.last_charge_at) == ("active", due + 3 * DAY)
    with brand.database.reading() as session, at(due + 4 * DAY):
        stats = figures.dunning_stats(figures.read(session, brand.id), 0)
    assert (stats["recovered"], stats["lost"], stats["recovery_rate"]) == (1, 0, 100)


def test_two_at_the_same_work_charge_once(brand: TestBrand, pay: Paying) -> None:
    pay.subscription_product()
    transactions = [pay.subscribe() for _ in range(5)]
    until = datetime.now(UTC) + 40 * DAY
    with ThreadPoolExecutor(3) as pool:
        done = list(pool.map(lambda _: renew(brand, until), range(3)))
    assert sorted(done) == [0, 0, 5]
    assert [len(charges(brand, one)) for one in transactions] == [2] * 5


def test_the_platforms_clock_can_be_turned(tmp_path: Path) -> None:
    """The duty does the work by itself, in a platform that lives forty days ahead."""
    with new_place(tmp_path / "data") as place:
        database_with_a_subscription(place)
        with served(place, "--clock-offset", "40"):
            database = Database(place.url)

            def orders() -> int | None:
                with database.reading() as session:
                    return session.scalar(select(func.count()).select_from(OrderRow))

            eventually(orders, lambda count: count >= 2, "the second order")
            assert orders() == 2
            with database.reading() as session:
                row = session.scalar(select(SubscriptionRow))
                assert row is not None
                assert (row.cycles, row.subscription_status) == (2, "active")
            database.close()


def database_with_a_subscription(place: Place) -> None:
    with served(place) as running:
        opened = Database(place.url)
        brand = NewBrand(running.base_url, opened)()
        pay = Paying(brand)
        pay.subscription_product()
        pay.subscribe()
        opened.close()


ACTS = ("skip", "force", "pause", "cancel", "reactivate", "move", "decline", "accept", "renew")


@pytest.mark.usefixtures("quiet")
@pytest.mark.parametrize("seed", range(6))
def test_kept_figures_equal_those_counted_anew(brand: TestBrand, pay: Paying, seed: int) -> None:
    """Whatever happens in whatever order, months and counters are what the rows say."""
    chance = random.Random(seed)
    pay.subscription_product("club", "29.99", subscription_trial_days=3)
    pay.subscription_product("box", "7", subscription_frequency_unit="week")
    clock = datetime.now(UTC)
    codes = ("club", "box")
    orders = [
        NewOrder(
            Buyer(f"s{n}@example.com"),
            [NewItem(product_code=chance.choice(codes), quantity=chance.randrange(1, 4))],
            clock + n * DAY,
            declines=chance.random() < 0.3,
        )
        for n in range(6)
    ]
    with brand.database.writing() as session, at(clock):
        placed = place_orders(session, brand.id, orders, announce=False)
    transactions = [one.subscriptions[0] for one in placed]
    clock += 6 * DAY
    for _ in range(40):
        clock += chance.random() * 6 * DAY
        with brand.database.writing() as session, at(clock):
            act(session, brand.id, chance.choice(ACTS), chance.choice(transactions), clock)
    with brand.database.reading() as session, at(clock):
        check(session, brand.id)


def act(session: Session, brand_id: int, name: str, transaction: str, clock: datetime) -> None:
    actions = SubscriptionActions(session, brand_id)
    if name == "renew":
        renew_due(session, brand_id, clock)
        return
    row = actions.find(transaction)
    row.merchant_id = 1
    pause = {"transaction_id": transaction, "merchant_id": 1, "offer_type": "pause"}
    try:
        if name == "skip":
            actions.skip(row)
        elif name == "force":
            actions.force_bill(row)
        elif name == "pause":
            actions.apply_offer(row, ApplyInput.model_validate({**pause, "offer_value": 9}))
        elif name == "cancel":
            actions.cancel(row, None, clock)
        elif name == "reactivate":
            actions.reactivate(row)
        elif name == "move":
            actions.change_date(row, clock + 11 * DAY)
        else:
            row.declines = name == "decline"
    except NotPossible:
        pass


def check(session: Session, brand_id: int) -> None:
    rows = session.scalars(
        select(SubscriptionRow).where(SubscriptionRow.brand_id == brand_id)
    ).all()
    months = figures.read(session, brand_id)
    assert sum(month.mrr_change for month in months) == sum(row.mrr for row in rows)
    there = sum(standing_of(row).subscribes for row in rows)
    assert sum(month.joined - month.left for month in months) == there
    assert sum(month.cohort_size for month in months) == len(rows)
    paid = sum((row.total_paid for row in rows), Decimal(0))
    assert sum((month.cohort_revenue for month in months), Decimal(0)) == paid
    for status in STATUSES:
        number = sum(row.subscription_status == status for row in rows)
        assert counted(session, brand_id, f"subscriptions/{status}") == number
    late = sum(row.subscription_status == "past_due" for row in rows)
    gone = sum(month.recovered + month.lost for month in months)
    assert sum(month.dunning_entered for month in months) == late + gone
    orders = session.scalar(
        select(func.count()).select_from(OrderRow).where(OrderRow.brand_id == brand_id)
    )
    assert counted(session, brand_id, "conversions") == orders
    total = session.scalar(select(func.sum(OrderRow.total)).where(OrderRow.brand_id == brand_id))
    assert total == paid
