"""Customers in the database (document: Customer): one row for each e-mail address.

Everything here follows from orders, refunds, chargebacks and abandoned checkouts (quirk 61).
"""

import json
from datetime import datetime
from decimal import Decimal

from sqlalchemy import (
    BigInteger,
    Dialect,
    Float,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    String,
    Text,
)
from sqlalchemy.orm import Mapped, mapped_column
from sqlalchemy.types import TypeDecorator

from funneldesk.server.db.base import Base
from funneldesk.server.db.ids import next_id
from funneldesk.server.db.types import Money, UtcTime, same_moment
from funneldesk.server.parts.conversions.columns import exact

EMAIL_INDEX = "uq_customers_email"

SORT_KEYS = {
    f"customer_{name}": f"{name}_key"
    for name in ("name", "first_name", "last_name", "state", "city", "address")
}
"""Columns of names, and where they stand as names are sorted: without case and accents."""

_INDEXED = (
    "name_key",
    "last_order_date",
    "first_order_date",
    "total_orders",
    "total_revenue",
    "total_refunds",
    "total_chargebacks",
    "lifetime_value",
    "order_frequency",
    "abandoned_value",
    "updated_at",
)


class Names(TypeDecorator[list[str]]):
    """A list of names, kept as text so that both databases can sort by it."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: list[str] | None, dialect: Dialect) -> str | None:
        """The list as JSON."""
        return None if value is None else json.dumps(value, ensure_ascii=False)

    def process_result_value(self, value: str | None, dialect: Dialect) -> list[str] | None:
        """The stored list."""
        return None if value is None else list(json.loads(value))


class CustomerRow(Base):
    """A customer, or someone who left a checkout (``is_abandoned_customer``).

    ``email_key`` is the address as addresses are compared. Money is in the brand's currency,
    ``given_back`` all that refunds and chargebacks took; ``order_frequency`` is the mean number
    of days between two orders.
    """

    __tablename__ = "customers"

    brand_id: Mapped[int] = mapped_column(
        BigInteger, ForeignKey("brands.id", ondelete="CASCADE"), primary_key=True
    )
    id: Mapped[int] = mapped_column(BigInteger, primary_key=True, default=next_id("customers"))
    email_key: Mapped[str] = mapped_column(exact(320))
    customer_email: Mapped[str] = mapped_column(String(320))
    customer_name: Mapped[str | None] = mapped_column(String(255))
    customer_first_name: Mapped[str | None] = mapped_column(String(255))
    customer_last_name: Mapped[str | None] = mapped_column(String(255))
    customer_phone: Mapped[str | None] = mapped_column(String(64))
    customer_country: Mapped[str | None] = mapped_column(String(2))
    customer_state: Mapped[str | None] = mapped_column(String(255))
    customer_city: Mapped[str | None] = mapped_column(String(255))
    customer_address: Mapped[str | None] = mapped_column(String(255))
    customer_gender: Mapped[str | None] = mapped_column(String(16))
    name_key: Mapped[str] = mapped_column(exact(255), default="")
    first_name_key: Mapped[str] = mapped_column(exact(255), default="")
    last_name_key: Mapped[str] = mapped_column(exact(255), default="")
    state_key: Mapped[str] = mapped_column(exact(255), default="")
    city_key: Mapped[str] = mapped_column(exact(255), default="")
    address_key: Mapped[str] = mapped_column(exact(255), default="")
    last_order_date: Mapped[datetime | None] = mapped_column(UtcTime)
    first_order_date: Mapped[datetime | None] = mapped_column(UtcTime)
    total_orders: Mapped[int] = mapped_column(BigInteger, default=0)
    total_revenue: Mapped[Decimal] = mapped_column(Money, default=Decimal(0))
    total_refunds: Mapped[int] = mapped_column(BigInteger, default=0)
    total_chargebacks: Mapped[int] = mapped_column(BigInteger, default=0)
    given_back: Mapped[Decimal] = mapped_column(Money, default=Decimal(0))
    lifetime_value: Mapped[Decimal] = mapped_column(Money, default=Decimal(0))
    order_frequency: Mapped[float | None] = mapped_column(Float)
    products_purchased: Mapped[list[str]] = mapped_column(Names, default=list)
    is_abandoned_customer: Mapped[bool] = mapped_column(default=False)
    abandoned_value: Mapped[Decimal] = mapped_column(Money, default=Decimal(0))
    created_at: Mapped[datetime] = mapped_column(UtcTime, default=same_moment)
    updated_at: Mapped[datetime] = mapped_column(UtcTime, default=same_moment)

    __table_args__ = (
        Index(EMAIL_INDEX, "brand_id", "email_key", unique=True),
        # The kind stands last: a list of one kind passes over the others inside the index.
        *(
            Index(f"ix_customers_by_{name}", "brand_id", name, "id", "is_abandoned_customer")
            for name in _INDEXED
        ),
    )


class CustomerWordRow(Base):
    """A word of a customer's e-mail address, names or phone, in lower case, for the search."""

    __tablename__ = "customer_words"

    brand_id: Mapped[int] = mapped_column(BigInteger, primary_key=True)
    word: Mapped[str] = mapped_column(exact(64), primary_key=True)
    customer_id: Mapped[int] = mapped_column(BigInteger, primary_key=True)

    __table_args__ = (
        ForeignKeyConstraint(
            ["brand_id", "customer_id"], ["customers.brand_id", "customers.id"], ondelete="CASCADE"
        ),
        Index(None, "brand_id", "customer_id", "word"),
    )


ROWS: tuple[type[Base], ...] = (CustomerRow, CustomerWordRow)
