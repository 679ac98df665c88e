"""Questions that combine fields, from visits and sales themselves: for days that are not packed.

Everything that visits did counts at their start here, and a page stands for the page that they
began on. The cost follows the number of sessions in those days: today's, as a rule, since days that
are over stand in columns (``packing``, ``columns``).
"""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Float,
    Integer,
    Select,
    String,
    and_,
    case,
    cast,
    extract,
    func,
    literal,
    or_,
    select,
)
from sqlalchemy.orm import Session

from funneldesk.server.parts.analytics import metrics
from funneldesk.server.parts.analytics.metrics import Sums
from funneldesk.server.parts.analytics.periods import HOUR, Span
from funneldesk.server.parts.analytics.questions import TIMES, Question
from funneldesk.server.parts.analytics.rollups import (
    ALL,
    MEASURES,
    NODE,
    SALE_FIELDS,
    VISIT_FIELDS,
)
from funneldesk.server.parts.analytics.tables import RollupRow, SaleFactRow
from funneldesk.server.parts.tracking.tables import VisitRow
from funneldesk.server.web.errors import invalid

MOST_SESSIONS = 3_000_000
"""A question about more sessions than this is refused: it would keep others waiting."""

VISIT, SALE = "visit", "sale"
HOUR_OF_DAY = "hour"
OF_VISITS = tuple(name for name in MEASURES if name in metrics.OF_VISITS and name != "sessions")
OF_SALES = tuple(name for name in MEASURES if name not in metrics.OF_VISITS)
WORDS = frozenset({*VISIT_FIELDS, *SALE_FIELDS, NODE})
"""The columns of a day that are words; the others are numbers."""

Hours = list[tuple[int, tuple[str, ...], Sums]]


def sums_by_hour(session: Session, brand_id: int, question: Question) -> Hours:
    """(hour, values of the groupings that are no times, sums)."""
    found = _read(session, question, _sales(brand_id, question))
    if not question.is_of_sales:
        dialect = session.get_bind().dialect.name
        found += _read(session, question, _visits(brand_id, question, dialect))
    return found


def whole_day(
    brand_id: int, day: int, dialect: str
) -> Iterator[tuple[str, Sequence[str], Select[Any]]]:
    """What a day (of UTC, from 1970) has: VISIT or SALE, the names of the columns, their rows."""
    first = day * 24
    own = [_OWN[name] if name in _OWN else getattr(VisitRow, name) for name in OF_VISITS]
    of_visits = (*VISIT_FIELDS, NODE, HOUR_OF_DAY, *OF_VISITS)
    fields = [_visit_column(name) for name in VISIT_FIELDS]
    hour = _hour(dialect) - first
    visits = select(*fields, VisitRow.nodes, hour, *own)
    yield VISIT, of_visits, visits.where(*_visits_within(brand_id, first, first + 24))
    of_sales = (*VISIT_FIELDS, *SALE_FIELDS, NODE, HOUR_OF_DAY, *OF_SALES)
    fields = [_sale_column(name) for name in (*VISIT_FIELDS, *SALE_FIELDS)]
    sold = [getattr(SaleFactRow, name) for name in OF_SALES]
    sales = select(*fields, VisitRow.nodes, SaleFactRow.hour - first, *sold)
    within = _sales_within(brand_id, first, first + 24)
    yield SALE, of_sales, sales.select_from(SaleFactRow).outerjoin(VisitRow, _SAME).where(*within)


def check_size(session: Session, brand_id: int, span: Span) -> None:
    """Raises Refused (422) for more sessions than questions that combine fields may be about."""
    query = select(func.sum(RollupRow.sessions)).where(
        RollupRow.brand_id == brand_id,
        RollupRow.dimension == ALL,
        RollupRow.hour >= span.first,
        RollupRow.hour < span.end,
    )
    if (session.scalar(query) or 0) > MOST_SESSIONS:
        sentence = "Too many sessions for a question that combines fields; ask a shorter period."
        raise invalid({"start": sentence})


def _read(session: Session, question: Question, query: Select[Any]) -> Hours:
    width = len(_others(question))
    found: Hours = []
    for hour, *rest in session.execute(query):
        values = tuple(str(value) for value in rest[:width])
        found.append((int(hour), values, tuple(int(total or 0) for total in rest[width:])))
    return found


