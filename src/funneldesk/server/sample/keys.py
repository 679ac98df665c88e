"""The sample's keys: fresh at every start, one for each role (quirk 4)."""

from datetime import timedelta
from typing import Any

from sqlalchemy import delete
from sqlalchemy.orm import Session

from funneldesk.server.db.types import now
from funneldesk.server.settings import Settings
from funneldesk.server.web.keys import issue, member
from funneldesk.server.web.roles import Role
from funneldesk.server.web.tables import AccessKeyRow

ORIGIN = "sample"
OWNER = "Sample owner"
_SHARED_LIFE = timedelta(days=1)


def issue_keys(session: Session, brand: dict[str, Any]) -> list[dict[str, Any]]:
    """One key for each role: ``[{brand, name, role, key}]``. The owner is one person in all
    brands."""
    keys = []
    for role in Role:
        user_id = member_of(session, brand, role)
        key = issue(session, brand["id"], user_id, name=f"Sample {role}", origin=ORIGIN)
        keys.append(
            {
                "brand": brand["id"],
                "name": brand["name"],
                "role": role.value,
                "key": key.secret_text,
            }
        )
    return keys


def member_of(session: Session, brand: dict[str, Any], role: Role) -> int:
    """The user who has this role in the brand."""
    name = OWNER if role is Role.OWNER else f"{brand['name']} {role}"
    return member(session, brand["id"], name, role)


def drop_old_keys(session: Session, settings: Settings) -> None:
    """End the keys of earlier starts.

    On a shared database another process may just have issued some: there they live for a day.
    """
    old = delete(AccessKeyRow).where(AccessKeyRow.origin == ORIGIN)
    if settings.is_shared:
        old = old.where(AccessKeyRow.created_at < now() - _SHARED_LIFE)
    session.execute(old)
