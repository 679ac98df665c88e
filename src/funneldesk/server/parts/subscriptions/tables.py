"""Subscriptions in the database (document: Subscription; quirk 48)."""

from datetime import datetime
from decimal import Decimal

from sqlalchemy import BigInteger, ForeignKey, Index, Integer, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from funneldesk.server.db.base import Base
from funneldesk.server.db.ids import next_id
from funneldesk.server.db.types import Money, UtcTime, same_moment
from funneldesk.server.parts.conversions.columns import exact

TRANSACTION_INDEX = "uq_subscriptions_transaction"


class SubscriptionRow(Base):
    """A subscription. ``subscription_status``: active, trial, paused, past_due or canceled.

    ``subscription_next_charge_at`` is the next attempt to charge; ``due_at`` the date that a
    past-due one missed; ``wakes_at`` the next moment at which something happens by itself (a
    charge, a retry, the end of a pause), None when nothing does. ``anchor_day`` is the day of the
    month that monthly charges keep to. ``mrr`` is what it adds to the monthly recurring revenue,
    in the brand's currency; ``first_paid`` is its share of the order that began it;
    ``declines`` tells that its simulated payment method refuses.
    """

    __tablename__ = "subscriptions"

    brand_id: Mapped[int] = mapped_column(
        BigInteger, ForeignKey("brands.id", ondelete="CASCADE"), primary_key=True
    )
    id: Mapped[int] = mapped_column(BigInteger, primary_key=True, default=next_id("subscriptions"))
    transaction_id: Mapped[str] = mapped_column(exact(128))
    order_id: Mapped[int] = mapped_column(BigInteger)
    order_code: Mapped[str] = mapped_column(exact(64))
    customer_id: Mapped[int] = mapped_column(BigInteger)
    customer_email: Mapped[str] = mapped_column(String(320))
    customer_name: Mapped[str | None] = mapped_column(String(255))
    product_id: Mapped[int | None] = mapped_column(BigInteger)
    product_code: Mapped[str | None] = mapped_column(String(255))
    product_name: Mapped[str] = mapped_column(String(255))
    merchant_id: Mapped[int | None] = mapped_column(BigInteger)
    price: Mapped[Decimal] = mapped_column(Money)
    quantity: Mapped[int] = mapped_column(BigInteger)
    currency: Mapped[str] = mapped_column(String(3))
    rate: Mapped[Decimal] = mapped_column(Money)
    frequency: Mapped[int] = mapped_column(Integer)
    frequency_unit: Mapped[str] = mapped_column(String(8))
    subscription_status: Mapped[str] = mapped_column(String(16))
    subscription_next_charge_at: Mapped[datetime | None] = mapped_column(UtcTime)
    due_at: Mapped[datetime | None] = mapped_column(UtcTime)
    wakes_at: Mapped[datetime | None] = mapped_column(UtcTime)
    anchor_day: Mapped[int] = mapped_column(Integer)
    retries: Mapped[int] = mapped_column(Integer, default=0)
    paused_until: Mapped[datetime | None] = mapped_column(UtcTime)
    trial_ends_at: Mapped[datetime | None] = mapped_column(UtcTime)
    canceled_at: Mapped[datetime | None] = mapped_column(UtcTime)
    cancel_reason: Mapped[str | None] = mapped_column(Text)
    discount_percent: Mapped[Decimal] = mapped_column(Money, default=Decimal(0))
    discount_cycles: Mapped[int] = mapped_column(Integer, default=0)
    declines: Mapped[bool] = mapped_column(default=False)
    note: Mapped[str | None] = mapped_column(Text)
    cycles: Mapped[int] = mapped_column(Integer, default=0)
    first_paid: Mapped[Decimal] = mapped_column(Money, default=Decimal(0))
    total_paid: Mapped[Decimal] = mapped_column(Money, default=Decimal(0))
    last_charge_at: Mapped[datetime | None] = mapped_column(UtcTime)
    mrr: Mapped[Decimal] = mapped_column(Money, default=Decimal(0))
    cohort: Mapped[str] = mapped_column(String(7))
    joined_month: Mapped[str | None] = mapped_column(String(7), default=None)
    created_at: Mapped[datetime] = mapped_column(UtcTime, default=same_moment)
    updated_at: Mapped[datetime] = mapped_column(UtcTime, default=same_moment)

    __table_args__ = (
        Index(TRANSACTION_INDEX, "brand_id", "transaction_id", unique=True),
        Index(None, "brand_id", "created_at", "id"),
        Index(None, "brand_id", "subscription_status", "created_at", "id"),
        Index(None, "brand_id", "customer_id"),
        Index(None, "brand_id", "product_code", "created_at"),
        Index(None, "brand_id", "merchant_id", "created_at"),
        Index(None, "brand_id", "order_code"),
        Index(None, "brand_id", "wakes_at"),
    )


class SubscriptionMonthRow(Base):
    """What happened to a brand's subscriptions in a month (``YYYY-MM``, UTC).

    ``mrr_change`` moved the monthly recurring revenue; ``joined`` began to pay, ``left`` ended,
    ``left_new`` of them had joined in the same month;
    ``cohort_size`` subscriptions began in the month and brought ``cohort_revenue`` up to now.
    """

    __tablename__ = "subscription_months"

    brand_id: Mapped[int] = mapped_column(
        BigInteger, ForeignKey("brands.id", ondelete="CASCADE"), primary_key=True
    )
    month: Mapped[str] = mapped_column(String(7), primary_key=True)
    mrr_change: Mapped[Decimal] = mapped_column(Money)
    joined: Mapped[int] = mapped_column(BigInteger)
    left: Mapped[int] = mapped_column(BigInteger)
    left_new: Mapped[int] = mapped_column(BigInteger, default=0)
    cohort_size: Mapped[int] = mapped_column(BigInteger)
    cohort_revenue: Mapped[Decimal] = mapped_column(Money)
    dunning_entered: Mapped[int] = mapped_column(BigInteger)
    recovered: Mapped[int] = mapped_column(BigInteger)
    lost: Mapped[int] = mapped_column(BigInteger)


ROWS: tuple[type[Base], ...] = (SubscriptionRow, SubscriptionMonthRow)
