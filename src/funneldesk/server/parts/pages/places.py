"""Where a page belongs: a domain and a funnel of its own brand (document: Page; quirk 40)."""

from collections.abc import Mapping
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from funneldesk.server.parts.domains.tables import DomainRow
from funneldesk.server.parts.funnels.tables import FunnelRow
from funneldesk.server.parts.pages.tables import PageRow
from funneldesk.server.web.errors import invalid


def check_domain(session: Session, brand_id: int, domain_id: int | None) -> None:
    """Raises Refused (422) unless the domain is one of the brand's custom domains, or None."""
    if domain_id is None:
        return
    query = select(DomainRow.id).where(
        DomainRow.brand_id == brand_id,
        DomainRow.id == domain_id,
        DomainRow.is_tracking_domain.is_(False),
    )
    if session.scalar(query.with_for_update(read=True)) is None:
        raise invalid({"domain_id": "The selected domain_id is invalid."})


def take_place(session: Session, row: PageRow, values: Mapping[str, Any]) -> None:
    """Check the domain and the funnel that a page is about to get, and put it last in the funnel.

    Raises Refused (422).
    """
    if "domain_id" in values and values["domain_id"] != row.domain_id:
        check_domain(session, row.brand_id, values["domain_id"])
    if "funnel_id" in values and values["funnel_id"] != row.funnel_id:
        row.funnel_order = _next_order(session, row.brand_id, values["funnel_id"])


def _next_order(session: Session, brand_id: int, funnel_id: int | None) -> int | None:
    if funnel_id is None:
        return None
    key = FunnelRow.brand_id == brand_id, FunnelRow.id == funnel_id
    if session.scalar(select(FunnelRow.id).where(*key).with_for_update(read=True)) is None:
        raise invalid({"funnel_id": "The selected funnel_id is invalid."})
    last = select(func.max(PageRow.funnel_order)).where(
        PageRow.brand_id == brand_id, PageRow.funnel_id == funnel_id
    )
    return (session.scalar(last) or 0) + 1
