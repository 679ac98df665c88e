"""Products in the database (document: Product)."""

from datetime import datetime
from decimal import Decimal
from typing import Any

from sqlalchemy import JSON, BigInteger, ForeignKey, ForeignKeyConstraint, Index, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from funneldesk.server.db.base import Base
from funneldesk.server.db.ids import next_id
from funneldesk.server.db.types import Money, UtcTime, same_moment

CODE_INDEX = "uq_products_code"


class ProductRow(Base):
    """A product. Every number that may have decimals is exact to four places."""

    __tablename__ = "products"

    brand_id: Mapped[int] = mapped_column(
        BigInteger, ForeignKey("brands.id", ondelete="CASCADE"), primary_key=True
    )
    id: Mapped[int] = mapped_column(BigInteger, primary_key=True, default=next_id("products"))
    code: Mapped[str] = mapped_column(String(255))
    title: Mapped[str] = mapped_column(String(255))
    checkout_title: Mapped[str | None] = mapped_column(String(255))
    type: Mapped[str] = mapped_column(String(16))
    classification: Mapped[str] = mapped_column(String(16))
    price: Mapped[Decimal] = mapped_column(Money)
    retail_price: Mapped[Decimal | None] = mapped_column(Money)
    units: Mapped[Decimal | None] = mapped_column(Money)
    sku: Mapped[str | None] = mapped_column(String(255))
    image: Mapped[str | None] = mapped_column(Text)
    unit_cost: Mapped[Decimal | None] = mapped_column(Money)
    unit_weight_oz: Mapped[Decimal | None] = mapped_column(Money)
    fulfillment_cost: Mapped[Decimal | None] = mapped_column(Money)
    packaging_cost: Mapped[Decimal | None] = mapped_column(Money)
    fuel_surcharge_cost: Mapped[Decimal | None] = mapped_column(Money)
    cogs: Mapped[Decimal | None] = mapped_column(Money)
    average_shipping_cost: Mapped[Decimal | None] = mapped_column(Money)
    physical_units_per_product: Mapped[Decimal | None] = mapped_column(Money)
    fulfillment_multiply_sku: Mapped[bool] = mapped_column(default=False)
    custom_attributes: Mapped[list[dict[str, str]] | None] = mapped_column(JSON(none_as_null=True))
    merchant_product_ids: Mapped[dict[str, str]] = mapped_column(JSON, default=dict)
    sku_category: Mapped[str | None] = mapped_column(String(255))
    sku_subcategory: Mapped[str | None] = mapped_column(String(255))
    product_specifications: Mapped[list[Any] | None] = mapped_column(JSON(none_as_null=True))
    shipping_profile_id: Mapped[int | None] = mapped_column(BigInteger)
    is_subscription: Mapped[bool] = mapped_column(default=False)
    subscription_frequency: Mapped[int | None]
    subscription_frequency_unit: Mapped[str | None] = mapped_column(String(8))
    subscription_trial_days: Mapped[int | None]
    subscription_first_charge_free: Mapped[bool] = mapped_column(default=False)
    subscription_tiers: Mapped[list[Any]] = mapped_column(JSON, default=list)
    created_at: Mapped[datetime] = mapped_column(UtcTime, default=same_moment)
    updated_at: Mapped[datetime] = mapped_column(UtcTime, default=same_moment)

    __table_args__ = (Index(CODE_INDEX, "brand_id", "code", unique=True),)


class ProductFileRow(Base):
    """A file that buyers get. ``storage_path`` is the inside's and is never answered."""

    __tablename__ = "product_files"

    brand_id: Mapped[int] = mapped_column(BigInteger, primary_key=True)
    id: Mapped[int] = mapped_column(BigInteger, primary_key=True, default=next_id("product_files"))
    product_id: Mapped[int] = mapped_column(BigInteger)
    purpose: Mapped[str] = mapped_column(String(16))
    title: Mapped[str | None] = mapped_column(String(255))
    description: Mapped[str | None] = mapped_column(Text)
    image: Mapped[str | None] = mapped_column(Text)
    file: Mapped[str] = mapped_column(Text)
    is_primary: Mapped[bool] = mapped_column(default=False)
    sort_order: Mapped[int] = mapped_column(default=0)
    mime_type: Mapped[str | None] = mapped_column(String(255))
    size: Mapped[int | None] = mapped_column(BigInteger)
    checksum: Mapped[str | None] = mapped_column(String(255))
    extension: Mapped[str] = mapped_column(String(32), default="")
    storage_path: Mapped[str | None] = mapped_column(Text)

    __table_args__ = (
        ForeignKeyConstraint(
            ["brand_id", "product_id"], ["products.brand_id", "products.id"], ondelete="CASCADE"
        ),
        Index(None, "brand_id", "product_id"),
    )


class ProductBonusRow(Base):
    """Who buys ``product_id`` gets ``bonus_product_id`` as well."""

    __tablename__ = "product_bonuses"

    brand_id: Mapped[int] = mapped_column(BigInteger, primary_key=True)
    product_id: Mapped[int] = mapped_column(BigInteger, primary_key=True)
    bonus_product_id: Mapped[int] = mapped_column(BigInteger, primary_key=True)

    __table_args__ = (
        ForeignKeyConstraint(
            ["brand_id", "product_id"], ["products.brand_id", "products.id"], ondelete="CASCADE"
        ),
        ForeignKeyConstraint(
            ["brand_id", "bonus_product_id"],
            ["products.brand_id", "products.id"],
            ondelete="CASCADE",
        ),
        Index(None, "brand_id", "bonus_product_id"),
    )


ROWS: tuple[type[Base], ...] = (ProductRow, ProductFileRow, ProductBonusRow)
