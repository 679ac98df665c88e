"""Customers: rows that follow from orders (document: Customer; Endpoints: Customers; quirk 61)."""

from datetime import UTC, datetime, timedelta
from typing import Any
from urllib.parse import quote

import pytest
from awaited import attached
from paying import Paying
from platform_process import BrandApi, TestBrand

from funneldesk.contract.customers import COLUMNS, Customer, CustomerDetails


@pytest.fixture
def pay(brand: TestBrand) -> Paying:
    return Paying(brand)


def only(api: BrandApi) -> dict[str, Any]:
    (row,) = api.get("/customers").json()["data"]
    found: dict[str, Any] = row
    return found


@pytest.mark.endpoint(
    "GET /api/brands/{brand}/customers", cites="Resources: Customer; quirks 11 and 61"
)
def test_a_row_adds_up_what_was_ordered_and_given_back(pay: Paying, api: BrandApi) -> None:
    now = datetime.now(UTC).replace(microsecond=0)
    later = {"email": "ANN@example.com", "name": "Ann B. Lee", "phone": "+1 555 0101"}
    address = {"city": "Oslo", "state": "Oslo", "country": "NO"}
    pay.order(at=now - timedelta(days=10))
    two = pay.order(
        customer=later,
        at=now - timedelta(days=5),
        shipping_address=address,
        items=[{"name": "A lid", "price": 30}],
    )
    pay.order(at=now - timedelta(days=20))
    pay.send("refund", {"order_code": two["order_code"], "amount": 12.5})
    row = only(api)
    assert list(row) == list(COLUMNS)
    Customer.model_validate(row)
    assert row["customer_name"] == "Ann B. Lee"
    assert (row["customer_first_name"], row["customer_last_name"]) == ("Ann B.", "Lee")
    assert row["customer_phone"] == "+1 555 0101"
    assert [row[f"customer_{n}"] for n in ("country", "state", "city")] == ["NO", "Oslo", "Oslo"]
    assert datetime.fromisoformat(row["first_order_date"]) == now - timedelta(days=20)
    assert datetime.fromisoformat(row["last_order_date"]) == now - timedelta(days=5)
    assert (row["total_orders"], row["total_revenue"]) == (3, 130)
    assert (row["total_refunds"], row["total_chargebacks"]) == (1, 0)
    assert row["lifetime_value"] == 117.5
    assert row["order_frequency"] == 7.5
    assert row["products_purchased"] == ["A jar", "A lid"]
    assert (row["is_abandoned_customer"], row["abandoned_value"]) == (False, 0)


def test_other_currencies_count_at_their_rate(pay: Paying, api: BrandApi) -> None:
    placed = pay.order(currency="EUR", exchange_rate=1.1)
    assert only(api)["total_revenue"] == 55
    pay.send("refund", {"order_code": placed["order_code"]})
    assert only(api)["lifetime_value"] == 0


@pytest.mark.endpoint(
    "GET /api/brands/{brand}/customers/quick-access", cites="Endpoints: Customers"
)
def test_who_left_a_checkout_is_an_abandon_until_an_order(pay: Paying, api: BrandApi) -> None:
    left = {"email": "bo@example.com", "name": "Bo", "value": 80}
    assert pay.send("checkout_abandoned", left).status_code == 200
    row = only(api)
    assert (row["is_abandoned_customer"], row["abandoned_value"]) == (True, 80)
    assert (row["total_orders"], row["last_order_date"]) == (0, None)
    counts = {"all": 1, "customers": 0, "abandons": 1, "chargebacks": 0, "refunds": 0}
    assert api.get("/customers/quick-access").json() == counts
    pay.order("bo@example.com")
    row = only(api)
    assert (row["is_abandoned_customer"], row["abandoned_value"]) == (False, 0)
    assert api.get("/customers/quick-access").json() == {**counts, "customers": 1, "abandons": 0}
    pay.send("checkout_abandoned", left)
    assert only(api)["is_abandoned_customer"] is False
    assert only(api)["abandoned_value"] == 80


def test_a_buyer_is_not_renamed_by_whoever_leaves_a_checkout(pay: Paying, api: BrandApi) -> None:
    pay.order(customer={"email": "ann@example.com", "name": "Ann Lee", "phone": "555 0100"})
    left = {"email": "ANN@EXAMPLE.COM", "name": "Mallory", "phone": "666", "value": 5}
    pay.send("checkout_abandoned", left)
    row = only(api)
    assert [row[f"customer_{name}"] for name in ("email", "name", "phone")] == [
        "ann@example.com",
        "Ann Lee",
        "555 0100",
    ]
    assert (row["abandoned_value"], row["is_abandoned_customer"]) == (5, False)


