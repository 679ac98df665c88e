"""Keeps the tests of a page in line with its markup (document: Page; quirk 27)."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from funneldesk.contract.markup_scan import scan
from funneldesk.server.db.counters import move
from funneldesk.server.db.types import now
from funneldesk.server.parts.split_tests.rules import blocks_in_order, config_of, record_id
from funneldesk.server.parts.split_tests.states import RUNNING
from funneldesk.server.parts.split_tests.tables import SplitTestRow

COUNTER = "split_tests/{status}"
_LONGEST_NAME = 255


def follow_markup(
    session: Session, brand_id: int, page_id: int, html: str, *, is_new: bool = False
) -> None:
    """Bring the split tests of a page, which may be a new one, in line with html just saved.

    A block that names a test of this page keeps it; any other block makes a new one, at each
    save. Tests that no block holds any more stay as records.
    """
    known = {} if is_new else {row.id: row for row in _of_page(session, brand_id, page_id)}
    for row in known.values():
        row.block = None
    made = 0
    for place, block in enumerate(blocks_in_order(scan(html))):
        kept = known.pop(record_id(block), None)
        row = kept or SplitTestRow(brand_id=brand_id, page_id=page_id, config={})
        made += kept is None
        config = config_of(block, row.config)
        if row.config != config:
            set_config(row, config)
        row.name = block.name[:_LONGEST_NAME] or f"Split test {place + 1}"
        row.block = place
        session.add(row)
    session.flush()
    move(session, brand_id, COUNTER.format(status=RUNNING), made)


def set_config(row: SplitTestRow, config: Mapping[str, Any]) -> None:
    """Give a test another config; remembers since when its weights are what they are."""
    before, after = _weights(row.config), _weights(config)
    row.config, row.updated_at = dict(config), now()
    if before and before != after:
        row.weights_since = row.updated_at


def tests_by_block(session: Session, brand_id: int, page_id: int) -> dict[int, SplitTestRow]:
    """The page's present split tests by the place of their blocks."""
    rows = _of_page(session, brand_id, page_id)
    return {row.block: row for row in rows if row.block is not None}


def changed_at(session: Session, brand_id: int, page_id: int) -> datetime | None:
    """When a split test of the page last changed; None when it has none."""
    query = select(func.max(SplitTestRow.updated_at)).where(
        SplitTestRow.brand_id == brand_id, SplitTestRow.page_id == page_id
    )
    return session.scalar(query)


def forget_page(session: Session, brand_id: int, page_id: int) -> None:
    """Take the tests of a page out of the counts: the page is about to be deleted with them."""
    query = (
        select(SplitTestRow.status, func.count())
        .where(SplitTestRow.brand_id == brand_id, SplitTestRow.page_id == page_id)
        .group_by(SplitTestRow.status)
    )
    for status, count in session.execute(query).all():
        move(session, brand_id, COUNTER.format(status=status), -count)


def _weights(config: Mapping[str, Any]) -> dict[str, Any]:
    return {item["node_code"]: item.get("weight") for item in config.get("items", ())}


def _of_page(session: Session, brand_id: int, page_id: int) -> list[SplitTestRow]:
    query = select(SplitTestRow).where(
        SplitTestRow.brand_id == brand_id, SplitTestRow.page_id == page_id
    )
    return list(session.scalars(query.order_by(SplitTestRow.id)))
