"""Queries on pages: every one within a brand (quirks 22 to 27)."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from sqlalchemy import ColumnElement, Select, bindparam, delete, func, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from funneldesk.server.db.types import for_json, now
from funneldesk.server.parts.brands.turns import take_turn
from funneldesk.server.parts.pages.bodies import SUMMARY
from funneldesk.server.parts.pages.places import take_place
from funneldesk.server.parts.pages.slugs import free_slug, slug_of, stem
from funneldesk.server.parts.pages.tables import SLUG_INDEX, PageRow, PageSourceRow
from funneldesk.server.parts.split_tests.markup import follow_markup, forget_page
from funneldesk.server.web.errors import invalid, missing
from funneldesk.server.web.fields import LARGEST_ID

_SOURCES = ("html", "css")
_TAKEN = "The slug has already been taken."
_NEEDS_A_WORD = "The password field is required when requires_password is true."
_ALL = (
    select(PageRow.title.label("name"), *for_json(*(getattr(PageRow, name) for name in SUMMARY)))
    .where(PageRow.brand_id == bindparam("brand_id"))
    .order_by(PageRow.updated_at.desc(), PageRow.id.desc())
)
_COUNT = select(func.count()).where(PageRow.brand_id == bindparam("brand_id"))
_OTHERS = select(PageRow.slug).where(
    PageRow.brand_id == bindparam("brand_id"),
    func.coalesce(PageRow.domain_id, 0) == bindparam("domain_id"),
    PageRow.id != bindparam("page_id"),
)
"""The slugs of the other pages under the same domain."""

_NEAR = _OTHERS.where(PageRow.slug.like(bindparam("beginning")))
_SAME = _OTHERS.where(PageRow.slug == bindparam("slug")).limit(1)
_CLEARED: dict[str, Any] = {
    column.key: False if column.type.python_type is bool else None
    for column in PageRow.__table__.columns
} | {"status": "draft"}
_NOT_COPIED = {"brand_id", "id", "slug", "is_index", "funnel_order", "created_at", "updated_at"}


class PageStore:
    """The pages of one brand, in one session."""

    def __init__(self, session: Session, brand_id: int) -> None:
        self._session = session
        self._brand_id = brand_id

    def list(self) -> list[dict[str, Any]]:
        """Summaries of all pages, the one that changed last first."""
        rows = self._session.connection().execute(_ALL, {"brand_id": self._brand_id})
        names = tuple(rows.keys())
        return [dict(zip(names, row, strict=True)) for row in rows]

    def count(self) -> int:
        """How many pages the brand has, whatever their status."""
        return self._session.connection().scalar(_COUNT, {"brand_id": self._brand_id}) or 0

    def get(self, page_id: int, *, lock: bool = False) -> tuple[PageRow, PageSourceRow]:
        """A page and its sources. Raises Refused (404)."""
        key = (self._brand_id, page_id)
        row = None
        if page_id <= LARGEST_ID:
            row = self._session.get(PageRow, key, with_for_update=lock)
        if row is None:
            raise missing("page")
        return row, self._session.get_one(PageSourceRow, key)

    def published(self, slug: str, domain_id: int | None = None) -> PageRow | None:
        """The page that visitors of a domain meet under a slug.

        One of that domain goes first, then one without any.
        """
        return self._first_published(PageRow.slug == slug, domain_id)

    def published_index(self, domain_id: int | None = None) -> PageRow | None:
        """The page that visitors of a domain meet when they name none.

        The index that changed last, one of that domain first; off every domain any goes.
        """
        return self._first_published(
            PageRow.is_index.is_(True), domain_id, PageRow.updated_at.desc()
        )

    def reserve(self) -> None:
        """Make other creates of this brand wait until this session ends."""
        take_turn(self._session, self._brand_id)

    def create(self, values: Mapping[str, Any]) -> tuple[PageRow, PageSourceRow]:
        """A new page. Raises Refused (422) for a slug that is taken or a missing password."""
        row = PageRow(brand_id=self._brand_id)
        source = PageSourceRow(brand_id=self._brand_id)
        self._set(row, source, values)
        with _address_checked():
            self._session.add(row)
            self._session.flush()
        source.page_id = row.id
        self._session.add(source)
        self._session.flush()
        if source.html:
            follow_markup(self._session, self._brand_id, row.id, source.html, is_new=True)
        return row, source

    def update(self, page_id: int, values: Mapping[str, Any]) -> tuple[PageRow, PageSourceRow]:
        """Set what was sent. Raises Refused (404, 422)."""
        row, source = self.get(page_id, lock=True)
        with self._session.no_autoflush:
            self._set(row, source, values)
        row.updated_at = now()
        with _address_checked():
            self._session.flush()
        if "html" in values:
            follow_markup(self._session, self._brand_id, row.id, source.html or "")
        return row, source

    def copy(self, page_id: int, *, funnel_id: int) -> PageRow:
        """A page like another one in a funnel, with a slug and split tests of its own.

        It is no index page, since it would take the place of the first. Raises Refused (404).
        """
        row, source = self.get(page_id)
        names = {column.key for column in PageRow.__table__.columns} - _NOT_COPIED
        values = {name: getattr(row, name) for name in names}
        values |= {name: getattr(source, name) for name in _SOURCES if getattr(source, name)}
        values |= {"funnel_id": funnel_id, "slug": self._free_slug(row, row.slug, row.slug)}
        return self.create(values)[0]

    def delete(self, page_id: int) -> None:
        """Remove a page with its sources and split tests. Raises Refused (404)."""
        row, _source = self.get(page_id, lock=True)
        forget_page(self._session, row.brand_id, row.id)
        self._session.execute(
            delete(PageRow).where(PageRow.brand_id == row.brand_id, PageRow.id == row.id)
        )

    def _first_published(
        self, condition: ColumnElement[bool], domain_id: int | None, *order: ColumnElement[Any]
    ) -> PageRow | None:
        query = select(PageRow).where(
            PageRow.brand_id == self._brand_id, PageRow.status == "published", condition
        )
        if domain_id is not None or not order:
            own = func.coalesce(PageRow.domain_id, 0) != (domain_id or 0)
            order = own, PageRow.domain_id.is_not(None), *order
        return self._session.scalar(query.order_by(*order, PageRow.id).limit(1))

    def _set(self, row: PageRow, source: PageSourceRow, values: Mapping[str, Any]) -> None:
        address = (row.domain_id, row.slug)
        take_place(self._session, row, values)
        for name, value in values.items():
            target = source if name in _SOURCES else row
            setattr(target, name, _CLEARED.get(name) if value is None else value)
        if "html" in values:
            row.page_type = "editor"
        if not row.slug:
            row.slug = self._free_slug(row, slug_of(row.title))
        elif (row.domain_id, row.slug) != address and self._is_taken(row):
            raise invalid({"slug": _TAKEN})
        if row.requires_password and not row.password:
            raise invalid({"password": _NEEDS_A_WORD})

    def _free_slug(self, row: PageRow, wanted: str, *taken: str) -> str:
        """``wanted``, numbered when another page has it or it is among ``taken``."""
        # In LIKE the underline of a slug is any character: a few more that are taken do no harm.
        near = self._others(_NEAR, row, beginning=f"{stem(wanted)}%")
        return free_slug(wanted, {*taken, *near})

    def _is_taken(self, row: PageRow) -> bool:
        return bool(self._others(_SAME, row, slug=row.slug))

    def _others(self, query: Select[str], row: PageRow, **wanted: str) -> Sequence[str]:
        place = {
            "brand_id": self._brand_id,
            "domain_id": row.domain_id or 0,
            "page_id": row.id or 0,
        }
        return self._session.connection().scalars(query, place | wanted).all()


@contextmanager
def _address_checked() -> Iterator[None]:
    """Turns the database's own word on a slug that another writer took just now into a 422."""
    try:
        yield
    except IntegrityError as error:
        if SLUG_INDEX not in str(error.orig):
            raise
        raise invalid({"slug": _TAKEN}) from error
