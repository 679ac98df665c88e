"""Automations, by the client: every uneven answer, and the embedded platform (quirks 20 and 55)."""

import asyncio
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING, Any

import pytest
from scripted_platform import ScriptedPlatform, reply

from funneldesk.client.api import Api
from funneldesk.client.errors import BadAnswer, Invalid, NotFound, RoleDenied, ServerFault
from funneldesk.contract.automations import (
    Automation,
    AutomationClone,
    AutomationCopy,
    AutomationDraft,
    AutomationExport,
    AutomationFilter,
    AutomationPatch,
    Builder,
)

if TYPE_CHECKING:
    from conftest import Embedded

BUILDER: dict[str, Any] = {
    "config": {
        "nodes": [
            {"code": "start", "type": "form_submission", "x": 10},
            {"code": "tag", "type": "add_tag", "data": {"tag": "lead"}},
        ],
        "connections": [{"from": "start", "to": "tag"}],
    },
    "version": "3",
    "trigger_node_type": "form_submission",
    "zoom": 0.5,
}


@pytest.fixture
async def live(embedded: "Embedded") -> AsyncIterator[Api]:
    async with embedded.api() as client:
        yield client


@pytest.fixture
async def automation(live: Api) -> AsyncIterator[Automation]:
    made = await live.automations.create(AutomationDraft(title="Welcome"))
    yield made
    await live.automations.delete(made.id)


async def test_an_automation_is_made_read_changed_and_deleted(live: Api) -> None:
    made = await live.automations.create(AutomationDraft(title="Zebra greeting"))
    assert (made.status, made.title) == ("draft", "Zebra greeting")
    read = await live.automations.get(made.id)
    assert read.status is None
    assert read.postback_code == made.postback_code
    changed = await live.automations.update(made.id, AutomationPatch(status="inactive"))
    assert (changed.status, changed.title) == ("inactive", "Zebra greeting")
    wanted = AutomationFilter(q="zebra", sort="newest", per_page=1)
    assert [row.id async for row in live.automations.iterate(wanted)] == [made.id]
    assert (await live.automations.list(wanted)).total == 1
    assert made.id in [row.id for row in await live.automations.list_all()]
    await live.automations.delete(made.id)
    with pytest.raises(NotFound):
        await live.automations.get(made.id)


async def test_a_builder_makes_the_round(live: Api, automation: Automation) -> None:
    assert await live.automations.get_builder(automation.id) is None
    await live.automations.save_builder(automation.id, BUILDER)
    read = await live.automations.get_builder(automation.id)
    assert read is not None
    assert read.body() == BUILDER
    assert [node["code"] for node in read.nodes] == ["start", "tag"]
    assert read.connections == [{"from": "start", "to": "tag"}]
    read.config["nodes"] = []
    read.config["connections"] = []
    await live.automations.save_builder(automation.id, read, draft=True)
    draft = await live.automations.get_builder(automation.id)
    assert draft is not None
    assert draft.nodes == []
    assert (await live.automations.discard_revision(automation.id)).body() == BUILDER
    bad = {"config": {"nodes": [{"type": "x"}]}}
    with pytest.raises(Invalid) as caught:
        await live.automations.save_builder(automation.id, bad)
    assert list(caught.value.fields) == ["config.nodes.0.code"]


async def test_clones_and_copies(live: Api, automation: Automation) -> None:
    twin = await live.automations.clone(automation.id)
    named = await live.automations.clone(automation.id, AutomationClone(title="Twin"))
    assert (twin.title, named.title) == ("Welcome (copy)", "Twin")
    for made in (twin, named):
        await live.automations.delete(made.id)
    copied = await live.automations.copy(AutomationCopy(id=automation.id, brand_id=1, name="Copy"))
    assert (await live.automations.get(copied)).title == "Copy"
    await live.automations.delete(copied)
    with pytest.raises(NotFound):
        await live.automations.copy(AutomationCopy(id=987654, brand_id=1, name="Copy"))


async def test_what_it_did_is_read(live: Api, automation: Automation) -> None:
    await live.automations.save_builder(automation.id, BUILDER)
    assert await live.automations.stats(automation.id) == {}
    await live._calls.send("GET", f"/webhooks/{automation.postback_code}?email=a@b.example")
    lines: list[Any] = []
    for _ in range(200):
        lines = [line async for line in live.automations.iterate_logs(automation.id, per_page=1)]
        if len(lines) == 2:
            break
        await asyncio.sleep(0.05)
    assert {line.node_code: line.status for line in lines} == {"start": "success", "tag": "success"}
    assert (await live.automations.list_logs(automation.id)).total == 2
    assert (await live.automations.stats(automation.id))["tag"].success == 1
    summary = await live.automations.summary()
    assert summary.total_runs >= 1
    assert summary.task_status_counts["success"] >= 2
    totals = await live.automations.summary_by_automation()
    assert {row.automation_id: row.total_runs for row in totals}[automation.id] == 1
    (event,) = await live.automations.list_events(automation.id)
    assert event.type == "postback"


