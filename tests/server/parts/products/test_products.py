"""Products: every endpoint and every field (document: Product; quirks 3, 13, 20, 38 and 39)."""

from typing import Any

import pytest
from paying import Paying
from platform_process import BrandApi, NewBrand, Place, TestBrand, served

from funneldesk.contract.products import Product, ProductDraft, ProductPatch
from funneldesk.server.db.engine import Database
from funneldesk.server.parts.products.rules import ProductCreate, ProductUpdate

REQUIRED = {
    "code": "HP-1",
    "title": "Whole beans",
    "price": 14.5,
    "type": "physical",
    "classification": "main",
}
NUMBERS = (
    "retail_price",
    "units",
    "unit_cost",
    "unit_weight_oz",
    "fulfillment_cost",
    "packaging_cost",
    "fuel_surcharge_cost",
    "cogs",
    "average_shipping_cost",
    "physical_units_per_product",
)
EVERYTHING: dict[str, Any] = {
    "checkout_title": "Beans",
    "sku": "QH-340",
    **dict.fromkeys(NUMBERS, 3.9201),
    "fulfillment_multiply_sku": 1,
    "custom_attributes": [{"key": "lot", "value": "0611"}],
    "merchant_product_ids": {"cais": "cp_1"},
    "sku_category": "coffee",
    "sku_subcategory": "blend",
    "product_specifications": [{"name": "Roast", "value": "dark"}, "plain", 5, None],
    "shipping_profile_id": 3,
    "is_subscription": True,
    "subscription_frequency": 2,
    "subscription_frequency_unit": "week",
    "subscription_trial_days": 14,
    "subscription_first_charge_free": True,
    "subscription_tiers": [{"price": "9.50", "every": 3, "odd": {"deep": [None, True]}}],
}


def product(api: BrandApi, code: str = "HP-1", **fields: Any) -> dict[str, Any]:
    answer = api.post("/products", json={**REQUIRED, "code": code, **fields})
    assert answer.status_code == 200, answer.text
    made: dict[str, Any] = answer.json()
    return made


def refused(answer: Any, *fields: str) -> None:
    assert answer.status_code == 422, answer.text
    assert sorted(answer.json()["errors"]) == sorted(fields)


def test_the_platform_takes_the_fields_that_the_contract_sends() -> None:
    assert set(ProductCreate.model_fields) - {"image"} == set(ProductDraft.model_fields)
    assert set(ProductUpdate.model_fields) - {"image"} == set(ProductPatch.model_fields)


@pytest.mark.endpoint("POST /api/brands/{brand}/products", cites="Product; quirk 20")
def test_a_created_product_is_answered_bare_and_whole(brand: TestBrand) -> None:
    made = product(brand.api())
    assert {name: made[name] for name in REQUIRED} == REQUIRED
    assert (made["brand_id"], made["is_subscription"], made["image"]) == (brand.id, False, None)
    assert set(Product.model_fields) <= set(made)


@pytest.mark.endpoint("GET /api/brands/{brand}/products/{product}", cites="Product; quirk 39")
def test_every_field_is_kept(api: BrandApi) -> None:
    made = product(api, **EVERYTHING)
    read = api.get(f"/products/{made['id']}").json()
    assert {name: read[name] for name in EVERYTHING} == EVERYTHING
    assert Product.model_validate(read).subscription_tiers == EVERYTHING["subscription_tiers"]


@pytest.mark.parametrize("name", REQUIRED)
def test_five_fields_are_required(api: BrandApi, name: str) -> None:
    body = {key: value for key, value in REQUIRED.items() if key != name}
    refused(api.post("/products", json=body), name)
    refused(api.post("/products", json={**body, name: None}), name)
    made = product(api)
    refused(api.put(f"/products/{made['id']}", json={name: ""}), name)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("type", "virtual"),
        ("classification", "extra"),
        ("price", -1),
        ("price", "much"),
        ("price", True),
        ("price", 1e11),
        ("title", "x" * 256),
        ("code", "a\0b"),
        ("retail_price", []),
        ("units", "NaN"),
        ("custom_attributes.0.key", [{"value": "x"}]),
        ("custom_attributes", {"a": 1}),
        ("merchant_product_ids", ["a"]),
        ("merchant_product_ids.a", {"a": {}}),
        ("product_specifications", "text"),
        ("product_specifications.0", ["\0"]),
        ("subscription_tiers.0", [{"a\0": 1}]),
        ("subscription_frequency", 1.5),
        ("subscription_frequency", 0),
        ("subscription_frequency_unit", "hour"),
        ("subscription_trial_days", -1),
        ("fulfillment_multiply_sku", 2),
        ("shipping_profile_id", 0),
        ("bonuses.0.bonus_product_id", [10**12]),
        ("bonuses.0.bonus_product_id", [{"bonus_product_id": "x"}]),
        ("product_files.0.file", [{"purpose": "digital"}]),
        ("product_files.0.purpose", [{"purpose": "gift", "file": "https://a.example/b"}]),
        ("product_files.0.file", [{"file": "javascript:alert(1)"}]),
        ("image", "https://a.example/b.png"),
    ],
)
def test_what_does_not_fit_is_422(api: BrandApi, field: str, value: Any) -> None:
    made = product(api)
    body = {field.partition(".")[0]: value}
    refused(api.post("/products", json={**REQUIRED, "code": "HP-2", **body}), field)
    refused(api.put(f"/products/{made['id']}", json=body), field)
    assert api.get("/products").json()["total"] == 1


