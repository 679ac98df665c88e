"""Subscriptions over HTTP (document: Subscription; Endpoints: Subscriptions; quirks 48 and 49)."""

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from paying import Paying
from platform_process import BrandApi, TestBrand

from funneldesk.contract.subscriptions import (
    Subscription,
    SubscriptionDetails,
    SubscriptionSummary,
)

LIST = "GET /api/brands/{brand}/subscriptions"
ONE = "/api/brands/{brand}/subscriptions/{id}"
FIGURES = "GET /api/brands/{brand}/subscriptions/analytics"


@pytest.fixture
def pay(brand: TestBrand) -> Paying:
    return Paying(brand)


def read(api: BrandApi, transaction: str) -> dict[str, Any]:
    answer = api.get(f"/subscriptions/{transaction}")
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    SubscriptionDetails.model_validate(found)
    return found


def moment(text: str) -> datetime:
    return datetime.fromisoformat(text)


@pytest.mark.endpoint("GET /api/brands/{brand}/subscriptions/{id}", cites="Subscription; quirk 48")
def test_quirk_48_it_is_named_by_the_transaction_not_the_order(pay: Paying, api: BrandApi) -> None:
    pay.subscription_product()
    placed = pay.order(items=[{"product_code": "club"}], merchant_id=9)
    assert placed["subscriptions"] == [placed["transaction_id"]]
    found = read(api, placed["transaction_id"])
    assert found["order_code"] == placed["order_code"]
    assert found["subscription_status"] == found["status"] == "active"
    assert found["flags"]["subscription_status"] == "active"
    assert (found["product_code"], found["price"], found["merchant_id"]) == ("club", 30, 9)
    assert moment(found["subscription_next_charge_at"]) > datetime.now(UTC) + timedelta(days=27)
    assert [charge["code"] for charge in found["charges"]] == [placed["order_code"]]
    assert api.get(f"/subscriptions/{placed['order_code']}").status_code == 404


def test_an_order_of_two_subscriptions_begins_two(pay: Paying, api: BrandApi) -> None:
    pay.subscription_product("club")
    pay.subscription_product("box")
    placed = pay.order(items=[{"product_code": "club"}, {"product_code": "box"}])
    first, second = placed["subscriptions"]
    assert (first, second) == (placed["transaction_id"], f"{placed['transaction_id']}-2")
    assert [read(api, one)["product_code"] for one in (first, second)] == ["club", "box"]


def test_a_trial_costs_nothing_until_it_ends(pay: Paying, api: BrandApi) -> None:
    pay.subscription_product(subscription_trial_days=14)
    placed = pay.order(items=[{"product_code": "club"}])
    found = read(api, placed["transaction_id"])
    assert (placed["total"], found["status"]) == (0, "trial")
    ends = moment(found["subscription_next_charge_at"])
    assert timedelta(days=13) < ends - datetime.now(UTC) < timedelta(days=15)
    assert api.get(f"/conversions/{placed['order_code']}").json()["status"] == "approved"


@pytest.mark.endpoint(LIST, cites="Endpoints: Subscriptions; quirks 11, 17 and 18")
def test_the_list_is_filtered_in_every_documented_way(pay: Paying, api: BrandApi) -> None:
    now = datetime.now(UTC)
    pay.subscription_product("club")
    pay.subscription_product("box", subscription_trial_days=7)
    club = pay.subscribe("club", at=now - timedelta(days=3), merchant_id=1)
    box = pay.subscribe(
        "box",
        customer={"email": "bo@example.org", "name": "Bo Olsen"},
        merchant_id=2,
        items=[{"product_code": "box"}],
    )

    def listed(**query: Any) -> list[str]:
        answer = api.get("/subscriptions", params=query)
        assert answer.status_code == 200, answer.text
        body = answer.json()
        assert body["total"] == len(body["data"])
        return [row["transaction_id"] for row in body["data"]]

    order = read(api, box)["order_code"]
    assert listed() == listed(status="all") == [box, club]
    assert listed(status="active") == [club]
    assert listed(status="trial") == [box]
    assert listed(status="paused") == []
    assert listed(q="olsen") == listed(q="bo@example.org") == listed(q=order) == [box]
    assert listed(q=box) == [box]
    assert listed(q="nothing") == []
    assert listed(start=(now - timedelta(days=1)).isoformat()) == [box]
    assert listed(end=(now - timedelta(days=1)).isoformat()) == [club]
    assert listed(**{"filter.merchant_id": 1}) == [club]
    assert listed(**{"filter.product_code": "box"}) == [box]
    assert listed(**{"filter.email": "BO@example.org"}) == [box]
    assert listed(**{"filter.email": "BO@example.org", "status": "active"}) == []
    first = api.get("/subscriptions?per_page=1").json()
    Subscription.model_validate(first["data"][0])
    assert (first["total"], first["last_page"], first["per_page"]) == (2, 2, 1)


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ("status=gone", "status"),
        ("start=never", "start"),
        ("end=99999-01-01", "end"),
        ("filter.merchant_id=x", "filter.merchant_id"),
        (f"filter.merchant_id={2**63}", "filter.merchant_id"),
        ("per_page=0", "per_page"),
    ],
)
def test_what_the_list_does_not_take_is_422(api: BrandApi, query: str, field: str) -> None:
    answer = api.get(f"/subscriptions?{query}")
    assert answer.status_code == 422
    assert list(answer.json()["errors"]) == [field]


