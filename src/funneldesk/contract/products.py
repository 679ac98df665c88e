"""Products on the wire: what a brand sells (document: Product; quirks 13, 38 and 39)."""

from datetime import datetime
from typing import Any

from pydantic import ValidationError

from funneldesk.contract.shapes import Draft, Filter, Patch, Record

TYPES: tuple[str, ...] = ("physical", "digital")
CLASSIFICATIONS: tuple[str, ...] = ("main", "upsell", "downsell", "bump", "bonus")
FREQUENCY_UNITS: tuple[str, ...] = ("day", "week", "month", "year")
FILE_PURPOSES: tuple[str, ...] = ("digital", "bonus")
FILE_KINDS: tuple[str, ...] = ("audio", "video", "document", "image", "archive", "file")


class FileMetadata(Record):
    """What is known of a product's file; ``size`` in bytes, ``extension`` without its dot."""

    mime_type: str | None = None
    size: int | None = None
    checksum: str | None = None
    extension: str = ""


class ProductFile(Record):
    """A file that buyers get. ``file`` and ``image`` (its thumbnail) are URLs."""

    purpose: str = "digital"
    title: str | None = None
    description: str | None = None
    image: str | None = None
    file: str | None = None
    kind: str | None = None
    is_primary: bool = False
    sort_order: int | None = None
    metadata: FileMetadata | None = None


class SubscriptionTier(Record):
    """A price for an interval, where a tier looks so; what else it holds is kept."""

    interval: str
    interval_count: int = 1
    price: int | float | str
    tier: Any = None
    label: str | None = None

    def body(self) -> dict[str, Any]:
        """The tier as it was read, with what was changed since."""
        return self.model_dump(mode="json", exclude_unset=True)


def named_tier(value: Any) -> SubscriptionTier | None:
    """A tier whose fields are known by name; None for any other shape, which is kept as it is."""
    try:
        return SubscriptionTier.model_validate(value) if isinstance(value, dict) else None
    except ValidationError:
        return None


class Bonus(Record):
    """Who buys ``product_id`` gets ``bonus_product_id`` as well."""

    bonus_product_id: int
    product_id: int | None = None
    brand_id: int | None = None


class ProductChoice(Record):
    """A row of ``GET …/products/all``; its shape is not documented."""

    id: int
    code: str | None = None
    title: str = ""
    type: str | None = None
    classification: str | None = None
    price: float | None = None


class Product(ProductChoice):
    """A product, whole. ``merchant_product_ids`` may be an empty list (quirk 39)."""

    brand_id: int | None = None
    checkout_title: str | None = None
    retail_price: float | None = None
    units: float | None = None
    sku: str | None = None
    image: str | None = None
    image_link: str | None = None
    product_files: list[ProductFile] | None = None
    unit_cost: float | None = None
    unit_weight_oz: float | None = None
    fulfillment_cost: float | None = None
    packaging_cost: float | None = None
    fuel_surcharge_cost: float | None = None
    cogs: float | None = None
    average_shipping_cost: float | None = None
    physical_units_per_product: float | None = None
    fulfillment_multiply_sku: int | float | bool | None = None
    custom_attributes: list[Any] | None = None
    merchant_product_ids: dict[str, Any] | list[Any] | None = None
    sku_category: str | None = None
    sku_subcategory: str | None = None
    product_specifications: list[Any] | None = None
    shipping_profile_id: int | None = None
    is_subscription: bool | None = None
    subscription_frequency: float | None = None
    subscription_frequency_unit: str | None = None
    subscription_trial_days: float | None = None
    subscription_first_charge_free: bool | None = None
    subscription_tiers: list[Any] | None = None
    bonuses: list[Bonus] | None = None
    created_at: datetime | None = None
    updated_at: datetime | None = None


class ProductUpdated(Record):
    """The five fields that an update answers (quirk 38)."""

    id: int
    title: str = ""
    code: str | None = None
    price: float | None = None
    brand_id: int | None = None


class ProductFilter(Filter):
    """The query of ``GET …/products``; there is no search (quirk 13)."""

    page: int | None = None
    per_page: int | None = None


class ProductFields(Draft):
    """What a create and an update both take. An image only comes as an upload (quirk 38)."""

    checkout_title: str | None = None
    retail_price: float | None = None
    units: float | None = None
    sku: str | None = None
    product_files: list[dict[str, Any]] | None = None
    unit_cost: float | None = None
    unit_weight_oz: float | None = None
    fulfillment_cost: float | None = None
    packaging_cost: float | None = None
    fuel_surcharge_cost: float | None = None
    cogs: float | None = None
    average_shipping_cost: float | None = None
    physical_units_per_product: float | None = None
    fulfillment_multiply_sku: int | None = None
    custom_attributes: list[dict[str, Any]] | None = None
    merchant_product_ids: dict[str, Any] | None = None
    sku_category: str | None = None
    sku_subcategory: str | None = None
    product_specifications: list[Any] | None = None
    shipping_profile_id: int | None = None
    is_subscription: bool | None = None
    subscription_frequency: int | None = None
    subscription_frequency_unit: str | None = None
    subscription_trial_days: int | None = None
    subscription_first_charge_free: bool | None = None
    subscription_tiers: list[Any] | None = None
    bonuses: list[dict[str, Any]] | None = None


class ProductDraft(ProductFields):
    """``POST …/products``."""

    code: str
    title: str
    price: float
    type: str
    classification: str


class ProductPatch(ProductFields, Patch):
    """``PUT …/products/{product}``, all optional."""

    code: str | None = None
    title: str | None = None
    price: float | None = None
    type: str | None = None
    classification: str | None = None
