"""Lets subscriptions live: what subscribers do, and what the clock does to them."""

from collections.abc import Sequence
from contextlib import suppress
from datetime import timedelta
from decimal import Decimal
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from funneldesk.server.db.types import at, now
from funneldesk.server.jobs.mail import already_delivered
from funneldesk.server.parts.conversions.rules import NotPossible
from funneldesk.server.parts.subscriptions.actions import SubscriptionActions
from funneldesk.server.parts.subscriptions.inputs import ApplyInput
from funneldesk.server.parts.subscriptions.provider import provider_said
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


def write_present_states(stage: Stage, session: Session) -> None:
    """What happened since yesterday, so that each state can be seen on any day: two cards were
    refused, two subscribers paused."""
    query = (
        select(SubscriptionRow.transaction_id)
        .where(
            SubscriptionRow.brand_id == stage.brand_id,
            SubscriptionRow.subscription_status == "active",
        )
        .order_by(SubscriptionRow.transaction_id)
    )
    found = session.scalars(query.limit(4)).all()
    moment = stage.now - timedelta(hours=20)
    with at(moment), already_delivered():
        for transaction in found[:2]:
            failed = "subscription_payment_failed"
            provider_said(
                session, stage.brand_id, failed, transaction, "The card has expired.", moment
            )
        actions = SubscriptionActions(session, stage.brand_id)
        for transaction in found[2:]:
            _take(stage, session, actions, Turn("pause", moment, transaction, "Going away"))


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
