"""Places orders: one from a payment event, or thousands at a time (quirk 61).

Everything that follows from an order is written in the same transaction: its lines, the customer,
counters, roll-ups, split tests' conversions, subscriptions, merchants, automations' triggers.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any

from sqlalchemy import Table, insert, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Session

from funneldesk.server.db.counters import move_all
from funneldesk.server.db.ids import reserve_ids
from funneldesk.server.db.types import now
from funneldesk.server.parts.analytics.sales import Sale, Sales, SoldItem
from funneldesk.server.parts.automations.triggers import fire
from funneldesk.server.parts.brands.tables import BrandRow
from funneldesk.server.parts.conversions.catalog import Catalog, products_of
from funneldesk.server.parts.conversions.new_orders import NewOrder, Placed
from funneldesk.server.parts.conversions.pricing import (
    Line,
    lines_of,
    order_code,
    total_of,
    transaction_code,
)
from funneldesk.server.parts.conversions.tables import MerchantRow, OrderItemRow, OrderRow
from funneldesk.server.parts.customers.book import CustomerBook, take_turns
from funneldesk.server.parts.split_tests import exposures
from funneldesk.server.parts.subscriptions.beginning import Start, begin
from funneldesk.server.parts.tracking.visits import Visit, visit_of, visits_of

_ORDERS: Table = OrderRow.__table__  # type: ignore[assignment]
_LOCKED = 10
_ITEMS: Table = OrderItemRow.__table__  # type: ignore[assignment]


def place_orders(
    session: Session, brand_id: int, orders: Sequence[NewOrder], *, announce: bool = True
) -> list[Placed]:
    """Place orders, in the order in which they came; each at its own moment.

    ``announce`` tells the automations that wait for a purchase. Raises IntegrityError for a code
    or transaction id that is taken.
    """
    if not orders:
        return []
    take_turns(session, brand_id)
    placing = _Placing(session, brand_id)
    drafts = placing.drafts(orders)
    placing.write(drafts)
    if announce:
        for draft in drafts:
            if draft.order.subscription_id is None:
                fire(session, brand_id, "purchase", _subject(draft))
    return [
        Placed(draft.id, draft.code, draft.transaction_id, draft.total, tuple(draft.subscriptions))
        for draft in drafts
    ]


@dataclass(slots=True)
class _Draft:
    """An order on its way into the database."""

    id: int
    order: NewOrder
    code: str
    transaction_id: str
    moment: datetime
    currency: str
    lines: list[Line]
    total: Decimal
    visit: Visit | None
    customer_id: int
    subscriptions: list[str]

    @property
    def merchant_id(self) -> int | None:
        """Who took the payment: as the order says, or else as its visit does."""
        if self.order.merchant_id is None and self.visit is not None:
            return self.visit.merchant_id
        return self.order.merchant_id

    @property
    def aff_source(self) -> str | None:
        """The affiliate who brought the buyer."""
        found = self.order.aff_source or (self.visit.aff_id if self.visit else None)
        return found or None

    def value(self, amount: Decimal) -> Decimal:
        """An amount in the brand's currency."""
        rate = self.order.rate
        return amount if rate == 1 else round(amount * rate, 4)


