"""Writes products and funnels."""

from sqlalchemy.orm import Session

from funneldesk.server.parts.funnels.store import FunnelStore
from funneldesk.server.sample.stage import Stage


def write_catalog(stage: Stage, session: Session) -> None:
    """The brand's funnels, and what it sells."""
    funnels = FunnelStore(session, stage.brand_id)
    for funnel in reversed(stage.content.life("funnels")):
        funnels.create({"name": funnel["name"], "status": funnel["status"]})
