"""Quizzes by the client (document: Quizzes; quirks 10, 20, 21, 52 and 54)."""

import json
import uuid
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING, Any

import pytest
from scripted_platform import ScriptedPlatform, hang_up, reply

from funneldesk.client.api import Api
from funneldesk.client.errors import ApiError, BadAnswer, Invalid, NotFound, PlanDenied
from funneldesk.client.uploads import Upload
from funneldesk.contract.quizzes import (
    Quiz,
    QuizDraft,
    QuizFilter,
    QuizPatch,
    ScreenDraft,
    ScreenPatch,
)

if TYPE_CHECKING:
    from conftest import Embedded

MP3 = b"ID3\x03\x00\x00\x00\x00\x00\x00" + b"\xff\xfb\x90\x00" * 64
SCREEN = {"id": 4, "name": "A", "type": "info"}


@pytest.fixture
async def real(embedded: "Embedded") -> AsyncIterator[Api]:
    async with embedded.api() as client:
        yield client


@pytest.fixture
async def made(real: Api) -> AsyncIterator[Quiz]:
    quiz = await real.quizzes.create(QuizDraft(name=f"Quiz {uuid.uuid4().hex}"))
    yield quiz
    await real.quizzes.delete(quiz.id)


async def test_quirks_20_and_54_uneven_answers_are_unwrapped(
    api: Api, scripted: ScriptedPlatform
) -> None:
    quizzes = api.quizzes
    scripted.will(reply(200, {"quiz": {"id": 3, "name": "A", "fields": []}}))
    assert (await quizzes.create(QuizDraft(name="A"))).id == 3
    assert (await quizzes.update(3, QuizPatch(name="A"))).fields == []
    for body in ({"quiz": SCREEN}, {"screen": SCREEN}, SCREEN):
        scripted.will(reply(200, body))
        screen = await quizzes.create_screen(3, ScreenDraft(name="A", type="info"))
        assert screen.id == 4
    for shape in ([SCREEN], SCREEN):
        scripted.will(reply(200, {"data": shape}))
        assert (await quizzes.get_screen(3, 4)).name == "A"
    scripted.will(reply(200, {"data": []}))
    with pytest.raises(BadAnswer):
        await quizzes.get_screen(3, 4)
    scripted.will(reply(200, {"success": True}), reply(200, {"data": [SCREEN]}))
    found = await quizzes.update_screen(3, 4, ScreenPatch(name="A", type="info"))
    assert found.id == 4
    scripted.will(reply(200, {"success": True}))
    with pytest.raises(BadAnswer) as caught:
        await quizzes.create_screen(3, ScreenDraft(name="A", type="info"))
    assert caught.value.maybe_done


async def test_quirk_54_a_flow_is_sent_whole_and_none_clears_it(
    api: Api, scripted: ScriptedPlatform
) -> None:
    scripted.will(reply(200, {"success": True, "message": "saved"}))
    flow: dict[str, Any] = {"drawflow": {"Home": {"data": {"1": {"x": [1.5, None]}}}}}
    await api.quizzes.save_flow(3, flow)
    assert json.loads(scripted.requests[-1].body) == {"flow": flow}
    await api.quizzes.save_flow(3, None)
    assert json.loads(scripted.requests[-1].body) == {"flow": None}
    await api.quizzes.reorder_screens(3, {4: 1})
    assert json.loads(scripted.requests[-1].body) == {"order": {"4": 1}}


async def test_quirks_6_and_21_refusals_of_their_own_shapes(
    api: Api, scripted: ScriptedPlatform
) -> None:
    refusal = {
        "error": "no",
        "plan_error": {
            "type": "plan_upgrade_required",
            "feature": "quizzes",
            "plan_name": "Starter",
            "message": "Your plan allows 1 quiz",
            "upgrade_info": None,
        },
    }
    scripted.will(reply(403, refusal))
    with pytest.raises(PlanDenied):
        await api.quizzes.create(QuizDraft(name="A"))
    body = {"message": "no", "errors": {"name": ["taken"]}, "component_errors": {"a": ["odd"]}}
    scripted.will(reply(422, body))
    with pytest.raises(Invalid) as caught:
        await api.quizzes.update(3, QuizPatch(name="A"))
    assert caught.value.fields["name"] == ["taken"]


async def test_quirk_10_a_screen_is_not_duplicated_twice(
    api: Api, scripted: ScriptedPlatform
) -> None:
    scripted.will(hang_up)
    with pytest.raises(ApiError) as caught:
        await api.quizzes.duplicate_screen(3, 4)
    assert caught.value.maybe_done
    assert len(scripted.requests) == 1


async def test_a_quiz_lives_on_the_real_platform(real: Api, made: Quiz) -> None:
    quizzes = real.quizzes
    config = {"progress": "bar", "own": [{"a": None}]}
    await quizzes.update(made.id, QuizPatch(name=made.name, config=config))
    found = await quizzes.get(made.id)
    assert (found.config, found.total_entries) == (config, 0)
    listed = [row.id async for row in quizzes.iterate(QuizFilter(q=made.name, per_page=1))]
    assert listed == [made.id]
    assert made.code in [one.code for one in await quizzes.list_all()]
    with pytest.raises(Invalid) as caught:
        await quizzes.update(made.id, QuizPatch(name=""))
    assert "name" in caught.value.fields
    with pytest.raises(NotFound):
        await quizzes.get(999_999_999)


async def test_screens_and_flow_on_the_real_platform(real: Api, made: Quiz) -> None:
    quizzes = real.quizzes
    first = await quizzes.create_screen(
        made.id,
        ScreenDraft(
            name="Table",
            type="single_choice",
            options=[{"label": "Toast & “jam”", "value": "toast"}],
            screen_settings={"columns": 2, "required": True},
        ),
        {"audio_file": Upload("song.mp3", MP3)},
    )
    assert first.options is not None
    assert [one.label for one in first.options] == ["Toast & “jam”"]
    assert first.audio_file is not None
    assert await real.fetch_asset(first.audio_file) == MP3
    changed = await quizzes.update_screen(
        made.id, first.id, ScreenPatch(name="Table", type="single_choice", title="New")
    )
    assert (changed.title, changed.audio_file) == ("New", first.audio_file)
    assert (await quizzes.get_screen(made.id, first.id)).title == "New"
    await quizzes.duplicate_screen(made.id, first.id)
    screens = [one async for one in quizzes.iterate_screens(made.id)]
    assert len({one.code for one in screens}) == 2
    await quizzes.reorder_screens(made.id, {screens[0].id: 1, screens[1].id: 0})
    assert (await quizzes.list_screens(made.id))[0].id == screens[1].id
    await quizzes.delete_screen(made.id, screens[1].id)
    flow = {"drawflow": {"Home": {"data": {"1": {"name": first.code, "x": None}}}}}
    assert (await quizzes.save_flow(made.id, flow)).success
    kept = await quizzes.get_flow(made.id)
    assert kept.flow == flow
    assert kept.screens is not None
    assert [one.id for one in kept.screens] == [first.id]
    await quizzes.save_flow(made.id, None)
    cleared = (await quizzes.get_flow(made.id)).flow
    assert cleared is not None
    assert cleared["drawflow"]["Home"]["data"] == {}
