"""Orders as the document shows them: a row of the list, and a whole one (document: Conversion)."""

from collections.abc import Sequence
from typing import Any

from funneldesk.server.parts.conversions.amounts import number
from funneldesk.server.parts.conversions.tables import OrderItemRow, OrderRow

_SUMMARY = ("code", "customer_email", "customer_name", "customer_phone", "currency", "status")
SHOWN = (*_SUMMARY, "total", "merchant_id", "created_at")
"""The columns that a row of the list is made of."""

_ADDRESS = ("address_1", "city", "state", "zip", "country")


def summary(row: Any) -> dict[str, Any]:
    """A row of the list, from the columns of ``SHOWN``: no lines, no address."""
    return {
        **{name: getattr(row, name) for name in _SUMMARY},
        "total": number(row.total),
        "merchant_id": row.merchant_id,
        "created_at": row.created_at,
    }


def detail(row: OrderRow, items: Sequence[OrderItemRow], title: str | None) -> dict[str, Any]:
    """A whole order; ``title`` is that of its funnel, if the funnel is still there.

    ``funnel`` is left out unless the order's own click had one, ``aff_source`` when nobody is.
    """
    body = {
        **summary(row),
        "transaction_id": row.transaction_id,
        "refunded_amount": number(row.given_back),
        "items": [_item(item) for item in items],
        "shipping_address": {name: getattr(row, name) for name in _ADDRESS},
    }
    if row.funnel_id is not None:
        body["funnel"] = {"id": row.funnel_id, "title": title}
    if row.aff_source is not None:
        body["aff_source"] = row.aff_source
    return body


def _item(row: OrderItemRow) -> dict[str, Any]:
    return {
        "product_name": row.product_name,
        "price": number(row.price),
        "quantity": row.quantity,
        "type": row.type,
        "product_id": row.product_id,
        "product_code": row.product_code,
    }
