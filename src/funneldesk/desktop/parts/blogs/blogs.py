"""Blogs as they are declared (document: Blog; Endpoints: Blogs; quirk 58)."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from funneldesk.contract.blogs import Blog, BlogFilter
from funneldesk.contract.listing import Listing
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.blogs.addresses import PATTERNS
from funneldesk.desktop.parts.blogs.fields import FIELDS
from funneldesk.desktop.parts.blogs.kind import KIND, PART, WholeBlog, read_blog
from funneldesk.desktop.records.columns import column
from funneldesk.desktop.records.detail.declaration import Detail
from funneldesk.desktop.records.query import FilterSpec, Query
from funneldesk.desktop.records.section import RecordSection
from funneldesk.desktop.records.sources.narrowing import narrowed
from funneldesk.desktop.records.views.saved_views import View

if TYPE_CHECKING:
    from funneldesk.client import Api

AT_ONCE = 100
NEWEST = "created_at"
STATUSES = {"published": _("Published"), "draft": _("Draft")}
TONES = {"published": "success", "draft": "muted"}
_SORTS = {
    (NEWEST, True): "date_desc",
    (NEWEST, False): "date_asc",
    ("name", True): "name_desc",
    ("name", False): "name_asc",
}


async def read_page(api: "Api", page: int, query: Query) -> Listing[Blog]:
    """A page of a query. The server seeks in names, and has four orders; for any other query all
    are read and looked through here."""
    sort = _SORTS.get((query.sort, query.descending))
    if query.choices or sort is None:
        every = [each async for each in api.blogs.iterate(BlogFilter(per_page=AT_ONCE))]
        return narrowed(BLOGS, query, every)
    wanted = BlogFilter(page=page, per_page=AT_ONCE, sort=sort)
    if query.text.strip():
        wanted = wanted.model_copy(update={"q": query.text.strip()})
    return await api.blogs.list(wanted)


async def get(api: "Api", record_id: str) -> WholeBlog:
    """A blog with its categories."""
    return await read_blog(api, int(record_id))


async def read_counts(api: "Api") -> Mapping[str, int]:
    """How many blogs there are; the other views are counted here."""
    return {"all": (await api.blogs.list(BlogFilter(per_page=1))).total or 0}


BLOGS = RecordSection(
    part=PART,
    title=_("Blogs"),
    icon="newspaper",
    unit="blog",
    units="blogs",
    key="id",
    searched=("name", "slug"),
    search_hint=_("Name or slug"),
    columns=(
        column("name", _("Name"), width=260, field="name"),
        FIELDS["slug"].column(width=170, muted=True),
        column("domain_id", _("Domain"), width=170, sent_as=""),
        FIELDS["article_url_pattern"].column(width=150, title=_("Articles’ addresses")),
        column("status", _("Status"), labels=STATUSES, tones=TONES, width=110, sent_as=""),
        FIELDS["comments_enabled"].column(width=110, title=_("Comments")),
        FIELDS["category_url_segment"].column(width=150, hidden=True),
        FIELDS["tag_url_segment"].column(width=150, hidden=True),
        FIELDS["search_url_segment"].column(width=150, hidden=True),
        column(NEWEST, _("Created"), "moment", hidden=True),
        column("updated_at", _("Changed"), "moment", sent_as=""),
        column("id", _("Number"), hidden=True, sent_as="", width=90),
    ),
    filters=(
        FilterSpec(
            "article_url_pattern",
            _("Articles’ addresses"),
            lambda row: row.get("article_url_pattern"),
            PATTERNS,
        ),
        FilterSpec(
            "comments_enabled",
            _("Comments"),
            lambda row: bool(row.get("comments_enabled")),
            {True: _("Yes"), False: _("No")},
        ),
    ),
    views=(
        View("all", _("All")),
        View("comments", _("With comments"), Query(choices={"comments_enabled": True})),
    ),
    empty=(_("No blogs yet"), _("Add the first one: its name is enough.")),
    first_sort=NEWEST,
    page=read_page,
    get=get,
    counts=read_counts,
    mirrored_up_to=100_000,
    detail=Detail(
        title=lambda body: str(body.get("name") or ""),
        subtitle=lambda body: f"/{body.get('slug') or ''}",
    ),
    edited=KIND,
)
