"""Blogs, by the client (document: Blog; quirks 10, 20 and 58)."""

from collections.abc import AsyncIterator
from typing import TYPE_CHECKING, Any

import pytest
from scripted_platform import ScriptedPlatform, reply

from funneldesk.client.api import Api
from funneldesk.client.errors import BadAnswer, Invalid, NotFound
from funneldesk.contract.blogs import (
    BlogClone,
    BlogDraft,
    BlogExport,
    BlogFilter,
    BlogPatch,
    CategoryDraft,
    CategoryPatch,
)

if TYPE_CHECKING:
    from conftest import Embedded

BLOG = {"id": 5, "name": "Notes", "slug": "notes", "template": {"any": 1}}
CATEGORY = {"id": 3, "blog_id": 5, "name": "Ideas", "slug": "ideas"}


@pytest.fixture
async def live(embedded: "Embedded") -> AsyncIterator[Api]:
    async with embedded.api() as client:
        yield client


@pytest.mark.parametrize("body", [{"blog": BLOG}, BLOG])
async def test_quirk_20_a_create_is_unwrapped(
    body: Any, api: Api, scripted: ScriptedPlatform
) -> None:
    scripted.answers = [reply(200, body)]
    made = await api.blogs.create(BlogDraft(name="Notes"))
    assert (made.id, made.template) == (5, {"any": 1})


async def test_a_create_that_shows_no_blog_is_a_bad_answer(
    api: Api, scripted: ScriptedPlatform
) -> None:
    scripted.answers = [reply(200, {"message": "ok"})]
    with pytest.raises(BadAnswer) as caught:
        await api.blogs.create(BlogDraft(name="Notes"))
    assert caught.value.maybe_done


@pytest.mark.parametrize(
    ("body", "calls"),
    [({"id": 5, "blog": BLOG}, 1), ({"id": 5, "blog": None}, 2), ({"id": 5}, 2)],
)
async def test_quirk_20_a_clone_is_read_where_it_is_not_shown(
    body: Any, calls: int, api: Api, scripted: ScriptedPlatform
) -> None:
    scripted.answers = [reply(200, body), reply(200, BLOG)]
    assert (await api.blogs.clone(4, BlogClone(title="x"))).slug == "notes"
    assert len(scripted.requests) == calls
    assert scripted.requests[0].body == b'{"title":"x"}'


async def test_quirk_58_an_update_sends_the_name_and_is_read_again(
    api: Api, scripted: ScriptedPlatform
) -> None:
    scripted.answers = [reply(200, b""), reply(200, BLOG)]
    await api.blogs.update(5, BlogPatch(name="Notes", slug="notes"))
    assert scripted.requests[0].body == b'{"name":"Notes","slug":"notes"}'
    assert [one.method for one in scripted.requests] == ["PUT", "GET"]


@pytest.mark.parametrize(
    ("body", "calls"), [(CATEGORY, 1), ({"category": CATEGORY}, 1), ({"success": True}, 2)]
)
async def test_a_changed_category_is_read_where_it_is_not_shown(
    body: Any, calls: int, api: Api, scripted: ScriptedPlatform
) -> None:
    scripted.answers = [reply(200, body), reply(200, [{**CATEGORY, "id": 1}, CATEGORY])]
    assert (await api.blogs.update_category(5, 3, CategoryPatch(name="Ideas"))).id == 3
    assert len(scripted.requests) == calls


async def test_a_category_that_is_nowhere_is_a_bad_answer(
    api: Api, scripted: ScriptedPlatform
) -> None:
    scripted.answers = [reply(200, {}), reply(200, [])]
    with pytest.raises(BadAnswer) as caught:
        await api.blogs.update_category(5, 3, CategoryPatch(name="Ideas"))
    assert caught.value.maybe_done


async def test_a_blog_all_the_way(live: Api) -> None:
    made = await live.blogs.create(BlogDraft(name="Client notes", tag_url_segment="word"))
    assert (made.slug, made.tag_url_segment) == ("client-notes", "word")
    changed = await live.blogs.update(made.id, BlogPatch(name="Client notes", slug="other"))
    assert (changed.slug, changed.tag_url_segment) == ("other", "word")
    copy = await live.blogs.clone(made.id)
    assert (copy.name, copy.slug) == ("Client notes (copy)", "other-2")
    found = await live.blogs.list(BlogFilter(q="client", sort="date_asc"))
    assert [one.id for one in found.rows] == [made.id, copy.id]
    walked = [one.id async for one in live.blogs.iterate(BlogFilter(q="client", per_page=1))]
    assert walked == [copy.id, made.id]
    assert made.id not in [one.id for one in (await live.blogs.list_all()).rows]
    for one in (made, copy):
        await live.blogs.delete(one.id)
    with pytest.raises(NotFound):
        await live.blogs.get(made.id)
    with pytest.raises(Invalid) as caught:
        await live.blogs.update(10**9, BlogPatch(name=""))
    assert caught.value.fields["name"]


async def test_categories_all_the_way(live: Api) -> None:
    blog = await live.blogs.create(BlogDraft(name="With categories"))
    made = await live.blogs.create_category(blog.id, CategoryDraft(name="Ideas"))
    assert (made.slug, made.blog_id) == ("ideas", blog.id)
    patch = CategoryPatch(hero_image="https://a.example/i.png")
    changed = await live.blogs.update_category(blog.id, made.id, patch)
    assert (changed.name, changed.hero_image) == ("Ideas", "https://a.example/i.png")
    assert [one.id async for one in live.blogs.iterate_categories(blog.id)] == [made.id]
    await live.blogs.delete_category(blog.id, made.id)
    assert await live.blogs.categories(blog.id) == []
    await live.blogs.delete(blog.id)


async def test_an_export_is_asked_for(live: Api) -> None:
    answer = await live.blogs.export(BlogExport(columns=["id", "name"]))
    assert answer.success
    assert answer.message
    with pytest.raises(Invalid) as caught:
        await live.blogs.export(BlogExport(columns=["nothing"]))
    assert "columns.0" in caught.value.fields
