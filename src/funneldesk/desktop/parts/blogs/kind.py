"""Blogs as a kind of record: how they are read, made, changed and deleted (quirk 58)."""

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from funneldesk.contract.blogs import Blog, BlogCategory, BlogDraft, BlogFilter, BlogPatch
from funneldesk.contract.folding import fold
from funneldesk.contract.shapes import Draft
from funneldesk.desktop.kit.forms.field_spec import Found, Lookup
from funneldesk.desktop.parts.blogs.fields import (
    FIELDS,
    SEO_MORE,
    SEO_TEXT,
    SEO_TITLE,
    seo_settings,
)
from funneldesk.desktop.records.edit.draft import RecordDraft
from funneldesk.desktop.records.kind import RecordKind
from funneldesk.desktop.records.save.writes import Making, RecordWrites
from funneldesk.desktop.workspace.brand_domains import BrandDomains
from funneldesk.desktop.workspace.workspace import Workspace

if TYPE_CHECKING:
    from funneldesk.client import Api

PART = "blogs"
MOST_OFFERED = 30
_SEO = (SEO_TITLE, SEO_TEXT, SEO_MORE)


class WholeBlog(Blog):
    """A blog with its categories, as the local copy has it."""

    categories: list[BlogCategory] | None = None


class LocalBlogDraft(RecordDraft):
    """A blog while it is edited."""

    declared = FIELDS
    listed = ("name", "slug", "domain_id")


class _SearchFields(Draft):
    """Settings of search engines as the form has them: they go out as one object."""

    seo_title: str | None = None
    seo_description: str | None = None
    seo_more: dict[str, Any] | None = None


class NewBlog(_SearchFields, BlogDraft):
    """What a create is made of."""


class ChangedBlog(_SearchFields, BlogPatch):
    """What an update is made of; the name goes with every one."""


def _sent(body: Mapping[str, Any], before: Any) -> dict[str, Any]:
    """A body of the interface: settings of search engines in one object, the others kept."""
    sent = {name: value for name, value in body.items() if name not in _SEO}
    changed = {name: value for name, value in body.items() if name in _SEO}
    return {**sent, "seo_settings": seo_settings(before, changed)} if changed else sent


async def read_blog(api: "Api", blog_id: int) -> WholeBlog:
    """A blog with its categories. Raises ``ApiError``."""
    blog = await api.blogs.get(blog_id)
    categories = await api.blogs.categories(blog_id)
    known = blog.model_dump(mode="json", exclude_unset=True)
    return WholeBlog.model_validate({**known, "categories": categories})


async def _create(api: "Api", draft: NewBlog) -> Blog:
    return await api.blogs.create(BlogDraft(**_sent(draft.body(), {})))


async def _update(api: "Api", blog_id: int, patch: ChangedBlog) -> Blog:
    body = patch.body()
    before = (await api.blogs.get(blog_id)).seo_settings if body.keys() & set(_SEO) else None
    return await api.blogs.update(blog_id, BlogPatch(**_sent(body, before)))


async def delete_blog(api: "Api", blog_id: int) -> None:
    """Put a blog out of sight: the server keeps it (quirk 58). Raises ``ApiError``."""
    await api.blogs.delete(blog_id)


async def _named(api: "Api", name: str) -> Iterable[int]:
    found = BlogFilter(q=name, per_page=100)
    return [each.id async for each in api.blogs.iterate(found) if each.name == name]


async def _search_domain(workspace: Workspace, text: str) -> Sequence[Found]:
    domains = workspace.shared(BrandDomains)
    await domains.learn()
    words = fold(text).split()
    found = [(key, host, "") for key, host in domains.hosts.items()]
    return [each for each in found if all(word in fold(each[1]) for word in words)][:MOST_OFFERED]


async def _domain(workspace: Workspace, domain_id: Any) -> str:
    domains = workspace.shared(BrandDomains)
    if domain_id not in domains.hosts:
        await domains.learn()
    return domains.host(domain_id)


def _lookups(workspace: Workspace) -> Mapping[str, Lookup]:
    lookup = Lookup(search=partial(_search_domain, workspace), title=partial(_domain, workspace))
    return {"domain_id": lookup}


WRITES = RecordWrites(
    ChangedBlog,
    _update,
    Making(NewBlog, _create, _named),
    delete_blog,
    always=("name",),
    copied={"slug": ""},
)
KIND = RecordKind(PART, "blog", LocalBlogDraft, read_blog, WRITES, lookups=_lookups)