def test_a_code_is_unique_in_its_brand(api: BrandApi, new_brand: NewBrand) -> None:
    """Errors: code already taken."""
    first, second = product(api), product(api, "HP-2")
    refused(api.post("/products", json=REQUIRED), "code")
    refused(api.put(f"/products/{second['id']}", json={"code": "HP-1"}), "code")
    assert api.put(f"/products/{first['id']}", json={"code": "HP-1"}).status_code == 200
    assert product(new_brand().api())["code"] == "HP-1"


def test_codes_are_compared_in_one_normal_form(api: BrandApi, brand: TestBrand) -> None:
    composed, apart = "caf\u00e9", "cafe\u0301"
    first, second = product(api, apart), product(api, "tea")
    assert first["code"] == composed
    for code in (composed, apart):
        refused(api.post("/products", json={**REQUIRED, "code": code}), "code")
        refused(api.put(f"/products/{second['id']}", json={"code": code}), "code")
        assert api.put(f"/products/{first['id']}", json={"code": code}).status_code == 200
        placed = Paying(brand).order(items=[{"product_code": code}])
        (line,) = api.get(f"/conversions/{placed['order_code']}").json()["items"]
        assert (line["product_id"], line["product_code"]) == (first["id"], composed)


def test_quirk_39_a_subscription_says_how_often(api: BrandApi) -> None:
    body = {**REQUIRED, "is_subscription": True}
    refused(api.post("/products", json=body), "subscription_frequency")
    made = product(api, is_subscription=True, subscription_frequency=1)
    assert made["subscription_frequency_unit"] == "month"
    path = f"/products/{made['id']}"
    refused(api.put(path, json={"subscription_frequency": ""}), "subscription_frequency")
    body = {"subscription_frequency": "", "is_subscription": False}
    assert api.put(path, json=body).status_code == 200
    refused(api.put(path, json={"is_subscription": True}), "subscription_frequency")


def test_quirk_39_shapes_that_change_when_empty(api: BrandApi) -> None:
    made = product(api)
    assert (made["merchant_product_ids"], made["fulfillment_multiply_sku"]) == ([], 0)
    path = f"/products/{made['id']}"
    api.put(path, json={"merchant_product_ids": {"cais": 5}, "fulfillment_multiply_sku": True})
    read = api.get(path).json()
    assert (read["merchant_product_ids"], read["fulfillment_multiply_sku"]) == ({"cais": "5"}, 1)
    api.put(path, json={"merchant_product_ids": []})
    assert api.get(path).json()["merchant_product_ids"] == []


@pytest.mark.endpoint("PUT /api/brands/{brand}/products/{product}", cites="quirk 38")
@pytest.mark.endpoint("POST /api/brands/{brand}/products/{product}", cites="quirk 3")
@pytest.mark.parametrize("method", ["PUT", "POST"])
def test_quirk_38_an_update_answers_five_fields(brand: TestBrand, method: str) -> None:
    api = brand.api()
    made = product(api, **EVERYTHING)
    path = f"/products/{made['id']}"
    answer = api.request(method, path, json={"title": "New", "price": "0"})
    assert answer.status_code == 200
    five = {"id": made["id"], "title": "New", "code": "HP-1", "price": 0, "brand_id": brand.id}
    assert answer.json() == five
    read = api.get(path).json()
    changed = {name for name in read if read[name] != made[name]}
    assert changed == {"title", "price", "updated_at"}
    assert api.request(method, f"/products/{10**12}", json={}).status_code == 404
    assert brand.api("viewer").request(method, path, json={}).status_code == 403


@pytest.mark.parametrize("name", sorted(set(EVERYTHING) - {"is_subscription"}))
def test_an_empty_string_clears(api: BrandApi, name: str) -> None:
    made = product(api, **{**EVERYTHING, "is_subscription": False})
    plain = product(api, "HP-2")
    assert api.put(f"/products/{made['id']}", json={name: ""}).status_code == 200
    assert api.get(f"/products/{made['id']}").json()[name] == plain[name]


def test_quirk_3_an_update_may_be_answered_by_the_login_page(place: Place) -> None:
    with served(place, "--redirect-updates", "products") as running:
        database = Database(place.url)
        brand = NewBrand(running.base_url, database)()
        api = brand.api()
        made = product(api)
        answer = api.put(f"/products/{made['id']}", json={"title": "New"})
        assert (answer.status_code, answer.headers["location"][-6:]) == (302, "/login")
        assert api.post(f"/products/{made['id']}", json={"title": "New"}).status_code == 200
        assert api.get(f"/products/{made['id']}").json()["title"] == "New"
        for client in brand.clients:
            client.close()
        database.close()


