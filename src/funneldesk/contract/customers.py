"""Customers on the wire (document: Customer; Endpoints: Customers; quirks 16, 17, 60 and 61)."""

from datetime import datetime
from typing import Any

from pydantic import Field

from funneldesk.contract.shapes import Draft, Filter, Record

TYPES: tuple[str, ...] = ("customer", "abandon")
COLUMNS: tuple[str, ...] = (
    "customer_email",
    "customer_name",
    "customer_first_name",
    "customer_last_name",
    "customer_phone",
    "customer_country",
    "customer_state",
    "customer_city",
    "last_order_date",
    "first_order_date",
    "total_orders",
    "total_revenue",
    "total_refunds",
    "total_chargebacks",
    "lifetime_value",
    "order_frequency",
    "products_purchased",
    "is_abandoned_customer",
    "abandoned_value",
)
"""What a list can show and sort by, in the document's order."""


class Customer(Record):
    """A row of the list; a column that was not asked for is None.

    ``total_refunds`` and ``total_chargebacks`` are what the platform shows, a count or an amount.
    ``products_purchased`` may be names or a number.
    """

    customer_email: str | None = None
    customer_name: str | None = None
    customer_first_name: str | None = None
    customer_last_name: str | None = None
    customer_phone: str | None = None
    customer_country: str | None = None
    customer_state: str | None = None
    customer_city: str | None = None
    last_order_date: datetime | None = None
    first_order_date: datetime | None = None
    total_orders: int | None = None
    total_revenue: float | None = None
    total_refunds: float | None = None
    total_chargebacks: float | None = None
    lifetime_value: float | None = None
    order_frequency: float | None = None
    products_purchased: list[str] | str | float | None = None
    is_abandoned_customer: bool | None = None
    abandoned_value: float | None = None


class CustomerPerson(Record):
    """Who a customer is."""

    email: str | None = None
    name: str | None = None
    phone: str | None = None
    country: str | None = None
    state: str | None = None
    city: str | None = None
    address: str | None = None


class CustomerStats(Record):
    """What a customer amounts to."""

    total_orders: int | None = None
    total_revenue: float | None = None
    total_refunds: float | None = None
    total_chargebacks: float | None = None
    lifetime_value: float | None = None
    average_order_value: float | None = None


class CustomerOrder(Record):
    """An order of a customer; ``id`` is what the platform calls it, here the order code."""

    id: int | str | None = None
    date: datetime | None = None
    total: float | None = None
    products: Any = None
    status: str | None = None


class CustomerSubscription(Record):
    """A subscription of a customer; ``id`` is its transaction id."""

    id: int | str | None = None
    status: str | None = None
    product: str | None = None
    next_charge_date: datetime | None = None


class CustomerDetails(Record):
    """``GET …/customers/{email}/details``; a part that was not asked for is empty."""

    customer: CustomerPerson
    stats: CustomerStats = CustomerStats()
    orders: list[CustomerOrder] = []
    subscriptions: list[CustomerSubscription] = []


class CustomerCounts(Record):
    """``GET …/customers/quick-access``."""

    all: int = 0
    customers: int = 0
    abandons: int = 0
    chargebacks: int = 0
    refunds: int = 0


class CustomerFilter(Filter):
    """The query of the list; ``columns`` is sent as ``columns[]`` (quirk 17)."""

    page: int | None = None
    per_page: int | None = None
    type: str | None = None
    q: str | None = None
    sort: str | None = None
    sort_direction: str | None = None
    columns: list[str] | None = Field(default=None, serialization_alias="columns[]")


class CustomerExportDraft(Draft):
    """``POST …/customers/export``: by ``filters`` (as the list's) or by addresses."""

    filters: dict[str, Any] | list[Any] | None = None
    selected_emails: list[str] | None = None
    columns: list[str] | None = None


class CustomerExportQueued(Record):
    """The answer to an export: the file comes by mail."""

    success: bool = True
    message: str | None = None