def test_refunds_and_chargebacks_are_counted_by_customer(pay: Paying, api: BrandApi) -> None:
    one, two = pay.order()["order_code"], pay.order()["order_code"]
    three = pay.order("bo@example.com")["order_code"]
    pay.send("refund", {"order_code": one, "amount": 1})
    pay.send("refund", {"order_code": one, "amount": 1})
    pay.send("refund", {"order_code": two})
    pay.send("chargeback", {"order_code": three})
    counts = api.get("/customers/quick-access").json()
    assert counts == {"all": 2, "customers": 2, "abandons": 0, "chargebacks": 1, "refunds": 1}
    ann = api.get("/customers/ann%40example.com/details").json()["stats"]
    assert (ann["total_refunds"], ann["lifetime_value"]) == (2, 48)


@pytest.mark.endpoint(
    "GET /api/brands/{brand}/customers", cites="Endpoints: Customers; quirks 16 and 17"
)
def test_the_list_is_filtered_sorted_and_cut_to_columns(pay: Paying, api: BrandApi) -> None:
    for number, letter in enumerate("cab"):
        for _ in range(number + 1):
            pay.order(f"{letter}@example.com", customer={"email": f"{letter}@example.com"})
    pay.send("checkout_abandoned", {"email": "d@example.com", "value": 7})

    def listed(**query: Any) -> list[str]:
        answer = api.get("/customers", params=query)
        assert answer.status_code == 200, answer.text
        return [row["customer_email"][0] for row in answer.json()["data"]]

    assert listed(sort="customer_email") == list("abcd")
    assert listed(sort="customer_email", sort_direction="desc") == list("dcba")
    assert listed(sort="total_orders", sort_direction="desc") == list("bacd")
    assert listed(sort="lifetime_value", sort_direction="asc") == list("dcab")
    assert listed(type="customer", sort="customer_email") == list("abc")
    assert listed(type="abandon") == ["d"]
    assert listed() == list("dbac")
    assert listed(per_page=1, page=2, sort="customer_email") == ["b"]
    cut = api.get("/customers?columns[]=customer_email&columns[]=total_orders").json()
    assert list(cut["data"][0]) == ["customer_email", "total_orders"]
    numbers = {key: cut[key] for key in ("current_page", "per_page", "total", "last_page")}
    assert numbers == {"current_page": 1, "per_page": 25, "total": 4, "last_page": 1}
    assert api.get("/customers?type=customer").json()["total"] == 3


IN_ORDER = [
    *(None, "Ab", "éa", "eb", "emil", "Émile", "ört", "Oscar", "zoe", "Zoe\u0301 Ä", "Ωmega"),
]
"""Names as the window sorts them: without case and accents, those without one first."""


@pytest.mark.parametrize("sort", ["customer_name", "customer_city", "customer_state"])
def test_names_are_sorted_as_the_window_sorts_them(pay: Paying, api: BrandApi, sort: str) -> None:
    for number, name in enumerate(sorted(IN_ORDER, key=lambda name: (name or "")[::-1])):
        address = {"city": name, "state": name, "country": "NO"}
        person = {"email": f"{number}@example.com", "name": name}
        pay.order(customer=person, shipping_address=address)
    for direction, found in (("asc", IN_ORDER), ("desc", IN_ORDER[::-1])):
        query = {"sort": sort, "sort_direction": direction}
        rows = api.get("/customers", params=query).json()["data"]
        assert [row[sort] for row in rows] == found
    renamed = {"email": "0@example.com", "name": "ábacus"}
    pay.order(customer=renamed)
    names = [
        row["customer_name"] for row in api.get("/customers?sort=customer_name").json()["data"]
    ]
    assert names[names.count(None)] == "Ab"
    assert names[names.count(None) + 1] == "ábacus"


@pytest.mark.parametrize("column", COLUMNS)
def test_every_column_can_be_sorted_by(pay: Paying, api: BrandApi, column: str) -> None:
    pay.order()
    pay.send("checkout_abandoned", {"email": "d@example.com", "value": 7})
    for direction in ("asc", "desc"):
        answer = api.get(f"/customers?sort={column}&sort_direction={direction}")
        assert len(answer.json()["data"]) == 2


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ("type=nobody", "type"),
        ("sort=password", "sort"),
        ("sort_direction=up", "sort_direction"),
        ("columns[]=brand_id", "columns[].0"),
        ("per_page=101", "per_page"),
    ],
)
def test_what_the_list_does_not_take_is_422(api: BrandApi, query: str, field: str) -> None:
    answer = api.get(f"/customers?{query}")
    assert answer.status_code == 422
    assert list(answer.json()["errors"]) == [field]


@pytest.mark.parametrize(
    ("q", "found"),
    [
        ("ann", 1),
        ("ann@exam", 1),
        ("+1 (555) 010", 1),
        ("lee ann", 1),
        ("example.com", 1),
        ("nn", 0),
        ("?", 0),
        ("Ünal", 1),
        ("ünal", 1),
    ],
)
def test_the_search_looks_at_address_name_and_phone(
    pay: Paying, api: BrandApi, q: str, found: int
) -> None:
    """Endpoints: Customers, q: by the beginnings of words."""
    ann = {"email": "ann@example.com", "name": "Ann Lee", "phone": "+1 555-0101"}
    pay.order(customer=ann)
    pay.order(customer={"email": "ü@beispiel.de", "name": "Ömer Ünal"})
    answer = api.get("/customers", params={"q": q}).json()
    assert answer["total"] == len(answer["data"]) == found


