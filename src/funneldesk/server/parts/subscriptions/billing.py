"""Charges subscriptions: each charge that goes well is an order, each attempt writes a letter.

No payment provider is here. A charge goes well unless the subscription's payment method is marked
as declining, which payment events do.
"""

from collections.abc import Sequence
from datetime import datetime
from decimal import Decimal

from sqlalchemy import select
from sqlalchemy.orm import Session

from funneldesk.server.jobs.letters import Letter
from funneldesk.server.jobs.mail import send_many
from funneldesk.server.parts.conversions.amounts import rounded
from funneldesk.server.parts.conversions.new_orders import Address, Buyer, NewItem, NewOrder
from funneldesk.server.parts.conversions.orders import place_orders
from funneldesk.server.parts.conversions.tables import OrderRow
from funneldesk.server.parts.subscriptions.letters import (
    canceled_letter,
    charged_letter,
    refused_letter,
)
from funneldesk.server.parts.subscriptions.months import Months
from funneldesk.server.parts.subscriptions.rules import charged, price_due, refused, woken
from funneldesk.server.parts.subscriptions.standings import Changes, standing_of, terms_of
from funneldesk.server.parts.subscriptions.tables import SubscriptionRow

_AT_A_TIME = 500
_ADDRESS = ("address_1", "city", "state", "zip", "country")


class Billing:
    """Charges of one brand, collected until ``flush``. Call ``take_turns`` before reading rows."""

    def __init__(self, session: Session, brand_id: int) -> None:
        self._session = session
        self._brand_id = brand_id
        self._months = Months(session, brand_id)
        self._changes = Changes(session, brand_id, self._months)
        self._charges: list[tuple[SubscriptionRow, Decimal, datetime]] = []
        self._letters: list[Letter] = []

    def wake(self, row: SubscriptionRow) -> None:
        """Do what is due: end a pause, or charge at the moment that was set for it."""
        moment = row.wakes_at
        if moment is None:
            return
        if row.subscription_status == "paused":
            self._changes.apply(row, woken(standing_of(row)), moment)
        else:
            self.charge(row, moment)

    def charge(self, row: SubscriptionRow, moment: datetime, *, forced: bool = False) -> bool:
        """Try to charge at ``moment``; False when the payment method declines.

        Raises NotPossible for a canceled subscription.
        """
        if row.declines:
            self.refuse(row, moment, forced=forced)
            return False
        before, terms = standing_of(row), terms_of(row)
        after = charged(before, terms, moment)
        price = rounded(price_due(before, terms), row.currency)
        amount = price * row.quantity
        self._changes.apply(row, after, moment)
        row.total_paid += amount
        row.last_charge_at = moment
        self._months.earn(row.cohort, round(amount * row.rate, 4))
        self._charges.append((row, price, moment))
        self._letters.append(charged_letter(*_subject(row), amount, row.currency))
        return True

    def refuse(self, row: SubscriptionRow, moment: datetime, *, forced: bool = False) -> None:
        """A charge was declined: dunning begins, goes on, or is over."""
        after = refused(standing_of(row), moment, forced=forced)
        self._changes.apply(row, after, moment)
        if after.subscription_status == "canceled":
            self._letters.append(canceled_letter(*_subject(row)))
        else:
            self._letters.append(refused_letter(*_subject(row), after.subscription_next_charge_at))

    def flush(self) -> list[str]:
        """Write everything; gives the codes of the orders that the charges made."""
        self._changes.flush()
        addresses = self._addresses()
        orders = [
            _order(row, price, moment, addresses.get(row.order_id, Address()))
            for row, price, moment in self._charges
        ]
        placed = place_orders(self._session, self._brand_id, orders)
        self._months.flush()
        send_many(self._session, self._brand_id, self._letters)
        self._charges, self._letters = [], []
        return [order.code for order in placed]

    def _addresses(self) -> dict[int, Address]:
        """Where the orders that began the subscriptions were sent."""
        ids = sorted({row.order_id for row, _price, _moment in self._charges})
        found: dict[int, Address] = {}
        for start in range(0, len(ids), _AT_A_TIME):
            columns = (getattr(OrderRow, name) for name in _ADDRESS)
            query = select(OrderRow.id, *columns).where(
                OrderRow.brand_id == self._brand_id,
                OrderRow.id.in_(ids[start : start + _AT_A_TIME]),
            )
            found |= {row[0]: Address(*row[1:]) for row in self._session.execute(query)}
        return found


def _subject(row: SubscriptionRow) -> tuple[str, str, str]:
    return row.customer_email, row.transaction_id, row.product_name


def _order(row: SubscriptionRow, price: Decimal, moment: datetime, address: Address) -> NewOrder:
    item = NewItem(row.product_id, row.product_code, row.product_name, price, row.quantity, "main")
    return NewOrder(
        Buyer(row.customer_email, row.customer_name),
        [item],
        moment,
        status="completed",
        currency=row.currency,
        rate=row.rate,
        address=address,
        merchant_id=row.merchant_id,
        subscription_id=row.id,
    )


def due(session: Session, brand_id: int, until: datetime, limit: int) -> Sequence[SubscriptionRow]:
    """The subscriptions for which something was to happen by ``until``, the earliest first."""
    query = (
        select(SubscriptionRow)
        .where(SubscriptionRow.brand_id == brand_id, SubscriptionRow.wakes_at <= until)
        .order_by(SubscriptionRow.wakes_at, SubscriptionRow.id)
        .limit(limit)
        .execution_options(populate_existing=True)
    )
    return session.scalars(query).all()
