"""Builder documents of automations: drafts, deployment, what makes no graph (quirk 55)."""

from typing import Any

import pytest
from automations_driver import NOTHING, TRIGGER, chain, create, document, refused
from platform_process import BrandApi


@pytest.mark.endpoint(
    "GET /api/brands/{brand}/automations/{automation}/builder", cites="Automations; quirk 55"
)
@pytest.mark.endpoint(
    "POST /api/brands/{brand}/automations/{automation}/builder", cites="Automations; quirk 55"
)
@pytest.mark.endpoint(
    "POST /api/brands/{brand}/automations/{automation}/discard-revision",
    cites="Endpoints: Automations; Events: Drafts",
)
def test_quirk_55_drafts_wait_and_a_published_save_deploys(api: BrandApi) -> None:
    made = create(api)
    path = f"/automations/{made['id']}"
    empty = api.get(f"{path}/builder")
    assert (empty.status_code, empty.content) == (200, b"")
    draft = {**chain(NOTHING), "zoom": 1.5, "version": "7"}
    saved = api.post(f"{path}/builder?draft=true", json=draft)
    assert saved.status_code == 200
    assert status_of(api, made["id"]) == "draft"
    assert api.get(f"{path}/builder").json() == draft
    assert api.post(f"{path}/discard-revision").status_code == 404
    assert api.get(f"{path}/builder").json() == draft

    live = chain(NOTHING, trigger="purchase")
    assert api.post(f"{path}/builder", json=live).status_code == 200
    assert status_of(api, made["id"]) == "active"
    assert api.get(path).json()["trigger_node_type"] == "purchase"
    assert api.get(f"{path}/builder").json() == live

    assert api.post(f"{path}/builder?draft=1", json=draft).status_code == 200
    assert status_of(api, made["id"]) == "active"
    assert api.get(path).json()["trigger_node_type"] == "purchase"
    assert api.get(f"{path}/builder").json() == draft
    assert api.post(f"{path}/discard-revision").json() == live
    assert api.get(f"{path}/builder").json() == live


def status_of(api: BrandApi, automation_id: int) -> str:
    rows = api.get("/automations").json()["data"]
    found: str = next(row["status"] for row in rows if row["id"] == automation_id)
    return found


NODE = {"code": "a", "type": "condition"}


@pytest.mark.parametrize(
    ("body", "fields"),
    [
        ({}, ["config"]),
        ({"config": []}, ["config"]),
        ({"config": {"nodes": 3}}, ["config.nodes"]),
        ({"config": {"connections": {}}}, ["config.connections"]),
        ({"config": {"nodes": [NODE] * 501}}, ["config.nodes"]),
        ({"config": {"nodes": [NODE, NODE]}}, ["config.nodes.1.code"]),
        ({"config": {"nodes": [{"type": "x"}, 1]}}, ["config.nodes.0.code", "config.nodes.1"]),
        ({"config": {"nodes": [{"code": "a", "type": "x", "data": 1}]}}, ["config.nodes.0.data"]),
        (
            {"config": {"nodes": [NODE], "connections": [{"from": "a", "to": "b"}]}},
            ["config.connections.0.to"],
        ),
        ({"config": {}, "trigger_node_type": 7}, ["trigger_node_type"]),
        ([1], ["body"]),
        (
            {"config": {"nodes": [{"code": "a", "type": "x", "data": {"t": "\0"}}]}},
            ["config.nodes.0.data.t"],
        ),
    ],
)
def test_a_builder_that_makes_no_graph_is_refused(
    api: BrandApi, body: Any, fields: list[str]
) -> None:
    """Quirk 21: dotted paths."""
    made = create(api)
    refused(api.post(f"/automations/{made['id']}/builder", json=body), *fields)
    assert api.get(f"/automations/{made['id']}/builder").content == b""


def test_a_builder_is_kept_as_it_was_sent(api: BrandApi) -> None:
    made = create(api)
    nested: Any = "deep"
    for _ in range(60):
        nested = [nested]
    node = {"code": "x", "type": "??", "ui": {"x": 1.25, "big": 10**30}, "nested": nested}
    sent = {"config": {"nodes": [node], "connections": [], "extra": "🙂\u2028"}, "more": None}
    assert api.post(f"/automations/{made['id']}/builder?draft=true", json=sent).status_code == 200
    assert api.get(f"/automations/{made['id']}/builder").json() == sent


def _one(kind: str, **data: object) -> dict[str, object]:
    return {"code": "n", "type": kind, "data": data}


@pytest.mark.parametrize(
    ("node", "words"),
    [
        (_one("condition"), "neither an expression nor a field"),
        (_one("condition", expression="a =="), "not understood"),
        (_one("condition", field="a", operator="like"), "operator"),
        (_one("delay", days="soon"), "days"),
        (_one("split"), "branches"),
        (_one("split", branches=[{"name": "A", "weight": -1}]), "weight"),
        (_one("split", branches=[{"name": "A", "weight": "heavy"}]), "weight"),
        (_one("delay", hours={}), "hours"),
        (_one("add_tag", tag=["x"]), "tag must be a text"),
        (_one("add_tag"), "tag"),
        (_one("send_email", subject="", body="x"), "subject"),
        (_one("send_email", subject="x"), "text"),
        (_one("send_email", subject="x", body="x", to="nobody"), "not an e-mail address"),
        (_one("create_crm_entry", entity=" "), "entity"),
        (_one("webhook"), "address"),
    ],
)
def test_a_flow_that_every_run_fails_at_is_not_deployed(
    api: BrandApi, node: dict[str, object], words: str
) -> None:
    made = create(api)
    path = f"/automations/{made['id']}/builder"
    flow = chain(node)
    answer = api.post(path, json=flow)
    refused(answer, "config.nodes.1.data")
    assert words in answer.json()["errors"]["config.nodes.1.data"][0]
    assert api.get(path).content == b""
    assert api.post(f"{path}?draft=true", json=flow).status_code == 200
    unreached = document([TRIGGER, node])
    assert api.post(path, json=unreached).status_code == 200, "no run comes to it"


def test_a_trigger_whose_condition_is_not_understood_is_not_deployed(api: BrandApi) -> None:
    made = create(api)
    flow = chain(_one("add_tag", tag="a"))
    flow["config"]["nodes"][0]["data"] = {"condition": "total >"}
    refused(api.post(f"/automations/{made['id']}/builder", json=flow), "config.nodes.0.data")


@pytest.mark.parametrize(
    "node",
    [
        _one("send_email", subject="{{missing}}", text="{{missing}}", to="{{other}}"),
        _one("add_tag", tag="{{tag}}", email="{{email}}"),
        _one("webhook", url="{{url}}"),
        _one("move_stage"),
        _one("delay"),
        _one("unheard_of", anything=1),
    ],
)
def test_what_depends_on_a_run_is_deployed(api: BrandApi, node: dict[str, object]) -> None:
    made = create(api)
    answer = api.post(f"/automations/{made['id']}/builder", json=chain(node))
    assert answer.status_code == 200, answer.text
