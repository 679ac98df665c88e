"""Builder documents of automations: drafts, deployment, what makes no graph (quirk 55)."""

from typing import Any

import pytest
from automations_driver import NOTHING, chain, create, refused
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