@pytest.mark.endpoint("GET /api/brands/{brand}/products", cites="Shared conventions; quirk 13")
def test_quirk_13_the_paginator_of_products(api: BrandApi) -> None:
    made = [product(api, f"HP-{number}")["id"] for number in range(5)]
    first = api.get("/products", params={"per_page": 2}).json()
    assert [row["id"] for row in first["data"]] == [made[4], made[3]]
    assert set(Product.model_fields) <= set(first["data"][0])
    numbers = ("current_page", "per_page", "total", "last_page", "from", "to")
    assert [first[name] for name in numbers] == [1, 2, 5, 3, 1, 2]
    assert first["path"] == f"{api.root}/products"
    assert (first["prev_page_url"], first["first_page_url"]) == (
        None,
        f"{api.root}/products?per_page=2&page=1",
    )
    second = api.client.get(first["next_page_url"]).json()
    assert [row["id"] for row in second["data"]] == [made[2], made[1]]
    last = api.client.get(first["last_page_url"]).json()
    assert ([row["id"] for row in last["data"]], last["next_page_url"]) == ([made[0]], None)
    assert all(set(link) == {"url", "label", "active"} for link in first["links"])
    assert [link["label"] for link in first["links"][1:-1]] == ["1", "2", "3"]
    assert [link["label"] for link in first["links"] if link["active"]] == ["1"]
    beyond = api.get("/products", params={"page": 9}).json()
    assert (beyond["data"], beyond["from"], beyond["to"]) == ([], None, None)
    for wrong in ({"per_page": 0}, {"per_page": 101}, {"page": "x"}):
        assert api.get("/products", params=wrong).status_code == 422


@pytest.mark.endpoint("GET /api/brands/{brand}/products/all", cites="Endpoints: Products")
def test_all_products_come_as_a_bare_array(api: BrandApi) -> None:
    made = [product(api, f"HP-{number}")["id"] for number in range(2)]
    rows = api.get("/products/all").json()
    assert [row["id"] for row in rows] == made[::-1]
    assert {name: rows[0][name] for name in ("title", "price")} == {
        "title": "Whole beans",
        "price": 14.5,
    }


def test_buyers_receive_bonuses(brand: TestBrand, new_brand: NewBrand) -> None:
    """Product: bonuses."""
    api = brand.api()
    guide, almanac = product(api, "GUIDE"), product(api, "ALMANAC")
    made = product(api, bonuses=[guide["id"], {"bonus_product_id": almanac["id"]}])
    assert made["bonuses"] == [
        {"bonus_product_id": one["id"], "product_id": made["id"], "brand_id": brand.id}
        for one in (guide, almanac)
    ]
    path = f"/products/{made['id']}"
    api.put(path, json={"title": "Same bonuses"})
    assert len(api.get(path).json()["bonuses"]) == 2
    foreign = product(new_brand().api(), "FOREIGN")
    for wrong in (made["id"], foreign["id"]):
        refused(api.put(path, json={"bonuses": [wrong]}), "bonuses.0.bonus_product_id")
    api.delete(f"/products/{guide['id']}")
    assert [one["bonus_product_id"] for one in api.get(path).json()["bonuses"]] == [almanac["id"]]
    api.put(path, json={"bonuses": []})
    assert api.get(path).json()["bonuses"] == []


@pytest.mark.endpoint("DELETE /api/brands/{brand}/products/{product}", cites="Endpoints: Products")
def test_a_deleted_product_is_gone(api: BrandApi, new_brand: NewBrand) -> None:
    made = product(api)
    assert new_brand().api().delete(f"/products/{made['id']}").status_code == 404
    assert api.delete(f"/products/{made['id']}").status_code == 200
    answer = api.get(f"/products/{made['id']}")
    assert answer.status_code == 404
    assert answer.json() == {"message": "no query results for the product model"}
    assert api.get("/products").json()["total"] == 0
    assert product(api)["id"] != made["id"]


@pytest.mark.endpoint(
    "POST /api/brands/{brand}/products/{product}/clone", cites="Endpoints: Products"
)
def test_a_clone_has_a_code_of_its_own(api: BrandApi) -> None:
    guide = product(api, "GUIDE")
    files = [{"purpose": "bonus", "file": "https://a.example/b.pdf"}]
    made = product(api, **EVERYTHING, bonuses=[guide["id"]], product_files=files)
    copies = [api.post(f"/products/{made['id']}/clone").json() for _ in range(2)]
    assert [copy["code"] for copy in copies] == ["HP-1-copy", "HP-1-copy-2"]
    assert copies[0]["title"] == "Whole beans (copy)"
    assert copies[0]["product_files"] == made["product_files"]
    assert copies[0]["bonuses"][0]["bonus_product_id"] == guide["id"]
    assert {name: copies[0][name] for name in EVERYTHING} == EVERYTHING
    assert api.get("/products").json()["total"] == 4
