"""Queries on brands."""

from collections.abc import Mapping
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from funneldesk.server.db.types import now
from funneldesk.server.parts.brands.tables import BrandRow
from funneldesk.server.web.errors import missing
from funneldesk.server.web.tables import MembershipRow


def list_brands(session: Session, user_id: int) -> list[dict[str, Any]]:
    """Summaries of the brands that a user is a member of, by id (quirk 4)."""
    rows = session.execute(
        select(BrandRow.id, BrandRow.name, BrandRow.subdomain, BrandRow.subscription_status)
        .join(MembershipRow, MembershipRow.brand_id == BrandRow.id)
        .where(MembershipRow.user_id == user_id)
        .order_by(BrandRow.id)
    )
    return [dict(row._mapping) for row in rows]


def get_brand(session: Session, brand_id: int) -> BrandRow:
    """The brand. Raises Refused (404)."""
    row = session.get(BrandRow, brand_id)
    if row is None:
        raise missing("brand")
    return row


def update_brand(session: Session, brand_id: int, values: Mapping[str, str]) -> BrandRow:
    """Set what was sent. Raises Refused (404)."""
    row = get_brand(session, brand_id)
    for name, value in values.items():
        setattr(row, name, value)
    if values:
        row.updated_at = now()
    session.flush()
    return row


def brand_body(row: BrandRow) -> dict[str, Any]:
    """The brand as the document shows it."""
    return {
        "id": row.id,
        "name": row.name,
        "subdomain": row.subdomain,
        "timezone": row.timezone,
        "currency": row.currency,
        "subscription_status": row.subscription_status,
        "created_at": row.created_at,
        "updated_at": row.updated_at,
    }
