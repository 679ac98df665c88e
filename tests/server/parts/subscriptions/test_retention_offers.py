"""Retention offers of merchants (document: Subscription; Endpoints: Subscriptions; quirk 49)."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from paying import Paying
from platform_process import BrandApi, TestBrand

from funneldesk.contract.subscriptions import RetentionOffers

PATH = "/api/brands/{brand}/merchants/{merchant}/retention-offers"
APPLY = "POST /api/brands/{brand}/retention-offers/apply"
OFFERS = {
    "enabled": True,
    "offers": [
        {
            "offer_type": "discount",
            "offer_value": 20,
            "offer_duration_cycles": 3,
            "cancel_reason": "too dear",
            "offer_label": "20 % off for three months",
        },
        {"offer_type": "pause", "offer_value": 30, "offer_label": "A month off"},
        {"offer_type": "downgrade", "offer_product_code": "small"},
    ],
    "exit_survey_reasons": ["too dear", "not used"],
}


@pytest.fixture
def pay(brand: TestBrand) -> Paying:
    return Paying(brand)


@pytest.mark.endpoint(f"GET {PATH}", cites="Resources: Subscription; quirk 48")
def test_a_merchant_is_known_by_its_orders(pay: Paying, api: BrandApi) -> None:
    assert api.get("/merchants/12/retention-offers").status_code == 404
    pay.order(merchant_id=12)
    body = api.get("/merchants/12/retention-offers").json()
    assert body["retention_offers"]["enabled"] is False
    assert body["retention_offers"]["offers"] == []
    assert api.get(f"/merchants/{2**63}/retention-offers").status_code == 404


@pytest.mark.endpoint(f"PUT {PATH}", cites="Resources: Subscription; quirk 49")
def test_the_configuration_is_kept_for_each_merchant(brand: TestBrand) -> None:
    api = brand.api("editor")
    answer = api.put("/merchants/12/retention-offers", json={"retention_offers": OFFERS})
    assert answer.status_code == 200
    for body in (answer.json(), api.get("/merchants/12/retention-offers").json()):
        found = RetentionOffers.model_validate(body["retention_offers"])
        assert found.enabled is True
        assert found.exit_survey_reasons == ["too dear", "not used"]
        assert [offer.offer_type for offer in found.offers] == ["discount", "pause", "downgrade"]
        first = found.offers[0]
        assert (first.offer_value, first.offer_duration_cycles) == (20, 3)
        assert (first.cancel_reason, first.offer_label) == ("too dear", "20 % off for three months")
    assert api.get("/merchants/13/retention-offers").status_code == 404


@pytest.mark.parametrize(
    ("offers", "field"),
    [
        (None, ""),
        ([], ""),
        ({"enabled": "perhaps"}, ".enabled"),
        ({"offers": {}}, ".offers"),
        ({"offers": [{"offer_type": "gift"}]}, ".offers.0.offer_type"),
        ({"offers": [{"offer_type": "pause"}]}, ".offers.0.offer_value"),
        ({"offers": [{"offer_type": "pause", "offer_value": 0}]}, ".offers.0.offer_value"),
        ({"offers": [{"offer_type": "discount", "offer_value": 101}]}, ".offers.0.offer_value"),
        ({"offers": [{"offer_type": "downgrade"}]}, ".offers.0.offer_product_code"),
        (
            {"offers": [{"offer_type": "discount", "offer_value": 1, "offer_duration_cycles": 0}]},
            ".offers.0.offer_duration_cycles",
        ),
        ({"exit_survey_reasons": ["x" * 300]}, ".exit_survey_reasons.0"),
    ],
)
def test_each_type_is_checked_at_its_place(api: BrandApi, offers: Any, field: str) -> None:
    answer = api.put("/merchants/12/retention-offers", json={"retention_offers": offers})
    assert answer.status_code == 422
    assert list(answer.json()["errors"]) == [f"retention_offers{field}"]
    missing = api.put("/merchants/12/retention-offers", json={})
    assert list(missing.json()["errors"]) == ["retention_offers"]


def applied(api: BrandApi, transaction: str, **offer: Any) -> Any:
    body = {"transaction_id": transaction, "merchant_id": 12, **offer}
    return api.post("/retention-offers/apply", json=body)


@pytest.mark.endpoint(APPLY, cites="Endpoints: Subscriptions; quirk 49")
def test_a_discount_is_percent_for_some_cycles(pay: Paying, api: BrandApi) -> None:
    pay.subscription_product()
    transaction = pay.subscribe(merchant_id=12)
    answer = applied(
        api, transaction, offer_type="discount", offer_value=25, offer_duration_cycles=1
    )
    assert answer.status_code == 200
    assert (answer.json()["discount_percent"], answer.json()["discount_cycles"]) == (25, 1)
    totals = [
        api.post(f"/subscriptions/{transaction}/force-bill").json()["charges"][0]["total"]
        for _ in range(2)
    ]
    assert totals == [22.5, 30]


@pytest.mark.endpoint(APPLY, cites="Endpoints: Subscriptions; quirks 48 and 49")
def test_a_pause_is_days_without_a_charge(pay: Paying, api: BrandApi) -> None:
    pay.subscription_product()
    transaction = pay.subscribe(merchant_id=12)
    before = api.get(f"/subscriptions/{transaction}").json()
    paused = applied(api, transaction, offer_type="pause", offer_value=10).json()
    assert paused["status"] == "paused"
    apart = [
        datetime.fromisoformat(body["subscription_next_charge_at"]) for body in (paused, before)
    ]
    assert apart[0] - apart[1] == timedelta(days=10)
    until = datetime.fromisoformat(paused["paused_until"]) - datetime.now(UTC)
    assert timedelta(days=9) < until <= timedelta(days=10)
    assert applied(api, transaction, offer_type="pause", offer_value=10).status_code == 422
    after = api.post(f"/subscriptions/{transaction}/reactivate").json()
    assert after["status"] == "active"


@pytest.mark.endpoint(APPLY, cites="Endpoints: Subscriptions; quirk 49")
def test_a_downgrade_is_another_product_from_the_next_charge_on(pay: Paying, api: BrandApi) -> None:
    pay.subscription_product()
    pay.subscription_product("small", "12")
    pay.subscription_product("large", "99")
    pay.product("jar")
    transaction = pay.subscribe(merchant_id=12)
    for code in ("large", "jar", "nothing"):
        answer = applied(api, transaction, offer_type="downgrade", offer_product_code=code)
        assert list(answer.json()["errors"]) == ["offer_product_code"]
    answer = applied(api, transaction, offer_type="downgrade", offer_product_code="small")
    assert (answer.json()["product_code"], answer.json()["price"]) == ("small", 12)
    assert api.get("/subscriptions/analytics/summary").json()["mrr"] == 12
    charged = api.post(f"/subscriptions/{transaction}/force-bill").json()
    assert [charge["total"] for charge in charged["charges"]] == [12, 30]


@pytest.mark.parametrize(
    ("offer", "field"),
    [
        ({"offer_type": "discount"}, "offer_value"),
        ({"offer_type": "pause", "offer_value": 0.5}, "offer_value"),
        ({"offer_type": "downgrade"}, "offer_product_code"),
        ({"offer_type": "gift"}, "offer_type"),
        ({"offer_type": "pause", "offer_value": 1, "merchant_id": "x"}, "merchant_id"),
        ({"offer_type": "pause", "offer_value": 1, "merchant_id": 13}, "merchant_id"),
        ({"offer_type": "discount", "offer_value": "1e-400"}, "offer_value"),
    ],
)
def test_an_application_that_does_not_fit_is_422(
    pay: Paying, api: BrandApi, offer: dict[str, Any], field: str
) -> None:
    pay.subscription_product()
    transaction = pay.subscribe(merchant_id=12)
    answer = applied(api, transaction, **offer)
    assert answer.status_code == 422
    assert list(answer.json()["errors"]) == [field]


def test_an_application_to_nothing_is_404(api: BrandApi) -> None:
    assert applied(api, "none", offer_type="pause", offer_value=3).status_code == 404
