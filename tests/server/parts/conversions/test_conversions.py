"""Conversions: list, detail, export, refund (document: Conversion; Endpoints: Conversions)."""

import csv
import io
from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import httpx
import pytest
from awaited import fetched
from paying import Paying
from platform_process import BrandApi, TestBrand

from funneldesk.contract.conversions import Conversion, ConversionSummary
from funneldesk.server.parts.funnels.tables import FunnelRow
from funneldesk.server.parts.tracking.ingest import Ingest

ENDPOINT = "/api/brands/{brand}/conversions"


@pytest.fixture
def pay(brand: TestBrand) -> Paying:
    return Paying(brand)


@pytest.mark.endpoint(
    "GET /api/brands/{brand}/conversions", cites="Endpoints: Conversions; quirks 11 and 14"
)
def test_the_list_has_its_numbers_under_meta_and_fifteen_rows(pay: Paying, api: BrandApi) -> None:
    codes = [pay.order(f"c{n}@example.com")["order_code"] for n in range(17)]
    first = api.get("/conversions").json()
    assert first["meta"] == {"current_page": 1, "per_page": 15, "total": 17}
    assert [row["code"] for row in first["data"]] == codes[:1:-1]
    second = api.get("/conversions?page=2").json()
    assert [row["code"] for row in second["data"]] == codes[1::-1]
    row = ConversionSummary.model_validate(first["data"][0])
    assert (row.total, row.currency, row.status) == (50, "USD", "completed")
    assert row.created_at is not None
    assert row.created_at.utcoffset() is not None


@pytest.mark.parametrize("query", ["per_page=0", "per_page=101", "page=0", "page=x"])
def test_quirk_14_paging_outside_of_its_bounds_is_422(api: BrandApi, query: str) -> None:
    assert api.get(f"/conversions?{query}").status_code == 422


@pytest.mark.endpoint(
    "GET /api/brands/{brand}/conversions", cites="Endpoints: Conversions; quirk 15"
)
@pytest.mark.parametrize(
    ("search", "found"),
    [
        ("HB-100", ["one"]),
        ("hb-10", ["one", "two"]),
        ("ada@example.com", ["one"]),
        ("ADA@EXAMPLE", ["one"]),
        ("example.com", ["one"]),
        ("lovelace", ["one"]),
        ("ada love", ["one"]),
        ("Žižek", ["two"]),
        ("slavoj other", []),
        ("nobody", []),
        ("%", []),
        ("_", []),
        (" \0 ", ["one", "two"]),
        ("ada\0lovelace", ["one"]),
    ],
)
def test_search_finds_codes_addresses_and_names(
    pay: Paying, api: BrandApi, search: str, found: list[str]
) -> None:
    """By the beginnings of words, whatever their case."""
    codes = {"one": "HB-100", "two": "HB-101"}
    one = {"email": "ada@example.com", "name": "Ada Lovelace"}
    two = {"email": "s@elsewhere.si", "name": "Slavoj Žižek"}
    pay.order(order_code="HB-100", customer=one)
    pay.order(order_code="HB-101", customer=two)
    shown = api.get("/conversions", params={"search": search}).json()
    assert {row["code"] for row in shown["data"]} == {codes[name] for name in found}
    assert shown["meta"]["total"] == len(found)


@pytest.mark.endpoint("GET /api/brands/{brand}/conversions/{code}", cites="Resources: Conversion")
def test_the_detail_has_every_field_of_the_document(pay: Paying, api: BrandApi) -> None:
    address = {
        "address_1": "1 Pine St",
        "city": "Portland",
        "state": "OR",
        "zip": "97201",
        "country": "US",
    }
    placed = pay.order(
        customer={"email": "Ann@Example.com", "name": "Ann Lee", "phone": "+1 555 0100"},
        items=[
            {"name": "A jar", "price": 10.1, "quantity": 3, "type": "main"},
            {"name": "A lid", "price": 4, "type": "upsell"},
        ],
        shipping_address=address,
    )
    body = api.get(f"/conversions/{placed['order_code']}").json()
    assert body["customer_email"] == "Ann@Example.com"
    assert body["customer_name"] == "Ann Lee"
    assert body["customer_phone"] == "+1 555 0100"
    assert body["total"] == 34.3
    assert body["shipping_address"] == address
    assert [
        [item[name] for name in ("product_name", "price", "quantity", "type")]
        for item in body["items"]
    ] == [["A jar", 10.1, 3, "main"], ["A lid", 4, 1, "upsell"]]
    assert "funnel" not in body
    assert "aff_source" not in body
    Conversion.model_validate(body)


