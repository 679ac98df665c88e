"""Puts work into the queue, in the transaction of what asked for it."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import insert
from sqlalchemy.orm import Session

from funneldesk.server.db.ids import reserve_ids
from funneldesk.server.db.types import now
from funneldesk.server.jobs.bell import ring_after_commit
from funneldesk.server.jobs.tables import JobRow

STEPS = "steps"
LANES: Mapping[str, str] = {"mail": "mail", "export": "exports", "automation_call": "calls"}
"""The lane of each kind of job that leaves the database; all others share the lane of steps.

Each lane has a thread of its own: a mail server that is slow to answer delays letters only.
"""


def enqueue(
    session: Session,
    brand_id: int,
    kind: str,
    body: Mapping[str, Any],
    *,
    run_at: datetime | None = None,
) -> int:
    """Have ``kind`` done with ``body`` (JSON) at ``run_at`` or soon; gives the job's id."""
    lane = LANES.get(kind, STEPS)
    row = JobRow(brand_id=brand_id, kind=kind, lane=lane, body=dict(body), run_at=run_at or now())
    session.add(row)
    session.flush()
    ring_after_commit(session, lane)
    return row.id


def enqueue_many(
    session: Session,
    brand_id: int,
    kind: str,
    jobs: Sequence[tuple[Mapping[str, Any], datetime]],
) -> None:
    """Many jobs of one kind at once: their bodies and when each is to be done."""
    if not jobs:
        return
    lane = LANES.get(kind, STEPS)
    numbers = reserve_ids(session, "jobs", len(jobs))
    rows = [
        {
            "brand_id": brand_id,
            "id": number,
            "kind": kind,
            "lane": lane,
            "body": dict(body),
            "run_at": run_at,
        }
        for number, (body, run_at) in zip(numbers, jobs, strict=True)
    ]
    session.execute(insert(JobRow), rows)
    ring_after_commit(session, lane)
