"""Orders in the database (document: Conversion).

Amounts stand in the order's own currency, but for the ``…_value`` columns: they are in the brand's.
"""

from datetime import datetime
from decimal import Decimal
from typing import Any

from sqlalchemy import (
    JSON,
    BigInteger,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    String,
    Text,
    false,
)
from sqlalchemy.orm import Mapped, mapped_column

from funneldesk.server.db.base import Base
from funneldesk.server.db.ids import next_id
from funneldesk.server.db.types import Money, UtcTime, now, same_moment
from funneldesk.server.parts.conversions.columns import exact

CODE_INDEX = "uq_orders_code"
TRANSACTION_INDEX = "uq_orders_transaction"


class OrderRow(Base):
    """An order. ``status`` is completed, approved, refunded or chargeback.

    ``subscription_id`` names the subscription that a renewal belongs to. ``visit_id`` is the visit
    that led to it, ``funnel_id`` that visit's funnel. ``given_back`` is what refunds and a
    chargeback took away, ``rate`` how much of the brand's currency one unit of ``currency`` is.
    """

    __tablename__ = "orders"

    brand_id: Mapped[int] = mapped_column(
        BigInteger, ForeignKey("brands.id", ondelete="CASCADE"), primary_key=True
    )
    id: Mapped[int] = mapped_column(BigInteger, primary_key=True, default=next_id("orders"))
    code: Mapped[str] = mapped_column(exact(64))
    transaction_id: Mapped[str] = mapped_column(exact(128))
    status: Mapped[str] = mapped_column(String(16))
    customer_id: Mapped[int] = mapped_column(BigInteger)
    customer_email: Mapped[str] = mapped_column(String(320))
    customer_name: Mapped[str | None] = mapped_column(String(255))
    customer_phone: Mapped[str | None] = mapped_column(String(64))
    currency: Mapped[str] = mapped_column(String(3))
    total: Mapped[Decimal] = mapped_column(Money)
    given_back: Mapped[Decimal] = mapped_column(Money, default=Decimal(0))
    rate: Mapped[Decimal] = mapped_column(Money, default=Decimal(1))
    total_value: Mapped[Decimal] = mapped_column(Money)
    given_back_value: Mapped[Decimal] = mapped_column(Money, default=Decimal(0))
    cogs_value: Mapped[Decimal] = mapped_column(Money, default=Decimal(0))
    merchant_id: Mapped[int | None] = mapped_column(BigInteger)
    aff_source: Mapped[str | None] = mapped_column(String(255))
    visit_id: Mapped[int | None] = mapped_column(BigInteger)
    funnel_id: Mapped[int | None] = mapped_column(BigInteger)
    subscription_id: Mapped[int | None] = mapped_column(BigInteger)
    is_upsell: Mapped[bool] = mapped_column(default=False, server_default=false())
    address_1: Mapped[str | None] = mapped_column(String(255))
    city: Mapped[str | None] = mapped_column(String(255))
    state: Mapped[str | None] = mapped_column(String(255))
    zip: Mapped[str | None] = mapped_column(String(32))
    country: Mapped[str | None] = mapped_column(String(2))
    created_at: Mapped[datetime] = mapped_column(UtcTime, default=same_moment)
    updated_at: Mapped[datetime] = mapped_column(UtcTime, default=same_moment)

    __table_args__ = (
        Index(CODE_INDEX, "brand_id", "code", unique=True),
        Index(TRANSACTION_INDEX, "brand_id", "transaction_id", unique=True),
        Index(None, "brand_id", "created_at", "id"),
        Index(None, "brand_id", "customer_id", "created_at"),
        Index(None, "brand_id", "subscription_id"),
        Index(None, "brand_id", "visit_id"),
    )


class OrderItemRow(Base):
    """A line of an order. ``type`` is main, upsell, downsell, bump or bonus."""

    __tablename__ = "order_items"

    brand_id: Mapped[int] = mapped_column(BigInteger, primary_key=True)
    order_id: Mapped[int] = mapped_column(BigInteger, primary_key=True)
    position: Mapped[int] = mapped_column(BigInteger, primary_key=True)
    product_id: Mapped[int | None] = mapped_column(BigInteger)
    product_code: Mapped[str | None] = mapped_column(String(255))
    product_name: Mapped[str] = mapped_column(String(255))
    price: Mapped[Decimal] = mapped_column(Money)
    quantity: Mapped[int] = mapped_column(BigInteger)
    type: Mapped[str] = mapped_column(String(16))

    __table_args__ = (
        ForeignKeyConstraint(
            ["brand_id", "order_id"], ["orders.brand_id", "orders.id"], ondelete="CASCADE"
        ),
    )


class RefundRow(Base):
    """Money that went back: by a refund (``kind`` refund) or by a chargeback."""

    __tablename__ = "order_refunds"

    brand_id: Mapped[int] = mapped_column(BigInteger, primary_key=True)
    id: Mapped[int] = mapped_column(BigInteger, primary_key=True, default=next_id("order_refunds"))
    order_id: Mapped[int] = mapped_column(BigInteger)
    kind: Mapped[str] = mapped_column(String(16))
    amount: Mapped[Decimal] = mapped_column(Money)
    reason: Mapped[str | None] = mapped_column(Text)
    created_at: Mapped[datetime] = mapped_column(UtcTime, default=now)

    __table_args__ = (
        ForeignKeyConstraint(
            ["brand_id", "order_id"], ["orders.brand_id", "orders.id"], ondelete="CASCADE"
        ),
        Index(None, "brand_id", "order_id"),
    )


class PaymentEventRow(Base):
    """A payment event that was worked on, and what it was answered: it counts only once."""

    __tablename__ = "payment_events"

    brand_id: Mapped[int] = mapped_column(
        BigInteger, ForeignKey("brands.id", ondelete="CASCADE"), primary_key=True
    )
    event_id: Mapped[str] = mapped_column(String(255), primary_key=True)
    kind: Mapped[str] = mapped_column(String(32))
    answer: Mapped[dict[str, Any]] = mapped_column(JSON)
    created_at: Mapped[datetime] = mapped_column(UtcTime, default=now)


class MerchantRow(Base):
    """A merchant that took a payment, and what it offers to those who want to leave."""

    __tablename__ = "merchants"

    brand_id: Mapped[int] = mapped_column(
        BigInteger, ForeignKey("brands.id", ondelete="CASCADE"), primary_key=True
    )
    id: Mapped[int] = mapped_column(BigInteger, primary_key=True)
    retention_offers: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))


ROWS: tuple[type[Base], ...] = (
    OrderRow,
    OrderItemRow,
    RefundRow,
    PaymentEventRow,
    MerchantRow,
)
