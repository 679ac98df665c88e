"""Queries on courses: every one within a brand (quirk 52)."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from sqlalchemy import delete, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from funneldesk.contract.folding import fold
from funneldesk.server.db.counters import counted, move
from funneldesk.server.db.types import now
from funneldesk.server.parts.brands.turns import take_turn
from funneldesk.server.parts.courses.rules import MODULE, NEEDED
from funneldesk.server.parts.courses.tables import SLUG_INDEX, CourseRow
from funneldesk.server.parts.domains.tables import DomainRow
from funneldesk.server.parts.pages.places import check_domain
from funneldesk.server.parts.pages.tables import PageRow
from funneldesk.server.web.errors import invalid, missing
from funneldesk.server.web.fields import LARGEST_ID
from funneldesk.server.web.listing import By, Paging, count_of, rows_of
from funneldesk.server.web.searching import holding

COUNTER = "courses"
_TAKEN = "The slug has already been taken."
_SEARCHED = (CourseRow.title, CourseRow.description, CourseRow.slug, CourseRow.instructor_name)
_ORDERS = {
    "newest": (CourseRow.created_at, True),
    "created_at": (CourseRow.created_at, True),
    "oldest": (CourseRow.created_at, False),
    "updated_at": (CourseRow.updated_at, True),
}
_PAGES = ("details_page_id", "module_page_id", "content_page_id")
_CLEARED = {"show_module_titles": True, "allow_comments": False}


class CourseStore:
    """The courses of one brand, in one session."""

    def __init__(self, session: Session, brand_id: int) -> None:
        self._session = session
        self._brand_id = brand_id

    def count(self) -> int:
        """How many courses the brand has."""
        return counted(self._session, self._brand_id, COUNTER)

    def reserve(self) -> None:
        """Make other creates of this brand wait until this session ends, so that counts hold."""
        take_turn(self._session, self._brand_id)

    def all(self) -> list[dict[str, Any]]:
        """``{id, title}`` of every course, by title."""
        query = select(CourseRow.id, CourseRow.title).where(CourseRow.brand_id == self._brand_id)
        rows = [row._asdict() for row in self._session.execute(query)]
        return sorted(rows, key=lambda row: (fold(row["title"]), row["id"]))

    def page(self, wanted: Paging, q: str, sort: str) -> tuple[int, Sequence[Any]]:
        """How many courses fit, and those of a page."""
        equal, found = {CourseRow.brand_id: self._brand_id}, []
        if q:
            own = [CourseRow.brand_id == self._brand_id]
            found = [holding(self._session, CourseRow.id, _SEARCHED, own, q)]
        total = count_of(self._session, CourseRow, equal, found) if q else self.count()
        column, descending = _ORDERS[sort]
        order = By(column, descending), By(CourseRow.id, descending)
        rows = rows_of(self._session, CourseRow, equal, order, total, wanted, further=found)
        return total, rows

    def get(self, course_id: int, *, lock: bool = False) -> CourseRow:
        """A course. Raises Refused (404)."""
        row = None
        if course_id <= LARGEST_ID:
            key = (self._brand_id, course_id)
            row = self._session.get(CourseRow, key, with_for_update=lock)
        if row is None:
            raise missing("course")
        return row

    def domains(self, rows: Sequence[CourseRow]) -> dict[int | None, DomainRow]:
        """The domains of courses by id."""
        ids = {row.domain_id for row in rows if row.domain_id}
        query = select(DomainRow).where(DomainRow.brand_id == self._brand_id, DomainRow.id.in_(ids))
        return {row.id: row for row in self._session.scalars(query)} if ids else {}

    def create(self, values: Mapping[str, Any]) -> CourseRow:
        """A new course. Raises Refused (422)."""
        row = CourseRow(brand_id=self._brand_id)
        self._set(row, values)
        with _address_checked():
            self._session.add(row)
            self._session.flush()
        move(self._session, self._brand_id, COUNTER, 1)
        return row

    def update(self, course_id: int, values: Mapping[str, Any]) -> CourseRow:
        """Set what was sent. Raises Refused (404, 422)."""
        row = self.get(course_id, lock=True)
        with self._session.no_autoflush:
            self._set(row, values)
        row.updated_at = now()
        with _address_checked():
            self._session.flush()
        return row

    def delete(self, course_id: int) -> None:
        """Remove a course with all that is in it. Raises Refused (404)."""
        row = self.get(course_id, lock=True)
        self._session.execute(
            delete(CourseRow).where(CourseRow.brand_id == row.brand_id, CourseRow.id == row.id)
        )
        move(self._session, self._brand_id, COUNTER, -1)

    def taken_slugs(self, domain_id: int | None) -> set[str]:
        """The slugs of the courses under a domain."""
        query = select(CourseRow.slug).where(
            CourseRow.brand_id == self._brand_id,
            CourseRow.slug_domain == (domain_id or 0),
            CourseRow.slug.is_not(None),
        )
        return {slug for slug in self._session.scalars(query) if slug}

    def _set(self, row: CourseRow, values: Mapping[str, Any]) -> None:
        before = {name: getattr(row, name) for name in ("domain_id", *_PAGES)}
        for name, value in values.items():
            setattr(row, name, _CLEARED.get(name) if value is None else value)
        row.slug_domain = row.domain_id or 0
        if row.delivery_type == MODULE:
            needed = {name: NEEDED for name in ("domain_id", "slug") if not getattr(row, name)}
            if needed:
                raise invalid(needed)
        if row.domain_id != before["domain_id"]:
            check_domain(self._session, self._brand_id, row.domain_id)
        for name in _PAGES:
            self._check_page(name, getattr(row, name), before[name])
        if row.slug and self._is_taken(row):
            raise invalid({"slug": _TAKEN})

    def _check_page(self, name: str, page_id: int | None, before: int | None) -> None:
        if page_id is None or page_id == before:
            return
        if self._session.get(PageRow, (self._brand_id, page_id)) is None:
            raise invalid({name: f"The selected {name} is invalid."})

    def _is_taken(self, row: CourseRow) -> bool:
        query = select(CourseRow.id).where(
            CourseRow.brand_id == self._brand_id,
            CourseRow.slug_domain == row.slug_domain,
            CourseRow.slug == row.slug,
            CourseRow.id != (row.id or 0),
        )
        return self._session.scalar(query.limit(1)) is not None


@contextmanager
def _address_checked() -> Iterator[None]:
    """Turns the database's own word on a slug that another writer took just now into a 422."""
    try:
        yield
    except IntegrityError as error:
        text = str(error.orig)
        if SLUG_INDEX not in text and "courses.slug" not in text:
            raise
        raise invalid({"slug": _TAKEN}) from error
