"""Writes what subscribers are offered when they want to leave, for each merchant."""

from typing import Any

from sqlalchemy.orm import Session

from funneldesk.server.parts.subscriptions.inputs import RetentionConfig
from funneldesk.server.parts.subscriptions.store import SubscriptionStore
from funneldesk.server.sample.stage import Stage


def write_retention(stage: Stage, session: Session) -> None:
    """The configurations of the brand's merchants. Raises ValueError for an offer that lacks."""
    store = SubscriptionStore(session, stage.brand_id)
    found: dict[str, Any] = stage.content.life("retention")
    for merchant, offers in found.items():
        wanted = RetentionConfig.model_validate(offers)
        for offer in wanted.offers:
            if problems := offer.problems():
                raise ValueError(f"{merchant}: {problems}")
        store.set_offers(int(merchant), _stored(wanted))


def _stored(wanted: RetentionConfig) -> dict[str, Any]:
    """As the interface keeps it: numbers as numbers."""
    offers = wanted.model_dump(mode="json")
    for offer, given in zip(offers["offers"], wanted.offers, strict=True):
        offer["offer_value"] = None if given.offer_value is None else float(given.offer_value)
    return offers
