"""Where blogs stand: slugs are unique for a domain (document: Blog, ``slug``; quirk 58)."""

from sqlalchemy import select
from sqlalchemy.orm import Session

from funneldesk.server.db.types import now
from funneldesk.server.parts.blogs.tables import BlogRow
from funneldesk.server.parts.pages.slugs import free_slug, stem


def address(domain_id: int | None, slug: str) -> str:
    """What is unique among the living blogs of a brand."""
    return f"{domain_id or 0}/{slug}"


def free_address_slug(session: Session, brand_id: int, domain_id: int | None, wanted: str) -> str:
    """``wanted``, numbered when another living blog on the domain has it."""
    near = address(domain_id, stem(wanted))
    taken = session.scalars(
        select(BlogRow.slug).where(
            BlogRow.brand_id == brand_id, BlogRow.address.startswith(near, autoescape=True)
        )
    )
    return free_slug(wanted, set(taken))


def leave_domain(session: Session, brand_id: int, domain_id: int) -> None:
    """Leave the brand's blogs of a domain without one; slugs get numbers as needed."""
    query = select(BlogRow).where(BlogRow.brand_id == brand_id, BlogRow.domain_id == domain_id)
    for row in session.scalars(query.order_by(BlogRow.id)).all():
        row.domain_id = None
        if row.deleted_at is None:
            row.slug = free_address_slug(session, brand_id, None, row.slug)
            row.address = address(None, row.slug)
        row.updated_at = now()
        session.flush()
