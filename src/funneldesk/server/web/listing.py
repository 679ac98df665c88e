"""Pages of results: as quick on the last page as on the first (document: list envelopes)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, TypeVar

from fastapi import Query
from sqlalchemy import ColumnElement, and_, func, select
from sqlalchemy.orm import InstrumentedAttribute, Session, aliased

from funneldesk.server.db.base import Base

R = TypeVar("R", bound=Base)
LARGEST_PAGE = 1_000_000_000
MOST_PER_PAGE = 100


@dataclass(frozen=True, slots=True)
class Paging:
    """Which page of results is asked for; pages count from 1."""

    page: int
    per_page: int

    @property
    def offset(self) -> int:
        """The number of rows before the page."""
        return (self.page - 1) * self.per_page

    def last_page(self, total: int) -> int:
        """The number of the last page, 1 when there is nothing."""
        return max(1, -(-total // self.per_page))


def paging(default: int = 25) -> Callable[..., Paging]:
    """A dependency: ``page`` and ``per_page`` of the query (quirk 14: 422 outside of 1 to 100)."""

    def dependency(
        page: Annotated[int, Query(ge=1, le=LARGEST_PAGE)] = 1,
        per_page: Annotated[int, Query(ge=1, le=MOST_PER_PAGE)] = default,
    ) -> Paging:
        return Paging(page, per_page)

    return dependency


@dataclass(frozen=True, slots=True)
class By:
    """A column to sort by."""

    column: InstrumentedAttribute[Any]
    descending: bool = False


def page_of(
    session: Session,
    row: type[R],
    where: Sequence[ColumnElement[bool]],
    order: Sequence[By],
    total: int,
    wanted: Paging,
) -> list[R]:
    """The rows of a page. ``order`` must end with what is unique; ``total`` counts ``where``.

    Keys are taken from an index first and rows fetched by key; from the middle on the rows are
    counted from the end. So give the table an index with the columns of ``where`` and ``order``.
    """
    window = _window(total, wanted)
    if window is None:
        return []
    start, count, from_end = window
    keys = row.__mapper__.primary_key
    directed = [by.column.desc() if by.descending != from_end else by.column.asc() for by in order]
    found = select(*keys).where(*where).order_by(*directed).limit(count).offset(start).subquery()
    rows = aliased(row)
    joined = and_(*(getattr(rows, key.name) == found.c[key.name] for key in keys))
    query = select(rows).join(found, joined).order_by(*_same_order(rows, order, from_end))
    result = list(session.scalars(query))
    return result[::-1] if from_end else result


def count_of(session: Session, row: type[Base], where: Sequence[ColumnElement[bool]]) -> int:
    """How many rows there are, counted: for filtered lists only; whole ones have counters."""
    query = select(func.count()).select_from(row).where(*where)
    return session.scalar(query) or 0


def flat(wanted: Paging, total: int, data: Sequence[Any]) -> dict[str, Any]:
    """The flat envelope: ``{current_page, data, per_page, total, last_page, from, to}``."""
    return {
        "current_page": wanted.page,
        "data": data,
        "from": wanted.offset + 1 if data else None,
        "last_page": wanted.last_page(total),
        "per_page": wanted.per_page,
        "to": wanted.offset + len(data) if data else None,
        "total": total,
    }


def under_meta(
    wanted: Paging, total: int, data: Sequence[Any], **more: Mapping[str, Any]
) -> dict[str, Any]:
    """The envelope with its numbers under ``meta``: tickets and conversions."""
    meta = {"current_page": wanted.page, "per_page": wanted.per_page, "total": total}
    return {"data": data, "meta": meta, **more}


def _window(total: int, wanted: Paging) -> tuple[int, int, bool] | None:
    """Rows to skip, rows to take, whether from the end; None for a page beyond the last."""
    count = min(wanted.per_page, total - wanted.offset)
    if count <= 0:
        return None
    if wanted.offset <= total // 2:
        return wanted.offset, count, False
    return total - wanted.offset - count, count, True


def _same_order(rows: Any, order: Sequence[By], from_end: bool) -> list[ColumnElement[Any]]:
    columns = [(getattr(rows, by.column.key), by.descending != from_end) for by in order]
    return [column.desc() if descending else column.asc() for column, descending in columns]
