"""Payment events: signed, each worked on once (document: Customer, Conversion; quirk 61).

The document leaves open how orders come; the platform's list of assumptions says how they do here.
"""

import json
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx
import pytest
from paying import Paying
from platform_process import BrandApi, NewBrand, Place, TestBrand, run_keys

from funneldesk.server.parts.conversions.payment_events import payment_secret, signature


@pytest.fixture
def pay(brand: TestBrand) -> Paying:
    return Paying(brand)


ORDER = {"customer": {"email": "ann@example.com"}, "items": [{"name": "A jar", "price": 12.5}]}


def test_an_order_comes_into_being_by_an_event_alone(pay: Paying, api: BrandApi) -> None:
    placed = pay.order(
        items=[
            {"name": "A jar", "price": "19.95", "quantity": 2, "type": "main"},
            {"name": "A lid", "price": 5, "type": "bump"},
        ],
        shipping_address={"address_1": "1 Pine St", "city": "Oslo", "country": "NO"},
        currency="NOK",
        merchant_id=12,
        aff_source="partner-7",
    )
    assert placed["duplicate"] is False
    assert placed["total"] == 44.9
    order = api.get(f"/conversions/{placed['order_code']}").json()
    assert (order["total"], order["currency"], order["status"]) == (44.9, "NOK", "completed")
    assert order["aff_source"] == "partner-7"
    assert order["shipping_address"]["city"] == "Oslo"
    assert [item["quantity"] for item in order["items"]] == [2, 1]


def test_an_event_counts_once_however_often_it_comes(pay: Paying, api: BrandApi) -> None:
    body = json.dumps({"event_id": "same", "type": "order", "data": ORDER}).encode()
    with ThreadPoolExecutor(4) as pool:
        answers = [answer.json() for answer in pool.map(pay.raw, [body] * 6)]
    assert len({answer["order_code"] for answer in answers}) == 1
    assert sorted(answer["duplicate"] for answer in answers) == [False] + [True] * 5
    assert api.get("/conversions").json()["meta"]["total"] == 1


def test_an_event_id_belongs_to_one_brand(pay: Paying, new_brand: NewBrand) -> None:
    event = {"event_id": "same", "type": "order", "data": ORDER}
    other = Paying(new_brand())
    body = json.dumps(event).encode()
    assert pay.raw(body).json()["duplicate"] is False
    assert other.raw(body).json()["duplicate"] is False


@pytest.mark.parametrize("shown", ["", "0" * 64, "é", "not a signature"])
def test_a_wrong_signature_is_401(pay: Paying, api: BrandApi, shown: str) -> None:
    body = json.dumps({"event_id": "e", "type": "order", "data": ORDER}).encode()
    encoded = shown.encode("latin-1").decode("latin-1")
    address = f"{pay.brand.base_url}/payments/{pay.brand.id}"
    headers = {b"X-Payment-Signature": encoded.encode("latin-1")}
    answer = httpx.post(address, content=body, headers=headers, trust_env=False)
    assert answer.status_code == 401
    assert api.get("/conversions").json()["data"] == []


def test_another_brands_signature_is_401(pay: Paying, new_brand: NewBrand) -> None:
    body = json.dumps({"event_id": "e", "type": "order", "data": ORDER}).encode()
    secret = payment_secret(b"x" * 32, new_brand().id)
    assert pay.raw(body, signature(secret, body)).status_code == 401


@pytest.mark.parametrize(
    ("event", "field"),
    [
        ({}, "type"),
        ({"type": "order"}, "event_id"),
        ({"type": "gift", "event_id": "e", "data": {}}, "type"),
        ({"type": "order", "event_id": "", "data": ORDER}, "event_id"),
        ({"type": "order", "event_id": "e", "data": {}}, "data.customer"),
        ({"type": "order", "event_id": "e", "data": {**ORDER, "items": []}}, "data.items"),
        (
            {"type": "order", "event_id": "e", "data": {**ORDER, "customer": {"email": "x"}}},
            "data.customer.email",
        ),
        (
            {"type": "order", "event_id": "e", "data": {**ORDER, "items": [{"name": "x"}]}},
            "data.items.0",
        ),
        (
            {"type": "order", "event_id": "e", "data": {**ORDER, "items": [{"product_id": 5}]}},
            "data.items.0.product_id",
        ),
        (
            {"type": "order", "event_id": "e", "data": {**ORDER, "currency": "dollars"}},
            "data.currency",
        ),
        (
            {"type": "order", "event_id": "e", "data": {**ORDER, "exchange_rate": 0}},
            "data.exchange_rate",
        ),
        (
            {
                "type": "order",
                "event_id": "e",
                "data": ORDER,
                "occurred_at": "2999-01-01T00:00:00Z",
            },
            "occurred_at",
        ),
        (
            {"type": "order", "event_id": "e", "data": ORDER, "occurred_at": "2020-01-01T00:00:00"},
            "occurred_at",
        ),
        ({"type": "refund", "event_id": "e", "data": {"order_code": "a b"}}, "data.order_code"),
        (
            {"type": "checkout_abandoned", "event_id": "e", "data": {"email": "a@b.c"}},
            "data.value",
        ),
    ],
)
def test_what_makes_no_sense_is_422_at_its_place(
    pay: Paying, event: dict[str, Any], field: str
) -> None:
    answer = pay.raw(json.dumps(event).encode())
    assert answer.status_code == 422
    assert field in answer.json()["errors"]


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"null",
        b"[]",
        b"{",
        b"\xff\xfe",
        b'{"event_id": NaN}',
        b'{"event_id":"\\ud800","type":"order"}',
        b"[" * 100_000,
        b'{"event_id":"e","type":"order","data":{"customer":{"email":"a@b.c","name":"\\u0000"}}}',
        b'{"event_id":"e","type":"order","data":{"customer":{"email":"a@b.c"},'
        b'"items":[{"name":"x","price":1e999999}]}}',
        b'{"event_id":"e","type":"order","data":{"customer":{"email":"a@b.c"},'
        b'"items":[{"name":"x","price":NaN}]}}',
        b'{"event_id":"e","type":"order","data":{"customer":{"email":"a@b.c"},'
        b'"items":[{"name":"x","price":9999999999,"quantity":100000}]}}',
        b'{"event_id":"e","type":"order","data":{"customer":{"email":"a@b.c"},'
        b'"items":[{"name":"x","price":1,"quantity":true}],"merchant_id":1e300}}',
    ],
)
def test_hostile_bodies_are_422_never_500(pay: Paying, body: bytes) -> None:
    assert pay.raw(body).status_code == 422


