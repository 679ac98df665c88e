"""Turns of writers within a brand, for what is counted or found free before it is written."""

from sqlalchemy import select
from sqlalchemy.orm import Session

from funneldesk.server.parts.brands.tables import BrandRow


def take_turn(session: Session, brand_id: int) -> None:
    """Make others of this brand that take a turn wait until this session ends.

    What is counted or found free from here on stays true.
    """
    session.execute(select(BrandRow.id).where(BrandRow.id == brand_id).with_for_update())