@pytest.mark.endpoint(f"POST {ONE}/skip", cites="Endpoints: Subscriptions")
def test_skip_advances_one_cycle_without_a_charge(pay: Paying, api: BrandApi) -> None:
    pay.subscription_product()
    transaction = pay.subscribe()
    before = read(api, transaction)
    after = api.post(f"/subscriptions/{transaction}/skip").json()
    apart = moment(after["subscription_next_charge_at"]) - moment(
        before["subscription_next_charge_at"]
    )
    assert timedelta(days=28) <= apart <= timedelta(days=31)
    assert len(after["charges"]) == 1
    assert after["status"] == "active"


@pytest.mark.endpoint(f"POST {ONE}/force-bill", cites="Endpoints: Subscriptions; quirk 7")
def test_force_bill_charges_at_once_and_moves_on(pay: Paying, brand: TestBrand) -> None:
    pay.subscription_product()
    transaction = pay.subscribe()
    api = brand.api("admin")
    before = read(api, transaction)
    answer = api.post(f"/subscriptions/{transaction}/force-bill")
    assert answer.status_code == 200
    after = answer.json()
    assert after["charged"] is True
    assert api.get(f"/conversions/{after['charged_order_code']}").json()["total"] == 30
    assert [charge["total"] for charge in after["charges"]] == [30, 30]
    assert after["total_paid"] == 60
    later = moment(after["subscription_next_charge_at"])
    assert later > moment(before["subscription_next_charge_at"]) + timedelta(days=27)
    assert brand.api("editor").post(f"/subscriptions/{transaction}/force-bill").status_code == 403


def test_a_renewal_is_no_further_customer(pay: Paying, brand: TestBrand) -> None:
    pay.subscription_product()
    api = brand.api("admin")
    api.post(f"/subscriptions/{pay.subscribe()}/force-bill")
    today = datetime.now(UTC)
    span = {
        "start": (today - timedelta(days=1)).isoformat(),
        "end": (today + timedelta(days=1)).isoformat(),
    }
    counts = api.get("/analytics/metrics/customer-gender", params=span).json()
    assert sum(each["count"] for each in counts.values()) == 1
    sales = {**span, "selected_metrics[]": "sales"}
    assert api.get("/analytics/metrics/data", params=sales).json()["sales"]["value"] == 2


def test_force_bill_on_a_declining_method_leads_to_past_due(pay: Paying, api: BrandApi) -> None:
    pay.subscription_product()
    transaction = pay.subscribe(declines=True)
    after = api.post(f"/subscriptions/{transaction}/force-bill").json()
    assert (after["charged"], after["charged_order_code"]) == (False, None)
    assert (after["status"], len(after["charges"])) == ("past_due", 1)
    assert api.get("/subscriptions?status=past_due").json()["total"] == 1
    api.request("PATCH", f"/subscriptions/{transaction}/flag", json={"key": "declines", "value": 0})
    paid = api.post(f"/subscriptions/{transaction}/force-bill").json()
    assert (paid["charged"], paid["status"]) == (True, "active")
    stats = api.get("/subscriptions/analytics/dunning-stats").json()
    assert stats == {"in_dunning": 0, "recovered": 1, "lost": 0, "recovery_rate": 100}


@pytest.mark.endpoint(f"POST {ONE}/change-next-bill-date", cites="Subscriptions; quirk 49")
def test_quirk_49_the_next_date_must_be_in_the_future(pay: Paying, api: BrandApi) -> None:
    pay.subscription_product()
    path = f"/subscriptions/{pay.subscribe()}/change-next-bill-date"
    wanted = (datetime.now(UTC) + timedelta(days=3)).replace(microsecond=0)
    after = api.post(path, json={"next_charge_at": wanted.isoformat()}).json()
    assert moment(after["subscription_next_charge_at"]) == wanted
    day = f"{wanted + timedelta(days=5):%Y-%m-%d}"
    after = api.post(path, json={"next_charge_at": day}).json()
    assert after["subscription_next_charge_at"].startswith(day)
    for wrong in ("2020-01-01", "never", "", None, 7, "9999-12-31", "0001-01-01T00:00:00+14:00"):
        answer = api.post(path, json={"next_charge_at": wrong})
        assert answer.status_code == 422, wrong
        assert list(answer.json()["errors"]) == ["next_charge_at"]
    assert api.post(path, json={}).status_code == 422