def test_a_body_beyond_its_bound_is_413(pay: Paying) -> None:
    assert pay.raw(b" " * 300_000).status_code == 413


def test_what_is_not_there_is_404(pay: Paying) -> None:
    assert pay.send("refund", {"order_code": "NOTTHERE"}).status_code == 404
    assert pay.send("chargeback", {"order_code": "NOTTHERE"}).status_code == 404
    event = {"transaction_id": "txn_none"}
    assert pay.send("subscription_payment_failed", event).status_code == 404


def test_an_event_that_was_refused_may_come_again(pay: Paying, api: BrandApi) -> None:
    event = {"event_id": "later", "type": "refund", "data": {"order_code": "LATER-1"}}
    assert pay.raw(json.dumps(event).encode()).status_code == 404
    pay.order(order_code="later-1")
    assert pay.raw(json.dumps(event).encode()).json()["amount"] == 50
    assert api.get("/conversions/LATER-1").json()["status"] == "refunded"


def test_codes_and_transactions_are_unique(pay: Paying) -> None:
    pay.order(order_code="ONE", transaction_id="txn-1")
    again = pay.send("order", {**ORDER, "order_code": "one"})
    assert again.json()["errors"].keys() == {"data.order_code"}
    again = pay.send("order", {**ORDER, "transaction_id": "txn-1"})
    assert again.json()["errors"].keys() == {"data.transaction_id"}


def test_products_lend_their_names_prices_and_bonuses(pay: Paying, api: BrandApi) -> None:
    gift = pay.product("gift", "9", title="A gift", classification="bonus")
    pay.product("jar", "19.95", title="A jar", bonuses=[gift])
    placed = pay.order(items=[{"product_code": "jar", "quantity": 2}])
    items = api.get(f"/conversions/{placed['order_code']}").json()["items"]
    assert [(i["product_name"], i["price"], i["quantity"], i["type"]) for i in items] == [
        ("A jar", 19.95, 2, "main"),
        ("A gift", 0, 1, "bonus"),
    ]
    assert placed["total"] == 39.9


def test_an_order_may_have_happened_before(pay: Paying, api: BrandApi) -> None:
    past = datetime.now(UTC) - timedelta(days=40)
    placed = pay.order(at=past)
    shown = api.get(f"/conversions/{placed['order_code']}").json()["created_at"]
    assert abs(datetime.fromisoformat(shown) - past) < timedelta(seconds=1)


def test_a_chargeback_takes_what_is_left_once(pay: Paying, api: BrandApi) -> None:
    code = pay.order()["order_code"]
    pay.send("refund", {"order_code": code, "amount": 20})
    assert pay.send("chargeback", {"order_code": code}).json()["amount"] == 30
    assert pay.send("chargeback", {"order_code": code}).json()["amount"] == 0
    assert api.get(f"/conversions/{code}").json()["status"] == "chargeback"
    assert pay.send("refund", {"order_code": code}).status_code == 422
    assert api.get("/customers/quick-access").json() == {
        "all": 1,
        "customers": 1,
        "abandons": 0,
        "chargebacks": 1,
        "refunds": 1,
    }


def test_the_secret_is_shown_by_a_command(place: Place) -> None:
    place.data.mkdir(parents=True, exist_ok=True)
    run_keys(place, "create", "--brand", "3", "--role", "owner", "--new-brand", "Three")
    shown = run_keys(place, "payment-secret", "--brand", "3")
    again = run_keys(place, "payment-secret", "--brand", "3")
    assert shown.returncode == 0
    assert shown.stdout == again.stdout
    assert len(shown.stdout.strip()) == 64
    assert run_keys(place, "payment-secret", "--brand", "4").returncode == 1


def test_a_subscription_beyond_all_bounds_is_refused_although_it_begins_free(pay: Paying) -> None:
    """Its first charge would come later, and must not break the clock's work then."""
    pay.subscription_product("dear", "900000", subscription_trial_days=7)
    order = {**ORDER, "items": [{"product_code": "dear", "quantity": 100_000}]}
    answer = pay.send("order", order)
    assert answer.json()["errors"].keys() == {"data.items"}
