"""Funnels: every endpoint of the part (document: Funnel; Endpoints, Funnels; quirk 40)."""

from typing import Any

import pytest
from platform_process import BrandApi, NewBrand, Place, TestBrand, served
from visits_of_a_brand import START, life_of

from funneldesk.contract.funnels import FunnelDraft, FunnelPatch
from funneldesk.server.db.engine import Database
from funneldesk.server.parts.funnels.rules import FunnelCreate, FunnelUpdate, copy_name

TWO_TESTS = (
    '<inline-split-test name="Head"><variant name="A" weight="50">a</variant>'
    '<variant name="B" weight="50">b</variant></inline-split-test>'
)


def funnel(api: BrandApi, name: str = "Spring", **fields: Any) -> dict[str, Any]:
    answer = api.post("/funnels", json={"name": name, **fields})
    assert answer.status_code == 200, answer.text
    made: dict[str, Any] = answer.json()
    return made


def page(api: BrandApi, title: str, **fields: Any) -> dict[str, Any]:
    answer = api.post("/pages", json={"title": title, **fields})
    assert answer.status_code == 200, answer.text
    made: dict[str, Any] = answer.json()["page"]
    return made


def test_the_platform_takes_the_fields_that_the_contract_sends() -> None:
    assert set(FunnelCreate.model_fields) == set(FunnelDraft.model_fields)
    assert set(FunnelUpdate.model_fields) == set(FunnelPatch.model_fields)


@pytest.mark.endpoint("POST /api/brands/{brand}/funnels", cites="Endpoints: Funnels; quirk 40")
def test_a_funnel_is_active_unless_said_otherwise(api: BrandApi) -> None:
    made = funnel(api)
    assert (made["name"], made["status"], made["pages"]) == ("Spring", "active", [])
    assert funnel(api, status="inactive")["status"] == "inactive"


@pytest.mark.parametrize("body", [{}, {"name": ""}, {"name": "x" * 256}, {"name": 5}])
def test_a_name_is_required(api: BrandApi, body: dict[str, Any]) -> None:
    answer = api.post("/funnels", json=body)
    assert (answer.status_code, list(answer.json()["errors"])) == (422, ["name"])


def test_a_status_is_one_of_two(api: BrandApi) -> None:
    answer = api.post("/funnels", json={"name": "x", "status": "draft"})
    assert (answer.status_code, list(answer.json()["errors"])) == (422, ["status"])


@pytest.mark.endpoint("GET /api/brands/{brand}/funnels/all", cites="Endpoints: Funnels; quirk 12")
def test_the_list_is_wrapped_and_counts_pages(api: BrandApi) -> None:
    first, second = funnel(api, "First"), funnel(api, "Second")
    for title in ("A", "B"):
        page(api, title, funnel_id=first["id"])
    answer = api.get("/funnels/all").json()
    assert list(answer) == ["data"]
    assert [(row["id"], row["pages_count"]) for row in answer["data"]] == [
        (second["id"], 0),
        (first["id"], 2),
    ]
    assert {"id", "name", "status", "pages_count", "created_at"} <= set(answer["data"][0])


@pytest.mark.endpoint("GET /api/brands/{brand}/funnels/{funnel}", cites="Funnel: pages; quirk 40")
def test_pages_stand_in_the_order_in_which_they_joined(api: BrandApi) -> None:
    made = funnel(api)
    thanks = page(api, "Thanks")
    offer = page(api, "Offer", type="leadgen", funnel_id=made["id"])
    api.put(f"/pages/{thanks['id']}", json={"title": "Thanks", "funnel_id": made["id"]})
    read = api.get(f"/funnels/{made['id']}").json()
    assert read["pages"] == [
        {"id": offer["id"], "name": "Offer", "type": "leadgen", "order": 1},
        {"id": thanks["id"], "name": "Thanks", "type": None, "order": 2},
    ]
    api.put(f"/pages/{offer['id']}", json={"title": "Offer", "funnel_id": ""})
    api.put(f"/pages/{offer['id']}", json={"title": "Offer", "funnel_id": made["id"]})
    assert [one["name"] for one in api.get(f"/funnels/{made['id']}").json()["pages"]] == [
        "Thanks",
        "Offer",
    ]
    api.put(f"/pages/{thanks['id']}", json={"title": "Thanks!", "funnel_id": made["id"]})
    assert api.get(f"/funnels/{made['id']}").json()["pages"][0]["name"] == "Thanks!"


