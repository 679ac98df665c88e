"""Which automation a postback code belongs to: the one query that knows no brand yet."""

from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.orm import Session

from funneldesk.contract.letter_text import storable
from funneldesk.server.parts.automations.rules import LONGEST_CODE
from funneldesk.server.parts.automations.tables import AutomationRow


@dataclass(frozen=True, slots=True)
class Postback:
    """An automation, and whether it runs."""

    brand_id: int
    automation_id: int
    is_active: bool


def automation_of(session: Session, code: str) -> Postback | None:
    """The automation that the code starts, in whatever brand."""
    if len(code) > LONGEST_CODE or storable(code) != code:
        return None
    row = session.execute(
        select(AutomationRow.brand_id, AutomationRow.id, AutomationRow.status).where(
            AutomationRow.postback_code == code
        )
    ).one_or_none()
    return Postback(row.brand_id, row.id, row.status == "active") if row else None
