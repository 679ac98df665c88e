"""Courses as a kind of record: how they are read, made, changed and deleted (quirks 20, 52)."""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from funneldesk.contract.courses import Course, CourseDraft, CourseFilter, CoursePatch
from funneldesk.desktop.kit.forms.field_spec import Lookup
from funneldesk.desktop.parts.courses.fields import ABOUT, COURSE, FIELDS, PAGES
from funneldesk.desktop.records.edit.draft import RecordDraft
from funneldesk.desktop.records.kind import RecordKind
from funneldesk.desktop.records.lookups import domain_lookup, page_lookup
from funneldesk.desktop.records.save.writes import Making, RecordWrites
from funneldesk.desktop.workspace.workspace import Workspace

if TYPE_CHECKING:
    from funneldesk.client import Api

PART = "courses"
REQUIRED = ("title", "language_code", "description", "status", "delivery_type")
"""What every write carries, changed or not (quirk 52)."""
LOOKED_THROUGH = 100


class LocalCourseDraft(RecordDraft):
    """A course while it is edited."""

    declared = FIELDS
    listed = ("title", "status", "delivery_type")


async def read_course(api: "Api", course_id: int) -> Course:
    """A course with its domain. Raises ``ApiError``."""
    return await api.courses.get(course_id)


async def _create(api: "Api", draft: CourseDraft) -> Course:
    return await api.courses.create(draft)


async def _update(api: "Api", course_id: int, patch: CoursePatch) -> Course:
    return await api.courses.update(course_id, patch)


async def _delete(api: "Api", course_id: int) -> None:
    await api.courses.delete(course_id)


async def _named(api: "Api", title: str) -> Iterable[int]:
    listing = await api.courses.list(CourseFilter(q=title or None, per_page=LOOKED_THROUGH))
    return [each.id for each in listing.rows if each.title == title]


def _lookups(workspace: Workspace) -> Mapping[str, Lookup]:
    return {"domain_id": domain_lookup(workspace), **dict.fromkeys(PAGES, page_lookup(workspace))}


def required_of(course: Mapping[str, Any]) -> dict[str, Any]:
    """The five fields that go along with every change, as the server has them."""
    return {name: course.get(name) or "" for name in REQUIRED}


KIND = RecordKind(
    PART,
    "course",
    LocalCourseDraft,
    read_course,
    RecordWrites(
        CoursePatch, _update, Making(CourseDraft, _create, _named), _delete, always=REQUIRED
    ),
    (COURSE.title, ABOUT.title),
    lookups=_lookups,
)