@pytest.mark.endpoint(f"POST {ONE}/reactivate", cites="Endpoints: Subscriptions")
def test_reactivate_takes_back_a_cancellation(pay: Paying, api: BrandApi) -> None:
    pay.subscription_product()
    transaction = pay.subscribe()
    path = f"/subscriptions/{transaction}/reactivate"
    assert api.post(path).json()["errors"].keys() == {"status"}
    before = read(api, transaction)
    event = {"transaction_id": transaction, "reason": "too dear"}
    assert pay.send("subscription_canceled", event).json()["status"] == "canceled"
    ended = read(api, transaction)
    assert (ended["cancel_reason"], ended["status"]) == ("too dear", "canceled")
    assert api.post(f"/subscriptions/{transaction}/skip").status_code == 422
    assert api.post(f"/subscriptions/{transaction}/force-bill").status_code == 422
    after = api.post(path).json()
    assert (after["status"], after["canceled_at"]) == ("active", None)
    assert after["subscription_next_charge_at"] == before["subscription_next_charge_at"]


@pytest.mark.endpoint(f"PATCH {ONE}/flag", cites="Endpoints: Subscriptions; quirk 48")
def test_quirk_48_a_flag_is_set_or_404(pay: Paying, api: BrandApi) -> None:
    pay.subscription_product()
    path = f"/subscriptions/{pay.subscribe()}/flag"

    def flagged(key: object, value: object) -> Any:
        return api.request("PATCH", path, json={"key": key, "value": value})

    assert flagged("note", "asked for a pause").json()["note"] == "asked for a pause"
    assert flagged("subscription_status", "canceled").json()["status"] == "canceled"
    assert flagged("subscription_status", "active").json()["status"] == "active"
    assert flagged("subscription_status", "trial").status_code == 422
    assert flagged("declines", "maybe").status_code == 422
    assert flagged("subscription_next_charge_at", "2000-01-01").status_code == 422
    assert flagged("total_paid", 0).status_code == 404
    assert flagged(7, 0).status_code == 422
    assert api.request("PATCH", path, json={"key": "note"}).json()["errors"].keys() == {"value"}


@pytest.mark.endpoint(f"GET {ONE}/emails", cites="Endpoints: Subscriptions")
def test_every_step_is_in_the_email_log(pay: Paying, api: BrandApi) -> None:
    pay.subscription_product()
    transaction = pay.subscribe()
    api.post(f"/subscriptions/{transaction}/force-bill")
    api.post(f"/subscriptions/{transaction}/skip")
    log = api.get(f"/subscriptions/{transaction}/emails").json()
    assert [letter["subject"] for letter in log] == [
        "Your subscription to Product club was changed",
        "Your payment for Product club",
        "Your subscription to Product club has begun",
    ]
    assert {letter["to"] for letter in log} == {"ann@example.com"}
    assert "30.00 USD" in log[1]["text"]


@pytest.mark.parametrize("method", ["skip", "force-bill", "reactivate", "change-next-bill-date"])
def test_what_is_not_there_is_404(api: BrandApi, method: str) -> None:
    later = {"next_charge_at": (datetime.now(UTC) + timedelta(days=9)).isoformat()}
    for strange in ("txn_none", "%00", "x" * 300):
        assert api.post(f"/subscriptions/{strange}/{method}", json=later).status_code == 404
    assert api.get("/subscriptions/%00/emails").status_code == 404


def test_quirk_10_forced_at_once_by_many_each_is_charged_for_itself(
    pay: Paying, api: BrandApi
) -> None:
    pay.subscription_product()
    path = f"/subscriptions/{pay.subscribe()}"
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda _: api.post(f"{path}/force-bill"), range(4)))
    after = api.get(path).json()
    assert (len(after["charges"]), after["cycles"], after["total_paid"]) == (5, 5, 150)


