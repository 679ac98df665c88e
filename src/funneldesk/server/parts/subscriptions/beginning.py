"""Begins subscriptions, in the transaction of the orders that brought them (quirk 48)."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any

from sqlalchemy import Table, insert
from sqlalchemy.orm import Session

from funneldesk.server.db.counters import move_all
from funneldesk.server.db.ids import reserve_ids
from funneldesk.server.jobs.mail import send_many
from funneldesk.server.parts.conversions.catalog import ProductFacts
from funneldesk.server.parts.subscriptions.cycles import month_of
from funneldesk.server.parts.subscriptions.letters import started_letter
from funneldesk.server.parts.subscriptions.months import Months, movement
from funneldesk.server.parts.subscriptions.rules import Standing, Terms, begun
from funneldesk.server.parts.subscriptions.tables import SubscriptionRow

_SUBSCRIPTIONS: Table = SubscriptionRow.__table__  # type: ignore[assignment]


@dataclass(frozen=True, slots=True)
class Start:
    """A subscription that an order begins. ``paid`` is what its line cost, in ``currency``."""

    transaction_id: str
    order_id: int
    order_code: str
    customer_id: int
    email: str
    name: str | None
    product: ProductFacts
    quantity: int
    paid: Decimal
    currency: str
    rate: Decimal
    merchant_id: int | None
    declines: bool
    moment: datetime

    @property
    def terms(self) -> Terms:
        """What further charges take: the product's price, not what the first line cost."""
        product = self.product
        return Terms(product.price, self.quantity, product.frequency, product.frequency_unit)


def begin(session: Session, brand_id: int, starts: Sequence[Start]) -> None:
    """Store new subscriptions, with their letters, counters and monthly figures."""
    if not starts:
        return
    months = Months(session, brand_id)
    deltas: dict[str, int] = {"subscriptions": len(starts)}
    numbers = reserve_ids(session, "subscriptions", len(starts))
    rows = []
    for number, start in zip(numbers, starts, strict=True):
        standing = begun(start.terms, start.moment, start.product.trial_days)
        mrr = start.terms.monthly(start.rate) if standing.pays else Decimal(0)
        cohort = month_of(start.moment)
        months.happen(start.moment, movement(None, standing, Decimal(0), mrr))
        months.begin(cohort)
        months.earn(cohort, round(start.paid * start.rate, 4))
        name = f"subscriptions/{standing.subscription_status}"
        deltas[name] = deltas.get(name, 0) + 1
        rows.append(_row(brand_id, number, start, standing, mrr))
    session.connection().execute(insert(_SUBSCRIPTIONS), rows)
    move_all(session, brand_id, deltas)
    months.flush()
    send_many(
        session,
        brand_id,
        [started_letter(s.email, s.transaction_id, s.product.title, s.moment) for s in starts],
    )


def _row(
    brand_id: int, number: int, start: Start, standing: Standing, mrr: Decimal
) -> dict[str, Any]:
    product = start.product
    return {
        "brand_id": brand_id,
        "id": number,
        "transaction_id": start.transaction_id,
        "order_id": start.order_id,
        "order_code": start.order_code,
        "customer_id": start.customer_id,
        "customer_email": start.email,
        "customer_name": start.name,
        "product_id": product.id,
        "product_code": product.code,
        "product_name": product.title,
        "merchant_id": start.merchant_id,
        "price": product.price,
        "quantity": start.quantity,
        "currency": start.currency,
        "rate": start.rate,
        "frequency": product.frequency,
        "frequency_unit": product.frequency_unit,
        "declines": start.declines,
        "note": None,
        "first_paid": start.paid,
        "total_paid": start.paid,
        "last_charge_at": start.moment if start.paid else None,
        "mrr": mrr,
        "cohort": month_of(start.moment),
        "joined_month": month_of(start.moment) if standing.subscribes else None,
        "created_at": start.moment,
        "updated_at": start.moment,
        **stored(standing),
    }


def stored(standing: Standing) -> dict[str, Any]:
    """The columns that follow from a standing."""
    values = {name: getattr(standing, name) for name in standing.__slots__}
    return {**values, "wakes_at": standing.wakes_at}
