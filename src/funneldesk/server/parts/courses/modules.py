"""The modules of a course and their contents (document: Course, Module; quirk 52)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import func, insert, select
from sqlalchemy.orm import Session

from funneldesk.server.db.ids import reserve_ids
from funneldesk.server.db.types import now
from funneldesk.server.parts.courses.bodies import module_body
from funneldesk.server.parts.courses.tables import ContentRow, CourseRow, ModuleRow
from funneldesk.server.web.errors import invalid, missing
from funneldesk.server.web.fields import LARGEST_ID
from funneldesk.server.web.markup import PAGE, harmless


@dataclass(frozen=True, slots=True)
class NewContent:
    """A lesson: ``type`` is ``video``, with an address, or ``text``, with html.

    ``body_shown`` is the harmless form of the html where it is known already.
    """

    title: str
    type: str = "text"
    body: str | None = None
    video_url: str | None = None
    body_shown: str | None = None


class ModuleStore:
    """The modules of one course, in one session. Writers hold the course's lock."""

    def __init__(self, session: Session, course: CourseRow) -> None:
        self._session = session
        self._course = course

    def list(self) -> list[ModuleRow]:
        """The modules in their order."""
        query = (
            select(ModuleRow)
            .where(
                ModuleRow.brand_id == self._course.brand_id,
                ModuleRow.course_id == self._course.id,
            )
            .order_by(ModuleRow.position, ModuleRow.id)
        )
        return list(self._session.scalars(query))

    def contents(self) -> dict[int, Sequence[ContentRow]]:
        """The contents of every module in their order, by the module's id."""
        query = (
            select(ContentRow)
            .where(
                ContentRow.brand_id == self._course.brand_id,
                ContentRow.course_id == self._course.id,
            )
            .order_by(ContentRow.position, ContentRow.id)
        )
        found: dict[int, Any] = {}
        for row in self._session.scalars(query):
            found.setdefault(row.module_id, []).append(row)
        return found

    def bodies(self) -> Sequence[dict[str, Any]]:
        """The modules with their contents, as the document shows them."""
        contents = self.contents()
        return [module_body(row, contents.get(row.id, ())) for row in self.list()]

    def get(self, module_id: int) -> ModuleRow:
        """A module of the course. Raises Refused (404)."""
        row = None
        if module_id <= LARGEST_ID:
            row = self._session.get(ModuleRow, (self._course.brand_id, module_id))
        if row is None or row.course_id != self._course.id:
            raise missing("course module")
        return row

    def create(self, values: Mapping[str, Any]) -> ModuleRow:
        """A new module behind the others."""
        query = select(func.max(ModuleRow.position)).where(
            ModuleRow.brand_id == self._course.brand_id, ModuleRow.course_id == self._course.id
        )
        last = self._session.scalar(query)
        row = ModuleRow(
            brand_id=self._course.brand_id,
            course_id=self._course.id,
            position=0 if last is None else last + 1,
            **values,
        )
        self._session.add(row)
        self._course.modules_count += 1
        self._session.flush()
        return row

    def update(self, module_id: int, values: Mapping[str, Any]) -> ModuleRow:
        """Set what was sent. Raises Refused (404)."""
        row = self.get(module_id)
        for name, value in values.items():
            if value is not None:
                setattr(row, name, value)
        row.updated_at = now()
        self._session.flush()
        return row

    def delete(self, module_id: int) -> None:
        """Remove a module with its contents and what was done of them. Raises Refused (404)."""
        row = self.get(module_id)
        contents = select(func.count()).where(
            ContentRow.brand_id == row.brand_id, ContentRow.module_id == row.id
        )
        self._course.contents_count -= self._session.scalar(contents) or 0
        self._course.modules_count -= 1
        self._session.delete(row)
        self._session.flush()

    def reorder(self, order: Mapping[str, int]) -> None:
        """Give modules their places. Raises Refused (422) for one that is not of the course."""
        rows = {str(row.id): row for row in self.list()}
        for key, position in order.items():
            if key not in rows:
                raise invalid({f"order.{key[:64]}": "This course has no such module."})
            rows[key].position = position
        self._session.flush()

    def add_contents(self, module: ModuleRow, contents: Sequence[NewContent]) -> range:
        """Contents behind those of the module; gives their ids. No endpoint does this."""
        query = select(func.count()).where(
            ContentRow.brand_id == module.brand_id, ContentRow.module_id == module.id
        )
        first = self._session.scalar(query) or 0
        ids = reserve_ids(self._session, "course_contents", len(contents))
        rows = [
            {
                "brand_id": module.brand_id,
                "id": number,
                "course_id": module.course_id,
                "module_id": module.id,
                "title": one.title,
                "type": one.type,
                "body": one.body,
                "body_shown": one.body_shown or (one.body and harmless(one.body, PAGE)),
                "video_url": one.video_url,
                "position": first + place,
                "created_at": now(),
            }
            for place, (number, one) in enumerate(zip(ids, contents, strict=True))
        ]
        if rows:
            self._session.execute(insert(ContentRow), rows)
        self._course.contents_count += len(rows)
        self._session.flush()
        return ids
