"""Pages of results: as quick on the last page as on the first (document: list envelopes)."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated, Any

from fastapi import Query
from sqlalchemy import ColumnElement, Select, and_, bindparam, func, select
from sqlalchemy.orm import InstrumentedAttribute, Session

from funneldesk.server.db.base import Base

Attribute = InstrumentedAttribute[Any]
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


def paging(default: int = 25) -> Callable[..., Awaitable[Paging]]:
    """A dependency: ``page`` and ``per_page`` of the query (quirk 14: 422 outside of 1 to 100)."""

    async def dependency(  # a plain function would be called in a thread
        page: Annotated[int, Query(ge=1, le=LARGEST_PAGE)] = 1,
        per_page: Annotated[int, Query(ge=1, le=MOST_PER_PAGE)] = default,
    ) -> Paging:
        return Paging(page, per_page)

    return dependency


@dataclass(frozen=True, slots=True)
class By:
    """A column to sort by."""

    column: Attribute
    descending: bool = False


def rows_of(
    session: Session,
    row: type[Base],
    equal: Mapping[Attribute, Any],
    order: tuple[By, ...],
    total: int,
    wanted: Paging,
    *,
    shown: tuple[str, ...] = (),
    always: tuple[ColumnElement[bool], ...] = (),
    further: Sequence[ColumnElement[bool]] = (),
) -> Sequence[Any]:
    """The rows of a page: plain tuples with the names of the columns that are ``shown`` (or all).

    ``total`` counts the rows for which all conditions hold: columns that are ``equal`` to values,
    those that are the same ``always``, and those of a search. ``order`` must end with what is
    unique. Keys are taken from an index first and rows fetched by key; from the middle on the rows
    are counted from the end. So give the table an index with the columns of ``equal`` and
    ``order``. Without ``further`` conditions the statement is built once: half the time.
    """
    window = _window(total, wanted)
    if window is None:
        return []
    start, count, from_end = window
    build = _page_statement if further else _kept_page_statement
    statement = build(row, tuple(equal), order, from_end, shown, (*always, *further))
    values = {f"equal_{place}": value for place, value in enumerate(equal.values())}
    values |= {"count": count, "start": start}
    result = session.connection().execute(statement, values).all()
    return result[::-1] if from_end else result


def _page_statement(
    row: type[Base],
    columns: tuple[Attribute, ...],
    order: tuple[By, ...],
    from_end: bool,
    shown: tuple[str, ...],
    further: tuple[ColumnElement[bool], ...],
) -> Select[Any]:
    keys = row.__mapper__.primary_key
    directed = [_directed(by, from_end) for by in order]
    where = [column == bindparam(f"equal_{place}") for place, column in enumerate(columns)]
    found = (
        select(*keys)
        .where(*where, *further)
        .order_by(*directed)
        .limit(bindparam("count"))
        .offset(bindparam("start"))
        .subquery()
    )
    joined = and_(*(key == found.c[key.name] for key in keys))
    table = row.__table__
    asked = [table.c[name] for name in shown] if shown else table.c
    return select(*asked).select_from(table).join(found, joined).order_by(*directed)


_kept_page_statement = lru_cache(maxsize=256)(_page_statement)


def count_of(
    session: Session,
    row: type[Base],
    equal: Mapping[Attribute, Any],
    further: Sequence[ColumnElement[bool]],
) -> int:
    """How many rows there are, counted: for filtered lists only; whole ones have counters."""
    query = select(func.count()).select_from(row).where(*conditions(equal), *further)
    return session.scalar(query) or 0


def conditions(equal: Mapping[Attribute, Any]) -> list[ColumnElement[bool]]:
    """That each column has its value."""
    return [column == value for column, value in equal.items()]


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


def _directed(by: By, from_end: bool) -> ColumnElement[Any]:
    return by.column.desc() if by.descending != from_end else by.column.asc()
