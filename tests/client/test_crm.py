"""CRM by the client: uneven answers, and the embedded platform (document: CRM; quirk 45)."""

import json
import uuid
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING, Any

import pytest
from scripted_platform import ScriptedPlatform, hang_up, reply

from funneldesk.client.api import Api
from funneldesk.client.errors import ApiError, BadAnswer, Invalid, NotFound, RoleDenied, Unreachable
from funneldesk.contract.crm import (
    CrmEntity,
    CrmEntityDraft,
    CrmEntityPatch,
    CrmEntryDraft,
    CrmEntryFilter,
    CrmEntryPatch,
    CrmFieldDraft,
    CrmFieldPatch,
    CrmPipelineDraft,
    CrmPipelinePatch,
    CrmStageDraft,
    CrmStagePatch,
)

if TYPE_CHECKING:
    from conftest import Embedded

ENTITY = {"id": 3, "name": "Leads", "slug": "leads", "pipelines": [], "fields": []}


@pytest.fixture
async def real(embedded: "Embedded") -> AsyncIterator[Api]:
    async with embedded.api() as client:
        yield client


@pytest.fixture
async def deals(real: Api) -> AsyncIterator[CrmEntity]:
    slug = f"deals-{uuid.uuid4().hex}"
    made = await real.crm.create_entity(CrmEntityDraft(name="Deals", slug=slug, preset="deals"))
    yield made
    await real.crm.delete_entity(made.id)


@pytest.mark.parametrize("answer", [ENTITY, {"entity": ENTITY}, {"id": 3, "name": "Leads"}])
async def test_quirk_20_a_new_entity_is_whole_however_it_is_answered(
    api: Api, scripted: ScriptedPlatform, answer: dict[str, Any]
) -> None:
    scripted.will(reply(201, answer), reply(200, ENTITY))
    made = await api.crm.create_entity(CrmEntityDraft(name="Leads", slug="leads"))
    assert (made.id, made.slug, made.fields) == (3, "leads", [])
    assert json.loads(scripted.requests[0].body) == {"name": "Leads", "slug": "leads"}


@pytest.mark.parametrize("answer", [b"", {"success": True}, ENTITY])
async def test_after_an_update_the_record_is_read_again(
    api: Api, scripted: ScriptedPlatform, answer: Any
) -> None:
    scripted.will(reply(200, answer), reply(200, ENTITY))
    changed = await api.crm.update_entity(3, CrmEntityPatch(name="Leads"))
    assert changed.slug == "leads"
    assert [(request.method, request.path) for request in scripted.requests] == [
        ("PUT", "/api/brands/7/crm/entities/3"),
        ("GET", "/api/brands/7/crm/entities/3"),
    ]


async def test_an_answer_without_the_new_record_is_told(
    api: Api, scripted: ScriptedPlatform
) -> None:
    scripted.will(reply(201, {"success": True}))
    with pytest.raises(BadAnswer) as caught:
        await api.crm.create_pipeline(3, CrmPipelineDraft(name="x"))
    assert caught.value.maybe_done


async def test_quirk_10_a_new_entry_is_never_sent_twice(
    api: Api, scripted: ScriptedPlatform
) -> None:
    scripted.will(hang_up)
    with pytest.raises(ApiError) as caught:
        await api.crm.create_entry(3, CrmEntryDraft(title="x", pipeline_id=1, stage_id=2))
    assert caught.value.maybe_done
    assert len(scripted.requests) == 1


async def test_quirk_10_a_move_is_repeated(api: Api, scripted: ScriptedPlatform) -> None:
    scripted.will(hang_up, reply(200, {"id": "a", "stage_id": 5, "updated_at": None}))
    moved = await api.crm.move_entry("a", 5)
    assert moved.stage_id == 5
    assert len(scripted.requests) == 2


async def test_quirk_10_a_move_is_not_repeated_blindly(
    api: Api, scripted: ScriptedPlatform
) -> None:
    scripted.will(hang_up, reply(200, {"id": "a", "stage_id": 5, "updated_at": None}))
    with pytest.raises(Unreachable) as caught:
        await api.crm.move_entry("a", 5, blindly=False)
    assert caught.value.maybe_done
    assert len(scripted.requests) == 1


async def test_lists_come_wrapped_too(api: Api, scripted: ScriptedPlatform) -> None:
    scripted.will(reply(200, {"data": [ENTITY]}))
    assert [entity.id for entity in await api.crm.list_entities()] == [3]