class _Placing:
    def __init__(self, session: Session, brand_id: int) -> None:
        self._session = session
        self._brand_id = brand_id
        self._book = CustomerBook(session, brand_id)
        self._sales = Sales(session, brand_id)

    def drafts(self, orders: Sequence[NewOrder]) -> list[_Draft]:
        """Everything about the orders that has to be looked up."""
        session, brand_id = self._session, self._brand_id
        catalog = _catalog(session, brand_id, orders)
        visits = _visits(session, brand_id, orders)
        own = session.scalar(select(BrandRow.currency).where(BrandRow.id == brand_id)) or "USD"
        self._book.open(order.buyer.email for order in orders)
        numbers = reserve_ids(session, "orders", len(orders))
        return [
            self._draft(number, order, catalog, visits, own)
            for number, order in zip(numbers, orders, strict=True)
        ]

    def write(self, drafts: Sequence[_Draft]) -> None:
        """Store the orders and all that follows from them."""
        connection = self._session.connection()
        starts = [start for draft in drafts for start in _starts(draft)]
        for draft in drafts:
            self._note_customer(draft)
            self._sales.sale(_sale(draft))
        self._book.flush()
        connection.execute(insert(_ORDERS), [_row(self._brand_id, draft) for draft in drafts])
        items = [row for draft in drafts for row in _item_rows(self._brand_id, draft)]
        if items:
            connection.execute(insert(_ITEMS), items)
        begin(self._session, self._brand_id, starts)
        self._add_merchants({draft.merchant_id for draft in drafts} - {None})
        self._convert(drafts)
        move_all(self._session, self._brand_id, {"conversions": len(drafts)})
        self._sales.flush()

    def _draft(
        self, number: int, order: NewOrder, catalog: Catalog, visits: dict[str, Visit], own: str
    ) -> _Draft:
        lines = lines_of(order.items, catalog, with_bonuses=order.subscription_id is None)
        return _Draft(
            number,
            order,
            order.code or order_code(),
            order.transaction_id or transaction_code(),
            order.moment or now(),
            order.currency or own,
            lines,
            total_of(lines),
            order.visit or (visits.get(order.click) if order.click else None),
            self._book.of(order.buyer.email).id,
            [],
        )

    def _note_customer(self, draft: _Draft) -> None:
        buyer, address = draft.order.buyer, draft.order.address
        entry = self._book.describe(
            buyer.email,
            draft.moment,
            name=buyer.name,
            phone=buyer.phone,
            country=address.country,
            state=address.state,
            city=address.city,
            address=address.address_1,
            gender=buyer.gender,
        )
        names = (line.name for line in draft.lines)
        entry.sums.order(draft.moment, draft.value(draft.total), names)

    def _add_merchants(self, merchant_ids: set[Any]) -> None:
        is_sqlite = self._session.get_bind().dialect.name == "sqlite"
        add = (sqlite.insert if is_sqlite else postgresql.insert)(MerchantRow.__table__)  # type: ignore[arg-type]
        if rows := [{"brand_id": self._brand_id, "id": number} for number in sorted(merchant_ids)]:
            self._session.connection().execute(add.on_conflict_do_nothing(), rows)

    def _convert(self, drafts: Sequence[_Draft]) -> None:
        sales = [
            exposures.Sale(draft.visit.id, draft.moment, draft.value(draft.total))
            for draft in drafts
            if draft.visit is not None and not draft.visit.is_bot
        ]
        if sales:
            exposures.convert_many(self._session, self._brand_id, sales)


def _visits(session: Session, brand_id: int, orders: Sequence[NewOrder]) -> dict[str, Visit]:
    """The visits that the orders name by a click."""
    clicks = sorted({order.click for order in orders if order.click and not order.visit})
    if len(clicks) > _LOCKED:
        return visits_of(session, brand_id, clicks)
    # The visitor may still be on the page: what is written of the visit must not undo that.
    found = {click: visit_of(session, brand_id, click, lock=True) for click in clicks}
    return {click: visit for click, visit in found.items() if visit is not None}


def _catalog(session: Session, brand_id: int, orders: Sequence[NewOrder]) -> Catalog:
    items = [item for order in orders for item in order.items]
    ids = {item.product_id for item in items if item.product_id is not None}
    codes = {item.product_code for item in items if item.product_code is not None}
    return products_of(session, brand_id, ids, codes)


