"""What refunds and chargebacks mean for the subscriptions that the orders belong to."""

from collections.abc import Sequence
from datetime import datetime
from decimal import Decimal

from sqlalchemy import or_, select
from sqlalchemy.orm import Session

from funneldesk.server.jobs.mail import send
from funneldesk.server.parts.conversions.tables import OrderRow
from funneldesk.server.parts.subscriptions.letters import canceled_letter
from funneldesk.server.parts.subscriptions.months import Months
from funneldesk.server.parts.subscriptions.rules import canceled
from funneldesk.server.parts.subscriptions.standings import Changes, standing_of
from funneldesk.server.parts.subscriptions.tables import SubscriptionRow

CHARGEBACK = "chargeback"
_AT_A_TIME = 400


def reverse(
    session: Session, brand_id: int, given: Sequence[tuple[OrderRow, str, Decimal, datetime]]
) -> None:
    """``given``: each order, ``refund`` or ``chargeback``, the value that went back, and when.

    What subscribers of a month brought in becomes less; a chargeback ends the subscription.
    """
    rows = _subscriptions(session, brand_id, [order for order, _kind, _value, _at in given])
    if not rows:
        return
    months = Months(session, brand_id)
    changes = Changes(session, brand_id, months)
    for order, kind, value, moment in given:
        for row in rows.get(order.id, ()):
            share = _share(order, row, value)
            row.total_paid -= round(share / row.rate, 4)
            months.earn(row.cohort, -share)
            if kind == CHARGEBACK and row.subscription_status != "canceled":
                changes.apply(row, canceled(standing_of(row), moment, CHARGEBACK), moment)
                letter = canceled_letter(row.customer_email, row.transaction_id, row.product_name)
                send(session, brand_id, letter)
    changes.flush()
    months.flush()


def _subscriptions(
    session: Session, brand_id: int, orders: Sequence[OrderRow]
) -> dict[int, list[SubscriptionRow]]:
    """The subscriptions by the order that began them or that renewed them."""
    found: dict[int, list[SubscriptionRow]] = {}
    for start in range(0, len(orders), _AT_A_TIME):
        some = orders[start : start + _AT_A_TIME]
        begun = [order.id for order in some]
        renewed = {order.subscription_id for order in some if order.subscription_id is not None}
        query = select(SubscriptionRow).where(
            SubscriptionRow.brand_id == brand_id,
            or_(SubscriptionRow.order_id.in_(begun), SubscriptionRow.id.in_(sorted(renewed))),
        )
        rows = list(session.scalars(query))
        for order in some:
            of_order = [r for r in rows if order.subscription_id == r.id or r.order_id == order.id]
            if of_order:
                found[order.id] = of_order
    return found


def _share(order: OrderRow, row: SubscriptionRow, value: Decimal) -> Decimal:
    """How much of what went back belongs to the subscription: all of a renewal."""
    if order.subscription_id is not None or not order.total:
        return value
    return round(value * row.first_paid / order.total, 4)