@pytest.mark.endpoint(
    "GET /api/brands/{brand}/customers/{customerEmail}/details",
    cites="Endpoints: Customers; Resources: Customer; quirk 60",
)
@pytest.mark.parametrize(
    "email",
    ["ann@example.com", "a+b@example.com", "o/slash@example.com", "50%@example.com", "?#&@x.y"],
)
def test_quirk_60_an_address_is_encoded_whole(pay: Paying, api: BrandApi, email: str) -> None:
    placed = pay.order(email, customer={"email": email, "name": "Ann Lee", "phone": "555"})
    answer = api.get(f"/customers/{quote(email, safe='')}/details")
    assert answer.status_code == 200
    body = answer.json()
    assert list(body) == ["customer", "stats", "orders", "subscriptions"]
    assert body["customer"]["email"] == email
    assert set(body["customer"]) == {
        "email",
        "name",
        "phone",
        "country",
        "state",
        "city",
        "address",
    }
    assert body["stats"]["total_orders"] == 1
    assert body["stats"]["average_order_value"] == 50
    (order,) = body["orders"]
    assert (order["id"], order["total"]) == (placed["order_code"], 50)
    assert (order["products"], order["status"]) == (["A jar"], "completed")
    assert body["subscriptions"] == []
    CustomerDetails.model_validate(body)


def test_the_details_leave_out_what_is_not_asked_for(pay: Paying, api: BrandApi) -> None:
    pay.subscription_product()
    transaction = pay.subscribe()
    path = "/customers/ANN%40EXAMPLE.COM/details"
    (subscription,) = api.get(path).json()["subscriptions"]
    assert (subscription["id"], subscription["status"]) == (transaction, "active")
    assert subscription["product"] == "Product club"
    assert subscription["next_charge_date"]
    bare = api.get(f"{path}?include_orders=false&include_subscriptions=0").json()
    assert (bare["orders"], bare["subscriptions"]) == ([], [])
    assert api.get(f"{path}?include_orders=maybe").status_code == 422


@pytest.mark.parametrize("email", ["nobody%40example.com", "%00", "x", "a%2Fb%2Fc", "%ff"])
def test_an_unknown_address_is_404(api: BrandApi, email: str) -> None:
    answer = api.get(f"/customers/{email}/details")
    assert answer.status_code == 404
    assert list(answer.json()) == ["message"]


@pytest.mark.endpoint(
    "POST /api/brands/{brand}/customers/export", cites="Endpoints: Customers; Events"
)
def test_an_export_comes_by_mail(pay: Paying, platform: Any) -> None:
    api = pay.brand.api("editor")
    pay.order(customer={"email": "ann@example.com", "name": "=HYPERLINK()"})
    pay.order("bo@example.com")
    body = {
        "filters": {"type": "customer", "sort": "customer_email"},
        "selected_emails": ["ANN@example.com"],
        "columns": ["customer_email", "customer_name", "total_orders"],
    }
    answer = api.post("/customers/export", json=body)
    assert answer.status_code == 200
    assert answer.json()["success"] is True
    assert answer.json()["message"]
    rows = attached(platform.place.data, "customers", to=f"editor.{pay.brand.id}@")
    assert rows == [
        {"customer_email": "ann@example.com", "customer_name": "'=HYPERLINK()", "total_orders": "1"}
    ]


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"columns": ["brand_id"]}, "columns.0"),
        ({"selected_emails": "ann"}, "selected_emails"),
        ({"filters": {"type": "x"}}, "filters.Filters.type"),
        ({"filters": [1]}, "filters"),
    ],
)
def test_what_an_export_does_not_take_is_422(
    api: BrandApi, body: dict[str, Any], field: str
) -> None:
    answer = api.post("/customers/export", json=body)
    assert answer.status_code == 422
    assert any(name.startswith(field.split(".")[0]) for name in answer.json()["errors"])


def test_customers_cannot_be_made_by_the_interface(api: BrandApi) -> None:
    """Quirk 61."""
    assert api.post("/customers", json={"customer_email": "a@b.c"}).status_code == 405


def test_an_address_on_an_international_domain_is_one_customer(pay: Paying, api: BrandApi) -> None:
    spellings = ["ana@bücher.example", "ANA@BU\u0308CHER.example", "ana@xn--bcher-kva.example"]
    for email in spellings:
        pay.order(email)
    pay.order("ana@faß.example")
    pay.order("ana@fass.example")
    rows = api.get("/customers").json()["data"]
    assert sorted(row["total_orders"] for row in rows) == [1, 1, 3]
    for email in spellings:
        found = api.get(f"/customers/{quote(email, safe='')}/details").json()
        assert found["stats"]["total_orders"] == 3
    wrong = pay.send("order", {"customer": {"email": "ana@ü_b.example"}, "items": []})
    assert "data.customer.email" in wrong.json()["errors"]