def _starts(draft: _Draft) -> list[Start]:
    """The subscriptions that an order begins; the first is called as the order's transaction."""
    if draft.order.subscription_id is not None:
        return []
    starts: list[Start] = []
    for line in draft.lines:
        if line.facts is None or not line.facts.is_subscription or line.type == "bonus":
            continue
        ending = f"-{len(starts) + 1}" if starts else ""
        starts.append(
            Start(
                transaction_id=draft.transaction_id + ending,
                order_id=draft.id,
                order_code=draft.code,
                customer_id=draft.customer_id,
                email=draft.order.buyer.email,
                name=draft.order.buyer.name,
                product=line.facts,
                quantity=line.quantity,
                paid=line.amount,
                currency=draft.currency,
                rate=draft.order.rate,
                merchant_id=draft.merchant_id,
                declines=draft.order.declines,
                moment=draft.moment,
            )
        )
    draft.subscriptions += [start.transaction_id for start in starts]
    return starts


def _row(brand_id: int, draft: _Draft) -> dict[str, Any]:
    order, buyer, address = draft.order, draft.order.buyer, draft.order.address
    zero = Decimal(0)
    return {
        "brand_id": brand_id,
        "id": draft.id,
        "code": draft.code,
        "transaction_id": draft.transaction_id,
        "status": order.status or _status(draft),
        "customer_id": draft.customer_id,
        "customer_email": buyer.email,
        "customer_name": buyer.name,
        "customer_phone": buyer.phone,
        "currency": draft.currency,
        "total": draft.total,
        "given_back": zero,
        "rate": order.rate,
        "total_value": draft.value(draft.total),
        "given_back_value": zero,
        "cogs_value": sum((line.cogs for line in draft.lines), zero),
        "merchant_id": draft.merchant_id,
        "aff_source": draft.aff_source,
        "visit_id": draft.visit.id if draft.visit else None,
        "funnel_id": draft.visit.funnel_id if draft.visit else None,
        "subscription_id": order.subscription_id,
        "is_upsell": _is_upsell(draft),
        "address_1": address.address_1,
        "city": address.city,
        "state": address.state,
        "zip": address.zip,
        "country": address.country,
        "created_at": draft.moment,
        "updated_at": draft.moment,
    }


def _status(draft: _Draft) -> str:
    return "approved" if draft.subscriptions and draft.total == 0 else "completed"


def _item_rows(brand_id: int, draft: _Draft) -> list[dict[str, Any]]:
    return [
        {
            "brand_id": brand_id,
            "order_id": draft.id,
            "position": position,
            "product_id": line.facts.id if line.facts else None,
            "product_code": line.code,
            "product_name": line.name,
            "price": line.price,
            "quantity": line.quantity,
            "type": line.type,
        }
        for position, line in enumerate(draft.lines)
    ]


def _sale(draft: _Draft) -> Sale:
    items = [
        SoldItem(
            line.facts.id if line.facts else None,
            line.quantity,
            draft.value(line.amount),
            line.cogs,
            line.type == "upsell",
        )
        for line in draft.lines
    ]
    return Sale(
        draft.moment,
        draft.value(draft.total),
        sum((line.cogs for line in draft.lines), Decimal(0)),
        items,
        draft.visit,
        draft.merchant_id,
        draft.order.address.country,
        draft.order.address.state,
        draft.order.upsells_shown,
        draft.order.buyer.gender,
        is_renewal=draft.order.subscription_id is not None,
        is_upsell=_is_upsell(draft),
    )


def _is_upsell(draft: _Draft) -> bool:
    """Whether all of an order was offered after another one."""
    types = {line.type for line in draft.lines} - {"bonus"}
    return bool(types) and types <= {"upsell", "downsell"}


def _subject(draft: _Draft) -> dict[str, Any]:
    """What an automation gets to know of a purchase."""
    buyer = draft.order.buyer
    return {
        "email": buyer.email,
        "name": buyer.name,
        "phone": buyer.phone,
        "order_code": draft.code,
        "total": float(draft.total),
        "currency": draft.currency,
        "products": [line.name for line in draft.lines],
    }
