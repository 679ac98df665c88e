"""Customers as the document shows them (document: Customer)."""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

from funneldesk.contract.customers import COLUMNS
from funneldesk.server.parts.conversions.amounts import number
from funneldesk.server.parts.conversions.tables import OrderItemRow, OrderRow
from funneldesk.server.parts.customers.tables import CustomerRow
from funneldesk.server.parts.subscriptions.tables import SubscriptionRow

_PERSON = ("email", "name", "phone", "country", "state", "city", "address")
_STATS = (
    "total_orders",
    "total_revenue",
    "total_refunds",
    "total_chargebacks",
    "lifetime_value",
    "order_frequency",
    "abandoned_value",
    "first_order_date",
    "last_order_date",
)
_CENT = Decimal("0.01")


def listed(row: CustomerRow, columns: Sequence[str]) -> dict[str, Any]:
    """A row of the list with these columns, or all of them."""
    return {name: _shown(getattr(row, name)) for name in columns or COLUMNS}


def details(
    row: CustomerRow,
    orders: Sequence[OrderRow],
    items: Mapping[int, Sequence[OrderItemRow]],
    subscriptions: Sequence[SubscriptionRow],
) -> dict[str, Any]:
    """A customer with what belongs to it."""
    average = row.total_revenue / row.total_orders if row.total_orders else None
    stats = {name: _shown(getattr(row, name)) for name in _STATS}
    stats["average_order_value"] = None if average is None else number(average.quantize(_CENT))
    return {
        "customer": {name: getattr(row, f"customer_{name}") for name in _PERSON},
        "stats": stats,
        "orders": [_order(order, items.get(order.id, ())) for order in orders],
        "subscriptions": [_subscription(one) for one in subscriptions],
    }


def _shown(value: Any) -> Any:
    return number(value) if isinstance(value, Decimal) else value


def _order(row: OrderRow, items: Sequence[OrderItemRow]) -> dict[str, Any]:
    return {
        "id": row.code,
        "date": row.created_at,
        "total": number(row.total),
        "currency": row.currency,
        "products": [item.product_name for item in items],
        "status": row.status,
    }


def _subscription(row: SubscriptionRow) -> dict[str, Any]:
    return {
        "id": row.transaction_id,
        "status": row.subscription_status,
        "product": row.product_name,
        "next_charge_date": row.subscription_next_charge_at,
    }
