"""Courses copied within a brand or to another one (document: POST …/courses/copy)."""

from sqlalchemy.orm import Session

from funneldesk.server.parts.courses.modules import ModuleStore, NewContent
from funneldesk.server.parts.courses.rules import MODULE
from funneldesk.server.parts.courses.store import CourseStore
from funneldesk.server.parts.courses.tables import CourseRow
from funneldesk.server.parts.pages.slugs import free_slug

_COPIED = (
    *("language_code", "description", "instructor_name", "instructor_photo", "logo", "cover"),
    *("show_module_titles", "allow_comments", "category_name", "delivery_type"),
)
_OF_THE_BRAND = (
    *("domain_id", "details_page_id", "module_page_id", "content_page_id"),
    "enrollment_email_template_id",
)
"""What names other records of the brand, and so stays behind on the way to another one."""


def copy_course(session: Session, source: CourseRow, brand_id: int, name: str) -> CourseRow:
    """A draft of ``source`` in a brand, with all modules and contents, and without enrollments.

    In another brand it is embedded: a domain does not come along.
    """
    values = {field: getattr(source, field) for field in _COPIED}
    values |= {"title": name, "status": "draft", "slug": source.slug}
    if brand_id == source.brand_id:
        values |= {field: getattr(source, field) for field in _OF_THE_BRAND}
    elif source.delivery_type == MODULE:
        values["delivery_type"] = "embedded"
    store = CourseStore(session, brand_id)
    if source.slug:
        taken = store.taken_slugs(values.get("domain_id"))
        values["slug"] = free_slug(source.slug, taken)
    copy = store.create(values)
    _copy_modules(session, source, copy)
    return copy


def _copy_modules(session: Session, source: CourseRow, copy: CourseRow) -> None:
    old, new = ModuleStore(session, source), ModuleStore(session, copy)
    contents = old.contents()
    for module in old.list():
        made = new.create({"title": module.title, "description": module.description})
        made.position = module.position
        lessons = [
            NewContent(one.title, one.type, one.body, one.video_url, one.body_shown)
            for one in contents.get(module.id, ())
        ]
        new.add_contents(made, lessons)
