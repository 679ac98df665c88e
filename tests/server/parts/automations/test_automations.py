"""Automations: every endpoint of the part (document: Endpoints, Automations; quirks 20 and 55)."""

import email
import email.policy
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from automations_driver import (
    NOTHING,
    chain,
    create,
    deploy,
    logged,
    reached,
    refused,
)
from awaited import eventually
from platform_process import BrandApi, NewBrand, Place, Served, TestBrand, served

from funneldesk.contract.automations import STATUSES, Automation, AutomationPatch
from funneldesk.server.parts.automations.rules import AutomationUpdate

ROOT = "/api/brands/{brand}/automations"
ONE = f"{ROOT}/{{automation}}"
WHOLE = set(Automation.model_fields)


def test_the_platform_takes_the_fields_that_the_contract_sends() -> None:
    assert set(AutomationUpdate.model_fields) == set(AutomationPatch.model_fields)


@pytest.mark.endpoint("POST /api/brands/{brand}/automations", cites="Endpoints: Automations")
def test_quirk_20_create_answers_a_draft_under_automation(api: BrandApi, brand: TestBrand) -> None:
    answer = api.post("/automations", json={"title": "Welcome"})
    assert answer.status_code == 200
    assert list(answer.json()) == ["automation"]
    made = answer.json()["automation"]
    assert set(made) == WHOLE
    assert (made["title"], made["status"], made["brand_id"]) == ("Welcome", "draft", brand.id)
    assert made["postback_code"]
    refused(api.post("/automations", json={}), "title")
    refused(api.post("/automations", json={"title": " "}), "title")
    refused(api.post("/automations", json={"title": "x" * 256}), "title")
    assert api.post("/automations", json={"title": "x" * 255}).status_code == 200


@pytest.mark.endpoint(
    "GET /api/brands/{brand}/automations/{automation}", cites="Automations; quirk 55"
)
def test_quirk_55_the_single_read_has_no_status(api: BrandApi, new_brand: NewBrand) -> None:
    made = create(api)
    read = api.get(f"/automations/{made['id']}").json()
    assert set(read) == {"id", "title", "postback_code", "trigger_node_type"}
    assert read["postback_code"] == made["postback_code"]
    assert api.get("/automations/987654").status_code == 404
    assert api.get(f"/automations/{2**70}").status_code == 404
    assert new_brand().api().get(f"/automations/{made['id']}").status_code == 404


@pytest.mark.endpoint("GET /api/brands/{brand}/automations", cites="Endpoints: Automations; Limits")
def test_the_list_is_paginated_searched_and_sorted(api: BrandApi) -> None:
    titles = ["Welcome", "Win back 50%", "win_back", "Ärger"]
    made = [create(api, title) for title in titles]
    page = api.get("/automations").json()
    assert (page["current_page"], page["per_page"], page["total"], page["last_page"]) == (
        *(1, 25),
        *(4, 1),
    )
    assert [row["title"] for row in page["data"]] == titles[::-1]
    assert all(set(row) == WHOLE for row in page["data"])

    def found(query: str) -> list[str]:
        return [row["title"] for row in api.get(f"/automations?{query}").json()["data"]]

    assert found("sort=oldest") == titles
    assert found("sort=created_at&sort_direction=asc") == titles
    assert found("sort=created_at") == titles[::-1]
    api.put(f"/automations/{made[1]['id']}", json={"title": "Win back 50%"})
    assert found("sort=updated_at")[0] == "Win back 50%"
    assert found("sort=updated_at&sort_direction=asc")[-1] == "Win back 50%"
    assert found("q=WIN") == ["win_back", "Win back 50%"]
    assert found("q=50%25") == ["Win back 50%"]
    assert found("q=_") == ["win_back"]
    assert found("per_page=3&page=2") == ["Welcome"]
    assert found("page=9") == []
    assert api.get("/automations?q=WIN&per_page=1").json()["last_page"] == 2


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ("per_page=0", "per_page"),
        ("per_page=101", "per_page"),
        ("sort=size", "sort"),
        ("sort_direction=up", "sort_direction"),
        ("page=0", "page"),
        ("q=%00", "q"),
    ],
)
def test_what_a_list_cannot_be_asked(api: BrandApi, query: str, field: str) -> None:
    """Quirk 14: 1 to 100."""
    refused(api.get(f"/automations?{query}"), field)


@pytest.mark.endpoint("GET /api/brands/{brand}/automations/all", cites="Endpoints: Automations")
def test_all_is_a_bare_list_of_ids_and_titles(api: BrandApi) -> None:
    assert api.get("/automations/all").json() == []
    made = create(api)
    rows = api.get("/automations/all").json()
    assert rows == [{"id": made["id"], "title": "Welcome"}]


