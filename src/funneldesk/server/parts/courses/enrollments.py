"""Who takes a course, and how far they got (document: Course, Enrollment; quirk 52)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import Table, insert, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from funneldesk.contract.email_addresses import email_key
from funneldesk.server.db.ids import document_id
from funneldesk.server.db.types import now
from funneldesk.server.parts.courses.bodies import enrollment_body
from funneldesk.server.parts.courses.tables import (
    CompletionRow,
    ContentRow,
    CourseRow,
    EnrollmentRow,
)
from funneldesk.server.web.errors import Refused, invalid, missing
from funneldesk.server.web.fields import LARGEST_ID

_ALREADY = "This address is already enrolled in the course."
_COMPLETIONS: Table = CompletionRow.__table__  # type: ignore[assignment]


@dataclass(frozen=True, slots=True)
class NewEnrollment:
    """Someone who enrolled at ``created_at``."""

    email: str
    name: str | None
    created_at: datetime


class Done(NamedTuple):
    """An enrolled person was done with a content."""

    enrollment_id: str
    content_id: int
    at: datetime


class EnrollmentStore:
    """The enrollments of one course, in one session."""

    def __init__(self, session: Session, course: CourseRow) -> None:
        self._session = session
        self._course = course

    def bodies(self) -> list[dict[str, Any]]:
        """All enrollments with their progress, the newest first."""
        query = (
            select(EnrollmentRow)
            .where(
                EnrollmentRow.brand_id == self._course.brand_id,
                EnrollmentRow.course_id == self._course.id,
            )
            .order_by(EnrollmentRow.created_at.desc(), EnrollmentRow.id.desc())
        )
        done = self._done_of_all()
        count = self._course.contents_count
        rows = self._session.scalars(query)
        return [enrollment_body(row, done.get(row.id, ()), count) for row in rows]

    def get(self, enrollment_id: str) -> EnrollmentRow:
        """An enrollment in the course. Raises Refused (404)."""
        row = None
        if enrollment_id.isalnum() and enrollment_id.isascii() and len(enrollment_id) <= 24:
            row = self._session.get(EnrollmentRow, (self._course.brand_id, enrollment_id))
        if row is None or row.course_id != self._course.id:
            raise missing("course enrollment")
        return row

    def body(self, row: EnrollmentRow) -> dict[str, Any]:
        """An enrollment with its progress."""
        return enrollment_body(row, self.done(row.id), self._course.contents_count)

    def done(self, enrollment_id: str) -> list[int]:
        """The contents that someone is done with, in the order of doing."""
        query = (
            select(CompletionRow.content_id)
            .where(
                CompletionRow.brand_id == self._course.brand_id,
                CompletionRow.enrollment_id == enrollment_id,
            )
            .order_by(CompletionRow.at, CompletionRow.content_id)
        )
        return list(self._session.scalars(query))

    def enroll(self, email: str, name: str | None) -> EnrollmentRow:
        """A new enrollment; the course must be locked. Raises Refused (422) for a second one."""
        moment = now()
        row = EnrollmentRow(
            brand_id=self._course.brand_id,
            id=document_id(moment),
            course_id=self._course.id,
            email=email,
            email_key=email_key(email)[:255],
            name=name,
            created_at=moment,
        )
        self._session.add(row)
        try:
            self._session.flush()
        except IntegrityError as error:
            raise Refused(422, {"message": _ALREADY, "errors": {"email": [_ALREADY]}}) from error
        self._course.enrollments_count += 1
        self._session.flush()
        return row

    def enroll_many(self, people: Iterable[NewEnrollment]) -> list[str]:
        """Enroll people who are not enrolled yet, thousands at once; gives the ids."""
        rows = [
            {
                "brand_id": self._course.brand_id,
                "id": document_id(one.created_at),
                "course_id": self._course.id,
                "email": one.email,
                "email_key": email_key(one.email)[:255],
                "name": one.name,
                "created_at": one.created_at,
            }
            for one in people
        ]
        if rows:
            self._session.execute(insert(EnrollmentRow), rows)
        self._course.enrollments_count += len(rows)
        self._session.flush()
        return [str(row["id"]) for row in rows]

    def complete(self, row: EnrollmentRow, content_id: int) -> None:
        """Note that a content is done; once more changes nothing. Raises Refused (422)."""
        content = None
        if 0 < content_id <= LARGEST_ID:
            content = self._session.get(ContentRow, (self._course.brand_id, content_id))
        if content is None or content.course_id != self._course.id:
            raise invalid({"content_id": "This course has no such content."})
        self._insert_done([Done(row.id, content_id, now())])
        row.last_content_id, row.last_module_id = content.id, content.module_id
        self._session.flush()

    def complete_many(self, done: Sequence[Done]) -> None:
        """The same for many, in the order of time; contents must be of the course."""
        query = select(ContentRow.id, ContentRow.module_id).where(
            ContentRow.brand_id == self._course.brand_id, ContentRow.course_id == self._course.id
        )
        modules = {row.id: row.module_id for row in self._session.execute(query)}
        self._insert_done(done)
        last = {one.enrollment_id: one.content_id for one in done}
        rows = [
            {
                "brand_id": self._course.brand_id,
                "id": enrollment_id,
                "last_content_id": content_id,
                "last_module_id": modules[content_id],
            }
            for enrollment_id, content_id in last.items()
        ]
        self._session.bulk_update_mappings(EnrollmentRow.__mapper__, rows)

    def remove(self, row: EnrollmentRow) -> None:
        """End an enrollment; the course must be locked."""
        self._session.delete(row)
        self._course.enrollments_count -= 1
        self._session.flush()

    def _insert_done(self, done: Sequence[Done]) -> None:
        is_sqlite = self._session.get_bind().dialect.name == "sqlite"
        insert_new = (sqlite.insert if is_sqlite else postgresql.insert)(_COMPLETIONS)
        rows = [
            {
                "brand_id": self._course.brand_id,
                "enrollment_id": one.enrollment_id,
                "content_id": one.content_id,
                "course_id": self._course.id,
                "at": one.at,
            }
            for one in done
        ]
        if rows:
            self._session.execute(insert_new.on_conflict_do_nothing(), rows)

    def _done_of_all(self) -> dict[str, list[int]]:
        query = (
            select(CompletionRow.enrollment_id, CompletionRow.content_id)
            .where(
                CompletionRow.brand_id == self._course.brand_id,
                CompletionRow.course_id == self._course.id,
            )
            .order_by(CompletionRow.at, CompletionRow.content_id)
        )
        found: dict[str, list[int]] = {}
        for enrollment_id, content_id in self._session.execute(query):
            found.setdefault(enrollment_id, []).append(content_id)
        return found
