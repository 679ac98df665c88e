"""Queries on the categories of blogs (document: Endpoints, Blogs; quirk 58)."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from sqlalchemy import ColumnElement, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from funneldesk.contract.folding import fold
from funneldesk.server.db.types import now
from funneldesk.server.parts.blogs.tables import CATEGORY_INDEX, BlogCategoryRow, BlogRow
from funneldesk.server.parts.pages.slugs import free_slug, slug_of, stem
from funneldesk.server.web.errors import invalid, missing
from funneldesk.server.web.fields import LARGEST_ID

_TAKEN = "The slug has already been taken."


class CategoryStore:
    """The categories of one blog, in one session."""

    def __init__(self, session: Session, blog: BlogRow) -> None:
        self._session = session
        self._blog = blog

    def list(self) -> list[BlogCategoryRow]:
        """All categories, by name."""
        query = select(BlogCategoryRow).where(*self._mine())
        return sorted(self._session.scalars(query), key=lambda row: (fold(row.name), row.id))

    def get(self, category_id: int, *, lock: bool = False) -> BlogCategoryRow:
        """A category. Raises Refused (404)."""
        row = None
        if category_id <= LARGEST_ID:
            key = (self._blog.brand_id, category_id)
            row = self._session.get(BlogCategoryRow, key, with_for_update=lock)
        if row is None or row.blog_id != self._blog.id:
            raise missing("category")
        return row

    def create(self, values: Mapping[str, Any]) -> BlogCategoryRow:
        """A new category. Raises Refused (422) for a slug that is taken."""
        row = BlogCategoryRow(brand_id=self._blog.brand_id, blog_id=self._blog.id, seo_settings={})
        self._set(row, values)
        with _slug_checked():
            self._session.add(row)
            self._session.flush()
        return row

    def update(self, category_id: int, values: Mapping[str, Any]) -> BlogCategoryRow:
        """Set what was sent. Raises Refused (404, 422)."""
        row = self.get(category_id, lock=True)
        with self._session.no_autoflush:
            self._set(row, values)
        row.updated_at = now()
        with _slug_checked():
            self._session.flush()
        return row

    def delete(self, category_id: int) -> None:
        """Remove a category for good. Raises Refused (404)."""
        self._session.delete(self.get(category_id, lock=True))
        self._session.flush()

    def _mine(self) -> tuple[ColumnElement[bool], ...]:
        return (
            BlogCategoryRow.brand_id == self._blog.brand_id,
            BlogCategoryRow.blog_id == self._blog.id,
        )

    def _set(self, row: BlogCategoryRow, values: Mapping[str, Any]) -> None:
        slug = row.slug
        for name, value in values.items():
            setattr(row, name, {} if value is None and name == "seo_settings" else value)
        if not row.slug:
            row.slug = self._free_slug(row)
        elif row.slug != slug and self._is_taken(row):
            raise invalid({"slug": _TAKEN})

    def _free_slug(self, row: BlogCategoryRow) -> str:
        wanted = slug_of(row.name, nothing="category")
        near = BlogCategoryRow.slug.startswith(stem(wanted), autoescape=True)
        return free_slug(wanted, set(self._session.scalars(self._others(row, near))))

    def _is_taken(self, row: BlogCategoryRow) -> bool:
        same = self._others(row, BlogCategoryRow.slug == row.slug)
        return self._session.scalars(same.limit(1)).first() is not None

    def _others(self, row: BlogCategoryRow, condition: ColumnElement[bool]) -> Any:
        return select(BlogCategoryRow.slug).where(
            *self._mine(), BlogCategoryRow.id != (row.id or 0), condition
        )


@contextmanager
def _slug_checked() -> Iterator[None]:
    """Turns the database's own word on a slug that another writer took just now into a 422."""
    try:
        yield
    except IntegrityError as error:
        if CATEGORY_INDEX not in str(error.orig):
            raise
        raise invalid({"slug": _TAKEN}) from error
