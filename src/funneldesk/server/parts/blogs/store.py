"""Queries on blogs: every one within a brand (document: Endpoints, Blogs; quirk 58)."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from sqlalchemy import ColumnElement, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from funneldesk.server.db.counters import counted, move
from funneldesk.server.db.types import now
from funneldesk.server.parts.blogs.places import address, free_address_slug
from funneldesk.server.parts.blogs.rules import DEFAULTS, copy_name
from funneldesk.server.parts.blogs.tables import ADDRESS_INDEX, BlogRow, BlogSourceRow
from funneldesk.server.parts.brands.turns import take_turn
from funneldesk.server.parts.pages.places import check_domain
from funneldesk.server.parts.pages.slugs import slug_of
from funneldesk.server.web.errors import invalid, missing
from funneldesk.server.web.fields import LARGEST_ID
from funneldesk.server.web.listing import By, Paging, count_of, rows_of
from funneldesk.server.web.searching import holding

COUNTER = "blogs"
_LIVING = (BlogRow.deleted_at.is_(None),)
_TAKEN = "The slug has already been taken."
_SOURCES = ("config", "html", "css", "interactions")
_NOT_COPIED = {"brand_id", "id", "name", "name_key", "slug", "address", "created_at", "updated_at"}
_NEWEST = (By(BlogRow.created_at, descending=True), By(BlogRow.id, descending=True))
_ORDERS: dict[str, tuple[By, ...]] = {
    **dict.fromkeys(("date_desc", "newest", "created_at"), _NEWEST),
    **dict.fromkeys(("date_asc", "oldest"), (By(BlogRow.created_at), By(BlogRow.id))),
    "updated_at": (By(BlogRow.updated_at, descending=True), By(BlogRow.id, descending=True)),
    "name_asc": (By(BlogRow.name_key), By(BlogRow.id)),
    "name_desc": (By(BlogRow.name_key, descending=True), By(BlogRow.id, descending=True)),
}


class BlogStore:
    """The living blogs of one brand, in one session."""

    def __init__(self, session: Session, brand_id: int) -> None:
        self._session = session
        self._brand_id = brand_id

    def page(self, wanted: Paging, q: str, sort: str) -> tuple[Sequence[Any], int]:
        """A page of the blogs whose name holds ``q``, and how many fit."""
        equal, order = {BlogRow.brand_id: self._brand_id}, _ORDERS[sort]
        if q:
            own = [BlogRow.brand_id == self._brand_id, *_LIVING]
            found = [*_LIVING, holding(self._session, BlogRow.id, (BlogRow.name,), own, q)]
            total = count_of(self._session, BlogRow, equal, found)
            rows = rows_of(self._session, BlogRow, equal, order, total, wanted, further=found)
        else:
            total = counted(self._session, self._brand_id, COUNTER)
            rows = rows_of(self._session, BlogRow, equal, order, total, wanted, always=_LIVING)
        return rows, total

    def choices(self) -> list[dict[str, Any]]:
        """``[{id, name}]`` of the blogs with a saved config, by name."""
        config = BlogSourceRow.config.is_not(None)
        query = (
            select(BlogRow.id, BlogRow.name)
            .join(
                BlogSourceRow,
                (BlogSourceRow.brand_id == BlogRow.brand_id)
                & (BlogSourceRow.blog_id == BlogRow.id),
            )
            .where(*self._living(), config)
            .order_by(BlogRow.name_key, BlogRow.id)
        )
        return [{"id": row.id, "name": row.name} for row in self._session.execute(query)]

    def get(self, blog_id: int, *, lock: bool = False) -> BlogRow:
        """A blog that is not deleted. Raises Refused (404)."""
        row = None
        if blog_id <= LARGEST_ID:
            row = self._session.get(BlogRow, (self._brand_id, blog_id), with_for_update=lock)
        if row is None or row.deleted_at is not None:
            raise missing("blog")
        return row

    def create(
        self, values: Mapping[str, Any], sources: Mapping[str, Any] | None = None
    ) -> BlogRow:
        """A new blog. Raises Refused (422).

        ``sources`` (config, html, css, interactions) come from a clone or the sample: there is no
        endpoint for them.
        """
        take_turn(self._session, self._brand_id)
        row = BlogRow(brand_id=self._brand_id)
        for name, default in DEFAULTS.items():
            setattr(row, name, default)
        self._set(row, values)
        with _address_checked():
            self._session.add(row)
            self._session.flush()
        kept = {name: (sources or {}).get(name) for name in _SOURCES}
        self._session.add(BlogSourceRow(brand_id=self._brand_id, blog_id=row.id, **kept))
        self._session.flush()
        move(self._session, self._brand_id, COUNTER, 1)
        return row

    def update(self, blog_id: int, values: Mapping[str, Any]) -> BlogRow:
        """Set what was sent. Raises Refused (404, 422)."""
        take_turn(self._session, self._brand_id)
        row = self.get(blog_id, lock=True)
        with self._session.no_autoflush:
            self._set(row, values)
        row.updated_at = now()
        with _address_checked():
            self._session.flush()
        return row

    def delete(self, blog_id: int) -> BlogRow:
        """Put a blog out of sight; gives it as it is now. Raises Refused (404)."""
        row = self.get(blog_id, lock=True)
        row.address, row.deleted_at, row.updated_at = None, now(), now()
        self._session.flush()
        move(self._session, self._brand_id, COUNTER, -1)
        return row

    def clone(self, blog_id: int, title: str | None) -> BlogRow:
        """A copy with what the blog looks like, without its categories. Raises Refused (404)."""
        take_turn(self._session, self._brand_id)
        row = self.get(blog_id)
        source = self._session.get_one(BlogSourceRow, (self._brand_id, blog_id))
        names = {column.key for column in BlogRow.__table__.columns} - _NOT_COPIED
        values = {name: getattr(row, name) for name in names}
        values["name"] = title or copy_name(row.name)
        values["slug"] = free_address_slug(self._session, self._brand_id, row.domain_id, row.slug)
        return self.create(values, {name: getattr(source, name) for name in _SOURCES})

    def _living(self) -> tuple[ColumnElement[bool], ...]:
        return BlogRow.brand_id == self._brand_id, *_LIVING

    def _set(self, row: BlogRow, values: Mapping[str, Any]) -> None:
        if "domain_id" in values and values["domain_id"] != row.domain_id:
            check_domain(self._session, self._brand_id, values["domain_id"])
        for name, value in values.items():
            setattr(row, name, DEFAULTS.get(name) if value is None else value)
        if not row.slug:
            wanted = slug_of(row.name, nothing="blog")
            row.slug = free_address_slug(self._session, self._brand_id, row.domain_id, wanted)
        place = address(row.domain_id, row.slug)
        if place != row.address and self._is_taken(place):
            raise invalid({"slug": _TAKEN})
        row.address = place

    def _is_taken(self, place: str) -> bool:
        query = select(BlogRow.id).where(
            BlogRow.brand_id == self._brand_id, BlogRow.address == place
        )
        return self._session.scalar(query) is not None


@contextmanager
def _address_checked() -> Iterator[None]:
    """Turns the database's own word on a slug that another writer took just now into a 422."""
    try:
        yield
    except IntegrityError as error:
        if ADDRESS_INDEX not in str(error.orig):
            raise
        raise invalid({"slug": _TAKEN}) from error
