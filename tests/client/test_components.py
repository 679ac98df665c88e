"""Components in the client (document: Endpoints, Components; quirks 20 and 29 to 32)."""

import json
import secrets
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING

import pytest
from scripted_platform import ScriptedPlatform, reply

from funneldesk.client.api import Api
from funneldesk.client.errors import BadAnswer, Invalid, NotFound
from funneldesk.contract.components import (
    Component,
    ComponentDraft,
    ComponentFilter,
    ComponentPatch,
)
from funneldesk.contract.pages import PageDraft

if TYPE_CHECKING:
    from conftest import Embedded

HTML = "<p>\r\n\tLast\xa0line\u2028 é🙂</p>\n"
CONFIG = {"data": [{"id": "a"}], "styles": [], "more": {"kept": None}}


@pytest.fixture
async def real(embedded: "Embedded") -> AsyncIterator[Api]:
    async with embedded.api() as client:
        yield client


@pytest.fixture
async def component(real: Api) -> Component:
    draft = ComponentDraft(name=f"Test {secrets.token_hex(6)}", html=HTML, css="p{}", config=CONFIG)
    return await real.components.create(draft)


async def test_a_component_is_made_read_and_listed(real: Api, component: Component) -> None:
    assert component.code.startswith("custom-")
    for wanted in (component.id, component.code):
        read = await real.components.get(wanted)
        assert (read.html, read.css, read.config) == (HTML, "p{}", CONFIG)
    listed = await real.components.list(per_page=1)
    assert listed.rows[0].id == component.id
    assert component.id in [row.id async for row in real.components.iterate()]
    choices = await real.components.list_all()
    assert next(one for one in choices if one.id == component.id).config == CONFIG
    short = await real.components.list_all(ComponentFilter(type="editor", short=True))
    assert next(one for one in short if one.id == component.id).config is None


async def test_drafts_and_publishing(real: Api, component: Component) -> None:
    """Quirk 30."""
    draft = await real.components.save_draft(component.id, "draft")
    assert draft.revision_id is not None
    again = await real.components.save_draft(component.id, "draft 2", draft.revision_id)
    assert again.revision_id == draft.revision_id
    shown = await real.components.get_content(component.id)
    assert (shown.is_draft, shown.html) == (True, "draft 2")
    live = await real.components.get_content(component.id, published=True)
    assert (live.is_draft, live.html) == (False, HTML)
    builder = await real.components.get_builder(component.id, draft.revision_id)
    assert builder.data == [{"id": "a"}]
    assert (await real.components.discard_drafts(component.id)).success
    assert (await real.components.get_content(component.id)).html == HTML
    published = await real.components.publish(component.id, "live")
    assert published.revision_id is None
    assert (await real.components.get(component.id)).html == "live"


async def test_a_renaming_reaches_the_pages(real: Api, component: Component) -> None:
    """Quirk 31."""
    html = f"<component code='{component.code}'></component>"
    page = await real.pages.create(PageDraft(title="With a component", html=html))
    code = f"renamed-{secrets.token_hex(4)}"
    patch = ComponentPatch(name=component.name, code=code)
    changed = await real.components.update(component.id, patch)
    assert changed.code == f"custom-{code}"
    assert (await real.pages.get(page.id)).html == html.replace(component.code, changed.code)
    await real.pages.delete(page.id)


async def test_refusals_say_why(real: Api, component: Component) -> None:
    with pytest.raises(Invalid) as caught:
        await real.components.create(ComponentDraft(name="x", code=component.code))
    assert "code" in caught.value.fields
    with pytest.raises(NotFound):
        await real.components.get("custom-nothing-of-this-name")
    with pytest.raises(ValueError, match="no id"):
        await real.components.get("..")


@pytest.mark.parametrize(
    "body", [{"pageComponent": {"id": 4, "name": "N"}}, {"id": 4, "name": "N"}]
)
async def test_a_created_component_is_unwrapped(
    body: object, scripted: ScriptedPlatform, api: Api
) -> None:
    """Quirk 20."""
    scripted.will(reply(200, body))
    assert (await api.components.create(ComponentDraft(name="N"))).id == 4
    assert json.loads(scripted.requests[0].body) == {"name": "N"}


async def test_an_answer_without_the_component_is_looked_up(
    scripted: ScriptedPlatform, api: Api
) -> None:
    row = {"id": 3, "name": "N"}
    listing = {"data": [row, {**row, "id": 9}], "current_page": 1, "last_page": 1}
    scripted.will(reply(200, {"success": True}), reply(200, listing), reply(200, {"id": 9}))
    assert (await api.components.create(ComponentDraft(name="N"))).id == 9
    assert scripted.requests[2].path.endswith("/components/9")
    scripted.will(reply(200, None), reply(200, {"data": []}))
    with pytest.raises(BadAnswer) as caught:
        await api.components.create(ComponentDraft(name="N"))
    assert caught.value.maybe_done


async def test_an_update_that_shows_nothing_is_read_again(
    scripted: ScriptedPlatform, api: Api
) -> None:
    scripted.will(reply(200, {"success": True}), reply(200, {"id": 4, "code": "custom-x"}))
    changed = await api.components.update(4, ComponentPatch(name="N", code="x"))
    assert changed.code == "custom-x"
    assert [request.method for request in scripted.requests] == ["PUT", "GET"]


async def test_drafts_and_publishing_on_the_wire(scripted: ScriptedPlatform, api: Api) -> None:
    scripted.will(reply(200, {"success": True, "revision_id": 5}))
    await api.components.save_draft(4, "x", 5)
    await api.components.save_draft(4, "x")
    await api.components.publish("custom-x", "x")
    assert [
        (r.path.rpartition("components/")[2], json.loads(r.body)) for r in scripted.requests
    ] == [
        ("4/editor?draft=1", {"html": "x", "revision_id": 5, "expected_revision_id": 5}),
        ("4/editor?draft=1", {"html": "x"}),
        ("custom-x/editor", {"html": "x"}),
    ]


async def test_a_config_of_any_shape_is_kept(scripted: ScriptedPlatform, api: Api) -> None:
    shown = {"data": "odd", "styles": {"a": 1}, "pages": [1]}
    scripted.will(reply(200, shown))
    config = await api.components.get_builder(4)
    assert (config.data, config.styles, config.model_extra) == ("odd", {"a": 1}, {"pages": [1]})
