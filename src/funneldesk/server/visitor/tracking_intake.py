"""Brings a batch of a browser into the visit that it belongs to."""

from collections.abc import Callable
from datetime import timedelta
from decimal import Decimal

from sqlalchemy import exists, select
from sqlalchemy.orm import Session

from funneldesk.contract.email_addresses import is_email
from funneldesk.server.db.types import now
from funneldesk.server.parts.customers.book import record_abandon, take_turns
from funneldesk.server.parts.pages.tables import PageRow
from funneldesk.server.parts.split_tests.tables import SplitTestRow
from funneldesk.server.parts.tracking.ingest import IDENTIFY, PAGE_VIEW, Ingest
from funneldesk.server.parts.tracking.replays import record_replay
from funneldesk.server.parts.tracking.tables import VisitEventRow
from funneldesk.server.parts.tracking.visits import Visit, latest_visit
from funneldesk.server.visitor.tracking_batch import Batch, EventData, SentEvent
from funneldesk.server.visitor.tracking_origin import Origin

SILENCE = timedelta(minutes=30)
"""A visit ends when nothing is heard of it for this long."""


MOST_EVENTS = 5000
"""A visit takes this many events; whoever sends more is no visitor."""


def take_in(
    session: Session,
    brand_id: int,
    visitor: str,
    origin: Origin,
    batch: Batch,
    begins: Callable[[], None] = lambda: None,
) -> Visit:
    """Keep the batch's events and its part of a replay, in this transaction.

    ``begins`` is called before a visit begins, and may raise.
    """
    moment = now()
    if any(event.data and event.data.email for event in batch.events):
        take_turns(session, brand_id)  # first of all, as those do who record orders
    page = session.get(PageRow, (brand_id, batch.page)) if batch.page else None
    ingest = Ingest(session, brand_id)
    visit = latest_visit(session, brand_id, visitor)
    if visit is None or moment - visit.last_at > SILENCE:
        begins()
        visit = _begin(ingest, visitor, origin, batch, page)
    known = _known_pairs(session, brand_id, batch.events)
    for event in batch.events[: max(0, MOST_EVENTS - visit.events)]:
        ingest.event(
            visit,
            event.type,
            moment,
            url=batch.url or None,
            page_id=page.id if page else None,
            data=_told(event.data),
            seconds=event.seconds,
            pairs=[pair for pair in event.pairs if pair in known]
            if event.type == PAGE_VIEW
            else (),
        )
    _note_abandoned(session, brand_id, visit, batch.events)
    ingest.flush()
    _keep_replay(session, brand_id, visit, batch, page)
    return visit


def _keep_replay(
    session: Session, brand_id: int, visit: Visit, batch: Batch, page: PageRow | None
) -> None:
    if batch.replay and batch.view and not visit.is_bot:
        record_replay(
            session,
            brand_id,
            visit.id,
            batch.view,
            now(),
            [event.model_dump() for event in batch.replay],
            url=batch.url or None,
            page_id=page.id if page else None,
            viewport=batch.viewport,
        )


def _begin(
    ingest: Ingest, visitor: str, origin: Origin, batch: Batch, page: PageRow | None
) -> Visit:
    fields = dict(origin.fields)
    if page is not None:
        fields |= {"funnel_id": page.funnel_id, "domain_id": page.domain_id}
    return ingest.visit(now(), visitor, screen_resolution=batch.screen or "", **fields)


def _note_abandoned(session: Session, brand_id: int, visit: Visit, events: list[SentEvent]) -> None:
    """Who tells their address and the value of their cart is a customer without an order as yet.

    The first one of a visit counts.
    """
    left = next((e.data for e in events if e.data and e.data.email and e.data.value), None)
    if left is None or left.email is None or not is_email(left.email):
        return
    earlier = exists().where(
        VisitEventRow.brand_id == brand_id,
        VisitEventRow.visit_id == visit.id,
        VisitEventRow.type == IDENTIFY,
    )
    if not (visit.is_bot or visit.purchased_at or session.scalar(select(earlier))):
        value = Decimal(str(left.value))
        record_abandon(session, brand_id, left.email, value, name=left.name)


def _told(data: EventData | None) -> dict[str, object] | None:
    found = data.model_dump(exclude_none=True) if data else {}
    return found or None


def _known_pairs(session: Session, brand_id: int, events: list[SentEvent]) -> set[tuple[int, str]]:
    """The pairs that name a variant of a test of the brand; a browser could name anything."""
    wanted = {test_id for event in events for test_id, _ in event.pairs}
    if not wanted:
        return set()
    query = select(SplitTestRow.id, SplitTestRow.config).where(
        SplitTestRow.brand_id == brand_id, SplitTestRow.id.in_(sorted(wanted)[:50])
    )
    return {
        (test_id, item["node_code"])
        for test_id, config in session.execute(query)
        for item in config.get("items", ())
    }
