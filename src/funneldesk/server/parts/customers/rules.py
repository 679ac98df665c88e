"""What a customer amounts to, from what was ordered and given back (document: Customer)."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal

MOST_PRODUCTS = 50
_DAY_SECONDS = 86_400


@dataclass(slots=True)
class Sums:
    """What a customer has done so far; money in the brand's currency.

    ``total_refunds`` and ``total_chargebacks`` count orders, ``given_back`` is their money.
    """

    first_order_date: datetime | None = None
    last_order_date: datetime | None = None
    total_orders: int = 0
    total_revenue: Decimal = Decimal(0)
    total_refunds: int = 0
    total_chargebacks: int = 0
    given_back: Decimal = Decimal(0)
    products_purchased: list[str] = field(default_factory=list)
    abandoned_value: Decimal = Decimal(0)

    @property
    def lifetime_value(self) -> Decimal:
        """What was paid less what was given back."""
        return self.total_revenue - self.given_back

    @property
    def order_frequency(self) -> float | None:
        """The mean number of days between two orders; None before the second."""
        if self.total_orders < 2 or not self.first_order_date or not self.last_order_date:
            return None
        seconds = (self.last_order_date - self.first_order_date).total_seconds()
        return round(seconds / _DAY_SECONDS / (self.total_orders - 1), 2)

    @property
    def is_abandoned_customer(self) -> bool:
        """Whether there was a cart, and never an order."""
        return self.total_orders == 0

    def order(self, moment: datetime, value: Decimal, products: Iterable[str]) -> None:
        """An order was placed. Orders may come in any order of time. It ends an abandonment."""
        first, last = self.first_order_date, self.last_order_date
        self.first_order_date = moment if first is None else min(first, moment)
        self.last_order_date = moment if last is None else max(last, moment)
        self.total_orders += 1
        self.total_revenue += value
        self.abandoned_value = Decimal(0)
        for name in products:
            if name not in self.products_purchased and len(self.products_purchased) < MOST_PRODUCTS:
                self.products_purchased.append(name)

    def give_back(self, value: Decimal, *, refunds: int = 0, chargebacks: int = 0) -> None:
        """Money went back; the counts are of orders to which this happened for the first time."""
        self.given_back += value
        self.total_refunds += refunds
        self.total_chargebacks += chargebacks

    def abandon(self, value: Decimal) -> None:
        """A checkout was left; the last cart counts. Who has bought before stays a customer."""
        self.abandoned_value = value


def split_name(name: str | None) -> tuple[str | None, str | None]:
    """First and last name: the last word is the last name, when there is more than one."""
    words = (name or "").split()
    if len(words) < 2:
        return (words[0] if words else None), None
    return " ".join(words[:-1]), words[-1]