@pytest.mark.endpoint(f"{FIGURES}/summary", cites="Endpoints: Subscriptions")
@pytest.mark.endpoint(f"{FIGURES}/mrr-trend", cites="Endpoints: Subscriptions")
@pytest.mark.endpoint(f"{FIGURES}/churn-trend", cites="Endpoints: Subscriptions")
@pytest.mark.endpoint(f"{FIGURES}/cohort-ltv", cites="Endpoints: Subscriptions")
@pytest.mark.endpoint(f"{FIGURES}/dunning-stats", cites="Endpoints: Subscriptions")
def test_the_figures_are_right_to_the_cent(pay: Paying, api: BrandApi) -> None:
    now = datetime.now(UTC)
    before = (now.replace(day=1) - timedelta(days=1)).replace(day=15)
    pay.subscription_product("club", "60", subscription_frequency=2)
    pay.subscription_product("year", "100", subscription_frequency_unit="year")
    pay.subscription_product("try", "9.99", subscription_trial_days=30)
    old = pay.subscribe("club", items=[{"product_code": "club"}], at=before)
    pay.subscribe("year", items=[{"product_code": "year"}], at=before)
    pay.subscribe("try", items=[{"product_code": "try", "quantity": 2}])
    api.post(f"/subscriptions/{old}/skip")
    pay.send("subscription_canceled", {"transaction_id": old})
    summary = api.get("/subscriptions/analytics/summary").json()
    SubscriptionSummary.model_validate(summary)
    assert [summary[f"{name}_count"] for name in ("active", "trial", "canceled")] == [1, 1, 1]
    assert summary["mrr"] == 8.33
    assert summary["churn_rate"] == 50
    assert summary["average_ltv"] == 53.33
    months = [f"{before:%Y-%m}", f"{now:%Y-%m}"]
    assert api.get("/subscriptions/analytics/mrr-trend").json() == [
        {"month": months[0], "mrr": 38.33},
        {"month": months[1], "mrr": 8.33},
    ]
    churn = api.get("/subscriptions/analytics/churn-trend").json()
    assert [line["churn_rate"] for line in churn] == [None, 50]
    assert [line["active_at_start"] for line in churn] == [0, 2]
    cohorts = api.get("/subscriptions/analytics/cohort-ltv").json()
    assert cohorts == [
        {"month": months[0], "subscriptions": 2, "revenue": 160, "average_ltv": 80},
        {"month": months[1], "subscriptions": 1, "revenue": 0, "average_ltv": 0},
    ]
    dunning = {"in_dunning": 0, "recovered": 0, "lost": 0, "recovery_rate": None}
    assert api.get("/subscriptions/analytics/dunning-stats").json() == dunning


def test_who_comes_and_goes_in_one_month_is_no_churn(pay: Paying, api: BrandApi) -> None:
    """Endpoints: Subscriptions. At most all of those who were there can be lost."""
    now = datetime.now(UTC)
    before = (now.replace(day=1) - timedelta(days=1)).replace(day=15)
    pay.subscription_product()
    pay.subscribe(at=before)
    for _visitor in range(3):
        short = pay.subscribe()
        pay.send("subscription_canceled", {"transaction_id": short})
    churn = api.get("/subscriptions/analytics/churn-trend").json()
    assert [line["churned"] for line in churn] == [0, 0]
    assert [line["active_at_start"] for line in churn] == [0, 1]
    assert api.get("/subscriptions/analytics/summary").json()["churn_rate"] == 0


def test_an_empty_brand_has_figures_all_the_same(api: BrandApi) -> None:
    """Quirk 51: missing is not zero."""
    summary = api.get("/subscriptions/analytics/summary").json()
    assert (summary["active_count"], summary["mrr"]) == (0, 0)
    assert (summary["churn_rate"], summary["average_ltv"]) == (None, None)
    assert len(api.get("/subscriptions/analytics/mrr-trend").json()) == 1
    assert api.get("/subscriptions/analytics/cohort-ltv").json() == []


def test_a_refund_lowers_what_a_cohort_brought_in(pay: Paying, api: BrandApi) -> None:
    pay.subscription_product()
    items = [{"product_code": "club"}, {"name": "A jar", "price": 70}]
    placed = pay.order(items=items)
    transaction = placed["transaction_id"]
    renewal = api.post(f"/subscriptions/{transaction}/force-bill").json()["charged_order_code"]
    api.post(f"/conversions/{renewal}/refund", json={"amount": 10})
    api.post(f"/conversions/{placed['order_code']}/refund", json={"amount": 50})
    (cohort,) = api.get("/subscriptions/analytics/cohort-ltv").json()
    assert cohort["revenue"] == 60 - 10 - 15
    assert read(api, transaction)["status"] == "active"
    pay.send("chargeback", {"order_code": renewal})
    after = read(api, transaction)
    assert (after["status"], after["cancel_reason"]) == ("canceled", "chargeback")
    assert after["total_paid"] == 15
