"""What payment events say about subscriptions: a charge failed, went well, or it was canceled."""

from datetime import datetime
from typing import Any

from sqlalchemy.orm import Session

from funneldesk.server.parts.subscriptions.actions import SubscriptionActions
from funneldesk.server.parts.subscriptions.billing import Billing


def provider_said(
    session: Session,
    brand_id: int,
    kind: str,
    transaction_id: str,
    reason: str | None,
    moment: datetime,
) -> dict[str, Any]:
    """Let a subscription follow what the provider of payments tells.

    A failed charge marks the payment method as declining, so that the next ones fail too; one
    that went well takes the mark away and makes an order. Raises Refused (404), NotPossible.
    """
    actions = SubscriptionActions(session, brand_id)
    row = actions.find(transaction_id)
    if kind == "subscription_canceled":
        actions.cancel(row, reason, moment)
        return {"transaction_id": transaction_id, "status": row.subscription_status}
    row.declines = kind == "subscription_payment_failed"
    billing = Billing(session, brand_id)
    billing.charge(row, moment)
    codes = billing.flush()
    answer = {"transaction_id": transaction_id, "status": row.subscription_status}
    return {**answer, "order_code": codes[0]} if codes else answer
