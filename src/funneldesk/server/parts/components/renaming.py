"""A component's code changed: its references follow, everywhere in the brand (quirk 31)."""

from typing import Any

from sqlalchemy import ColumnElement, select
from sqlalchemy.orm import InstrumentedAttribute, Session

from funneldesk.contract.component_references import ELEMENT, with_code_renamed
from funneldesk.contract.components import CODE_PREFIX
from funneldesk.server.db.types import now
from funneldesk.server.parts.components.tables import ComponentDraftRow, ComponentSourceRow
from funneldesk.server.parts.pages.tables import PageRow, PageSourceRow


def rewrite_references(session: Session, brand_id: int, old: str, new: str) -> int:
    """Rename the code in the html of all pages, components and drafts; gives how many pages.

    No other byte changes, and no split test: html is not taken for newly saved. Pages are taken
    one after the other, so that memory does not follow the size of the brand.
    """
    holding = select(PageSourceRow.page_id).where(
        PageSourceRow.brand_id == brand_id, _may_name(PageSourceRow.html, old)
    )
    count = 0
    for page_id in session.scalars(holding.order_by(PageSourceRow.page_id)).all():
        count += _rewrite_page(session, brand_id, page_id, old, new)
    _rewrite_components(session, brand_id, old, new)
    return count


def _rewrite_components(session: Session, brand_id: int, old: str, new: str) -> None:
    live = select(ComponentSourceRow).where(
        ComponentSourceRow.brand_id == brand_id,
        _may_name(ComponentSourceRow.html, old),
    )
    drafts = select(ComponentDraftRow).where(
        ComponentDraftRow.brand_id == brand_id,
        _may_name(ComponentDraftRow.html, old),
    )
    for source in session.scalars(live.with_for_update()):
        source.html = with_code_renamed(source.html or "", old, new)
    for draft in session.scalars(drafts.with_for_update()):
        draft.html = with_code_renamed(draft.html, old, new)
    session.flush()


def _rewrite_page(session: Session, brand_id: int, page_id: int, old: str, new: str) -> bool:
    # The page is locked before its source is read: whoever saves it meanwhile is not overwritten.
    page = session.get(PageRow, (brand_id, page_id), with_for_update=True)
    source = session.get(PageSourceRow, (brand_id, page_id), populate_existing=True)
    if page is None or source is None:
        return False
    html = with_code_renamed(source.html or "", old, new)
    is_changed = html != source.html
    if is_changed:
        source.html, page.updated_at = html, now()
        session.flush()
    session.expunge(source)
    return is_changed


def _may_name(html: InstrumentedAttribute[Any], code: str) -> ColumnElement[bool]:
    """What may hold a reference, whose prefix may have been left out."""
    bare = code.removeprefix(CODE_PREFIX)
    return html.contains(bare, autoescape=True) & html.icontains(ELEMENT)
