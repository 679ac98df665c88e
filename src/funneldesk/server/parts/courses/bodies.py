"""Courses as the document shows them (document: Course)."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from funneldesk.server.parts.courses.rules import IMAGES, progress
from funneldesk.server.parts.courses.tables import ContentRow, CourseRow, EnrollmentRow, ModuleRow
from funneldesk.server.parts.domains.tables import DomainRow

_HIDDEN = frozenset({"slug_domain", "contents_count"})
_COURSE = tuple(c.key for c in CourseRow.__table__.columns if c.key not in _HIDDEN)

Whole = Callable[[str], str]
"""Makes an address whole by the address of the call."""


def course_body(row: CourseRow, domain: DomainRow | None, whole: Whole) -> dict[str, Any]:
    """A course with its domain."""
    found = {name: getattr(row, name) for name in _COURSE}
    for name in IMAGES:
        if found[name]:
            found[name] = whole(found[name])
    shown = None if domain is None else {"id": domain.id, "domain": domain.domain}
    return {**found, "domain": shown}


def module_body(row: ModuleRow, contents: Iterable[ContentRow]) -> dict[str, Any]:
    """A module with its contents, which are listed by title."""
    return {
        "id": row.id,
        "title": row.title,
        "description": row.description,
        "order": row.position,
        "contents": [
            {"id": one.id, "title": one.title, "type": one.type, "order": one.position}
            for one in contents
        ],
    }


def enrollment_body(row: EnrollmentRow, done: Sequence[int], contents_count: int) -> dict[str, Any]:
    """An enrollment and how far it got."""
    return {
        "id": row.id,
        "email": row.email,
        "name": row.name,
        "user_id": row.user_id,
        "notes": row.notes,
        "created_at": row.created_at,
        "completed_content_ids": list(done),
        "progress_percent": progress(len(done), contents_count),
        "last_content_id": row.last_content_id,
        "last_module_id": row.last_module_id,
    }
