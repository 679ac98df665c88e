"""Who does a job: claimed under a lock, ended once, given back, tried again, given up."""

import secrets
from collections.abc import Mapping
from datetime import timedelta
from typing import TypeVar

from sqlalchemy import Select, and_, select, update
from sqlalchemy.orm import Session

from funneldesk.server.db.types import now
from funneldesk.server.jobs.job import Job, pause_before
from funneldesk.server.jobs.tables import JobRow

MOST_REASON = 500
LEASE = timedelta(seconds=20)
"""A worker that says nothing for so long is taken for dead, and its job is taken over."""

T = TypeVar("T")


class Lost(Exception):
    """The job was taken over by another worker; what this one did is undone."""


def lanes_with_work(session: Session, lanes: tuple[str, ...]) -> set[str]:
    """The lanes in which a job is due. One look into the index for each."""
    return {
        lane
        for lane in lanes
        if any(session.scalar(query) for query in _due(lane, select(JobRow.id).limit(1)))
    }


def claim(session: Session, lane: str, *, hold: bool) -> Job | None:
    """The job of the lane that has been due for longest, locked; None when nothing is due.

    With ``hold`` it is marked as running for ``LEASE``, to be prolonged by ``keep``; without, it
    is claimed for as long as the session's transaction lasts.
    """
    for query in _due(lane, select(JobRow).limit(1).with_for_update(skip_locked=True)):
        row = session.scalar(query)
        if row is None:
            continue
        job = _job(row)
        if hold:
            row.state, row.holder, row.attempts = "running", job.holder, job.attempt
            row.held_until = now() + LEASE
        return job
    return None


def keep(session: Session, job: Job) -> None:
    """Hold a running job for another ``LEASE``, unless somebody took it over."""
    _change(session, job, True, {"held_until": now() + LEASE})


def end(session: Session, job: Job, *, held: bool) -> None:
    """The job is done. Raises Lost when it is another worker's by now."""
    values = {"state": "done", "finished_at": now(), "attempts": job.attempt, "holder": None}
    if not _change(session, job, held, values):
        raise Lost


def try_again(session: Session, job: Job, reason: str, *, held: bool) -> bool:
    """Have a failed job tried again later. Whether it was still this worker's."""
    values = {
        "state": "waiting",
        "attempts": job.attempt,
        "run_at": now() + pause_before(job.attempt),
        "holder": None,
        "held_until": None,
        "failure": reason[:MOST_REASON],
    }
    return _change(session, job, held, values)


def give_up(session: Session, job: Job, reason: str, *, held: bool) -> bool:
    """End a job as failed, with the reason. Whether it was still this worker's."""
    values = {
        "state": "failed",
        "attempts": job.attempt,
        "finished_at": now(),
        "holder": None,
        "failure": reason[:MOST_REASON],
    }
    return _change(session, job, held, values)


def give_back(session: Session, job: Job) -> None:
    """Let others do a held job at once: this worker ends. The attempt does not count."""
    values = {"state": "waiting", "attempts": job.attempt - 1, "holder": None, "held_until": None}
    _change(session, job, True, values)


def give_all_back(session: Session) -> None:
    """For a database of one process, at its start: nobody does anything yet."""
    session.execute(
        update(JobRow)
        .where(JobRow.state == "running")
        .values(state="waiting", holder=None, held_until=None)
    )


def _due(lane: str, query: Select[T]) -> list[Select[T]]:
    waiting = and_(JobRow.state == "waiting", JobRow.lane == lane, JobRow.run_at <= now())
    left = and_(JobRow.state == "running", JobRow.lane == lane, JobRow.held_until < now())
    return [
        query.where(waiting).order_by(JobRow.run_at, JobRow.id),
        query.where(left).order_by(JobRow.run_at, JobRow.id),
    ]


def _change(session: Session, job: Job, held: bool, values: Mapping[str, object]) -> bool:
    # The word of the claim, or the count of attempts, tells whether the job is still this one's.
    still = (
        and_(JobRow.state == "running", JobRow.holder == job.holder)
        if held
        else and_(JobRow.state == "waiting", JobRow.attempts == job.attempt - 1)
    )
    changed = session.execute(
        update(JobRow)
        .where(JobRow.brand_id == job.brand_id, JobRow.id == job.id, still)
        .values(**values)
        .returning(JobRow.id)
    )
    return changed.first() is not None


def _job(row: JobRow) -> Job:
    return Job(
        row.brand_id,
        row.id,
        row.kind,
        row.body,
        row.run_at,
        row.attempts + 1,
        secrets.token_hex(16),
    )
