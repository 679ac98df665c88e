"""CRM: entities, pipelines, stages and fields (document: CRM; Endpoints, CRM; quirks 19, 45)."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from platform_process import BrandApi, NewBrand, TestBrand

from funneldesk.contract.crm import (
    CrmEntityDraft,
    CrmEntityPatch,
    CrmEntryDraft,
    CrmEntryPatch,
    CrmFieldDraft,
    CrmFieldPatch,
    CrmStageDraft,
    CrmStagePatch,
)
from funneldesk.server.parts.crm.rules import (
    EntityCreate,
    EntryCreate,
    EntryUpdate,
    FieldCreate,
    FieldUpdate,
    StageCreate,
    StageUpdate,
)


def make(api: BrandApi, path: str, **body: Any) -> dict[str, Any]:
    answer = api.post(f"/crm{path}", json=body)
    assert answer.status_code == 201, answer.text
    made: dict[str, Any] = answer.json()
    return made


def refused(answer: Any, *fields: str) -> None:
    assert answer.status_code == 422, answer.text
    assert sorted(answer.json()["errors"]) == sorted(fields)
    assert all(text for texts in answer.json()["errors"].values() for text in texts)


def missing(answer: Any, model: str) -> None:
    assert answer.status_code == 404, answer.text
    assert answer.json() == {"message": f"no query results for the {model} model"}


@pytest.fixture
def entity(api: BrandApi) -> dict[str, Any]:
    """An entity without anything."""
    return make(api, "/entities", name="Leads", slug="leads")


@pytest.fixture
def pipeline(api: BrandApi, entity: dict[str, Any]) -> dict[str, Any]:
    """A pipeline without stages."""
    return make(api, f"/entities/{entity['id']}/pipelines", name="Sales")


def stages_of(api: BrandApi, pipeline: dict[str, Any]) -> list[tuple[str, int]]:
    rows = api.get(f"/crm/pipelines/{pipeline['id']}/stages").json()
    return [(row["name"], row["position"]) for row in rows]


def test_the_platform_takes_the_fields_that_the_contract_sends() -> None:
    assert set(EntityCreate.model_fields) == set(CrmEntityDraft.model_fields)
    assert set(EntityCreate.model_fields) - {"preset"} == set(CrmEntityPatch.model_fields)
    assert set(StageCreate.model_fields) == set(CrmStageDraft.model_fields)
    assert set(StageUpdate.model_fields) == set(CrmStagePatch.model_fields)
    assert set(FieldCreate.model_fields) == set(CrmFieldDraft.model_fields)
    assert set(FieldUpdate.model_fields) == set(CrmFieldPatch.model_fields)
    assert set(EntryCreate.model_fields) == set(CrmEntryDraft.model_fields)
    assert set(EntryUpdate.model_fields) == set(CrmEntryPatch.model_fields)


@pytest.mark.endpoint("GET /api/brands/{brand}/crm/entity-presets", cites="Endpoints: CRM")
def test_presets_are_listed(api: BrandApi) -> None:
    answer = api.get("/crm/entity-presets")
    assert answer.status_code == 200
    assert list(answer.json()) == ["presets"]
    presets = answer.json()["presets"]
    assert {"leads", "contacts", "deals"} <= {preset["key"] for preset in presets}
    assert all(list(preset) == ["key", "label", "description"] for preset in presets)


@pytest.mark.endpoint("POST /api/brands/{brand}/crm/entities", cites="Endpoints: CRM; CRM, Entity")
def test_an_entity_is_made(api: BrandApi, brand: TestBrand) -> None:
    words = {
        "singular_name": "Lead",
        "plural_name": "Leads",
        "icon": "user",
        "color": "#1f7a8c",
    }
    made = make(api, "/entities", name="Leads", slug="my-leads_1", **words)
    assert {name: made[name] for name in words} == words
    assert (made["name"], made["slug"], made["brand_id"]) == ("Leads", "my-leads_1", brand.id)
    assert (made["pipelines_count"], made["fields_count"]) == (0, 0)


@pytest.mark.parametrize("key", ["leads", "contacts", "deals"])
def test_a_preset_fills_in_pipelines_and_fields(api: BrandApi, key: str) -> None:
    """Endpoints, CRM: a preset key pre-populates pipelines and fields."""
    made = make(api, "/entities", name="Mine", slug="mine", preset=key, icon="star")
    read = api.get(f"/crm/entities/{made['id']}").json()
    assert read["icon"] == "star"
    assert read["singular_name"]
    assert read["pipelines_count"] == len(read["pipelines"]) == 1
    assert read["fields_count"] == len(read["fields"]) > 2
    stages = read["pipelines"][0]["stages"]
    assert [stage["position"] for stage in stages] == list(range(len(stages)))
    assert len(stages) >= 3
    assert [field["position"] for field in read["fields"]] == list(range(len(read["fields"])))
    assert all(field["options"] for field in read["fields"] if field["type"] == "select")


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"slug": "x"}, "name"),
        ({"name": "x"}, "slug"),
        ({"name": "x", "slug": "Big"}, "slug"),
        ({"name": "x", "slug": "with space"}, "slug"),
        ({"name": "x", "slug": "ü"}, "slug"),
        ({"name": "x", "slug": "s" * 256}, "slug"),
        ({"name": "x" * 256, "slug": "x"}, "name"),
        ({"name": "x", "slug": "x", "icon": "i" * 65}, "icon"),
        ({"name": "x", "slug": "x", "color": "blue"}, "color"),
        ({"name": "x", "slug": "x", "color": "#" + "a" * 64}, "color"),
        ({"name": "x", "slug": "x", "preset": "unicorns"}, "preset"),
        ({"name": "a\0b", "slug": "x"}, "name"),
    ],
)
def test_an_entity_that_is_not_valid_is_refused(
    api: BrandApi, body: dict[str, object], field: str
) -> None:
    refused(api.post("/crm/entities", json=body), field)
    assert api.get("/crm/entities").json() == []


def test_a_slug_is_unique_in_its_brand(
    api: BrandApi, entity: dict[str, Any], new_brand: NewBrand
) -> None:
    """Endpoints, CRM: a duplicate slug gives 422."""
    refused(api.post("/crm/entities", json={"name": "Again", "slug": "leads"}), "slug")
    other = make(api, "/entities", name="Other", slug="other")
    refused(api.put(f"/crm/entities/{other['id']}", json={"slug": "leads"}), "slug")
    assert api.put(f"/crm/entities/{entity['id']}", json={"slug": "leads"}).status_code == 200
    make(new_brand().api(), "/entities", name="Leads", slug="leads")


def test_of_those_who_want_one_slug_at_once_one_gets_it(brand: TestBrand) -> None:
    apis = [brand.api() for _ in range(4)]
    body = {"name": "x", "slug": "mine"}
    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(lambda api: api.post("/crm/entities", json=body), apis))
    assert sorted(answer.status_code for answer in answers) == [201, 422, 422, 422]


@pytest.mark.endpoint("GET /api/brands/{brand}/crm/entities", cites="Endpoints: CRM")
@pytest.mark.endpoint("GET /api/brands/{brand}/crm/entities/{entity}", cites="CRM, Entity")
def test_entities_are_a_bare_list_and_a_single_one_nests(
    api: BrandApi, entity: dict[str, Any], pipeline: dict[str, Any]
) -> None:
    make(api, f"/pipelines/{pipeline['id']}/stages", name="New")
    make(api, f"/entities/{entity['id']}/fields", name="Size", key="size", type="number")
    rows = api.get("/crm/entities").json()
    assert [(row["slug"], row["pipelines_count"], row["fields_count"]) for row in rows] == [
        ("leads", 1, 1)
    ]
    assert "pipelines" not in rows[0]
    read = api.get(f"/crm/entities/{entity['id']}").json()
    assert [p["name"] for p in read["pipelines"]] == ["Sales"]
    assert [s["name"] for s in read["pipelines"][0]["stages"]] == ["New"]
    assert [f["key"] for f in read["fields"]] == ["size"]


@pytest.mark.endpoint("PUT /api/brands/{brand}/crm/entities/{entity}", cites="Endpoints: CRM")
def test_an_entity_changes_only_what_is_sent(api: BrandApi, entity: dict[str, Any]) -> None:
    path = f"/crm/entities/{entity['id']}"
    assert api.put(path, json={"color": "#fff"}).status_code == 200
    answer = api.put(path, json={"plural_name": "People", "preset": "deals"})
    read = api.get(path).json()
    assert answer.json() == read
    assert (read["name"], read["slug"], read["color"]) == ("Leads", "leads", "#fff")
    assert (read["plural_name"], read["pipelines_count"]) == ("People", 0)
    assert api.put(path, json={"color": ""}).json()["color"] is None
    refused(api.put(path, json={"name": ""}), "name")
    refused(api.put(path, json={"slug": None}), "slug")


@pytest.mark.endpoint("DELETE /api/brands/{brand}/crm/entities/{entity}", cites="Endpoints: CRM")
def test_deleting_an_entity_deletes_what_is_in_it(api: BrandApi) -> None:
    made = make(api, "/entities", name="Deals", slug="deals", preset="deals")
    read = api.get(f"/crm/entities/{made['id']}").json()
    pipeline = read["pipelines"][0]
    place = {"pipeline_id": pipeline["id"], "stage_id": pipeline["stages"][0]["id"]}
    entry = make(api, f"/entities/{made['id']}/entries", title="Big one", **place)
    assert api.delete(f"/crm/entities/{made['id']}").status_code == 200
    missing(api.get(f"/crm/entities/{made['id']}"), "entity")
    missing(api.get(f"/crm/pipelines/{pipeline['id']}"), "pipeline")
    missing(api.get(f"/crm/stages/{place['stage_id']}"), "stage")
    missing(api.get(f"/crm/fields/{read['fields'][0]['id']}"), "field")
    missing(api.get(f"/crm/entries/{entry['id']}"), "entry")
    missing(api.delete(f"/crm/entities/{made['id']}"), "entity")


@pytest.mark.endpoint(
    "POST /api/brands/{brand}/crm/entities/{entity}/pipelines", cites="Endpoints: CRM"
)
@pytest.mark.endpoint(
    "GET /api/brands/{brand}/crm/entities/{entity}/pipelines", cites="Endpoints: CRM"
)
@pytest.mark.endpoint("GET /api/brands/{brand}/crm/pipelines/{pipeline}", cites="CRM, Pipeline")
@pytest.mark.endpoint("PUT /api/brands/{brand}/crm/pipelines/{pipeline}", cites="Endpoints: CRM")
@pytest.mark.endpoint("DELETE /api/brands/{brand}/crm/pipelines/{pipeline}", cites="Endpoints: CRM")
def test_pipelines_are_made_read_renamed_and_deleted(
    api: BrandApi, brand: TestBrand, entity: dict[str, Any], pipeline: dict[str, Any]
) -> None:
    path = f"/crm/pipelines/{pipeline['id']}"
    assert (pipeline["name"], pipeline["stages"]) == ("Sales", [])
    assert (pipeline["crm_entity_id"], pipeline["brand_id"]) == (entity["id"], brand.id)
    make(api, f"/entities/{entity['id']}/pipelines", name="Second")
    rows = api.get(f"/crm/entities/{entity['id']}/pipelines").json()
    assert [row["name"] for row in rows] == ["Sales", "Second"]
    assert api.get(path).json() == pipeline
    assert api.put(path, json={"name": "Selling"}).json()["name"] == "Selling"
    refused(api.put(path, json={"name": " "}), "name")
    refused(api.post(f"/crm/entities/{entity['id']}/pipelines", json={}), "name")
    assert api.delete(path).status_code == 200
    missing(api.get(path), "pipeline")
    assert api.get("/crm/entities").json()[0]["pipelines_count"] == 1


@pytest.mark.endpoint(
    "POST /api/brands/{brand}/crm/pipelines/{pipeline}/stages", cites="CRM, Stage; quirk 45"
)
@pytest.mark.endpoint(
    "GET /api/brands/{brand}/crm/pipelines/{pipeline}/stages", cites="Endpoints: CRM"
)
@pytest.mark.endpoint("GET /api/brands/{brand}/crm/stages/{stage}", cites="CRM, Stage")
def test_stages_stand_from_0_without_gaps(api: BrandApi, pipeline: dict[str, Any]) -> None:
    path = f"/pipelines/{pipeline['id']}/stages"
    first = make(api, path, name="A", color="#00ff00")
    assert (first["position"], first["color"], first["pipeline_id"]) == (
        0,
        "#00ff00",
        pipeline["id"],
    )
    make(api, path, name="C")
    make(api, path, name="B", position=1)
    make(api, path, name="Z", position=99)
    assert stages_of(api, pipeline) == [("A", 0), ("B", 1), ("C", 2), ("Z", 3)]
    assert api.get(f"/crm/stages/{first['id']}").json() == first
    refused(api.post(f"/crm{path}", json={"color": "#fff"}), "name")
    refused(api.post(f"/crm{path}", json={"name": "x", "position": -1}), "position")
    refused(api.post(f"/crm{path}", json={"name": "x", "color": "red"}), "color")


@pytest.mark.endpoint("PUT /api/brands/{brand}/crm/stages/{stage}", cites="Endpoints: CRM")
@pytest.mark.endpoint("DELETE /api/brands/{brand}/crm/stages/{stage}", cites="Endpoints: CRM")
def test_a_stage_that_moves_or_goes_leaves_no_gap(api: BrandApi, pipeline: dict[str, Any]) -> None:
    path = f"/pipelines/{pipeline['id']}/stages"
    ids = [make(api, path, name=name)["id"] for name in "ABCD"]
    answer = api.put(f"/crm/stages/{ids[3]}", json={"position": 0, "name": "D!"})
    assert (answer.json()["position"], answer.json()["name"]) == (0, "D!")
    assert stages_of(api, pipeline) == [("D!", 0), ("A", 1), ("B", 2), ("C", 3)]
    assert api.delete(f"/crm/stages/{ids[0]}").status_code == 200
    assert stages_of(api, pipeline) == [("D!", 0), ("B", 1), ("C", 2)]
    missing(api.delete(f"/crm/stages/{ids[0]}"), "stage")


@pytest.mark.endpoint(
    "PUT /api/brands/{brand}/crm/stages/reorder", cites="Endpoints: CRM; quirk 19"
)
def test_stages_are_reordered(api: BrandApi, pipeline: dict[str, Any]) -> None:
    path = f"/pipelines/{pipeline['id']}/stages"
    ids = [make(api, path, name=name)["id"] for name in "ABCD"]
    wishes = [{"id": id_, "position": 3 - number} for number, id_ in enumerate(ids)]
    answer = api.put("/crm/stages/reorder", json={"stages": wishes})
    assert answer.status_code == 200, answer.text
    assert stages_of(api, pipeline) == [("D", 0), ("C", 1), ("B", 2), ("A", 3)]
    api.put("/crm/stages/reorder", json={"stages": [{"id": ids[0], "position": 1}]})
    assert stages_of(api, pipeline) == [("D", 0), ("A", 1), ("C", 2), ("B", 3)]


def test_an_order_that_is_not_valid_changes_nothing(
    api: BrandApi, entity: dict[str, Any], pipeline: dict[str, Any], new_brand: NewBrand
) -> None:
    first = make(api, f"/pipelines/{pipeline['id']}/stages", name="A")
    other = make(api, f"/entities/{entity['id']}/pipelines", name="Other")
    far = make(api, f"/pipelines/{other['id']}/stages", name="Far")

    def order(*wishes: object) -> Any:
        return api.put("/crm/stages/reorder", json={"stages": list(wishes)})

    refused(order(), "stages")
    refused(api.put("/crm/stages/reorder", json={}), "stages")
    refused(order({"id": first["id"]}), "stages.0.position")
    refused(order({"id": first["id"], "position": -1}), "stages.0.position")
    good = {"id": first["id"], "position": 0}
    refused(order(good, {"id": 987654321, "position": 1}), "stages.1.id")
    refused(order(good, good), "stages.1.id")
    refused(order(good, {"id": far["id"], "position": 1}), "stages.1.id")
    foreign = new_brand().api()
    refused(foreign.put("/crm/stages/reorder", json={"stages": [good]}), "stages.0.id")


def test_what_has_entries_is_not_deleted(
    api: BrandApi, entity: dict[str, Any], pipeline: dict[str, Any]
) -> None:
    stages = [make(api, f"/pipelines/{pipeline['id']}/stages", name=name) for name in "AB"]
    place = {"pipeline_id": pipeline["id"], "stage_id": stages[0]["id"]}
    entry = make(api, f"/entities/{entity['id']}/entries", title="x", **place)
    refused(api.delete(f"/crm/stages/{stages[0]['id']}"), "stage")
    refused(api.delete(f"/crm/pipelines/{pipeline['id']}"), "pipeline")
    api.put(f"/crm/entries/{entry['id']}/stage", json={"stage_id": stages[1]["id"]})
    assert api.delete(f"/crm/stages/{stages[0]['id']}").status_code == 200


@pytest.mark.parametrize("number", [0, 987654321, 2**63, 10**30])
def test_numbers_that_no_record_has_are_404(api: BrandApi, number: int) -> None:
    missing(api.get(f"/crm/entities/{number}"), "entity")
    missing(api.get(f"/crm/pipelines/{number}"), "pipeline")
    missing(api.get(f"/crm/stages/{number}"), "stage")
    missing(api.get(f"/crm/fields/{number}"), "field")
    missing(api.get(f"/crm/entities/{number}/entries"), "entity")


def test_another_brand_sees_nothing_of_it(
    entity: dict[str, Any], pipeline: dict[str, Any], new_brand: NewBrand
) -> None:
    other = new_brand().api()
    missing(other.get(f"/crm/entities/{entity['id']}"), "entity")
    missing(other.get(f"/crm/pipelines/{pipeline['id']}/stages"), "pipeline")
    missing(other.delete(f"/crm/pipelines/{pipeline['id']}"), "pipeline")