async def test_an_export_is_queued(live: Api) -> None:
    exported = await live.automations.export(AutomationExport(filters={"status": "active"}))
    assert exported.success
    assert exported.message
    with pytest.raises(Invalid):
        await live.automations.export(AutomationExport(columns=["secret"]))


async def test_a_viewer_reads_and_does_not_write(embedded: "Embedded") -> None:
    async with embedded.api(role="viewer") as viewer:
        await viewer.automations.list()
        with pytest.raises(RoleDenied):
            await viewer.automations.create(AutomationDraft(title="No"))


ROW = {"id": 5, "title": "Welcome", "status": "draft"}
FLAT = {"current_page": 1, "data": [ROW], "per_page": 25, "total": 1, "last_page": 1}


@pytest.mark.parametrize("answer", [{"automation": ROW}, ROW])
async def test_a_created_automation_is_unwrapped(
    scripted: ScriptedPlatform, api: Api, answer: object
) -> None:
    """Quirk 20."""
    scripted.will(reply(200, answer))
    assert (await api.automations.create(AutomationDraft(title="Welcome"))).id == 5


@pytest.mark.parametrize("answer", [b"", {"success": True}])
async def test_a_created_automation_that_is_not_shown_is_looked_for(
    scripted: ScriptedPlatform, api: Api, answer: Any
) -> None:
    scripted.will(reply(200, answer), reply(200, FLAT))
    assert (await api.automations.create(AutomationDraft(title="Welcome"))).id == 5
    scripted.will(reply(200, answer), reply(200, FLAT))
    with pytest.raises(BadAnswer) as caught:
        await api.automations.create(AutomationDraft(title="Another"))
    assert caught.value.maybe_done
    scripted.will(reply(200, answer), reply(200, FLAT))
    assert (await api.automations.clone(4)).id == 5


async def test_an_update_that_is_not_shown_is_read_again(
    scripted: ScriptedPlatform, api: Api
) -> None:
    scripted.will(reply(200, b""), reply(200, {"id": 5, "title": "New"}))
    changed = await api.automations.update(5, AutomationPatch(title="New"))
    assert (changed.title, changed.status) == ("New", None)
    assert [found.method for found in scripted.requests] == ["PUT", "GET"]


@pytest.mark.parametrize("body", [b"", b" \n", b"null", b"[]", b"{}"])
async def test_quirk_55_a_builder_may_have_an_empty_body(
    scripted: ScriptedPlatform, api: Api, body: bytes
) -> None:
    scripted.will(reply(200, body))
    assert await api.automations.get_builder(5) is None


async def test_a_builder_in_other_shapes_is_read(scripted: ScriptedPlatform, api: Api) -> None:
    scripted.will(
        reply(200, {"config": {"nodes": {"a": {"type": "x"}}}, "version": 1}),
        reply(200, {"config": [], "version": None}),
    )
    first = await api.automations.get_builder(5)
    second = await api.automations.get_builder(5)
    assert first is not None
    assert second is not None
    assert first.nodes == [{"code": "a", "type": "x"}]
    assert (second.nodes, second.connections) == ([], [])
    assert Builder.model_validate(BUILDER).body() == BUILDER


async def test_empty_maps_may_be_lists(scripted: ScriptedPlatform, api: Api) -> None:
    scripted.will(reply(200, []))
    assert await api.automations.stats(5) == {}
    scripted.will(reply(200, {"total_runs": 0, "task_status_counts": []}))
    assert (await api.automations.summary()).task_status_counts == {}


@pytest.mark.parametrize(
    "answer",
    [
        [{"automation_id": 5, "total_runs": 2}],
        {"data": [{"automation_id": 5, "total_runs": 2}], "period_start_date": "2026-01-01"},
        {"5": {"total_runs": 2}, "period_start_date": "2026-01-01"},
    ],
)
async def test_totals_come_in_any_wrapping(
    scripted: ScriptedPlatform, api: Api, answer: object
) -> None:
    scripted.will(reply(200, answer))
    (row,) = await api.automations.summary_by_automation()
    assert (row.automation_id, row.total_runs) == (5, 2)


@pytest.mark.parametrize(
    "answer", [["purchase"], [{"type": "purchase"}], {"data": [{"type": "purchase", "n": 1}]}]
)
async def test_events_come_as_words_or_records(
    scripted: ScriptedPlatform, api: Api, answer: object
) -> None:
    scripted.will(reply(200, answer))
    assert [event.type for event in await api.automations.list_events(5)] == ["purchase"]


async def test_nothing_is_posted_twice(scripted: ScriptedPlatform, api: Api) -> None:
    """Quirk 10."""
    scripted.will(reply(503, b""), reply(200, {"automation": ROW}))
    with pytest.raises(ServerFault):
        await api.automations.create(AutomationDraft(title="Welcome"))
    assert len(scripted.requests) == 1
