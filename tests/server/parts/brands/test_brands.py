"""Brands: every endpoint of the part (document: Endpoints, Brands)."""

from datetime import datetime

import pytest
from platform_process import NewBrand, TestBrand

from funneldesk.contract.brands import Brand, BrandMetrics, BrandSummary


@pytest.mark.endpoint("GET /api/brands/{brand}", cites="Resources: Brand; Endpoints: Brands")
def test_get_answers_the_document_s_fields(brand: TestBrand) -> None:
    answer = brand.api("viewer").get("")
    assert answer.status_code == 200
    assert set(answer.json()) == {
        "id",
        "name",
        "subdomain",
        "timezone",
        "currency",
        "subscription_status",
        "created_at",
        "updated_at",
    }
    record = Brand.model_validate_json(answer.content, strict=True)
    assert record.id == brand.id
    assert isinstance(record.created_at, datetime)
    assert record.created_at.utcoffset() is not None


@pytest.mark.endpoint("GET /api/brands/all", cites="Endpoints: Brands; quirks 4 and 12")
def test_quirk_4_the_list_holds_the_brands_of_the_user_not_of_the_key(
    brand: TestBrand, new_brand: NewBrand
) -> None:
    other, third = new_brand(), new_brand()
    key = brand.key("editor", user="Olga")
    other.key("viewer", user="Olga")
    third.key("owner", user="Pavel")
    client = brand.client(f"{brand.base_url}/api/brands", key)
    answer = client.get("/all")
    assert list(answer.json()) == ["data"]
    rows = [BrandSummary.model_validate(row) for row in answer.json()["data"]]
    assert [row.id for row in rows] == [brand.id, other.id]
    assert set(answer.json()["data"][0]) == {"id", "name", "subdomain", "subscription_status"}
    assert client.get(f"/{other.id}").status_code == 401


@pytest.mark.endpoint("PUT /api/brands/{brand}", cites="Endpoints: Brands; quirk 7")
def test_update_changes_what_is_sent(brand: TestBrand) -> None:
    api = brand.api("admin")
    before = api.get("").json()
    answer = api.put("", json={"name": "Häfen & Kiefer", "timezone": "Asia/Tokyo"})
    assert answer.status_code == 200
    after = answer.json()
    assert (after["name"], after["timezone"]) == ("Häfen & Kiefer", "Asia/Tokyo")
    assert after["currency"] == before["currency"]
    assert after["updated_at"] > before["updated_at"]
    assert after["created_at"] == before["created_at"]
    assert api.get("").json() == after


def test_an_update_of_nothing_changes_nothing(brand: TestBrand) -> None:
    api = brand.api()
    before = api.get("").json()
    assert api.put("", json={"subdomain": "mine", "id": 5}).json() == before


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("name", ""),
        ("name", "  "),
        ("name", None),
        ("name", "x" * 256),
        ("timezone", ""),
        ("timezone", "Europe/Nowhere"),
        ("timezone", "localtime"),
        ("timezone", "Factory"),
        ("timezone", "../../etc/passwd"),
        ("currency", "euro"),
        ("currency", "EURO"),
        ("currency", 978),
    ],
)
def test_settings_that_cannot_be_are_422(brand: TestBrand, field: str, value: object) -> None:
    api = brand.api()
    before = api.get("").json()
    answer = api.put("", json={field: value})
    assert answer.status_code == 422
    assert list(answer.json()["errors"]) == [field]
    assert api.get("").json() == before


@pytest.mark.endpoint("GET /api/brands/{brand}/metrics", cites="Endpoints: Brands")
def test_metrics_are_keys(brand: TestBrand) -> None:
    record = BrandMetrics.model_validate_json(brand.api("viewer").get("/metrics").content)
    assert {"revenue", "page_views", "conversion_rate"} <= set(record.metrics)
