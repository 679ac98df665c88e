"""Removes the jobs that nobody will ask for again."""

from datetime import datetime, timedelta

from sqlalchemy import delete, select, tuple_
from sqlalchemy.orm import Session

from funneldesk.server.db.types import now
from funneldesk.server.jobs.queue import LANES, STEPS
from funneldesk.server.jobs.tables import JobRow
from funneldesk.server.platform import Platform

KEPT = {"done": timedelta(days=1), "failed": timedelta(days=30)}
AT_A_TIME = 1000


def remove_old(platform: Platform) -> None:
    """A duty: remove done jobs after a day, failed ones after thirty, some at a time."""
    for state, kept in KEPT.items():
        for lane in {STEPS, *LANES.values()}:
            more = True
            while more:
                with platform.database.writing() as session:
                    more = _remove(session, state, lane, now() - kept)


def _remove(session: Session, state: str, lane: str, limit: datetime) -> bool:
    old = session.execute(
        select(JobRow.brand_id, JobRow.id)
        .where(JobRow.state == state, JobRow.lane == lane, JobRow.run_at < limit)
        .order_by(JobRow.run_at)
        .limit(AT_A_TIME)
    ).all()
    if old:
        keys = [tuple(key) for key in old]
        session.execute(delete(JobRow).where(tuple_(JobRow.brand_id, JobRow.id).in_(keys)))
    return len(old) == AT_A_TIME