@pytest.mark.endpoint(
    "PUT /api/brands/{brand}/automations/{automation}", cites="Endpoints: Automations; Automation"
)
def test_an_update_changes_what_was_sent(api: BrandApi) -> None:
    made = create(api)
    path = f"/automations/{made['id']}"
    fields = {
        "trigger_node_type": "purchase",
        "entry_node": "n1",
        "postback_code": f"my-code.{made['id']}",
        "collection_code": "contact",
    }
    answer = api.put(path, json=fields)
    assert answer.status_code == 200
    changed = answer.json()["automation"]
    assert {name: changed[name] for name in fields} == fields
    assert (changed["title"], changed["status"]) == ("Welcome", "draft")
    for status in STATUSES:
        assert api.put(path, json={"status": status}).json()["automation"]["status"] == status
    cleared = api.put(path, json=dict.fromkeys(fields, "")).json()["automation"]
    assert [cleared[name] for name in ("trigger_node_type", "entry_node", "collection_code")] == [
        None
    ] * 3
    assert cleared["postback_code"] not in ("", fields["postback_code"])
    assert api.put("/automations/987654", json={}).status_code == 404


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("title", ""),
        ("title", None),
        ("title", "x" * 256),
        ("status", "running"),
        ("postback_code", "x" * 256),
        ("postback_code", "a/b"),
        ("postback_code", ".."),
        ("trigger_node_type", "x" * 256),
        ("entry_node", ["n1"]),
        ("collection_code", "\0"),
    ],
)
def test_what_an_update_refuses(api: BrandApi, field: str, value: object) -> None:
    made = create(api)
    refused(api.put(f"/automations/{made['id']}", json={field: value}), field)


def test_a_postback_code_belongs_to_one_automation(api: BrandApi, new_brand: NewBrand) -> None:
    made = create(api)
    code = made["postback_code"]
    other = new_brand().api()
    refused(
        other.put(f"/automations/{create(other)['id']}", json={"postback_code": code}),
        "postback_code",
    )
    assert api.put(f"/automations/{made['id']}", json={"postback_code": code}).status_code == 200


@pytest.mark.endpoint(
    "DELETE /api/brands/{brand}/automations/{automation}", cites="Endpoints: Automations"
)
def test_a_deleted_automation_is_gone(api: BrandApi) -> None:
    made = deploy(api, chain(NOTHING))
    assert api.delete(f"/automations/{made['id']}").json() == {"success": True}
    assert api.delete(f"/automations/{made['id']}").status_code == 404
    assert api.get("/automations").json()["total"] == 0


@pytest.mark.endpoint(
    "POST /api/brands/{brand}/automations/{automation}/clone", cites="Endpoints: Automations"
)
def test_a_clone_is_a_draft_of_the_same(api: BrandApi) -> None:
    made = deploy(api, chain(NOTHING))
    answer = api.post(f"/automations/{made['id']}/clone")
    assert list(answer.json()) == ["automation"]
    twin = answer.json()["automation"]
    assert (twin["title"], twin["status"]) == ("Welcome (copy)", "draft")
    assert twin["id"] != made["id"]
    assert twin["postback_code"] != made["postback_code"]
    assert api.get(f"/automations/{twin['id']}/builder").json() == chain(NOTHING)
    named = api.post(f"/automations/{made['id']}/clone", json={"title": "Second"}).json()
    assert named["automation"]["title"] == "Second"
    assert api.post("/automations/987654/clone").status_code == 404
    refused(api.post(f"/automations/{made['id']}/clone", json={"title": "x" * 256}), "title")
    long = create(api, "y" * 255)
    assert len(api.post(f"/automations/{long['id']}/clone").json()["automation"]["title"]) == 255


@pytest.mark.endpoint("POST /api/brands/{brand}/automations/copy", cites="Automations; Errors 404")
def test_a_copy_goes_to_a_brand_that_the_user_may_change(
    brand: TestBrand, new_brand: NewBrand
) -> None:
    target, closed, strange = new_brand(), new_brand(), new_brand()
    user = {"user": f"copier {brand.id}"}
    api, there = brand.api(**user), target.api(**user)
    closed.key("viewer", **user)
    made = deploy(api, chain(NOTHING))
    body = {"id": made["id"], "brand_id": target.id, "name": "Taken over"}
    answer = api.post("/automations/copy", json=body)
    assert answer.status_code == 200
    assert list(answer.json()) == ["automation_id"]
    (copied,) = there.get("/automations").json()["data"]
    assert copied["id"] == answer.json()["automation_id"]
    assert (copied["title"], copied["status"]) == ("Taken over", "draft")
    assert there.get(f"/automations/{copied['id']}/builder").json() == chain(NOTHING)

    missing = api.post("/automations/copy", json={**body, "id": 987654})
    assert (missing.status_code, list(missing.json())) == (404, ["error"])
    for other in (closed, strange):
        assert api.post("/automations/copy", json={**body, "brand_id": other.id}).status_code == 403
        assert other.api().get("/automations").json()["total"] == 0
    refused(api.post("/automations/copy", json={}), "id", "brand_id", "name")


