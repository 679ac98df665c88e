"""Counts what is sold and given back, in every way that analytics asks for (quirks 51 and 61).

Whoever records orders calls ``Sales``, in the orders' own transaction: it fills the roll-ups of
all fields, products, products by page, upsells, customers' genders and first purchases.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any

from sqlalchemy import Table, func, insert, select
from sqlalchemy.orm import Session

from funneldesk.server.db.ids import reserve_ids
from funneldesk.server.parts.analytics.rollups import (
    FIRST,
    MEASURES,
    MONEY,
    NOWHERE,
    RENEWAL,
    UPSELL,
    Dimensions,
    Measures,
    Rollup,
    hour_of,
    whole,
)
from funneldesk.server.parts.analytics.tables import SaleFactRow
from funneldesk.server.parts.tracking.ingest import Ingest
from funneldesk.server.parts.tracking.tables import VisitRow
from funneldesk.server.parts.tracking.visits import Visit

_AT_A_TIME = 400
_KIND_COUNTS = {
    FIRST: Measures(first_purchases=1),
    RENEWAL: Measures(renewals=1),
    UPSELL: Measures(upsells=1),
}
_FACTS: Table = SaleFactRow.__table__  # type: ignore[assignment]


@dataclass(frozen=True, slots=True)
class SoldItem:
    """A line of an order, in the brand's currency; ``revenue`` and ``cogs`` are for all pieces.

    A line with a product counts under it, one without only in the order's own totals.
    """

    product_id: int | None
    quantity: int
    revenue: Decimal
    cogs: Decimal = Decimal(0)
    is_upsell: bool = False


@dataclass(frozen=True, slots=True)
class Sale:
    """An order, in the brand's currency. ``upsells_shown`` are the product ids of every upsell
    that the buyer saw, taken or not. ``gender`` (male, female) is None where nobody told. A renewal
    is no further customer. ``is_upsell``: all of it was offered after another order."""

    moment: datetime
    revenue: Decimal
    cogs: Decimal = Decimal(0)
    items: Sequence[SoldItem] = ()
    visit: Visit | None = None
    merchant_id: int | None = None
    shipping_country: str | None = None
    shipping_state: str | None = None
    upsells_shown: Sequence[int] = ()
    gender: str | None = None
    is_renewal: bool = False
    is_upsell: bool = False

    @property
    def kind(self) -> str:
        """One of ``SALE_KINDS``."""
        if self.is_renewal:
            return RENEWAL
        return UPSELL if self.is_upsell else FIRST


class Sales:
    """Collects the sales and refunds of one brand; nothing is written before ``flush``."""

    def __init__(self, session: Session, brand_id: int) -> None:
        self._session = session
        self._brand_id = brand_id
        self._rollup = Rollup(session, brand_id)
        self._ingest = Ingest(session, brand_id, self._rollup)
        self._facts: list[dict[str, Any]] = []
        self._firsts: dict[str, datetime] = {}

    def sale(self, sale: Sale) -> None:
        """Count an order at its moment: in all fields of its visit, and its items by product."""
        units = sum(item.quantity for item in sale.items)
        totals = Measures(sales=1, revenue=sale.revenue, cogs=sale.cogs, units=units)
        totals |= _KIND_COUNTS[sale.kind]
        self._rollup.add(sale.moment, _dimensions(sale), **totals)
        self._fact(sale, None, totals)
        for item in sale.items:
            if item.product_id is not None:
                self._item(sale, item.product_id, item)
        for product_id in dict.fromkeys(sale.upsells_shown):
            self._rollup.add(sale.moment, {"upsell": str(product_id)}, shown=1)
        if sale.visit is None:
            if not sale.is_renewal:
                gender = sale.gender or "unknown"
                self._rollup.add(sale.moment, {"customer_gender": gender}, sessions=1)
            return
        if sale.kind == FIRST:
            self._ingest.bought(sale.visit)
        if sale.gender:
            self._ingest.identify(sale.visit, sale.gender)
        if self._ingest.purchased(sale.visit, sale.moment) and not sale.visit.is_bot:
            earlier = self._firsts.get(sale.visit.visitor, sale.moment)
            self._firsts[sale.visit.visitor] = min(earlier, sale.moment)

    def refund(self, sale: Sale, moment: datetime, amount: Decimal) -> None:
        """Count that ``amount`` of an order was given back at ``moment``."""
        totals = Measures(refunds=amount, refund_count=1)
        self._rollup.add(moment, _dimensions(sale), **totals)
        self._fact(sale, None, totals, moment)

    def flush(self) -> None:
        """Write everything. Call it at the end of the transaction."""
        self._count_first_purchases()
        if self._facts:
            ids = reserve_ids(self._session, "sale_facts", len(self._facts))
            rows = [{**fact, "id": id} for id, fact in zip(ids, self._facts, strict=True)]
            self._session.connection().execute(insert(_FACTS), rows)
            self._facts = []
        self._ingest.flush()

    def _item(self, sale: Sale, product_id: int, item: SoldItem) -> None:
        totals = Measures(sales=1, revenue=item.revenue, cogs=item.cogs, units=item.quantity)
        totals |= _KIND_COUNTS[sale.kind]
        dimensions = {"product": str(product_id)}
        if sale.visit is not None and sale.visit.page_id is not None:
            dimensions["page_product"] = f"{sale.visit.page_id}/{product_id}"
        if item.is_upsell:
            dimensions["upsell"] = str(product_id)
        self._rollup.add(sale.moment, dimensions, **totals)
        self._fact(sale, product_id, totals)

    def _fact(
        self,
        sale: Sale,
        product_id: int | None,
        totals: Measures,
        moment: datetime | None = None,
    ) -> None:
        given: dict[str, Any] = dict(totals)
        hour = hour_of(moment or sale.moment)
        self._rollup.changed(hour)
        amounts = {
            name: whole(given.get(name, Decimal(0))) if name in MONEY else given.get(name, 0)
            for name in MEASURES
        }
        self._facts.append(
            {
                "brand_id": self._brand_id,
                "hour": hour,
                "visit_id": sale.visit.id if sale.visit else None,
                "product_id": product_id,
                "merchant_id": _merchant(sale),
                "shipping_country": sale.shipping_country,
                "shipping_state": sale.shipping_state,
                "sale_kind": sale.kind,
                **amounts,
            }
        )

    def _count_first_purchases(self) -> None:
        """The time from a visitor's first visit to their first order, where this is the first."""
        visitors = sorted(self._firsts)
        for start in range(0, len(visitors), _AT_A_TIME):
            query = (
                select(
                    VisitRow.visitor,
                    func.min(VisitRow.started_at),
                    func.count(VisitRow.purchased_at),
                )
                .where(
                    VisitRow.brand_id == self._brand_id,
                    VisitRow.visitor.in_(visitors[start : start + _AT_A_TIME]),
                )
                .group_by(VisitRow.visitor)
            )
            for visitor, first_seen, orders in self._session.execute(query):
                if not orders:
                    self._first_purchase(self._firsts[visitor], first_seen)
        self._firsts = {}

    def _first_purchase(self, moment: datetime, first_seen: datetime) -> None:
        waited = max(0, int((moment - first_seen).total_seconds()))
        self._rollup.add(moment, {"first_purchase": rounded(waited)}, sales=1)


def rounded(seconds: int) -> str:
    """Seconds to three digits, so that the answer does not grow with the number of customers."""
    coarse: int = 10 ** max(0, len(str(seconds)) - 3)
    return str(seconds // coarse * coarse)


def _dimensions(sale: Sale) -> Dimensions:
    visit = sale.visit.dimensions() if sale.visit else NOWHERE
    merchant = _merchant(sale)
    return {
        **visit,
        "merchant_id": "" if merchant is None else str(merchant),
        "shipping_country": sale.shipping_country or "",
        "shipping_state": sale.shipping_state or "",
        "sale_kind": sale.kind,
    }


def _merchant(sale: Sale) -> int | None:
    if sale.merchant_id is None and sale.visit is not None:
        return sale.visit.merchant_id
    return sale.merchant_id
