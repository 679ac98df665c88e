"""Split tests in the database (document: Split test)."""

from datetime import date, datetime
from decimal import Decimal
from typing import Any

from sqlalchemy import (
    JSON,
    BigInteger,
    Date,
    Double,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    String,
    Text,
)
from sqlalchemy.orm import Mapped, mapped_column

from funneldesk.server.db.base import Base
from funneldesk.server.db.ids import next_id
from funneldesk.server.db.types import Money, UtcTime, now, same_moment


def _today() -> date:
    return now().date()


class SplitTestRow(Base):
    """A split test. ``config`` is ``{"items": [{name, node_code, weight}], …}``.

    ``block`` is the place of the test among the blocks of its page, counted from 0 in the order
    of their start tags; None for a test that no page's markup holds (quirk 27). ``weights_since``
    is when the weights last changed, None when they never did.
    """

    __tablename__ = "split_tests"

    brand_id: Mapped[int] = mapped_column(
        BigInteger, ForeignKey("brands.id", ondelete="CASCADE"), primary_key=True
    )
    id: Mapped[int] = mapped_column(BigInteger, primary_key=True, default=next_id("split_tests"))
    page_id: Mapped[int | None] = mapped_column(BigInteger)
    funnel_id: Mapped[int | None] = mapped_column(BigInteger)
    user_id: Mapped[int | None] = mapped_column(BigInteger)
    block: Mapped[int | None] = mapped_column(Integer)
    name: Mapped[str] = mapped_column(String(255))
    type: Mapped[str] = mapped_column(String(32), default="split_test")
    status: Mapped[str] = mapped_column(String(16), default="running")
    config: Mapped[dict[str, Any]] = mapped_column(JSON)
    start_date: Mapped[date | None] = mapped_column(Date, default=_today)
    end_date: Mapped[date | None] = mapped_column(Date)
    primary_metric: Mapped[str] = mapped_column(String(64), default="conversion_rate")
    statistical_method: Mapped[str] = mapped_column(String(16), default="frequentist")
    significance_level: Mapped[float] = mapped_column(Double, default=0.05)
    statistical_power: Mapped[float] = mapped_column(Double, default=0.8)
    min_sample_size_per_variant: Mapped[int | None] = mapped_column(Integer)
    sample_size_limit: Mapped[int | None] = mapped_column(BigInteger)
    auto_select_winner: Mapped[bool] = mapped_column(default=False)
    winner_selection_confidence: Mapped[float | None] = mapped_column(Double)
    weights_since: Mapped[datetime | None] = mapped_column(UtcTime)
    winner_selection_criteria: Mapped[str | None] = mapped_column(String(255))
    baseline: Mapped[str | None] = mapped_column(String(255))
    goals: Mapped[list[dict[str, Any]] | None] = mapped_column(JSON)
    winner: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))
    winner_selected_at: Mapped[datetime | None] = mapped_column(UtcTime)
    winner_selected_by: Mapped[str | None] = mapped_column(String(16))
    created_at: Mapped[datetime] = mapped_column(UtcTime, default=same_moment)
    updated_at: Mapped[datetime] = mapped_column(UtcTime, default=same_moment)

    __table_args__ = (
        ForeignKeyConstraint(
            ["brand_id", "page_id"], ["pages.brand_id", "pages.id"], ondelete="CASCADE"
        ),
        Index(None, "brand_id", "page_id"),
        Index(None, "brand_id", "status", "id"),
    )


class SplitTestNoteRow(Base):
    """A note that a user left on a test."""

    __tablename__ = "split_test_notes"

    brand_id: Mapped[int] = mapped_column(BigInteger, primary_key=True)
    id: Mapped[int] = mapped_column(
        BigInteger, primary_key=True, default=next_id("split_test_notes")
    )
    split_test_id: Mapped[int] = mapped_column(BigInteger)
    content: Mapped[str] = mapped_column(Text)
    user_id: Mapped[int | None] = mapped_column(BigInteger)
    created_at: Mapped[datetime] = mapped_column(UtcTime, default=now)

    __table_args__ = (
        ForeignKeyConstraint(
            ["brand_id", "split_test_id"],
            ["split_tests.brand_id", "split_tests.id"],
            ondelete="CASCADE",
        ),
        Index(None, "brand_id", "split_test_id"),
    )


class ExposureRow(Base):
    """A visit that met a test: the first variant that it saw, and what it brought in so far."""

    __tablename__ = "split_test_exposures"

    brand_id: Mapped[int] = mapped_column(BigInteger, primary_key=True)
    test_id: Mapped[int] = mapped_column(BigInteger, primary_key=True)
    visit_id: Mapped[int] = mapped_column(BigInteger, primary_key=True)
    node_code: Mapped[str] = mapped_column(String(255))
    at: Mapped[datetime] = mapped_column(UtcTime)
    converted: Mapped[bool] = mapped_column(default=False)
    revenue: Mapped[Decimal] = mapped_column(Money, default=Decimal(0))

    __table_args__ = (
        ForeignKeyConstraint(
            ["brand_id", "test_id"], ["split_tests.brand_id", "split_tests.id"], ondelete="CASCADE"
        ),
        Index(None, "brand_id", "visit_id"),
    )


class SplitTestHourRow(Base):
    """What the visits that met a variant in one hour brought in, whenever they did.

    ``hour`` counts from 1970 in UTC. ``revenue_squared`` is the sum over visits of the square of
    each visit's revenue, in the currency's main unit, which a variance is made of.
    """

    __tablename__ = "split_test_hours"

    brand_id: Mapped[int] = mapped_column(BigInteger, primary_key=True)
    test_id: Mapped[int] = mapped_column(BigInteger, primary_key=True)
    hour: Mapped[int] = mapped_column(Integer, primary_key=True)
    node_code: Mapped[str] = mapped_column(String(255), primary_key=True)
    visitors: Mapped[int] = mapped_column(BigInteger)
    conversions: Mapped[int] = mapped_column(BigInteger)
    revenue: Mapped[Decimal] = mapped_column(Money)
    revenue_squared: Mapped[float] = mapped_column(Double)

    __table_args__ = (
        ForeignKeyConstraint(
            ["brand_id", "test_id"], ["split_tests.brand_id", "split_tests.id"], ondelete="CASCADE"
        ),
    )


class SplitTestTotalRow(Base):
    """The same over the whole life of a variant."""

    __tablename__ = "split_test_totals"

    brand_id: Mapped[int] = mapped_column(BigInteger, primary_key=True)
    test_id: Mapped[int] = mapped_column(BigInteger, primary_key=True)
    node_code: Mapped[str] = mapped_column(String(255), primary_key=True)
    visitors: Mapped[int] = mapped_column(BigInteger)
    conversions: Mapped[int] = mapped_column(BigInteger)
    revenue: Mapped[Decimal] = mapped_column(Money)
    revenue_squared: Mapped[float] = mapped_column(Double)

    __table_args__ = (
        ForeignKeyConstraint(
            ["brand_id", "test_id"], ["split_tests.brand_id", "split_tests.id"], ondelete="CASCADE"
        ),
    )


ROWS: tuple[type[Base], ...] = (
    SplitTestRow,
    SplitTestNoteRow,
    ExposureRow,
    SplitTestHourRow,
    SplitTestTotalRow,
)
