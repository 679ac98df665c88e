"""Products as the document shows them (document: Product; quirks 38 and 39)."""

from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from funneldesk.server.db.types import Money
from funneldesk.server.parts.products.files import file_body
from funneldesk.server.parts.products.tables import ProductBonusRow, ProductFileRow, ProductRow

_FIELDS = tuple(column.key for column in ProductRow.__table__.columns)
_AMOUNTS = tuple(c.key for c in ProductRow.__table__.columns if isinstance(c.type, Money))
_CHOICE = ("id", "code", "title", "type", "classification", "price", "is_subscription", "image")


def product_body(
    row: ProductRow, files: Sequence[ProductFileRow], bonuses: Sequence[ProductBonusRow]
) -> dict[str, Any]:
    """A product, whole."""
    return {
        **{name: getattr(row, name) for name in _FIELDS},
        **{name: plain(getattr(row, name)) for name in _AMOUNTS},
        "image_link": row.image,
        "fulfillment_multiply_sku": int(row.fulfillment_multiply_sku),
        "merchant_product_ids": row.merchant_product_ids or [],
        "product_files": [file_body(file) for file in files],
        "bonuses": [
            {
                "bonus_product_id": bonus.bonus_product_id,
                "product_id": bonus.product_id,
                "brand_id": bonus.brand_id,
            }
            for bonus in bonuses
        ],
    }


def choice_body(row: Any) -> dict[str, Any]:
    """A product in short, for a choice among all."""
    return {name: plain(getattr(row, name)) for name in _CHOICE}


def updated_body(row: ProductRow) -> dict[str, Any]:
    """The five fields that an update answers."""
    return {
        "id": row.id,
        "title": row.title,
        "code": row.code,
        "price": plain(row.price),
        "brand_id": row.brand_id,
    }


def plain(value: Any) -> Any:
    """An amount as a JSON number; 14 digits at most, so a float says the same."""
    if not isinstance(value, Decimal):
        return value
    return int(value) if value == value.to_integral_value() else float(value)