def test_where_a_page_stands_in_its_funnel_is_not_a_field_of_the_page(api: BrandApi) -> None:
    made = page(api, "Offer", funnel_id=funnel(api)["id"])
    assert "funnel_order" not in api.get(f"/pages/{made['id']}").json()


def test_a_page_joins_only_funnels_of_its_own_brand(api: BrandApi, new_brand: NewBrand) -> None:
    """Quirk 40."""
    foreign = funnel(new_brand().api())["id"]
    for wrong in (foreign, 10**12):
        answer = api.post("/pages", json={"title": "x", "funnel_id": wrong})
        assert (answer.status_code, list(answer.json()["errors"])) == (422, ["funnel_id"])


@pytest.mark.endpoint(
    "PUT /api/brands/{brand}/funnels/{funnel}", cites="Endpoints: Funnels; quirk 40"
)
def test_only_what_is_sent_changes(api: BrandApi) -> None:
    made = funnel(api, status="inactive")
    answer = api.put(f"/funnels/{made['id']}", json={"name": "Summer"})
    assert answer.status_code == 200
    read = api.get(f"/funnels/{made['id']}").json()
    assert (read["name"], read["status"]) == ("Summer", "inactive")
    assert read["updated_at"] > read["created_at"]
    api.put(f"/funnels/{made['id']}", json={"status": "active"})
    assert api.get(f"/funnels/{made['id']}").json()["name"] == "Summer"
    refused = api.put(f"/funnels/{made['id']}", json={"name": ""})
    assert (refused.status_code, list(refused.json()["errors"])) == (422, ["name"])


@pytest.mark.endpoint("DELETE /api/brands/{brand}/funnels/{funnel}", cites="Endpoints: Funnels")
def test_deleting_a_funnel_leaves_its_pages(api: BrandApi) -> None:
    made = funnel(api)
    kept = page(api, "Offer", funnel_id=made["id"])
    assert api.delete(f"/funnels/{made['id']}").status_code == 200
    assert api.get(f"/funnels/{made['id']}").status_code == 404
    read = api.get(f"/pages/{kept['id']}").json()
    assert (read["funnel_id"], read["name"]) == (None, "Offer")
    assert api.get("/funnels/all").json() == {"data": []}


@pytest.mark.endpoint(
    "POST /api/brands/{brand}/funnels/{funnel}/clone", cites="Other status fields; quirk 40"
)
def test_a_clone_is_inactive_and_copies_all_pages(api: BrandApi) -> None:
    made = funnel(api)
    fields = {"html": "<p>\r\n\u2028</p>", "css": "p{}", "custom_header_code": "<b>"}
    first = page(api, "Offer", slug="offer", status="published", is_index=True, **fields)
    api.put(
        f"/pages/{first['id']}",
        json={"title": "Offer", "funnel_id": made["id"], "custom_header_code": "<b>"},
    )
    page(api, "Thanks", slug="thanks", funnel_id=made["id"], type="leadgen")
    answer = api.post(f"/funnels/{made['id']}/clone")
    assert answer.status_code == 200
    copy = answer.json()
    assert (copy["name"], copy["status"], copy["pages_count"]) == ("Copy of Spring", "inactive", 2)
    assert {"id", "name", "status", "pages_count", "created_at"} <= set(copy)
    pages = api.get(f"/funnels/{copy['id']}").json()["pages"]
    assert [(one["name"], one["type"]) for one in pages] == [("Offer", None), ("Thanks", "leadgen")]
    read = api.get(f"/pages/{pages[0]['id']}").json()
    assert (read["html"], read["css"], read["custom_header_code"]) == tuple(fields.values())
    assert (read["slug"], read["status"], read["is_index"]) == ("offer-2", "published", False)
    assert api.get(f"/pages/{first['id']}").json()["slug"] == "offer"
    assert api.get(f"/funnels/{made['id']}").json()["pages"][0]["id"] == first["id"]


def test_the_copied_pages_get_split_tests_of_their_own(brand: TestBrand) -> None:
    """Quirk 27: blocks of a copy are not those of the original."""
    api = brand.api()
    made = funnel(api)
    page(api, "Offer", html=TWO_TESTS, funnel_id=made["id"])
    before = api.get("/split-tests").json()["total"]
    api.post(f"/funnels/{made['id']}/clone")
    assert (before, api.get("/split-tests").json()["total"]) == (1, 2)


