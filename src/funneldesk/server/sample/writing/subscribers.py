"""Lets subscriptions live: what subscribers do, and what the clock does to them."""

from collections.abc import Sequence

from sqlalchemy.orm import Session

from funneldesk.server.db.types import now
from funneldesk.server.parts.subscriptions.renewals import renew_due
from funneldesk.server.sample.simulation.purchases import Turn
from funneldesk.server.sample.stage import Stage


def write_turns(stage: Stage, session: Session, turns: Sequence[Turn]) -> None:
    """Renewals up to now."""
    renew_due(session, stage.brand_id, now())
