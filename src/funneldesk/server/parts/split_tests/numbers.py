"""Reads what ``measures`` keeps: a variant's numbers in all or over a span of hours."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import BigInteger, Double, bindparam, cast, func, select, type_coerce
from sqlalchemy.orm import Session

from funneldesk.server.db.types import MONEY_SCALE
from funneldesk.server.parts.analytics.rollups import NODE
from funneldesk.server.parts.analytics.tables import RollupRow
from funneldesk.server.parts.split_tests.measures import start_of
from funneldesk.server.parts.split_tests.tables import (
    ExposureRow,
    SplitTestHourRow,
    SplitTestTotalRow,
)
from funneldesk.server.parts.tracking.tables import VisitRow
from funneldesk.statistics.counts import Numbers

_SUMS = ("visitors", "conversions", "revenue", "revenue_squared")
_VISITORS = (
    select(SplitTestTotalRow.test_id, func.sum(SplitTestTotalRow.visitors))
    .where(
        SplitTestTotalRow.brand_id == bindparam("brand_id"),
        SplitTestTotalRow.test_id.in_(bindparam("test_ids", expanding=True)),
    )
    .group_by(SplitTestTotalRow.test_id)
)


@dataclass(frozen=True, slots=True)
class Hours:
    """A span of whole hours since 1970 in UTC, from ``first`` up to but without ``end``."""

    first: int
    end: int


def numbers_by_variant(
    session: Session, brand_id: int, test_id: int, span: Hours | None = None
) -> dict[str, Numbers]:
    """Each variant's numbers by its code, over the whole life of the test or over ``span``."""
    row = SplitTestTotalRow if span is None else SplitTestHourRow
    sums = [func.sum(getattr(row, name)) for name in _SUMS]
    query = (
        select(row.node_code, *sums)
        .where(row.brand_id == brand_id, row.test_id == test_id)
        .group_by(row.node_code)
    )
    if span is not None:
        query = query.where(SplitTestHourRow.hour >= span.first, SplitTestHourRow.hour < span.end)
    return {
        code: Numbers(int(visitors), int(conversions), revenue, squared)
        for code, visitors, conversions, revenue, squared in session.execute(query)
    }


def numbers_by_group(
    session: Session, brand_id: int, test_id: int, field: str, span: Hours | None
) -> dict[str, dict[str, Numbers]]:
    """Each variant's numbers by a field of the visits that met it; "" where that is not known."""
    row, value = ExposureRow, func.coalesce(getattr(VisitRow, field), "")
    amount = cast(type_coerce(row.revenue, BigInteger), Double) / float(MONEY_SCALE)
    query = (
        select(
            value,
            row.node_code,
            func.count(),
            func.count().filter(row.converted),
            func.sum(row.revenue),
            func.sum(amount * amount),
        )
        .outerjoin(VisitRow, (VisitRow.brand_id == row.brand_id) & (VisitRow.id == row.visit_id))
        .where(row.brand_id == brand_id, row.test_id == test_id)
        .group_by(value, row.node_code)
    )
    if span is not None:
        query = query.where(row.at >= start_of(span.first), row.at < start_of(span.end))
    found: dict[str, dict[str, Numbers]] = {}
    for group, code, *sums in session.execute(query):
        found.setdefault(group, {})[code] = Numbers(*sums)
    return found


def numbers_by_hour(
    session: Session, brand_id: int, test_id: int, span: Hours | None
) -> dict[int, dict[str, tuple[int, int]]]:
    """Visitors and conversions of each variant by hour, in the order of time."""
    row = SplitTestHourRow
    query = (
        select(row.hour, row.node_code, row.visitors, row.conversions)
        .where(row.brand_id == brand_id, row.test_id == test_id)
        .order_by(row.hour)
    )
    if span is not None:
        query = query.where(row.hour >= span.first, row.hour < span.end)
    found: dict[int, dict[str, tuple[int, int]]] = {}
    for hour, code, visitors, conversions in session.execute(query):
        found.setdefault(hour, {})[code] = (visitors, conversions)
    return found


def steps_by_variant(
    session: Session, brand_id: int, test_id: int, codes: Sequence[str], span: Hours | None
) -> dict[str, tuple[int, int]]:
    """Engaged visits and visits' additions to the cart, by variant, from the hourly roll-ups."""
    values = {f"{test_id}/{code}"[:255]: code for code in codes}
    query = (
        select(RollupRow.value, func.sum(RollupRow.engaged), func.sum(RollupRow.add_to_carts))
        .where(
            RollupRow.brand_id == brand_id,
            RollupRow.dimension == NODE,
            RollupRow.value.in_(list(values)),
        )
        .group_by(RollupRow.value)
    )
    if span is not None:
        query = query.where(RollupRow.hour >= span.first, RollupRow.hour < span.end)
    found = session.execute(query)
    return {values[value]: (int(engaged), int(carts)) for value, engaged, carts in found}


def visitors_of(session: Session, brand_id: int, test_ids: Sequence[int]) -> Mapping[int, int]:
    """How many visits met each of these tests."""
    found = session.connection().execute(_VISITORS, {"brand_id": brand_id, "test_ids": test_ids})
    return {test_id: int(visitors) for test_id, visitors in found}
