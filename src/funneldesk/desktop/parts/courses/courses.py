"""Courses as they are declared (document: Course; Endpoints: Courses)."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from funneldesk.contract.courses import Course, CourseFilter
from funneldesk.contract.listing import Listing
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.courses.fields import DELIVERIES, FIELDS, STATUSES
from funneldesk.desktop.parts.courses.kind import KIND, PART, read_course
from funneldesk.desktop.records.columns import column
from funneldesk.desktop.records.detail.declaration import Detail
from funneldesk.desktop.records.query import FilterSpec, Query
from funneldesk.desktop.records.section import RecordSection
from funneldesk.desktop.records.views.saved_views import View

if TYPE_CHECKING:
    from funneldesk.client import Api

AT_ONCE = 100
TONES = {"draft": "muted", "published": "success"}
NEWEST, CHANGED = "created_at", "updated_at"


async def read_page(api: "Api", page: int, query: Query) -> Listing[Course]:
    """A page of a query; the server seeks words, and orders by its two dates."""
    order = CHANGED if query.sort == CHANGED else "newest" if query.descending else "oldest"
    wanted = CourseFilter(page=page, per_page=AT_ONCE, q=query.text or None, sort=order)
    return await api.courses.list(wanted)


async def get(api: "Api", record_id: str) -> Course:
    """A course, whole."""
    return await read_course(api, int(record_id))


async def read_counts(api: "Api") -> Mapping[str, int]:
    """How many courses there are; the other views are counted here."""
    return {"all": (await api.courses.list(CourseFilter(per_page=1))).total or 0}


COURSES = RecordSection(
    part=PART,
    title=_("Courses"),
    icon="graduation-cap",
    unit="course",
    units="courses",
    key="id",
    searched=("title", "slug", "instructor_name", "category_name"),
    search_hint=_("Title, slug or instructor"),
    columns=(
        FIELDS["title"].column(width=240),
        FIELDS["status"].column(width=110, tones=TONES),
        column("enrollments_count", _("Learners"), "number", sent_as="", width=90),
        column("modules_count", _("Modules"), "number", sent_as="", width=90),
        FIELDS["delivery_type"].column(width=180),
        FIELDS["category_name"].column(width=120),
        FIELDS["instructor_name"].column(width=140),
        FIELDS["language_code"].column(width=100, hidden=True),
        FIELDS["slug"].column(width=140, hidden=True),
        column(NEWEST, _("Created"), "moment", hidden=True),
        column(CHANGED, _("Changed"), "moment", hidden=True),
        column("id", _("Number"), hidden=True, sent_as="", width=90),
    ),
    filters=(
        FilterSpec("status", _("Status"), lambda row: row.get("status"), STATUSES),
        FilterSpec("delivery_type", _("Delivery"), lambda r: r.get("delivery_type"), DELIVERIES),
        FilterSpec("category_name", _("Category"), lambda row: row.get("category_name")),
    ),
    views=(
        View("all", _("All")),
        View("published", _("Published"), Query(choices={"status": "published"})),
        View("draft", _("Drafts"), Query(choices={"status": "draft"})),
    ),
    empty=(_("No courses yet"), _("Add the first one: it begins as a draft.")),
    first_sort=NEWEST,
    page=read_page,
    get=get,
    counts=read_counts,
    mirrored_up_to=20_000,
    detail=Detail(
        title=lambda body: str(body.get("title") or ""),
        subtitle=lambda body: str(body.get("instructor_name") or body.get("slug") or ""),
    ),
    edited=KIND,
)
