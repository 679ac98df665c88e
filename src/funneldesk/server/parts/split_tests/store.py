"""Queries on split tests, as far as pages need them (quirk 27)."""

from sqlalchemy import select
from sqlalchemy.orm import Session

from funneldesk.contract.markup_scan import scan
from funneldesk.server.db.types import now
from funneldesk.server.parts.split_tests.rules import blocks_in_order, config_of, record_id
from funneldesk.server.parts.split_tests.tables import SplitTestRow

_LONGEST_NAME = 255


def follow_markup(session: Session, brand_id: int, page_id: int, html: str) -> None:
    """Bring the page's split tests in line with html that was just saved.

    A block that names a test of this page keeps it; any other block makes a new one, at each
    save. Tests that no block holds any more stay as records.
    """
    known = {row.id: row for row in _of_page(session, brand_id, page_id)}
    for row in known.values():
        row.block = None
    for place, block in enumerate(blocks_in_order(scan(html))):
        kept = known.pop(record_id(block), None)
        row = kept or SplitTestRow(brand_id=brand_id, page_id=page_id, config={})
        config = config_of(block, row.config)
        if row.config != config:
            row.config, row.updated_at = config, now()
        row.name = block.name[:_LONGEST_NAME] or f"Split test {place + 1}"
        row.block = place
        session.add(row)
    session.flush()


def tests_by_block(session: Session, brand_id: int, page_id: int) -> dict[int, SplitTestRow]:
    """The page's present split tests by the place of their blocks."""
    rows = _of_page(session, brand_id, page_id)
    return {row.block: row for row in rows if row.block is not None}


def _of_page(session: Session, brand_id: int, page_id: int) -> list[SplitTestRow]:
    query = select(SplitTestRow).where(
        SplitTestRow.brand_id == brand_id, SplitTestRow.page_id == page_id
    )
    return list(session.scalars(query.order_by(SplitTestRow.id)))
