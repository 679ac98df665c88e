"""Orders by the thousand: everything that follows from them adds up (quirk 61)."""

import random
from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from paying import Paying
from platform_process import TestBrand
from sqlalchemy import func, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from funneldesk.server.db.counters import counted
from funneldesk.server.parts.analytics.tables import RollupRow
from funneldesk.server.parts.conversions.catalog import Catalog, ProductFacts
from funneldesk.server.parts.conversions.new_orders import (
    Address,
    Buyer,
    NewItem,
    NewOrder,
    Placed,
)
from funneldesk.server.parts.conversions.orders import place_orders
from funneldesk.server.parts.conversions.pricing import lines_of, order_code, total_of
from funneldesk.server.parts.conversions.refunds import Reversal, give_back
from funneldesk.server.parts.conversions.store import ConversionStore
from funneldesk.server.parts.conversions.tables import OrderItemRow, OrderRow
from funneldesk.server.parts.customers.book import Abandon, record_abandons
from funneldesk.server.parts.customers.rules import Sums, split_name
from funneldesk.server.parts.customers.store import CustomerStore, order_of
from funneldesk.server.parts.customers.tables import CustomerRow
from funneldesk.server.parts.customers.words import looked_for, words_of
from funneldesk.server.web.listing import Paging

NOW = datetime.now(UTC).replace(microsecond=0)


@pytest.fixture
def pay(brand: TestBrand) -> Paying:
    return Paying(brand)


def some_orders(count: int, seed: int = 1) -> list[NewOrder]:
    chance = random.Random(seed)
    return [
        NewOrder(
            Buyer(f"c{chance.randrange(40)}@example.com", f"Customer {chance.randrange(5)}"),
            [NewItem(product_code=chance.choice("ab"), quantity=chance.randrange(1, 4))],
            NOW - timedelta(minutes=chance.randrange(100_000)),
            address=Address(country=chance.choice(["US", "DE"])),
            merchant_id=chance.randrange(1, 3),
        )
        for _ in range(count)
    ]


def test_many_orders_are_what_one_by_one_would_be(brand: TestBrand, pay: Paying) -> None:
    pay.product("a", "10", cogs=Decimal(2))
    pay.product("b", "7.25")
    orders = some_orders(300)
    with brand.database.writing() as session:
        placed = place_orders(session, brand.id, orders[:200], announce=False)
        for order in orders[200:]:
            placed += place_orders(session, brand.id, [order], announce=False)
        give_back(
            session,
            brand.id,
            [Reversal(one.code, "refund", Decimal(5), moment=NOW) for one in placed[:20]]
            + [Reversal(one.code, "chargeback", moment=NOW) for one in placed[10:30]],
        )
    with brand.database.reading() as session:
        check(session, brand.id, placed)


def check(session: Session, brand_id: int, placed: list[Placed]) -> None:
    """Lines, customers, counters and roll-ups are what the orders say."""
    rows = session.scalars(select(OrderRow).where(OrderRow.brand_id == brand_id)).all()
    customers = session.scalars(select(CustomerRow).where(CustomerRow.brand_id == brand_id)).all()
    assert len(rows) == counted(session, brand_id, "conversions") == 300
    assert {row.code for row in rows} == {one.code for one in placed}
    items = session.scalars(select(OrderItemRow).where(OrderItemRow.brand_id == brand_id)).all()
    assert sum(item.price * item.quantity for item in items) == sum(row.total for row in rows)
    assert Counter(row.status for row in rows) == {
        "completed": 270,
        "refunded": 10,
        "chargeback": 20,
    }
    for customer in customers:
        check_customer(customer, [row for row in rows if row.customer_id == customer.id])
    assert counted(session, brand_id, "customers/all") == len(customers)
    rolled = session.execute(
        select(
            func.sum(RollupRow.sales), func.sum(RollupRow.revenue), func.sum(RollupRow.refunds)
        ).where(RollupRow.brand_id == brand_id, RollupRow.dimension == "all")
    ).one()
    assert rolled[0] == 300
    assert Decimal(int(rolled[1])) / 10_000 == sum(row.total for row in rows)
    assert Decimal(int(rolled[2])) / 10_000 == sum(row.given_back for row in rows)


def check_customer(customer: CustomerRow, own: list[OrderRow]) -> None:
    """A customer is the sum of its orders."""
    assert customer.total_orders == len(own)
    assert customer.total_revenue == sum(row.total for row in own)
    assert customer.given_back == sum(row.given_back for row in own)
    assert customer.last_order_date == max(row.created_at for row in own)
    assert customer.total_chargebacks == sum(row.status == "chargeback" for row in own)


