"""What tests of automations do again and again."""

import itertools
import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import httpx
from awaited import eventually
from platform_process import BrandApi, Served, TestBrand, api_headers, run_keys

from funneldesk.server.parts.automations.store import AutomationStore

NOTHING = {"code": "note", "type": "sticky_note", "data": {"text": "Remember"}}
TRIGGER = {"code": "start", "type": "form_submission", "data": {}}


@contextmanager
def reached(running: Served) -> Iterator[BrandApi]:
    """The paths of brand 1 of a platform that a test started itself, without any sample."""
    made = run_keys(
        running.place, "create", "--role", "owner", "--brand", "1", "--new-brand", "Harbor"
    )
    with httpx.Client(
        headers=api_headers(made.stdout.strip()), trust_env=False, timeout=60
    ) as client:
        yield BrandApi(f"{running.base_url}/api/brands/1", client)


def create(api: BrandApi, title: str = "Welcome") -> dict[str, Any]:
    """A new automation, as the create call answers it."""
    answer = api.post("/automations", json={"title": title})
    assert answer.status_code == 200, answer.text
    made: dict[str, Any] = answer.json()["automation"]
    return made


def document(
    nodes: Sequence[Mapping[str, Any]],
    connections: Sequence[tuple[str, ...]] = (),
    trigger: str = "form_submission",
) -> dict[str, Any]:
    """A builder document. A connection is ``(from, to)`` or ``(from, output, to)``."""
    joined = [
        {"from": ends[0], "to": ends[-1], **({"output": ends[1]} if len(ends) > 2 else {})}
        for ends in connections
    ]
    return {
        "config": {"nodes": list(nodes), "connections": joined},
        "version": 1,
        "trigger_node_type": trigger,
    }


def chain(*nodes: Mapping[str, Any], trigger: str = "form_submission") -> dict[str, Any]:
    """A document in which each node leads to the next one, after a trigger."""
    start = {**TRIGGER, "type": trigger}
    codes = ["start", *(node["code"] for node in nodes)]
    return document([start, *nodes], list(itertools.pairwise(codes)), trigger)


def deploy(api: BrandApi, builder: Mapping[str, Any], title: str = "Welcome") -> dict[str, Any]:
    """An automation with this builder, active."""
    made = create(api, title)
    answer = api.post(f"/automations/{made['id']}/builder", json=builder)
    assert answer.status_code == 200, answer.text
    return made


def deploy_unchecked(
    brand: TestBrand, builder: Mapping[str, Any], title: str = "Welcome"
) -> dict[str, Any]:
    """An automation with a builder that was deployed before flows that cannot run were refused."""
    made = create(brand.api(), title)
    with brand.database.writing() as session:
        store = AutomationStore(session, brand.id)
        row = store.get(made["id"], lock=True)
        text, trigger = json.dumps(builder), builder.get("trigger_node_type")
        store.versions.save(row, text, trigger, draft=False)
    return made


def logs(api: BrandApi, automation_id: int) -> list[dict[str, Any]]:
    """The log, the oldest line first."""
    answer = api.get(f"/automations/{automation_id}/logs?per_page=100")
    assert answer.status_code == 200, answer.text
    found: list[dict[str, Any]] = answer.json()["data"]
    return found[::-1]


def logged(api: BrandApi, automation_id: int, count: int) -> list[tuple[str, str]]:
    """Node and status of the lines, as soon as there are ``count`` of them."""
    lines = eventually(lambda: logs(api, automation_id), lambda found: len(found) >= count)
    return [(line["node_code"], line["status"]) for line in lines]


def refused(answer: Any, *fields: str) -> None:
    """A 422 for exactly these fields."""
    assert answer.status_code == 422, answer.text
    assert sorted(answer.json()["errors"]) == sorted(fields)
