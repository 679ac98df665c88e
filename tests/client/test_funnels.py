"""Funnels, by the client (document: Funnel; quirks 10, 12, 20 and 40)."""

from collections.abc import AsyncIterator
from typing import TYPE_CHECKING, Any

import pytest
from scripted_platform import ScriptedPlatform, reply

from funneldesk.client.api import Api
from funneldesk.client.errors import BadAnswer, Invalid, NotFound
from funneldesk.contract.funnels import FunnelDraft, FunnelPatch
from funneldesk.contract.pages import PageDraft

if TYPE_CHECKING:
    from conftest import Embedded

ROW = {"id": 5, "name": "Spring", "status": "active", "pages_count": 1}
WHOLE = {**ROW, "pages": [{"id": 1, "name": "Offer", "type": "landing", "order": 1}]}


@pytest.fixture
async def live(embedded: "Embedded") -> AsyncIterator[Api]:
    async with embedded.api() as client:
        yield client


def sent(platform: ScriptedPlatform) -> list[str]:
    return [f"{one.method} {one.path.rpartition('/funnels')[2]}" for one in platform.requests]


@pytest.mark.parametrize("body", [{"data": [ROW]}, [ROW]])
async def test_quirk_12_the_list_is_wrapped_or_bare(
    body: Any, api: Api, scripted: ScriptedPlatform
) -> None:
    scripted.answers = [reply(200, body)]
    assert [funnel.name async for funnel in api.funnels.iterate()] == ["Spring"]


@pytest.mark.parametrize("body", [{"id": 5}, {"funnel": {"id": 5}}])
async def test_quirk_40_what_was_made_is_read_again(
    body: Any, api: Api, scripted: ScriptedPlatform
) -> None:
    scripted.answers = [reply(200, body), reply(200, WHOLE)]
    made = await api.funnels.create(FunnelDraft(name="Spring"))
    assert [page.name for page in made.pages] == ["Offer"]
    assert sent(scripted) == ["POST ", "GET /5"]


async def test_quirk_40_what_is_not_shown_is_the_newest_of_that_name(
    api: Api, scripted: ScriptedPlatform
) -> None:
    rows = [ROW, {**ROW, "id": 9}, {**ROW, "id": 11, "name": "Other"}]
    scripted.answers = [
        reply(200, {"message": "ok"}),
        reply(200, {"data": rows}),
        reply(200, {**WHOLE, "id": 9}),
    ]
    assert (await api.funnels.create(FunnelDraft(name="Spring"))).id == 9
    assert sent(scripted) == ["POST ", "GET /all", "GET /9"]
    scripted.answers = [reply(200, None), reply(200, {"data": []})]
    with pytest.raises(BadAnswer) as caught:
        await api.funnels.create(FunnelDraft(name="Spring"))
    assert caught.value.maybe_done


async def test_quirk_40_an_update_is_read_again(api: Api, scripted: ScriptedPlatform) -> None:
    scripted.answers = [reply(200, b"true"), reply(200, WHOLE)]
    assert (await api.funnels.update(5, FunnelPatch(status="inactive"))).id == 5
    assert sent(scripted) == ["PUT /5", "GET /5"]
    assert scripted.requests[0].body == b'{"status":"inactive"}'


@pytest.mark.parametrize("body", [ROW, {"funnel": ROW}])
async def test_a_clone_is_unwrapped(body: Any, api: Api, scripted: ScriptedPlatform) -> None:
    scripted.answers = [reply(200, body)]
    assert (await api.funnels.clone(4)).id == 5
    scripted.answers = [reply(200, {"message": "cloned"})]
    with pytest.raises(BadAnswer) as caught:
        await api.funnels.clone(4)
    assert caught.value.maybe_done


async def test_a_funnel_is_made_filled_cloned_and_deleted(live: Api) -> None:
    made = await live.funnels.create(FunnelDraft(name="Walk-through", status="inactive"))
    page = await live.pages.create(PageDraft(title="Offer", funnel_id=made.id))
    read = await live.funnels.get(made.id)
    assert [(one.id, one.name, one.order) for one in read.pages] == [(page.id, "Offer", 1)]
    changed = await live.funnels.update(made.id, FunnelPatch(status="active"))
    assert (changed.name, changed.status) == ("Walk-through", "active")
    copy = await live.funnels.clone(made.id)
    assert (copy.status, copy.pages_count) == ("inactive", 1)
    assert {made.id, copy.id} <= {one.id for one in await live.funnels.list()}
    for page_id in (page.id, (await live.funnels.get(copy.id)).pages[0].id):
        await live.pages.delete(page_id)
    for funnel_id in (made.id, copy.id):
        await live.funnels.delete(funnel_id)
    with pytest.raises(NotFound):
        await live.funnels.get(made.id)
    with pytest.raises(Invalid) as caught:
        await live.funnels.create(FunnelDraft(name=""))
    assert caught.value.fields["name"]
