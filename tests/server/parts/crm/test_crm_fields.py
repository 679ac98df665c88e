"""Fields of CRM's entities (document: CRM, Field; Endpoints, CRM; quirk 45)."""

from typing import Any

import pytest
from platform_process import BrandApi

from funneldesk.contract.crm import FIELD_TYPES


def make(api: BrandApi, path: str, **body: Any) -> dict[str, Any]:
    answer = api.post(f"/crm{path}", json=body)
    assert answer.status_code == 201, answer.text
    made: dict[str, Any] = answer.json()
    return made


def refused(answer: Any, *fields: str) -> None:
    assert answer.status_code == 422, answer.text
    assert sorted(answer.json()["errors"]) == sorted(fields)


@pytest.fixture
def entity(api: BrandApi) -> dict[str, Any]:
    """An entity without anything."""
    return make(api, "/entities", name="Leads", slug="leads")


@pytest.mark.endpoint(
    "POST /api/brands/{brand}/crm/entities/{entity}/fields", cites="CRM, Field; Endpoints: CRM"
)
@pytest.mark.endpoint(
    "GET /api/brands/{brand}/crm/entities/{entity}/fields", cites="Endpoints: CRM"
)
@pytest.mark.endpoint("GET /api/brands/{brand}/crm/fields/{field}", cites="CRM, Field")
def test_fields_of_every_type_are_made(api: BrandApi, entity: dict[str, Any]) -> None:
    path = f"/entities/{entity['id']}/fields"
    config = {
        "reportable": True,
        "aggregation_type": "numeric",
        "baseline": {"min": 0, "max": 10.5},
        "bucket_size": 2.5,
        "preferred_chart": "histogram",
    }
    for number, kind in enumerate(FIELD_TYPES):
        options = {"options": ["a", "b"]} if "select" in kind else {}
        made = make(api, path, name=kind, key=f"k_{number}", type=kind, **options)
        assert (made["type"], made["position"], made["required"]) == (kind, number, False)
        assert made["options"] == options.get("options")
        assert made["crm_entity_id"] == entity["id"]
    body = {"name": "First", "key": "first", "type": "number", "position": 0, "required": True}
    made = make(api, path, reporting_config=config, **body)
    assert (made["reporting_config"], made["required"]) == (config, True)
    rows = api.get(f"/crm{path}").json()
    assert [row["key"] for row in rows][:2] == ["first", "k_0"]
    assert [row["position"] for row in rows] == list(range(len(rows)))
    assert api.get(f"/crm/fields/{made['id']}").json() == rows[0]


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"name": ""}, "name"),
        ({"key": ""}, "key"),
        ({"key": "Big"}, "key"),
        ({"key": "with-hyphen"}, "key"),
        ({"type": "colour"}, "type"),
        ({"type": "select"}, "options"),
        ({"type": "multi_select", "options": []}, "options"),
        ({"type": "select", "options": ["a", "a"]}, "options"),
        ({"type": "select", "options": [""]}, "options.0"),
        ({"type": "select", "options": "ab"}, "options"),
        ({"required": "perhaps"}, "required"),
        ({"position": -1}, "position"),
        ({"reporting_config": {"aggregation_type": "sum"}}, "reporting_config.aggregation_type"),
        ({"reporting_config": {"preferred_chart": "donut"}}, "reporting_config.preferred_chart"),
        ({"reporting_config": {"bucket_size": 0}}, "reporting_config.bucket_size"),
        ({"reporting_config": {"baseline": {"min": "low"}}}, "reporting_config.baseline.min"),
        ({"reporting_config": {"baseline": {"min": 2, "max": 1}}}, "reporting_config.baseline"),
    ],
)
def test_a_field_that_is_not_valid_is_refused(
    api: BrandApi, entity: dict[str, Any], change: dict[str, object], field: str
) -> None:
    body = {"name": "Size", "key": "size", "type": "text", **change}
    refused(api.post(f"/crm/entities/{entity['id']}/fields", json=body), field)
    assert api.get("/crm/entities").json()[0]["fields_count"] == 0


@pytest.mark.endpoint("PUT /api/brands/{brand}/crm/fields/{field}", cites="Endpoints: CRM")
@pytest.mark.endpoint("DELETE /api/brands/{brand}/crm/fields/{field}", cites="Endpoints: CRM")
def test_fields_change_and_go(api: BrandApi, entity: dict[str, Any]) -> None:
    path = f"/entities/{entity['id']}/fields"
    ids = [make(api, path, name=key, key=key, type="text")["id"] for key in "abc"]
    refused(api.put(f"/crm/fields/{ids[0]}", json={"key": "b"}), "key")
    refused(api.put(f"/crm/fields/{ids[0]}", json={"type": "select"}), "options")
    sent = {"name": "Last", "position": 2, "type": "select", "options": ["x"]}
    changed = api.put(f"/crm/fields/{ids[0]}", json=sent).json()
    assert {name: changed[name] for name in sent} == sent
    assert changed["key"] == "a"
    assert api.put(f"/crm/fields/{ids[0]}", json={"type": "text"}).json()["options"] is None
    assert [row["key"] for row in api.get(f"/crm{path}").json()] == ["b", "c", "a"]
    assert api.delete(f"/crm/fields/{ids[1]}").status_code == 200
    rows = api.get(f"/crm{path}").json()
    assert [(row["key"], row["position"]) for row in rows] == [("c", 0), ("a", 1)]
    assert api.get("/crm/entities").json()[0]["fields_count"] == 2
    assert api.get(f"/crm/fields/{ids[1]}").status_code == 404
