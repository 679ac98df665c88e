"""Subscriptions as they are answered; the document does not show them."""

from collections.abc import Sequence
from typing import Any

from funneldesk.server.parts.conversions.amounts import number
from funneldesk.server.parts.conversions.tables import OrderRow
from funneldesk.server.parts.subscriptions.actions import FLAGS
from funneldesk.server.parts.subscriptions.tables import SubscriptionRow

_SUMMARY = (
    "transaction_id",
    "order_code",
    "subscription_status",
    "subscription_next_charge_at",
    "customer_email",
    "customer_name",
    "product_id",
    "product_code",
    "product_name",
    "merchant_id",
    "quantity",
    "currency",
    "frequency",
    "frequency_unit",
    "created_at",
    "updated_at",
)
SHOWN = ("price", *_SUMMARY)
"""The columns that a row of the list is made of."""

_MORE = (
    "trial_ends_at",
    "paused_until",
    "due_at",
    "retries",
    "canceled_at",
    "cancel_reason",
    "discount_cycles",
    "cycles",
    "last_charge_at",
    "declines",
    "note",
)


def summary(row: SubscriptionRow) -> dict[str, Any]:
    """A row of the list. ``id`` is the transaction id, ``status`` its status once more."""
    return {
        "id": row.transaction_id,
        "status": row.subscription_status,
        "price": number(row.price),
        **{name: getattr(row, name) for name in _SUMMARY},
    }


def details(row: SubscriptionRow, charges: Sequence[OrderRow]) -> dict[str, Any]:
    """A subscription, whole, with its flags and charges."""
    return {
        **summary(row),
        **{name: getattr(row, name) for name in _MORE},
        "discount_percent": number(row.discount_percent),
        "total_paid": number(row.total_paid),
        "flags": {name: getattr(row, name) for name in FLAGS},
        "charges": [_charge(order) for order in charges],
    }


def email_body(letter: Any) -> dict[str, Any]:
    """A line of the e-mail log."""
    return {
        "id": letter.id,
        "subject": letter.subject,
        "to": letter.to_address,
        "status": letter.status,
        "text": letter.text,
        "sent_at": letter.sent_at,
        "created_at": letter.created_at,
    }


def _charge(order: OrderRow) -> dict[str, Any]:
    return {
        "code": order.code,
        "total": number(order.total),
        "currency": order.currency,
        "status": order.status,
        "created_at": order.created_at,
    }