def test_the_funnel_is_there_only_when_the_click_had_one(
    brand: TestBrand, pay: Paying, api: BrandApi
) -> None:
    """Resources: Conversion: an affiliate postback alone does not fill it."""
    moment = datetime.now(UTC)
    with brand.database.writing() as session:
        funnel = FunnelRow(brand_id=brand.id, name="Spring")
        session.add(funnel)
        session.flush()
        ingest = Ingest(session, brand.id)
        visit = ingest.visit(moment, "v1", funnel_id=funnel.id, aff_id="partner")
        plain = ingest.visit(moment, "v2")
        ingest.flush()
        funnel_id = funnel.id
    by_click = pay.order(click=visit.code)["order_code"]
    by_session = pay.order(click=visit.session_id)["order_code"]
    without = pay.order(click=plain.code, aff_source="partner")["order_code"]
    strange = pay.order(click="never-seen")["order_code"]
    for code in (by_click, by_session):
        body = api.get(f"/conversions/{code}").json()
        assert body["funnel"] == {"id": funnel_id, "title": "Spring"}
        assert body["aff_source"] == "partner"
    assert "funnel" not in api.get(f"/conversions/{without}").json()
    assert "funnel" not in api.get(f"/conversions/{strange}").json()


@pytest.mark.parametrize("code", ["NOTTHERE", "%00", "%F0%9F%99%82", "x" * 500, "%2e%2e"])
def test_a_strange_code_is_404(api: BrandApi, code: str) -> None:
    answer = api.get(f"/conversions/{code}")
    assert answer.status_code == 404


@pytest.mark.endpoint(
    "POST /api/brands/{brand}/conversions/export", cites="Endpoints: Conversions; quirk 59"
)
def test_quirk_59_the_export_names_its_file(pay: Paying, brand: TestBrand) -> None:
    pay.order("=cmd()@example.com", customer={"email": "a@b.c", "name": "=1+1"})
    code = pay.order()["order_code"]
    pay.send("refund", {"order_code": code, "amount": 20})
    answer = brand.api("editor").post("/conversions/export", json={})
    assert answer.status_code == 200
    body = answer.json()
    assert isinstance(body["export_id"], int)
    assert body["message"]
    file = fetched(body["download_url"])
    assert file.status_code == 200
    assert "attachment" in file.headers["content-disposition"]
    rows = list(csv.DictReader(io.StringIO(file.content.decode("utf-8-sig"))))
    assert [row["customer_name"] for row in rows] == ["'=1+1", "Ann Lee"]
    assert (rows[1]["status"], rows[1]["total"], rows[1]["refunded_amount"]) == (
        "refunded",
        "50",
        "20",
    )


def test_an_export_keeps_to_its_days_and_status(
    pay: Paying, api: BrandApi, brand: TestBrand
) -> None:
    """Both days are included, in the brand's zone."""
    zone = ZoneInfo("Pacific/Auckland")
    assert api.put("", json={"timezone": "Pacific/Auckland"}).status_code == 200
    day = (datetime.now(zone) - timedelta(days=10)).replace(hour=0, minute=0, second=0)
    day = day.replace(microsecond=0)
    moments = [day - timedelta(seconds=1), day, day + timedelta(hours=23, minutes=59)]
    codes = [pay.order(at=moment)["order_code"] for moment in (*moments, day + timedelta(days=1))]
    pay.send("refund", {"order_code": codes[1]})
    dates = {"start_date": f"{day:%Y-%m-%d}", "end_date": f"{day:%Y-%m-%d}"}

    def exported(**body: Any) -> list[str]:
        answer = api.post("/conversions/export", json=body).json()
        text = fetched(answer["download_url"]).content.decode("utf-8-sig")
        return [row["code"] for row in csv.DictReader(io.StringIO(text))]

    assert exported(**dates) == codes[1:3]
    assert exported(**dates, status="refunded") == codes[1:2]
    assert exported(status="completed") == [codes[0], *codes[2:]]
    assert exported(start_date="", end_date=None, status="") == codes


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"start_date": "01.02.2026"}, "start_date"),
        ({"start_date": "2026-02-30"}, "start_date"),
        ({"end_date": 20260201}, "end_date"),
        ({"end_date": "9999-12-31"}, "end_date"),
        ({"start_date": "0001-01-01"}, "start_date"),
        ({"end_date": "2026-02-01T00:00:00Z"}, "end_date"),
        ({"start_date": "2026-02-02", "end_date": "2026-02-01"}, "end_date"),
        ({"status": "approved"}, "status"),
        ({"status": 7}, "status"),
    ],
)
def test_quirk_59_what_an_export_does_not_take_is_422(
    api: BrandApi, body: dict[str, Any], field: str
) -> None:
    answer = api.post("/conversions/export", json=body)
    assert answer.status_code == 422
    assert list(answer.json()["errors"]) == [field]


