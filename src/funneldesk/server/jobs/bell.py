"""Wakes this process's workers as soon as a job that it put into the queue is committed."""

import threading
from collections import defaultdict

from sqlalchemy import event
from sqlalchemy.orm import Session

_RUNG = "funneldesk_lanes"

bells: defaultdict[str, threading.Event] = defaultdict(threading.Event)
"""One event for each lane of the queue; a worker clears it before it looks."""


def ring_after_commit(session: Session, lane: str) -> None:
    """Ring the lane's bell when the session's transaction is kept, and not before."""
    lanes = session.info.get(_RUNG)
    if lanes is None:
        lanes = session.info[_RUNG] = set()
        event.listen(session, "after_commit", _ring)
    lanes.add(lane)


def _ring(session: Session) -> None:
    lanes = session.info[_RUNG]
    while lanes:
        bells[lanes.pop()].set()
