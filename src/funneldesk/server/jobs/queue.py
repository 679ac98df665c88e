"""Puts work into the queue, in the transaction of what asked for it."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from sqlalchemy.orm import Session

from funneldesk.server.db.types import now
from funneldesk.server.jobs.tables import JobRow


def enqueue(
    session: Session,
    brand_id: int,
    kind: str,
    body: Mapping[str, Any],
    *,
    run_at: datetime | None = None,
) -> int:
    """Have ``kind`` done with ``body`` (JSON) at ``run_at`` or soon; gives the job's id."""
    row = JobRow(brand_id=brand_id, kind=kind, body=dict(body), run_at=run_at or now())
    session.add(row)
    session.flush()
    return row.id
