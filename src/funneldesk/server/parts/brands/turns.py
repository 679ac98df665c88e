"""Turns of writers within a brand, for what is counted or found free before it is written."""

from sqlalchemy import bindparam, select
from sqlalchemy.orm import Session

from funneldesk.server.parts.brands.tables import BrandRow

_TURN = select(BrandRow.id).where(BrandRow.id == bindparam("brand_id")).with_for_update()


def take_turn(session: Session, brand_id: int) -> None:
    """Make others of this brand that take a turn wait until this session ends.

    What is counted or found free from here on stays true.
    """
    session.connection().execute(_TURN, {"brand_id": brand_id})
