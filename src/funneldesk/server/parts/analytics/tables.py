"""Analytics in the database: what happened in each hour, added up as it arrives (quirk 51)."""

from sqlalchemy import BigInteger, ForeignKey, Index, Integer, LargeBinary, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from funneldesk.server.db.base import Base
from funneldesk.server.db.ids import next_id


class Measured:
    """The measures of a row. Money is whole ten-thousandths, ``seconds`` are whole seconds.

    ``carted`` and ``buyers`` are sessions: with something in the cart, and with a purchase.
    """

    sessions: Mapped[int] = mapped_column(BigInteger, default=0)
    engaged: Mapped[int] = mapped_column(BigInteger, default=0)
    page_views: Mapped[int] = mapped_column(BigInteger, default=0)
    seconds: Mapped[int] = mapped_column(BigInteger, default=0)
    add_to_carts: Mapped[int] = mapped_column(BigInteger, default=0)
    carted: Mapped[int] = mapped_column(BigInteger, default=0)
    buyers: Mapped[int] = mapped_column(BigInteger, default=0)
    sales: Mapped[int] = mapped_column(BigInteger, default=0)
    first_purchases: Mapped[int] = mapped_column(BigInteger, default=0)
    renewals: Mapped[int] = mapped_column(BigInteger, default=0)
    upsells: Mapped[int] = mapped_column(BigInteger, default=0)
    revenue: Mapped[int] = mapped_column(BigInteger, default=0)
    cogs: Mapped[int] = mapped_column(BigInteger, default=0)
    refunds: Mapped[int] = mapped_column(BigInteger, default=0)
    refund_count: Mapped[int] = mapped_column(BigInteger, default=0)
    units: Mapped[int] = mapped_column(BigInteger, default=0)
    shown: Mapped[int] = mapped_column(BigInteger, default=0)


class RollupRow(Measured, Base):
    """What happened in one hour with one value of one dimension.

    ``hour`` counts whole hours since 1970 in UTC. On SQLite the table is its own key, so that a
    range of hours is read in one go; the index is for a single value over many hours.
    """

    __tablename__ = "rollup_hours"

    brand_id: Mapped[int] = mapped_column(
        BigInteger, ForeignKey("brands.id", ondelete="CASCADE"), primary_key=True
    )
    dimension: Mapped[str] = mapped_column(String(32), primary_key=True)
    hour: Mapped[int] = mapped_column(Integer, primary_key=True)
    value: Mapped[str] = mapped_column(String(255), primary_key=True)

    __table_args__ = (
        Index(None, "brand_id", "dimension", "value", "hour"),
        {"sqlite_with_rowid": False},
    )


class RollupDayRow(Measured, Base):
    """The same for a whole day of UTC, so that long spans are read in a twenty-fourth of the rows.

    ``day`` counts whole days since 1970.
    """

    __tablename__ = "rollup_days"

    brand_id: Mapped[int] = mapped_column(
        BigInteger, ForeignKey("brands.id", ondelete="CASCADE"), primary_key=True
    )
    dimension: Mapped[str] = mapped_column(String(32), primary_key=True)
    day: Mapped[int] = mapped_column(Integer, primary_key=True)
    value: Mapped[str] = mapped_column(String(255), primary_key=True)

    __table_args__ = (
        Index(None, "brand_id", "dimension", "value", "day"),
        {"sqlite_with_rowid": False},
    )


class SaleFactRow(Measured, Base):
    """A sale, an item of it (``product_id`` set) or a refund: for questions that combine fields.

    ``visit_id`` is None for an order that no visit is known to have led to.
    """

    __tablename__ = "sale_facts"

    brand_id: Mapped[int] = mapped_column(
        BigInteger, ForeignKey("brands.id", ondelete="CASCADE"), primary_key=True
    )
    id: Mapped[int] = mapped_column(BigInteger, primary_key=True, default=next_id("sale_facts"))
    hour: Mapped[int] = mapped_column(Integer)
    visit_id: Mapped[int | None] = mapped_column(BigInteger)
    product_id: Mapped[int | None] = mapped_column(BigInteger)
    merchant_id: Mapped[int | None] = mapped_column(BigInteger)
    shipping_country: Mapped[str | None] = mapped_column(String(128))
    shipping_state: Mapped[str | None] = mapped_column(String(128))
    sale_kind: Mapped[str] = mapped_column(String(8), default="first", server_default="first")

    __table_args__ = (Index(None, "brand_id", "hour"),)


class FactDayRow(Base):
    """A day of UTC (counted from 1970) that has visits or sales.

    ``version`` grows with every change to them. ``is_packed`` tells that they stand in columns,
    ``is_due`` that somebody should look whether they are to.
    """

    __tablename__ = "fact_days"

    brand_id: Mapped[int] = mapped_column(
        BigInteger, ForeignKey("brands.id", ondelete="CASCADE"), primary_key=True
    )
    day: Mapped[int] = mapped_column(Integer, primary_key=True)
    version: Mapped[int] = mapped_column(BigInteger)
    is_due: Mapped[bool] = mapped_column()
    is_packed: Mapped[bool] = mapped_column()

    __table_args__ = (Index(None, "is_due", "day"), {"sqlite_with_rowid": False})


class FactColumnRow(Base):
    """One field or measure of all visits or sales of a day, one after the other.

    ``numbers`` are of the numpy type ``kind``: amounts, or places in the JSON list ``words``.
    """

    __tablename__ = "fact_columns"

    brand_id: Mapped[int] = mapped_column(
        BigInteger, ForeignKey("brands.id", ondelete="CASCADE"), primary_key=True
    )
    name: Mapped[str] = mapped_column(String(48), primary_key=True)
    day: Mapped[int] = mapped_column(Integer, primary_key=True)
    kind: Mapped[str] = mapped_column(String(8))
    words: Mapped[str | None] = mapped_column(Text)
    numbers: Mapped[bytes] = mapped_column(LargeBinary)


ROWS: tuple[type[Base], ...] = (RollupRow, RollupDayRow, SaleFactRow, FactDayRow, FactColumnRow)
