"""Lets subscriptions live: what subscribers do, and what the clock does to them."""

from collections.abc import Sequence
from contextlib import suppress
from decimal import Decimal
from typing import Any

from sqlalchemy.orm import Session

from funneldesk.server.db.types import at, now
from funneldesk.server.parts.conversions.rules import NotPossible
from funneldesk.server.parts.subscriptions.actions import SubscriptionActions
from funneldesk.server.parts.subscriptions.inputs import ApplyInput
from funneldesk.server.parts.subscriptions.renewals import renew_due
from funneldesk.server.parts.subscriptions.tables import SubscriptionRow
from funneldesk.server.sample.simulation.purchases import Turn
from funneldesk.server.sample.stage import Stage
from funneldesk.server.web.errors import Refused

_OFFERS: dict[str, dict[str, Any]] = {
    "discount": {"offer_value": Decimal(20), "offer_duration_cycles": 3},
    "pause": {"offer_value": Decimal(30)},
    "downgrade": {},
}


def write_turns(stage: Stage, session: Session, turns: Sequence[Turn]) -> None:
    """Renewals up to now, and in between what subscribers do at their moments."""
    actions = SubscriptionActions(session, stage.brand_id)
    for turn in turns:
        # Who was charged back or gave up meanwhile has nothing left to skip or to pause.
        with at(turn.moment), suppress(NotPossible, Refused):
            _take(stage, session, actions, turn)
    renew_due(session, stage.brand_id, now())


def _take(stage: Stage, session: Session, actions: SubscriptionActions, turn: Turn) -> None:
    row = actions.find(turn.transaction)
    if row.wakes_at is not None and row.wakes_at <= turn.moment:
        renew_due(session, stage.brand_id, turn.moment)
    if turn.kind == "cancel":
        actions.cancel(row, turn.reason, turn.moment)
    elif turn.kind == "skip":
        actions.skip(row)
    elif turn.kind == "new card":
        actions.flag(row, "declines", False)
    else:
        actions.apply_offer(row, _offer(stage, row, turn))


def _offer(stage: Stage, row: SubscriptionRow, turn: Turn) -> ApplyInput:
    offer = dict(_OFFERS[turn.kind])
    if turn.kind == "downgrade":
        offers = stage.content.life("retention").get(str(row.merchant_id), {}).get("offers", ())
        codes = [each["offer_product_code"] for each in offers if "offer_product_code" in each]
        offer["offer_product_code"] = codes[0] if codes else row.product_code
    return ApplyInput.model_validate(
        {
            "transaction_id": turn.transaction,
            "merchant_id": row.merchant_id,
            "offer_type": turn.kind,
            "cancel_reason": turn.reason,
            **offer,
        }
    )