@pytest.mark.endpoint("POST /api/brands/{brand}/automations/export", cites="Automations; Events")
def test_an_export_arrives_by_mail(platform: Served, brand: TestBrand) -> None:
    api = brand.api()
    made = [create(api, title) for title in ("=1+1", "Second", "Third")]
    body = {
        "filters": {"q": ""},
        "selected_ids": [made[0]["id"], made[1]["id"]],
        "columns": ["id", "title"],
    }
    answer = api.post("/automations/export", json=body)
    assert answer.status_code == 200
    assert answer.json()["success"] is True
    assert isinstance(answer.json()["message"], str)
    letter = eventually(lambda: mail_to(platform, f"owner.{brand.id}@funneldesk.local"))
    (attached,) = letter.iter_attachments()
    assert attached.get_filename().endswith(".csv")
    lines = attached.get_content().lstrip("\ufeff").splitlines()
    assert lines == ["id,title", f"{made[0]['id']},'=1+1", f"{made[1]['id']},Second"]
    refused(api.post("/automations/export", json={"columns": ["secret"]}), "columns.0")
    refused(api.post("/automations/export", json={"selected_ids": ["x"]}), "selected_ids.0")


def mail_to(platform: Served, address: str) -> Any:
    outbox: Path = platform.place.data / "outbox"
    for path in sorted(outbox.glob("*.eml")) if outbox.exists() else ():
        message = email.message_from_bytes(path.read_bytes(), policy=email.policy.default)
        if address in message["To"]:
            return message
    return None


@pytest.mark.endpoint(
    "GET /api/brands/{brand}/automations/{automation}/stats", cites="Automation: Stats"
)
@pytest.mark.endpoint("GET /api/brands/{brand}/automations/summary", cites="Automation: Summary")
@pytest.mark.endpoint(
    "GET /api/brands/{brand}/automations/summary-by-automation", cites="Endpoints: Automations"
)
@pytest.mark.endpoint(
    "GET /api/brands/{brand}/automations/{automation}/logs", cites="Endpoints: Automations"
)
@pytest.mark.endpoint(
    "GET /api/brands/{brand}/automations/{automation}/events", cites="Endpoints: Automations"
)
def test_what_automations_did_is_counted(brand: TestBrand) -> None:
    api = brand.api()
    idle = create(api, "Idle")
    bad = {"code": "mail", "type": "send_email", "data": {"subject": "Hi", "body": "Hello"}}
    tag = {"code": "tag", "type": "add_tag", "data": {"tag": "seen"}}
    made = deploy(api, chain(NOTHING, tag, bad))
    visitor = brand.client(brand.base_url)
    code = made["postback_code"]
    assert visitor.post(f"/webhooks/{code}", json={"email": "a@b.example"}).status_code == 200
    assert visitor.post(f"/webhooks/{code}", json={}).status_code == 200
    logged(api, made["id"], 7)
    path = f"/automations/{made['id']}"
    assert api.get(f"{path}/stats").json() == {
        "start": {"success": 2, "failed": 0, "skipped": 0},
        "note": {"success": 0, "failed": 0, "skipped": 2},
        "tag": {"success": 1, "failed": 1, "skipped": 0},
        "mail": {"success": 1, "failed": 0, "skipped": 0},
    }
    summary = api.get("/automations/summary").json()
    assert (summary["total_runs"], summary["successful_tasks"], summary["failed_tasks"]) == (
        *(2, 4),
        1,
    )
    assert summary["task_status_counts"] == {"success": 4, "failed": 1, "skipped": 2}
    assert summary["period_start_date"] < summary["period_end_date"]
    rows = api.get("/automations/summary-by-automation").json()["data"]
    assert {row["automation_id"]: row["total_runs"] for row in rows} == {
        made["id"]: 2,
        idle["id"]: 0,
    }
    page = api.get(f"{path}/logs?per_page=3").json()
    assert (page["total"], page["last_page"], len(page["data"])) == (7, 3, 3)
    (event,) = api.get(f"{path}/events").json()
    assert (event["type"], event["count"]) == ("postback", 2)
    old = api.get("/automations/summary?start=2001-01-01&end=2001-02-01").json()
    assert (old["total_runs"], old["period_end_date"]) == (0, "2001-01-31")
    for name in ("stats", "logs", "events"):
        assert api.get(f"/automations/987654/{name}").status_code == 404
    assert api.get(f"/automations/{idle['id']}/events").json() == []
    assert api.get(f"/automations/{idle['id']}/stats").json() == {}


@pytest.mark.parametrize("moment", ["never", "0001-01-01T00:00:00Z", "9999-12-31T23:59:59-12:00"])
def test_a_period_is_one_of_this_age(api: BrandApi, moment: str) -> None:
    refused(api.get("/automations/summary", params={"start": moment}), "start")


def test_the_plan_may_forbid_automations(place: Place) -> None:
    """Quirk 6; document: Errors, 403."""
    with served(place, "--plan", "automations=0") as running, reached(running) as api:
        answer = api.post("/automations", json={"title": "One more"})
    assert answer.status_code == 403
    body = answer.json()
    assert isinstance(body["error"], str)
    assert set(body["plan_error"]) == {"message", "upgrade_info"}


def test_many_creates_at_once_are_all_counted(api: BrandApi) -> None:
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda number: create(api, f"Number {number}"), range(12)))
    assert api.get("/automations").json()["total"] == 12
