"""Lets people buy: through the same door as payment events."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from decimal import Decimal

from sqlalchemy import select
from sqlalchemy.orm import Session

from funneldesk.server.parts.conversions.new_orders import Address, Buyer, NewItem, NewOrder
from funneldesk.server.parts.conversions.orders import place_orders
from funneldesk.server.parts.conversions.refunds import Reversal, give_back
from funneldesk.server.parts.conversions.tables import OrderRow
from funneldesk.server.parts.customers.book import Abandon, record_abandons
from funneldesk.server.parts.products.tables import ProductRow
from funneldesk.server.parts.tracking.visits import Visit
from funneldesk.server.sample.simulation.people import Person
from funneldesk.server.sample.simulation.purchases import Fate, Line, Purchase
from funneldesk.server.sample.simulation.visits import VisitPlan
from funneldesk.server.sample.stage import Stage

_LEFT = ("refunded", "chargeback")


def write_orders(
    stage: Stage, session: Session, plans: Iterable[VisitPlan], visits: Mapping[str, Visit]
) -> None:
    """The orders that these visits led to, and the checkouts that were left."""
    products = {row.code: row for row in _products(stage, session)}
    orders, left = [], []
    for plan in plans:
        if plan.purchase is not None:
            shown = [products[code].id for code in plan.purchase.shown if code in products]
            visit = visits.get(plan.session_id)
            orders.append(_order(plan.purchase, visit, shown))
            if plan.purchase.more is not None:
                orders.append(
                    _second_order(plan.purchase, plan.purchase.more, orders[-1], plan.end)
                )
        elif plan.abandons is not None and plan.cart in products:
            person, value = plan.abandons, products[plan.cart].price
            left.append(Abandon(person.email, value, person.name, person.phone, plan.end))
    place_orders(session, stage.brand_id, orders, announce=False)
    if left:
        record_abandons(session, stage.brand_id, left)


def write_fates(stage: Stage, session: Session, fates: Sequence[Fate]) -> None:
    """Refunds and chargebacks."""
    totals = _totals(stage, session, fates)
    reversals = [
        Reversal(
            fate.code,
            fate.kind,
            _part(totals[fate.code], fate.part) if fate.kind == "refund" else None,
            fate.reason or None,
            fate.moment,
        )
        for fate in fates
        if totals.get(fate.code)
    ]
    if reversals:
        give_back(session, stage.brand_id, reversals)


def buyer_of(person: Person) -> Buyer:
    """Somebody as payment events name them."""
    return Buyer(person.email, person.name, person.phone, person.gender)


def _order(bought: Purchase, visit: Visit | None, shown: Sequence[int]) -> NewOrder:
    person = bought.buyer
    return NewOrder(
        buyer_of(person),
        [
            NewItem(product_code=line.code, quantity=line.quantity, type=line.type)
            for line in bought.lines
        ],
        moment=bought.moment,
        address=Address(
            person.street, person.city, person.region, person.postcode, person.country.code
        ),
        merchant_id=bought.merchant,
        aff_source=bought.affiliate,
        visit=visit,
        upsells_shown=shown,
        code=bought.code,
        transaction_id=bought.transaction,
        declines=bought.declines,
    )


def _second_order(bought: Purchase, more: Line, first: NewOrder, moment: datetime) -> NewOrder:
    """What was taken after the payment: charged at once, shown with the first order."""
    return replace(
        first,
        items=[NewItem(product_code=more.code, type=more.type)],
        moment=moment,
        upsells_shown=(),
        code=bought.more_code,
        transaction_id=f"{bought.transaction}-up",
    )


def _products(stage: Stage, session: Session) -> list[ProductRow]:
    query = select(ProductRow).where(ProductRow.brand_id == stage.brand_id)
    return list(session.scalars(query))


def _totals(stage: Stage, session: Session, fates: Sequence[Fate]) -> dict[str, Decimal]:
    """What there is to give back: nothing of an order that cost nothing."""
    query = select(OrderRow.code, OrderRow.total).where(
        OrderRow.brand_id == stage.brand_id,
        OrderRow.code.in_([fate.code for fate in fates]),
        OrderRow.total > 0,
        OrderRow.status.not_in(_LEFT),
    )
    return {row.code: row.total for row in session.execute(query)}


def _part(total: Decimal, part: float) -> Decimal | None:
    if part >= 1:
        return None
    return max(Decimal("0.01"), round(total * Decimal(str(part)), 2))