def _visits(brand_id: int, question: Question, dialect: str) -> Select[Any]:
    span = question.span
    hour = _hour(dialect) if _is_timed(question) else literal(0)
    columns = [_visit_column(name) for name in _others(question)]
    own: dict[str, Any] = {
        "sessions": func.count(),
        "engaged": func.sum(case((VisitRow.engaged, 1), else_=0)),
        **{name: func.sum(column) for name, column in _OWN.items()},
        "page_views": func.sum(VisitRow.page_views),
        "seconds": func.sum(VisitRow.seconds),
        "add_to_carts": func.sum(VisitRow.add_to_carts),
    }
    measures = [own.get(name, literal(0)) for name in MEASURES]
    groups = ([hour] if _is_timed(question) else []) + columns
    query = (
        select(hour, *columns, *measures)
        .where(*_visits_within(brand_id, span.first, span.end))
        .where(*(_allowed(name, values) for name, values in question.filters.items()))
    )
    return query.group_by(*groups) if groups else query.group_by(VisitRow.brand_id)


def _sales(brand_id: int, question: Question) -> Select[Any]:
    span = question.span
    hour = SaleFactRow.hour if _is_timed(question) else literal(0)
    columns = [_sale_column(name) for name in _others(question)]
    measures = [
        literal(0) if name in metrics.OF_VISITS else func.sum(getattr(SaleFactRow, name))
        for name in MEASURES
    ]
    by_item = "product" in question.fields
    of_items = SaleFactRow.product_id.is_not(None) if by_item else SaleFactRow.product_id.is_(None)
    groups = ([SaleFactRow.hour] if _is_timed(question) else []) + columns
    query = (
        select(hour, *columns, *measures)
        .select_from(SaleFactRow)
        .outerjoin(VisitRow, _SAME)
        .where(*_sales_within(brand_id, span.first, span.end), of_items)
        .where(*(_allowed_sale(name, values) for name, values in question.filters.items()))
    )
    return query.group_by(*groups) if groups else query.group_by(SaleFactRow.brand_id)


_OWN: dict[str, Any] = {
    "carted": case((or_(VisitRow.add_to_carts > 0, VisitRow.bought), 1), else_=0),
    "buyers": case((VisitRow.bought, 1), else_=0),
}
"""Measures of visits that are no columns of theirs."""

_SAME = and_(VisitRow.brand_id == SaleFactRow.brand_id, VisitRow.id == SaleFactRow.visit_id)


def _visits_within(brand_id: int, first: int, end: int) -> Sequence[ColumnElement[bool]]:
    return (
        VisitRow.brand_id == brand_id,
        VisitRow.is_bot.is_(False),
        VisitRow.started_at >= _moment(first),
        VisitRow.started_at < _moment(end),
    )


def _sales_within(brand_id: int, first: int, end: int) -> Sequence[ColumnElement[bool]]:
    return (
        SaleFactRow.brand_id == brand_id,
        SaleFactRow.hour >= first,
        SaleFactRow.hour < end,
    )


def _others(question: Question) -> list[str]:
    return [name for name in question.groupings if name not in TIMES]


def _is_timed(question: Question) -> bool:
    return not set(question.groupings).isdisjoint(TIMES)


def _visit_column(name: str) -> ColumnElement[Any]:
    column = VisitRow.page_id if name == "page" else getattr(VisitRow, name)
    return func.coalesce(cast(column, String), "")


def _sale_column(name: str) -> ColumnElement[Any]:
    if name == "product":
        return cast(SaleFactRow.product_id, String)
    if name in (*SALE_FIELDS, "merchant_id"):
        return func.coalesce(cast(getattr(SaleFactRow, name), String), "")
    return _visit_column(name)


def _allowed(name: str, values: Sequence[str]) -> ColumnElement[bool]:
    return _nodes(values) if name == NODE else _visit_column(name).in_(values)


def _allowed_sale(name: str, values: Sequence[str]) -> ColumnElement[bool]:
    return _nodes(values) if name == NODE else _sale_column(name).in_(values)


def _nodes(values: Sequence[str]) -> ColumnElement[bool]:
    """``nodes`` is a JSON object: a variant is a whole key of it, a test the start of one."""
    starts = [f'"{value}' if value.endswith("/") else f'"{value}"' for value in values]
    return or_(*(VisitRow.nodes.contains(start, autoescape=True) for start in starts))


def _moment(hour: int) -> datetime:
    return datetime.fromtimestamp(hour * HOUR, UTC)


def _hour(dialect: str) -> ColumnElement[int]:
    if dialect == "sqlite":
        seconds: ColumnElement[Any] = cast(func.strftime("%s", VisitRow.started_at), Integer)
        return seconds.op("/")(HOUR)
    return cast(func.floor(cast(extract("epoch", VisitRow.started_at), Float) / HOUR), Integer)
