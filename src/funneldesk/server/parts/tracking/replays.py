"""Recordings of page views: they come in batches and are kept compressed (quirk 53)."""

import json
import zlib
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from funneldesk.server.db.ids import document_id
from funneldesk.server.parts.tracking.tables import ReplayBatchRow, ReplayRow, VisitRow
from funneldesk.server.web.errors import missing

MOST_EVENTS = 20_000
"""Of one page view this many events are kept; what comes later is left out."""

EPOCH_MS = 100_000_000_000
"""From here on a time of an event is one of the clock, in milliseconds since 1970."""

_LATEST_MS = 100 * EPOCH_MS
_LONGEST_MS = 24 * 3600 * 1000

MOST_REPLAYS = 500
"""Of one session this many page views are kept."""


def record_replay(
    session: Session,
    brand_id: int,
    visit_id: int,
    page_session_id: str,
    moment: datetime,
    events: Sequence[Mapping[str, Any]],
    *,
    url: str | None = None,
    page_id: int | None = None,
    viewport: tuple[int, int] = (0, 0),
) -> None:
    """Add events, ``{type, x, y, ts, target, scrollY}`` with ``ts`` in milliseconds from the start
    of the page view, to its recording, which begins with the first batch. A ``ts`` of the clock is
    taken from the first one.

    ``page_session_id`` tells the page views of a visit apart.
    """
    row = _begun(session, brand_id, visit_id, page_session_id)
    first = events[0]["ts"] if events else 0
    if first >= EPOCH_MS and (row is None or not row.events):
        moment = _clock(first, moment)
    if row is None:
        if _is_full(session, brand_id, visit_id):
            return
        row = ReplayRow(
            brand_id=brand_id,
            id=document_id(moment),
            visit_id=visit_id,
            page_session_id=page_session_id,
            page_id=page_id,
            url=url,
            viewport_width=viewport[0],
            viewport_height=viewport[1],
            started_at=moment,
            **dict.fromkeys(("events", "batches", "duration_ms"), 0),
        )
        session.add(row)
        session.flush()
    _append(session, row, events)


def replays_of(session: Session, brand_id: int, session_id: str) -> list[ReplayRow]:
    """The recordings of a session in their order; none for a session that nobody knows."""
    query = (
        select(ReplayRow)
        .join(
            VisitRow,
            (VisitRow.brand_id == ReplayRow.brand_id) & (VisitRow.id == ReplayRow.visit_id),
        )
        .where(VisitRow.brand_id == brand_id, VisitRow.session_id == session_id)
        .order_by(ReplayRow.started_at, ReplayRow.id)
    )
    return list(session.scalars(query))


def replay_of(session: Session, brand_id: int, replay_id: str) -> tuple[ReplayRow, str, list[Any]]:
    """A recording, its session's id and its events. Raises Refused (404)."""
    row = session.get(ReplayRow, (brand_id, replay_id))
    if row is None:
        raise missing("replay")
    visit = session.get_one(VisitRow, (brand_id, row.visit_id))
    query = select(ReplayBatchRow.events).where(
        ReplayBatchRow.brand_id == brand_id, ReplayBatchRow.replay_id == replay_id
    )
    batches = session.scalars(query.order_by(ReplayBatchRow.number))
    events = [event for batch in batches for event in json.loads(zlib.decompress(batch))]
    return row, visit.session_id, events


def _begun(
    session: Session, brand_id: int, visit_id: int, page_session_id: str
) -> ReplayRow | None:
    query = select(ReplayRow).where(
        ReplayRow.brand_id == brand_id,
        ReplayRow.visit_id == visit_id,
        ReplayRow.page_session_id == page_session_id,
    )
    return session.scalar(query.with_for_update())


def _is_full(session: Session, brand_id: int, visit_id: int) -> bool:
    query = select(ReplayRow.id).where(
        ReplayRow.brand_id == brand_id, ReplayRow.visit_id == visit_id
    )
    return len(session.scalars(query.limit(MOST_REPLAYS)).all()) == MOST_REPLAYS


def _append(session: Session, row: ReplayRow, events: Sequence[Mapping[str, Any]]) -> None:
    began = round(row.started_at.timestamp() * 1000)
    kept = [_timed(event, began) for event in events[: max(0, MOST_EVENTS - row.events)]]
    if not kept:
        return
    packed = zlib.compress(json.dumps(kept, separators=(",", ":")).encode())
    session.add(
        ReplayBatchRow(brand_id=row.brand_id, replay_id=row.id, number=row.batches, events=packed)
    )
    row.batches += 1
    row.events += len(kept)
    row.duration_ms = max(row.duration_ms, *(int(event["ts"]) for event in kept))


def _clock(milliseconds: int, moment: datetime) -> datetime:
    """The moment that a clock tells, unless it is off by more than a day."""
    found = datetime.fromtimestamp(min(milliseconds, _LATEST_MS) / 1000, UTC)
    return found if abs(found - moment) < timedelta(days=1) else moment


def _timed(event: Mapping[str, Any], began: int) -> dict[str, Any]:
    """The event with its time from the start of the recording."""
    ts = event["ts"]
    if ts >= EPOCH_MS:
        ts = min(max(0, ts - began), _LONGEST_MS)
    return {**event, "ts": ts}
