"""Gives money back: refunds and chargebacks, one or many in a transaction.

The order, its customer, the roll-ups, split tests and the figures of its subscription all follow.
A chargeback also ends the subscription that the order belongs to.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Literal

from sqlalchemy import select
from sqlalchemy.orm import Session

from funneldesk.server.db.types import now
from funneldesk.server.parts.analytics.sales import Sale, Sales
from funneldesk.server.parts.conversions.rules import chargeable_back, refundable
from funneldesk.server.parts.conversions.tables import OrderRow, RefundRow
from funneldesk.server.parts.customers.book import CustomerBook, take_turns
from funneldesk.server.parts.split_tests import exposures
from funneldesk.server.parts.subscriptions.reversals import reverse
from funneldesk.server.parts.tracking.tables import VisitRow
from funneldesk.server.parts.tracking.visits import Visit, visits_of
from funneldesk.server.web.errors import missing

_AT_A_TIME = 500


@dataclass(frozen=True, slots=True)
class Reversal:
    """Money to be given back of the order ``code``: ``amount``, or all that is left of it."""

    code: str
    kind: Literal["refund", "chargeback"] = "refund"
    amount: Decimal | None = None
    reason: str | None = None
    moment: datetime | None = None


@dataclass(frozen=True, slots=True)
class GivenBack:
    """What was given back, in the order's currency and in the brand's."""

    order: OrderRow
    kind: str
    amount: Decimal
    value: Decimal
    moment: datetime


def refund_order(
    session: Session,
    brand_id: int,
    code: str,
    amount: Decimal | None = None,
    reason: str | None = None,
) -> GivenBack:
    """Give back ``amount`` of an order, or all that is left; its status is then refunded.

    Raises Refused (404) and NotPossible.
    """
    return give_back(session, brand_id, [Reversal(code, "refund", amount, reason)])[0]


def charge_back(
    session: Session, brand_id: int, code: str, reason: str | None = None
) -> GivenBack | None:
    """The buyer's bank took back what is left of an order; None when it had done so before.

    Raises Refused (404).
    """
    found = give_back(session, brand_id, [Reversal(code, "chargeback", None, reason)])
    return found[0] if found else None


def give_back(session: Session, brand_id: int, reversals: Sequence[Reversal]) -> list[GivenBack]:
    """Refunds and chargebacks, in the order in which they came. Raises Refused, NotPossible."""
    take_turns(session, brand_id)
    orders = _orders(session, brand_id, [each.code for each in reversals])
    book = CustomerBook(session, brand_id)
    book.open(order.customer_email for order in orders.values())
    done = []
    for each in reversals:
        order = orders.get(each.code)
        if order is None:
            raise missing("conversion")
        given = _reverse(book, order, each)
        if given is not None:
            done.append(given)
            session.add(_row(given, each.reason))
    session.flush()
    book.flush()
    _count(session, brand_id, done)
    reverse(session, brand_id, [(g.order, g.kind, g.value, g.moment) for g in done])
    return done


def _reverse(book: CustomerBook, order: OrderRow, wanted: Reversal) -> GivenBack | None:
    """Change the order and its customer; None for a second chargeback."""
    is_refund = wanted.kind == "refund"
    if is_refund:
        amount = refundable(
            order.status, order.total, order.given_back, order.currency, wanted.amount
        )
    else:
        taken = chargeable_back(order.status, order.total, order.given_back)
        if taken is None:
            return None
        amount = taken
    all_of_it = order.given_back + amount == order.total
    left_value = order.total_value - order.given_back_value
    value = left_value if all_of_it else round(amount * order.rate, 4)
    moment = wanted.moment or now()
    is_first = is_refund and order.status != "refunded"
    book.of(order.customer_email).sums.give_back(
        value, refunds=int(is_first), chargebacks=int(not is_refund)
    )
    order.status = "refunded" if is_refund else "chargeback"
    order.given_back += amount
    order.given_back_value += value
    order.updated_at = moment
    return GivenBack(order, wanted.kind, amount, value, moment)


def _row(given: GivenBack, reason: str | None) -> RefundRow:
    return RefundRow(
        brand_id=given.order.brand_id,
        order_id=given.order.id,
        kind=given.kind,
        amount=given.amount,
        reason=reason,
        created_at=given.moment,
    )


def _orders(session: Session, brand_id: int, codes: Sequence[str]) -> dict[str, OrderRow]:
    found: dict[str, OrderRow] = {}
    for start in range(0, len(codes), _AT_A_TIME):
        some = codes[start : start + _AT_A_TIME]
        query = select(OrderRow).where(OrderRow.brand_id == brand_id, OrderRow.code.in_(some))
        # What was read before its turn may have changed meanwhile.
        fresh = session.scalars(query.execution_options(populate_existing=True))
        found |= {row.code: row for row in fresh}
    return found


def _count(session: Session, brand_id: int, done: Sequence[GivenBack]) -> None:
    visits = _visits(session, brand_id, {g.order.visit_id for g in done if g.order.visit_id})
    sales = Sales(session, brand_id)
    converted = []
    for given in done:
        order = given.order
        visit = visits.get(order.visit_id) if order.visit_id else None
        sale = Sale(
            order.created_at,
            order.total_value,
            visit=visit,
            merchant_id=order.merchant_id,
            shipping_country=order.country,
            shipping_state=order.state,
            is_renewal=order.subscription_id is not None,
            is_upsell=order.is_upsell,
        )
        sales.refund(sale, given.moment, given.value)
        if visit is not None and not visit.is_bot:
            converted.append(exposures.Sale(visit.id, order.created_at, -given.value))
    exposures.convert_many(session, brand_id, converted)
    sales.flush()


def _visits(session: Session, brand_id: int, ids: set[int]) -> dict[int, Visit]:
    codes: list[str] = []
    wanted = sorted(ids)
    for start in range(0, len(wanted), _AT_A_TIME):
        some = wanted[start : start + _AT_A_TIME]
        query = select(VisitRow.code).where(VisitRow.brand_id == brand_id, VisitRow.id.in_(some))
        codes += session.scalars(query)
    return {visit.id: visit for visit in visits_of(session, brand_id, codes).values()}