def test_a_clone_of_a_clone_has_slugs_of_its_own(api: BrandApi) -> None:
    made = funnel(api, "x" * 255)
    page(api, "Offer", slug="offer", funnel_id=made["id"])
    copy = api.post(f"/funnels/{made['id']}/clone").json()
    again = api.post(f"/funnels/{copy['id']}/clone").json()
    assert len(again["name"]) == 255
    slugs = [row["slug"] for row in api.get("/pages/all").json()["data"]]
    assert sorted(slugs) == ["offer", "offer-2", "offer-2-2"]


def test_a_clone_is_refused_when_the_plan_has_no_room_for_its_pages(place: Place) -> None:
    """Document: Errors, page plan limit."""
    with served(place, "--plan", "pages=3") as running:
        database = Database(place.url)
        brand = NewBrand(running.base_url, database)()
        api = brand.api()
        made = funnel(api)
        for title in ("A", "B"):
            page(api, title, funnel_id=made["id"])
        answer = api.post(f"/funnels/{made['id']}/clone")
        assert answer.status_code == 422
        assert answer.json()["plan_error"]["type"] == "plan_limit_exceeded"
        assert len(api.get("/funnels/all").json()["data"]) == 1
        empty = funnel(api, "Empty")
        assert api.post(f"/funnels/{empty['id']}/clone").json()["pages_count"] == 0
        for client in brand.clients:
            client.close()
        database.close()


def test_other_brands_funnels_are_not_there(api: BrandApi, new_brand: NewBrand) -> None:
    foreign = funnel(new_brand().api())["id"]
    for number in (foreign, 2**63, 10**30):
        answer = api.get(f"/funnels/{number}")
        assert answer.status_code == 404
        assert answer.json() == {"message": "no query results for the funnel model"}
    assert api.delete(f"/funnels/{foreign}").status_code == 404
    assert api.put(f"/funnels/{foreign}", json={"name": "x"}).status_code == 404
    assert api.post(f"/funnels/{foreign}/clone").status_code == 404


def test_a_viewer_reads_and_does_not_write(brand: TestBrand) -> None:
    made = funnel(brand.api())
    viewer = brand.api("viewer")
    assert viewer.get(f"/funnels/{made['id']}").status_code == 200
    assert viewer.post(f"/funnels/{made['id']}/clone").status_code == 403


def test_a_copys_name_has_its_limit() -> None:
    assert copy_name("Spring") == "Copy of Spring"
    assert len(copy_name("x" * 255)) == 255


DAY = {"start": f"{START:%Y-%m-%d}", "end": f"{START:%Y-%m-%d}", "tz": "UTC"}


def test_sessions_are_followed_in_the_order_of_their_views(brand: TestBrand, api: BrandApi) -> None:
    """Beyond the document. Who came to a page before it did not go on to it; bots count nowhere."""
    number = funnel(api)["id"]
    first, second, third = (page(api, name, funnel_id=number)["id"] for name in "abc")
    with life_of(brand) as life:
        life.visit(0, first, second, third)
        life.visit(0, second, first)
        life.visit(0, first, first, second, first)
        life.visit(0, first, second, is_bot=True)
        life.visit(-24, first, second)
    found = api.get(f"/funnels/{number}/flow", params=DAY).json()["pages"]
    assert [(each["page_id"], each["sessions"]) for each in found] == [
        (first, 3),
        (second, 3),
        (third, 1),
    ]
    assert [each["reached"] for each in found] == [
        {str(second): 2, str(third): 1},
        {str(first): 2, str(third): 1},
        {},
    ]


def test_how_sessions_went_is_for_those_who_may_see_it(brand: TestBrand, api: BrandApi) -> None:
    number = funnel(api)["id"]
    for module in ("tracking", "pages"):
        other = brand.api(without=[module])
        assert other.get(f"/funnels/{number}/flow", params=DAY).status_code == 403
    assert api.get(f"/funnels/{number + 1}/flow", params=DAY).status_code == 404
    for wrong in ({"end": "then"}, {"start": ""}, {"tz": "Nowhere"}):
        answer = api.get(f"/funnels/{number}/flow", params={**DAY, **wrong})
        assert answer.status_code == 422
        assert set(answer.json()["errors"]) == set(wrong)
