"""What happens to pages and blogs when their domain changes or goes (document: Domains, move)."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Select, func, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from funneldesk.server.db.types import now
from funneldesk.server.parts.blogs.places import leave_domain as blogs_leave_domain
from funneldesk.server.parts.brands.turns import take_turn
from funneldesk.server.parts.domains.tables import DomainRow
from funneldesk.server.parts.pages.slugs import free_slug, stem
from funneldesk.server.parts.pages.tables import SLUG_INDEX, PageRow
from funneldesk.server.web.errors import invalid

MOST_SHOWN = 1000
"""Pages that a preview lists; the number of all is told beside them."""

_SENTENCES = 5


class Moving:
    """A move of everything on one domain of a brand to another one."""

    def __init__(self, session: Session, source: DomainRow, target: DomainRow) -> None:
        if source.id == target.id:
            raise invalid({"target_domain_id": "The pages are on this domain already."})
        self._session = session
        self._source = source
        self._target = target

    def preview(self) -> dict[str, Any]:
        """``{pages_affected, components_affected, preview}``; changes nothing."""
        brand_id, source = self._source.brand_id, self._source.id
        on_it = _on(brand_id, source)
        count = select(func.count()).select_from(PageRow).where(*on_it)
        pages = select(PageRow.id, PageRow.title, PageRow.slug).where(*on_it).order_by(PageRow.id)
        rows = self._session.execute(pages.limit(MOST_SHOWN)).all()
        clashes = set(
            self._session.scalars(self._clashing().where(PageRow.slug.in_([r.slug for r in rows])))
        )
        return {
            "pages_affected": self._session.scalar(count) or 0,
            "components_affected": 0,  # components belong to no domain
            "preview": [
                {
                    "id": row.id,
                    "title": row.title,
                    "current_domain": self._source.domain,
                    "new_domain": self._target.domain,
                    "slug": row.slug,
                    "slug_taken": row.slug in clashes,
                }
                for row in rows
            ],
        }

    def apply(self) -> dict[str, Any]:
        """Move, and tell how much. Raises Refused (422) when the target has a slug already."""
        taken = self._session.scalars(self._clashing().limit(_SENTENCES)).all()
        if taken:
            words = ", ".join(taken)
            raise invalid({"target_domain_id": f"The domain has pages with the slugs {words}."})
        with _slugs_checked("target_domain_id"):
            moved = self._session.execute(
                update(PageRow)
                .where(*_on(self._source.brand_id, self._source.id))
                .values(domain_id=self._target.id, updated_at=now())
            )
        return {"success": True, "pages_updated": moved.rowcount, "components_updated": 0}  # type: ignore[attr-defined]

    def _clashing(self) -> Any:
        """Slugs that pages of both domains have."""
        own = select(PageRow.slug).where(*_on(self._source.brand_id, self._source.id))
        return select(PageRow.slug).where(
            *_on(self._target.brand_id, self._target.id), PageRow.slug.in_(own)
        )


def leave_domain(session: Session, brand_id: int, domain_id: int) -> None:
    """Leave the brand's pages and blogs of a domain without one; slugs get numbers as needed.

    Raises Refused (422) when a page changed its slug in the same moment.
    """
    take_turn(session, brand_id)
    blogs_leave_domain(session, brand_id, domain_id)
    taken = PageRow.slug.in_(select(PageRow.slug).where(*_on(brand_id, 0)))
    clashing = select(PageRow.id, PageRow.slug).where(*_on(brand_id, domain_id), taken)
    with _slugs_checked("domain"):
        for page_id, slug in session.execute(clashing).all():
            free = free_slug(slug, set(session.scalars(_near(brand_id, domain_id, slug))))
            session.execute(
                update(PageRow)
                .where(PageRow.brand_id == brand_id, PageRow.id == page_id)
                .values(slug=free)
            )
        session.execute(
            update(PageRow)
            .where(*_on(brand_id, domain_id))
            .values(domain_id=None, updated_at=now())
        )


def _near(brand_id: int, domain_id: int, slug: str) -> Select[str]:
    """The slugs on a domain and on none that a free one has to keep clear of."""
    return select(PageRow.slug).where(
        PageRow.brand_id == brand_id,
        func.coalesce(PageRow.domain_id, 0).in_((0, domain_id)),
        PageRow.slug.startswith(stem(slug), autoescape=True),
    )


@contextmanager
def _slugs_checked(field: str) -> Iterator[None]:
    """Turns the database's own word on a slug that another writer took just now into a 422."""
    try:
        yield
    except IntegrityError as error:
        if SLUG_INDEX not in str(error.orig):
            raise
        raise invalid({field: "Pages changed in the same moment. Try again."}) from error


def _on(brand_id: int, domain_id: int) -> tuple[Any, ...]:
    """The pages of a domain, 0 for none: as the index of addresses has them."""
    return PageRow.brand_id == brand_id, func.coalesce(PageRow.domain_id, 0) == domain_id