def test_a_download_needs_its_whole_address(pay: Paying, api: BrandApi) -> None:
    pay.order()
    address = api.post("/conversions/export", json={}).json()["download_url"]
    assert fetched(address).status_code == 200
    root, _, token = address.rpartition("/")
    brand, export, until, seal = token.split("-", 3)
    for wrong in (
        f"{brand}-{int(export) + 1}-{until}-{seal}",
        f"{int(brand) + 1}-{export}-{until}-{seal}",
        f"{brand}-{export}-{int(until) + 1}-{seal}",
        f"{brand}-{export}-{until}-{'A' * 43}",
        "nothing",
        "9" * 19 + "-1-1-" + "A" * 43,
    ):
        assert httpx.get(f"{root}/{wrong}", trust_env=False).status_code == 404


@pytest.mark.endpoint(
    "POST /api/brands/{brand}/conversions/{code}/refund", cites="States: Conversion; quirk 7"
)
def test_a_refund_gives_all_back_and_moves_the_order(pay: Paying, brand: TestBrand) -> None:
    code = pay.order()["order_code"]
    answer = brand.api("admin").post(f"/conversions/{code}/refund", json={"reason": "late"})
    assert answer.status_code == 200
    body = answer.json()
    assert (body["code"], body["refund_amount"], body["status"]) == (code, 50, "refunded")
    assert body["message"]
    assert brand.api().get(f"/conversions/{code}").json()["status"] == "refunded"


@pytest.mark.parametrize("role", ["editor", "viewer"])
def test_quirk_7_a_refund_takes_an_admin(pay: Paying, brand: TestBrand, role: str) -> None:
    code = pay.order()["order_code"]
    assert brand.api(role).post(f"/conversions/{code}/refund", json={}).status_code == 403
    assert brand.api().get(f"/conversions/{code}").json()["status"] == "completed"


def test_an_order_is_refunded_in_steps_until_nothing_is_left(pay: Paying, api: BrandApi) -> None:
    path = f"/conversions/{pay.order()['order_code']}/refund"
    assert api.post(path, json={"amount": "20.50"}).json()["refund_amount"] == 20.5
    assert api.post(path, json={"amount": 29.51}).json()["errors"].keys() == {"amount"}
    assert api.post(path, json={"amount": 29.49}).json()["refund_amount"] == 29.49
    assert api.post(path, json={}).json()["refund_amount"] == 0.01
    assert api.post(path, json={}).json()["errors"].keys() == {"amount"}


@pytest.mark.parametrize(
    "amount", [0, -1, 50.01, 10.001, True, "much", [], {}, 1e300, "NaN", "1e-400", "-Infinity"]
)
def test_an_amount_that_cannot_be_is_422(pay: Paying, api: BrandApi, amount: object) -> None:
    code = pay.order()["order_code"]
    answer = api.post(f"/conversions/{code}/refund", json={"amount": amount})
    assert answer.status_code == 422, answer.text
    assert list(answer.json()["errors"]) == ["amount"]
    assert api.get(f"/conversions/{code}").json()["status"] == "completed"


def test_currencies_without_decimals_are_exact(pay: Paying, api: BrandApi) -> None:
    placed = pay.order(currency="JPY", items=[{"name": "An inkstone", "price": 1299}])
    path = f"/conversions/{placed['order_code']}"
    assert api.get(path).json()["total"] == 1299
    assert api.post(f"{path}/refund", json={"amount": 0.5}).status_code == 422
    assert api.post(f"{path}/refund", json={"amount": 300}).json()["refund_amount"] == 300


def test_quirk_10_two_refunds_at_once_give_back_only_what_is_left(
    pay: Paying, api: BrandApi
) -> None:
    from concurrent.futures import ThreadPoolExecutor

    path = f"/conversions/{pay.order()['order_code']}/refund"
    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(lambda _: api.post(path, json={"amount": 30}), range(4)))
    assert sorted(answer.status_code for answer in answers) == [200, 422, 422, 422]