def test_a_purchase_tells_the_automations_and_a_renewal_does_not(
    brand: TestBrand, pay: Paying, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[tuple[str, Any]] = []
    monkeypatch.setattr(
        "funneldesk.server.parts.conversions.orders.fire",
        lambda _session, _brand, trigger, subject: told.append((trigger, subject["order_code"])),
    )
    pay.product("jar")
    order = NewOrder(Buyer("a@b.c"), [NewItem(product_code="jar")], code="FIRST")
    renewal = replace(order, code="SECOND", subscription_id=7)
    with brand.database.writing() as session:
        place_orders(session, brand.id, [order, renewal])
        place_orders(session, brand.id, [replace(order, code="THIRD")], announce=False)
    assert told == [("purchase", "FIRST")]


def test_a_failure_leaves_nothing_behind(brand: TestBrand, pay: Paying) -> None:
    pay.product("a")
    order = NewOrder(Buyer("x@y.z"), [NewItem(product_code="a")], code="TWICE")
    with pytest.raises(IntegrityError), brand.database.writing() as session:
        place_orders(session, brand.id, [order, order], announce=False)
    with brand.database.reading() as session:
        assert counted(session, brand.id, "conversions") == 0
        assert counted(session, brand.id, "customers/all") == 0
        found = select(CustomerRow).where(CustomerRow.brand_id == brand.id)
        assert session.scalars(found).all() == []


def test_many_abandoned_checkouts_are_one_customer_each(brand: TestBrand) -> None:
    left = [Abandon(f"c{n % 5}@Example.com", Decimal(n), moment=NOW) for n in range(20)]
    with brand.database.writing() as session:
        record_abandons(session, brand.id, left)
    with brand.database.reading() as session:
        rows = session.scalars(select(CustomerRow).where(CustomerRow.brand_id == brand.id)).all()
        assert sorted(row.abandoned_value for row in rows) == [15, 16, 17, 18, 19]
        assert counted(session, brand.id, "customers/abandons") == 5


@pytest.mark.parametrize("text", ["customer", "c1", "example.com", "customer 3", "3 c1@e", "x"])
def test_a_broad_search_finds_the_same_among_the_newest(
    brand: TestBrand, pay: Paying, monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    pay.product("a")
    pay.product("b")
    with brand.database.writing() as session:
        place_orders(session, brand.id, some_orders(60), announce=False)
    found = []
    for many in (20_000, -1):
        monkeypatch.setattr("funneldesk.server.parts.customers.search.MANY", many)
        with brand.database.reading() as session:
            orders, total = ConversionStore(session, brand.id).search(text, Paging(1, 100))
            order = order_of("customer_email", None)
            customers, _total = CustomerStore(session, brand.id).list(
                None, text, order, Paging(1, 100)
            )
            found.append(
                ([row.code for row in orders], total, [row.customer_email for row in customers])
            )
    assert found[0] == found[1]
    assert found[0][1] == len(found[0][0])
    monkeypatch.setattr("funneldesk.server.parts.customers.search.NEWEST", 10)
    with brand.database.reading() as session:
        orders, total = ConversionStore(session, brand.id).search(text, Paging(1, 100))
    assert [row.code for row in orders] == found[0][0][:total]
    assert total <= 10


FACTS = st.builds(
    ProductFacts,
    id=st.integers(1, 6),
    code=st.sampled_from("abcdef"),
    title=st.text(min_size=1, max_size=5),
    price=st.decimals(0, 1000, places=2),
    bonuses=st.lists(st.integers(1, 6), max_size=3, unique=True).map(tuple),
)


@given(
    st.lists(FACTS, max_size=6, unique_by=(lambda f: f.id, lambda f: f.code)),
    st.lists(st.tuples(st.integers(1, 6), st.integers(1, 9)), min_size=1, max_size=5),
)
def test_bonuses_come_once_and_cost_nothing(
    facts: list[ProductFacts], wanted: list[tuple[int, int]]
) -> None:
    catalog = Catalog({one.id: one for one in facts}, {one.code: one for one in facts})
    items = [NewItem(product_id=number, quantity=count) for number, count in wanted]
    lines, bare = lines_of(items, catalog), lines_of(items, catalog, with_bonuses=False)
    assert lines[: len(bare)] == bare
    assert total_of(lines) == total_of(bare)
    extra = [line.facts.id for line in lines[len(bare) :] if line.facts]
    assert len(extra) == len(set(extra))
    bought = {line.facts.id for line in bare if line.facts}
    assert not bought & set(extra)
    promised = {b for line in bare if line.facts for b in line.facts.bonuses}
    assert set(extra) == (promised & set(catalog.by_id)) - bought


def test_codes_are_hard_to_guess_and_easy_to_read() -> None:
    codes = {order_code() for _ in range(2000)}
    assert len(codes) == 2000
    assert all(len(code) == 10 and not set(code) & set("01IO") for code in codes)


EVENTS = st.lists(
    st.tuples(st.integers(0, 1000), st.decimals(0, 100, places=2), st.text(max_size=2)), max_size=8
)


@given(EVENTS, st.randoms(use_true_random=False))
def test_the_order_in_which_orders_come_does_not_matter(
    events: list[tuple[int, Decimal, str]], chance: Any
) -> None:
    shuffled = list(events)
    chance.shuffle(shuffled)
    one, two = Sums(), Sums()
    for sums, found in ((one, events), (two, shuffled)):
        for hours, value, product in found:
            sums.order(NOW + timedelta(hours=hours), value, [product])
    names = ("first_order_date", "last_order_date", "total_orders", "total_revenue")
    assert [getattr(one, n) for n in names] == [getattr(two, n) for n in names]
    assert one.order_frequency == two.order_frequency
    assert sorted(one.products_purchased) == sorted(two.products_purchased)


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        (None, (None, None)),
        ("", (None, None)),
        ("Ann", ("Ann", None)),
        ("Ann B. Lee", ("Ann B.", "Lee")),
        ("  Ann   Lee ", ("Ann", "Lee")),
    ],
)
def test_names_are_split_before_the_last_word(
    name: str | None, parts: tuple[str | None, str | None]
) -> None:
    assert split_name(name) == parts


NAMES = st.text(st.characters(categories=("L", "Zs")), max_size=40)


@given(st.emails(), NAMES, st.text("0123456789 +-()", max_size=20))
def test_every_word_of_a_customer_finds_it(email: str, name: str, phone: str) -> None:
    words = words_of(email, name, phone)
    assert all(0 < len(word) <= 64 for word in words)
    for asked in (email, *name.split()[:3]):
        for beginning in looked_for(asked):
            assert any(word.startswith(beginning) for word in words), (asked, words)
