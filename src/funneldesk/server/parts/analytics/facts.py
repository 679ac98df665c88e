"""Questions that combine fields: answered from visits and sales themselves, within bounds.

Everything that visits did counts at their start here, and a page stands for the page that they
began on. The cost follows the number of sessions in the span.
"""

from collections.abc import Sequence
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

from funneldesk.server.parts.analytics.metrics import OF_VISITS, Sums
from funneldesk.server.parts.analytics.periods import HOUR, Span
from funneldesk.server.parts.analytics.questions import TIMES, Question
from funneldesk.server.parts.analytics.rollups import ALL, MEASURES, NODE, SALE_FIELDS
from funneldesk.server.parts.analytics.tables import RollupRow, SaleFactRow
from funneldesk.server.parts.tracking.tables import VisitRow
from funneldesk.server.web.errors import invalid

MOST_SESSIONS = 3_000_000
"""A question about more sessions than this is refused: it would keep others waiting."""

Hours = list[tuple[int, tuple[str, ...], Sums]]


def sums_by_hour(session: Session, brand_id: int, question: Question) -> Hours:
    """(hour, values of the groupings that are no times, sums). Raises Refused (422)."""
    _check_size(session, brand_id, question.span)
    found = _read(session, question, _sales(brand_id, question))
    if not question.is_of_sales:
        dialect = session.get_bind().dialect.name
        found += _read(session, question, _visits(brand_id, question, dialect))
    return found


def _check_size(session: Session, brand_id: int, span: Span) -> None:
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
        "page_views": func.sum(VisitRow.page_views),
        "seconds": func.sum(VisitRow.seconds),
        "add_to_carts": func.sum(VisitRow.add_to_carts),
    }
    measures = [own.get(name, literal(0)) for name in MEASURES]
    groups = ([hour] if _is_timed(question) else []) + columns
    query = (
        select(hour, *columns, *measures)
        .where(
            VisitRow.brand_id == brand_id,
            VisitRow.is_bot.is_(False),
            VisitRow.started_at >= _moment(span.first),
            VisitRow.started_at < _moment(span.end),
        )
        .where(*(_allowed(name, values) for name, values in question.filters.items()))
    )
    return query.group_by(*groups) if groups else query.group_by(VisitRow.brand_id)


def _sales(brand_id: int, question: Question) -> Select[Any]:
    span = question.span
    hour = SaleFactRow.hour if _is_timed(question) else literal(0)
    columns = [_sale_column(name) for name in _others(question)]
    measures = [
        literal(0) if name in OF_VISITS else func.sum(getattr(SaleFactRow, name))
        for name in MEASURES
    ]
    by_item = "product" in question.fields
    of_items = SaleFactRow.product_id.is_not(None) if by_item else SaleFactRow.product_id.is_(None)
    same = and_(VisitRow.brand_id == SaleFactRow.brand_id, VisitRow.id == SaleFactRow.visit_id)
    groups = ([SaleFactRow.hour] if _is_timed(question) else []) + columns
    query = (
        select(hour, *columns, *measures)
        .select_from(SaleFactRow)
        .outerjoin(VisitRow, same)
        .where(
            SaleFactRow.brand_id == brand_id,
            SaleFactRow.hour >= span.first,
            SaleFactRow.hour < span.end,
            of_items,
        )
        .where(*(_allowed_sale(name, values) for name, values in question.filters.items()))
    )
    return query.group_by(*groups) if groups else query.group_by(SaleFactRow.brand_id)


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
