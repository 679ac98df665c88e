"""Split tests by the client (document: Split tests; quirks 10, 20 and 41 to 44)."""

import json
import uuid
from collections.abc import AsyncIterator
from datetime import date
from typing import TYPE_CHECKING, Any

import pytest
from scripted_platform import ScriptedPlatform, hang_up, reply

from funneldesk.client.api import Api
from funneldesk.client.errors import ApiError, BadAnswer, Invalid, NotFound, RoleDenied
from funneldesk.contract.split_tests import (
    CHART_TYPES,
    ChartFilter,
    SplitTest,
    SplitTestDraft,
    SplitTestExport,
    SplitTestFilter,
    SplitTestPatch,
    WinnerDraft,
)

if TYPE_CHECKING:
    from conftest import Embedded

CONFIG: dict[str, Any] = {
    "items": [
        {"name": "Control", "node_code": "aaa", "weight": 50},
        {"name": "Bold", "node_code": "bbb", "weight": 50},
    ]
}


@pytest.fixture
async def real(embedded: "Embedded") -> AsyncIterator[Api]:
    async with embedded.api() as client:
        yield client


@pytest.fixture
async def made(real: Api) -> AsyncIterator[SplitTest]:
    name = f"Test {uuid.uuid4().hex}"
    test = await real.split_tests.create(
        SplitTestDraft(name=name, type="split_test", config=CONFIG, start_date=date(2026, 1, 2))
    )
    yield test
    await real.split_tests.delete(test.id)


def sent(scripted: ScriptedPlatform) -> Any:
    return json.loads(scripted.requests[-1].body)


async def test_quirk_41_every_write_body_is_nested(api: Api, scripted: ScriptedPlatform) -> None:
    scripted.will(reply(200, {"id": 1, "status": "queued", "split_test": {"id": 1}}))
    draft = SplitTestDraft(name="A", type="split_test", config=CONFIG)
    await api.split_tests.create(draft)
    assert sent(scripted) == {"split_test": {"name": "A", "type": "split_test", "config": CONFIG}}
    await api.split_tests.update(1, SplitTestPatch(status="paused"))
    assert sent(scripted) == {"split_test": {"status": "paused"}}
    await api.split_tests.declare_winner(1, WinnerDraft(winner_node_code="a", variant_name="A"))
    assert sent(scripted) == {"split_test": {"winner_node_code": "a", "variant_name": "A"}}
    await api.split_tests.export(1, SplitTestExport(format="excel"))
    assert sent(scripted) == {"split_test": {"format": "excel"}}
    await api.split_tests.create_note(1, "Mobile only")
    assert sent(scripted) == {"split_test": {"content": "Mobile only"}}


async def test_quirk_42_unknown_words_come_as_they_are(
    api: Api, scripted: ScriptedPlatform
) -> None:
    scripted.will(reply(200, {"id": 1, "status": "archived", "config": {"items": []}, "x": 1}))
    found = await api.split_tests.get(1)
    assert found.status == "archived"
    assert found.model_extra == {"x": 1}


async def test_quirk_44_charts_of_any_shape_are_read(api: Api, scripted: ScriptedPlatform) -> None:
    scripted.will(reply(200, {"chart_type": "funnel_analysis", "steps": [1, 2]}))
    chart = await api.split_tests.chart_data(1, ChartFilter(chart_type="funnel_analysis"))
    assert chart.model_extra == {"steps": [1, 2]}
    path = scripted.requests[0].path
    assert path.endswith("/split-tests/1/chart-data?chart_type=funnel_analysis")


async def test_quirks_20_and_44_uneven_answers(api: Api, scripted: ScriptedPlatform) -> None:
    scripted.will(reply(200, {"split_test": {"id": 3, "name": "A"}}))
    draft = SplitTestDraft(name="A", type="split_test", config=CONFIG)
    assert (await api.split_tests.create(draft)).id == 3
    scripted.will(reply(200, {"message": "done"}))
    with pytest.raises(BadAnswer) as caught:
        await api.split_tests.create(draft)
    assert caught.value.maybe_done
    scripted.will(reply(200, {"message": "saved"}), reply(200, {"id": 3, "name": "Read"}))
    assert (await api.split_tests.update(3, SplitTestPatch(name="A"))).name == "Read"


async def test_quirk_10_a_winner_is_never_declared_twice(
    api: Api, scripted: ScriptedPlatform
) -> None:
    scripted.will(hang_up)
    with pytest.raises(ApiError) as caught:
        await api.split_tests.declare_winner(1, WinnerDraft(winner_node_code="a", variant_name="A"))
    assert caught.value.maybe_done
    assert len(scripted.requests) == 1


async def test_a_test_lives_on_the_real_platform(real: Api, made: SplitTest) -> None:
    tests = real.split_tests
    assert (made.status, made.start_date) == ("running", date(2026, 1, 2))
    found = await tests.get(made.id)
    assert found.config is not None
    assert [item.node_code for item in found.config.items] == ["aaa", "bbb"]
    summary = await tests.update(made.id, SplitTestPatch(statistical_method="bayesian"))
    assert summary.name == made.name
    assert (await tests.get(made.id)).statistical_method == "bayesian"
    listed = [row async for row in tests.iterate(SplitTestFilter(per_page=3, status="running"))]
    row = next(one for one in listed if one.id == made.id)
    assert row.user["name"]
    assert row.duration is not None
    codes = await tests.node_codes(made.id)
    assert [(one.code, one.name) for one in codes] == [("aaa", "Control"), ("bbb", "Bold")]
    with pytest.raises(Invalid) as caught:
        await tests.update(made.id, SplitTestPatch(significance_level=2))
    assert "split_test.significance_level" in caught.value.fields


async def test_charts_notes_and_the_end_on_the_real_platform(real: Api, made: SplitTest) -> None:
    tests = real.split_tests
    for kind in CHART_TYPES:
        chart = await tests.chart_data(made.id, ChartFilter(chart_type=kind, tz="Europe/Berlin"))
        assert chart.chart_type == kind
    note = await tests.create_note(made.id, "Mobile <b>only</b>")
    assert [one.id async for one in tests.iterate_notes(made.id)] == [note.id]
    await tests.delete_note(made.id, note.id)
    assert await tests.list_notes(made.id) == []
    before = await tests.quick_access()
    done = await tests.declare_winner(
        made.id, WinnerDraft(winner_node_code="bbb", variant_name="Bold", confidence=97)
    )
    assert (done.split_test.status, done.split_test.winner_selected_by) == ("finalized", "manual")
    after = await tests.quick_access()
    assert (after.finalized, after.running) == (before.finalized + 1, before.running - 1)
    queued = await tests.export(made.id)
    assert (queued.status, queued.split_test_name) == ("queued", made.name)


async def test_who_may_not_and_what_is_not(embedded: "Embedded", made: SplitTest) -> None:
    async with embedded.api(role="viewer") as viewer:
        assert (await viewer.split_tests.get(made.id)).id == made.id
        with pytest.raises(RoleDenied):
            await viewer.split_tests.delete(made.id)
    async with embedded.api(brand=2) as other:
        with pytest.raises(NotFound):
            await other.split_tests.get(made.id)