async def test_a_board_is_built_and_taken_down(real: Api, deals: CrmEntity) -> None:
    assert {"leads", "contacts", "deals"} <= {p.key for p in await real.crm.list_presets()}
    listed = [found async for found in real.crm.iterate_entities() if found.id == deals.id]
    assert listed[0].pipelines_count == 1
    pipeline = await real.crm.create_pipeline(deals.id, CrmPipelineDraft(name="Second"))
    stages = [
        await real.crm.create_stage(pipeline.id, CrmStageDraft(name=name, color="#123456"))
        for name in "ABC"
    ]
    await real.crm.reorder_stages({stage.id: 2 - stage.position for stage in stages})
    assert [stage.name for stage in await real.crm.list_stages(pipeline.id)] == ["C", "B", "A"]
    renamed = await real.crm.update_stage(stages[0].id, CrmStagePatch(name="Z", position=0))
    assert (renamed.name, renamed.position) == ("Z", 0)
    await real.crm.delete_stage(stages[1].id)
    assert [s.position for s in await real.crm.list_stages(pipeline.id)] == [0, 1]
    changed = await real.crm.update_pipeline(pipeline.id, CrmPipelinePatch(name="Third"))
    assert (changed.name, len(changed.stages or [])) == ("Third", 2)
    assert len(await real.crm.list_pipelines(deals.id)) == 2
    await real.crm.delete_pipeline(pipeline.id)
    with pytest.raises(NotFound):
        await real.crm.get_pipeline(pipeline.id)
    with pytest.raises(NotFound):
        await real.crm.get_stage(stages[0].id)


async def test_fields_are_made_changed_and_removed(real: Api, deals: CrmEntity) -> None:
    draft = CrmFieldDraft(name="Mood", key="mood", type="select", options=["good", "bad"])
    field = await real.crm.create_field(deals.id, draft)
    config = {"reportable": True, "preferred_chart": "pie"}
    changed = await real.crm.update_field(field.id, CrmFieldPatch(reporting_config=config))
    assert (changed.options, changed.reporting_config) == (["good", "bad"], config)
    with pytest.raises(Invalid) as caught:
        await real.crm.create_field(deals.id, draft)
    assert list(caught.value.fields) == ["key"]
    await real.crm.delete_field(field.id)
    assert "mood" not in [found.key for found in await real.crm.list_fields(deals.id)]
    with pytest.raises(NotFound):
        await real.crm.get_field(field.id)


async def test_entries_go_through_their_life(real: Api, deals: CrmEntity) -> None:
    pipeline = (await real.crm.get_entity(deals.id)).pipelines[0]  # type: ignore[index]
    first, second = (pipeline.stages or [])[:2]
    draft = CrmEntryDraft(
        title="Boat", pipeline_id=pipeline.id, stage_id=first.id, values={"amount": 5}
    )
    made = await real.crm.create_entry(deals.id, draft)
    assert (made.values_flat, made.values[0].key) == ({"amount": 5}, "amount")
    moved = await real.crm.move_entry(made.id, second.id, deals.id)
    assert (moved.id, moved.stage_id) == (made.id, second.id)
    changed = await real.crm.update_entry(made.id, CrmEntryPatch(values={"priority": "High"}))
    assert changed.values_flat == {"amount": 5, "priority": "High"}
    assert (await real.crm.get_entry(made.id, deals.id)) == changed
    with pytest.raises(Invalid) as caught:
        await real.crm.update_entry(made.id, CrmEntryPatch(values={"priority": "none", "x": 1}))
    assert sorted(caught.value.fields) == ["values.priority", "values.x"]
    for number in range(6):
        await real.crm.create_entry(deals.id, draft.model_copy(update={"title": f"B{number}"}))
    wanted = CrmEntryFilter(per_page=2, q="b", include_customer=True)
    titles = [entry.title async for entry in real.crm.iterate_entries(deals.id, wanted)]
    assert titles == ["B5", "B4", "B3", "B2", "B1", "B0", "Boat"]
    column = await real.crm.list_entries(deals.id, CrmEntryFilter(stage_id=second.id))
    assert ([entry.title for entry in column.rows], column.total) == (["Boat"], 1)


async def test_a_viewer_reads_and_does_not_write(embedded: "Embedded") -> None:
    async with embedded.api(role="viewer") as viewer:
        await viewer.crm.list_entities()
        with pytest.raises(RoleDenied):
            await viewer.crm.create_entity(CrmEntityDraft(name="x", slug="x"))
