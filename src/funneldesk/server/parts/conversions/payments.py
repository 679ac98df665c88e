"""Works on payment events: each once, in one transaction with all that follows from it."""

from typing import Any

from sqlalchemy import or_, select
from sqlalchemy.orm import Session

from funneldesk.server.parts.conversions.amounts import number
from funneldesk.server.parts.conversions.catalog import products_of
from funneldesk.server.parts.conversions.new_orders import NewOrder
from funneldesk.server.parts.conversions.orders import place_orders
from funneldesk.server.parts.conversions.payment_events import (
    MOST_MONEY,
    CheckoutAbandoned,
    OrderChargedBack,
    OrderPlaced,
    OrderRefunded,
    PaymentEvent,
    SubscriptionEvent,
)
from funneldesk.server.parts.conversions.pricing import lines_of, total_of
from funneldesk.server.parts.conversions.refunds import Reversal, give_back
from funneldesk.server.parts.conversions.tables import OrderRow, PaymentEventRow
from funneldesk.server.parts.customers.book import record_abandon, take_turns
from funneldesk.server.parts.subscriptions.provider import provider_said
from funneldesk.server.web.errors import invalid

Answer = dict[str, Any]


def receive(session: Session, brand_id: int, event: PaymentEvent) -> Answer:
    """Work on an event; one that came before is only answered again, with ``duplicate`` true.

    Raises Refused (404, 422) and NotPossible: such an event may be sent again.
    """
    take_turns(session, brand_id)
    known = session.get(PaymentEventRow, (brand_id, event.event_id))
    if known is not None:
        return {**known.answer, "duplicate": True}
    answer = {"event_id": event.event_id, "duplicate": False, **_work(session, brand_id, event)}
    session.add(
        PaymentEventRow(brand_id=brand_id, event_id=event.event_id, kind=event.type, answer=answer)
    )
    return answer


def _work(session: Session, brand_id: int, event: PaymentEvent) -> Answer:
    if isinstance(event, OrderPlaced):
        return _place(session, brand_id, event.data.order(event.moment))
    if isinstance(event, OrderRefunded | OrderChargedBack):
        return _give_back(session, brand_id, event)
    if isinstance(event, SubscriptionEvent):
        about = event.data
        return provider_said(
            session, brand_id, event.type, about.transaction_id, about.reason, event.moment
        )
    return _abandon(session, brand_id, event)


def _place(session: Session, brand_id: int, order: NewOrder) -> Answer:
    _check_products(session, brand_id, order)
    _check_free(session, brand_id, order)
    placed = place_orders(session, brand_id, [order])[0]
    return {
        "order_code": placed.code,
        "transaction_id": placed.transaction_id,
        "total": number(placed.total),
        "subscriptions": list(placed.subscriptions),
    }


def _give_back(session: Session, brand_id: int, event: OrderRefunded | OrderChargedBack) -> Answer:
    amount = event.data.amount if isinstance(event, OrderRefunded) else None
    wanted = Reversal(
        event.data.order_code.upper(), event.type, amount, event.data.reason, event.moment
    )
    done = give_back(session, brand_id, [wanted])
    taken = number(done[0].amount) if done else 0
    return {"order_code": wanted.code, "amount": taken}


def _abandon(session: Session, brand_id: int, event: CheckoutAbandoned) -> Answer:
    left = event.data
    record_abandon(
        session,
        brand_id,
        left.email,
        left.value,
        name=left.name,
        phone=left.phone,
        moment=event.moment,
    )
    return {"customer_email": left.email}


def _check_products(session: Session, brand_id: int, order: NewOrder) -> None:
    """Raises Refused (422): for a product that is not there, or a sum beyond all bounds."""
    ids = {item.product_id for item in order.items if item.product_id is not None}
    codes = {item.product_code for item in order.items if item.product_code is not None}
    catalog = products_of(session, brand_id, ids, codes)
    for place, item in enumerate(order.items):
        known = catalog.find(item.product_id, item.product_code)
        if known is None and (item.name is None or item.price is None):
            field = "product_id" if item.product_id is not None else "product_code"
            sentence = "There is no such product, and no name with a price."
            raise invalid({f"data.items.{place}.{field}": sentence})
    lines = lines_of(order.items, catalog)
    later = [line.facts.price * line.quantity for line in lines if line.facts]
    most = max([total_of(lines), *later])
    if max(most, most * order.rate) >= MOST_MONEY:
        raise invalid({"data.items": "The total of the order is too large."})


def _check_free(session: Session, brand_id: int, order: NewOrder) -> None:
    """Raises Refused (422) for a code or a transaction id that another order has."""
    query = select(OrderRow).where(
        OrderRow.brand_id == brand_id,
        or_(OrderRow.code == order.code, OrderRow.transaction_id == order.transaction_id),
    )
    if order.code is None and order.transaction_id is None:
        return
    for row in session.scalars(query.limit(2)):
        field = "order_code" if row.code == order.code else "transaction_id"
        raise invalid({f"data.{field}": f"The {field} has already been taken."})
