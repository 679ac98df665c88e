"""Sessions that went from step to step of a funnel, and where they bought (not in the document).

A page is reached from another one when it is viewed after the first view of that one, in the same
session, so that nobody reaches a page whom the other one had not. An order is sold by the page
that its session viewed last before it: a thank-you page sells nothing, an upsell page the orders
that have nothing but upsells and downsells, and no others.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from decimal import Decimal
from itertools import groupby
from typing import Any, NamedTuple

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from funneldesk.server.db.types import UtcTime
from funneldesk.server.parts.conversions.amounts import number
from funneldesk.server.parts.conversions.tables import OrderItemRow, OrderRow
from funneldesk.server.parts.pages.tables import PageRow
from funneldesk.server.parts.tracking.ingest import PAGE_VIEW
from funneldesk.server.parts.tracking.tables import VisitEventRow, VisitRow

LONGEST = timedelta(days=2)
"""Sessions that began longer before the period than this are not looked at."""

_AT_A_TIME = 500
_AT_ONCE = 5_000
_OFFERS = frozenset({"upsell", "downsell"})
_THANKS = "thankyou"


@dataclass(slots=True)
class _Page:
    """What came to a page; ``reached`` counts the pages that were viewed later."""

    sessions: int = 0
    sales: int = 0
    revenue: Decimal = Decimal(0)
    landed_sales: int = 0
    landed_revenue: Decimal = Decimal(0)
    reached: dict[int, int] = field(default_factory=lambda: defaultdict(int))

    def body(self, page_id: int) -> dict[str, Any]:
        """As it is answered."""
        return {
            "page_id": page_id,
            "sessions": self.sessions,
            "reached": {str(page): count for page, count in sorted(self.reached.items())},
            "sales": self.sales,
            "revenue": number(self.revenue),
            "landed_sales": self.landed_sales,
            "landed_revenue": number(self.landed_revenue),
        }


class _Seen(NamedTuple):
    """A page that a session viewed: the numbers of its first and last view, the first moment."""

    page_id: int
    first: int
    last: int
    at: datetime


def flow_of(
    session: Session, brand_id: int, page_ids: Sequence[int], start: datetime, end: datetime
) -> list[dict[str, Any]]:
    """What came to each page from ``start`` up to ``end``."""
    pages = {page_id: _Page() for page_id in page_ids}
    _count_sessions(session, brand_id, pages, start, end)
    _count_orders(session, brand_id, pages, start, end)
    return [page.body(page_id) for page_id, page in pages.items()]


def _count_sessions(
    session: Session, brand_id: int, pages: Mapping[int, _Page], start: datetime, end: datetime
) -> None:
    """A session counts for a page that it first viewed within the period."""
    view = VisitEventRow
    query = (
        select(
            view.visit_id,
            view.page_id,
            func.min(view.number),
            func.max(view.number),
            func.min(view.at, type_=UtcTime),
        )
        .join(VisitRow, (VisitRow.brand_id == view.brand_id) & (VisitRow.id == view.visit_id))
        .where(
            VisitRow.brand_id == brand_id,
            VisitRow.started_at >= start - LONGEST,
            VisitRow.started_at < end,
            VisitRow.is_bot.is_(False),
            view.type == PAGE_VIEW,
            view.page_id.in_(list(pages)),
        )
        .group_by(view.visit_id, view.page_id)
        .order_by(view.visit_id)
        .execution_options(yield_per=_AT_ONCE)
    )
    for _visit, rows in groupby(session.execute(query), key=lambda row: row[0]):
        seen = [_Seen(row[1] or 0, *row[2:]) for row in rows]
        for one in seen:
            if start <= one.at < end:
                page = pages[one.page_id]
                page.sessions += 1
                for other in seen:
                    if other is not one and other.last > one.first:
                        page.reached[other.page_id] += 1


def _count_orders(
    session: Session, brand_id: int, pages: Mapping[int, _Page], start: datetime, end: datetime
) -> None:
    query = (
        select(OrderRow.id, OrderRow.visit_id, OrderRow.created_at, OrderRow.total_value)
        .where(
            OrderRow.brand_id == brand_id,
            OrderRow.created_at >= start,
            OrderRow.created_at < end,
            OrderRow.visit_id.is_not(None),
            OrderRow.subscription_id.is_(None),
        )
        .order_by(OrderRow.created_at, OrderRow.id)
    )
    orders = session.execute(query).all()
    kinds = _kinds(session, brand_id)
    for at in range(0, len(orders), _AT_A_TIME):
        some = orders[at : at + _AT_A_TIME]
        views = _views(session, brand_id, {row.visit_id for row in some if row.visit_id})
        types = _types(session, brand_id, [row.id for row in some])
        for row in some:
            began, viewed = views.get(row.visit_id or 0, (None, []))
            before = [page for page, moment in viewed if moment <= row.created_at]
            is_offer = row.id in types and types[row.id] <= _OFFERS
            sold_on = _seller(reversed(before), kinds, is_offer=is_offer)
            if sold_on in pages:
                pages[sold_on].sales += 1
                pages[sold_on].revenue += row.total_value
            if began is not None and began in pages:
                pages[began].landed_sales += 1
                pages[began].landed_revenue += row.total_value


def _seller(
    latest_first: Iterable[int], kinds: Mapping[int, tuple[str, bool]], *, is_offer: bool
) -> int:
    """The page that sold an order; 0 where that is not known."""
    others = [page for page in latest_first if kinds.get(page, ("", False))[0] != _THANKS]
    fitting = (page for page in others if kinds.get(page, ("", False))[1] == is_offer)
    return next(fitting, next(iter(others), 0))


def _kinds(session: Session, brand_id: int) -> dict[int, tuple[str, bool]]:
    """The type of each page, and whether it is an upsell page."""
    query = select(PageRow.id, PageRow.type, PageRow.is_upsell_page)
    rows = session.execute(query.where(PageRow.brand_id == brand_id))
    return {row.id: (row.type or "", row.is_upsell_page) for row in rows}


def _views(
    session: Session, brand_id: int, visit_ids: set[int]
) -> dict[int, tuple[int | None, list[tuple[int, datetime]]]]:
    """The page on which each visit began, and its views of pages in their order."""
    began = select(VisitRow.id, VisitRow.page_id).where(
        VisitRow.brand_id == brand_id, VisitRow.id.in_(visit_ids), VisitRow.is_bot.is_(False)
    )
    found: dict[int, tuple[int | None, list[tuple[int, datetime]]]] = {
        row.id: (row.page_id, []) for row in session.execute(began)
    }
    query = (
        select(VisitEventRow.visit_id, VisitEventRow.page_id, VisitEventRow.at)
        .where(
            VisitEventRow.brand_id == brand_id,
            VisitEventRow.visit_id.in_(visit_ids),
            VisitEventRow.type == PAGE_VIEW,
            VisitEventRow.page_id.is_not(None),
        )
        .order_by(VisitEventRow.visit_id, VisitEventRow.number)
    )
    for visit_id, page_id, at in session.execute(query):
        if visit_id in found and page_id is not None:
            found[visit_id][1].append((page_id, at))
    return found


def _types(session: Session, brand_id: int, order_ids: Sequence[int]) -> dict[int, set[str]]:
    query = select(OrderItemRow.order_id, OrderItemRow.type).where(
        OrderItemRow.brand_id == brand_id, OrderItemRow.order_id.in_(order_ids)
    )
    found: dict[int, set[str]] = {}
    for order_id, kind in session.execute(query):
        found.setdefault(order_id, set()).add(kind)
    return found
