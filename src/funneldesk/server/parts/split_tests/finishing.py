"""Split tests that end by themselves (document: ``auto_select_winner``, ``end_date``)."""

from collections.abc import Sequence
from datetime import date
from typing import Any, NamedTuple

from sqlalchemy import or_, select
from sqlalchemy.orm import Session

from funneldesk.contract.zones import zone_of
from funneldesk.server.db.types import now
from funneldesk.server.parts.brands.tables import BrandRow
from funneldesk.server.parts.split_tests.charts import Question
from funneldesk.server.parts.split_tests.numbers import visitors_of
from funneldesk.server.parts.split_tests.states import COMPLETED, RUNNING
from funneldesk.server.parts.split_tests.store import SplitTestStore
from funneldesk.server.parts.split_tests.tables import SplitTestRow
from funneldesk.server.parts.split_tests.verdict import Judged, Terms, certainty
from funneldesk.server.platform import Platform

AUTO = "auto"


class Ending(NamedTuple):
    """How a test ends: with a winner, or completed without one."""

    winner: dict[str, Any] | None


def ending(
    *,
    auto: bool,
    judged: Sequence[Judged],
    terms: Terms,
    is_over: bool,
) -> Ending | None:
    """How a running test ends now; None when it goes on.

    A test that selects its winner ends as soon as one has won; any test ends when its time or its
    sample is over.
    """
    won = next((one for one in judged if one.is_winner), None) if auto else None
    if won is not None:
        return Ending(
            {
                "variant": won.name,
                "node_code": won.code,
                "confidence": certainty(won, judged, terms),
                "improvement": won.lift,
            }
        )
    return Ending(None) if is_over else None


def run(platform: Platform) -> None:
    """The duty: end what has to end, each test in a transaction of its own."""
    row = SplitTestRow
    query = select(row.brand_id, row.id).where(
        row.status == RUNNING,
        or_(
            row.auto_select_winner.is_(True),
            row.end_date.is_not(None),
            row.sample_size_limit.is_not(None),
        ),
    )
    with platform.database.reading() as session:
        due = session.execute(query).all()
        due = [each for each in due if _ending_of(session, *each) is not None]
    for brand_id, test_id in due:
        with platform.database.writing() as session:
            finish(session, brand_id, test_id)


def finish(session: Session, brand_id: int, test_id: int) -> None:
    """End a test if it has to end now."""
    store = SplitTestStore(session, brand_id)
    row = store.get(test_id, lock=True)
    found = _ending_of(session, brand_id, test_id) if row.status == RUNNING else None
    if found is None:
        return
    if found.winner is not None:
        store.declare(test_id, found.winner, by=AUTO)
    else:
        store.restate(row, COMPLETED)


def _ending_of(session: Session, brand_id: int, test_id: int) -> Ending | None:
    row = session.get_one(SplitTestRow, (brand_id, test_id))
    zone = zone_of(session.get_one(BrandRow, brand_id).timezone)
    judged, terms = Question(session, row, None, zone).judged()
    today = now().astimezone(zone).date()
    is_over = _time_is_over(row.end_date, today) or _sample_is_full(session, row)
    return ending(auto=row.auto_select_winner, judged=judged, terms=terms, is_over=is_over)


def _time_is_over(end: date | None, today: date) -> bool:
    return end is not None and today > end


def _sample_is_full(session: Session, row: SplitTestRow) -> bool:
    if row.sample_size_limit is None:
        return False
    return visitors_of(session, row.brand_id, [row.id]).get(row.id, 0) >= row.sample_size_limit
