"""What a worker hands to whoever does a job, and the two ways of doing one."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy.orm import Session

from funneldesk.server.platform import Platform


@dataclass(frozen=True, slots=True)
class Job:
    """A claimed job. ``attempt`` counts from 1; ``holder`` is the word of this one claim."""

    brand_id: int
    id: int
    kind: str
    body: Mapping[str, Any]
    run_at: datetime
    attempt: int
    holder: str


class Hopeless(Exception):
    """A further attempt cannot help; the message is the reason that is kept."""


Finish = Callable[[Session], None]
GiveUp = Callable[[Session, Job, str], None]


@dataclass(frozen=True, slots=True)
class Within:
    """Work whose whole effect is in the database: done once, in the transaction that claims it."""

    do: Callable[[Platform, Session, Job], None]
    give_up: GiveUp | None = None
    attempts: int = 8


@dataclass(frozen=True, slots=True)
class Outside:
    """Work beyond the database: done at least once, between two transactions.

    ``do`` gives what is left to do in the transaction that ends the job, or None. When the process
    dies, another one takes the job over.
    """

    do: Callable[[Platform, Job], Finish | None]
    give_up: GiveUp | None = None
    attempts: int = 8


def pause_before(attempt: int) -> timedelta:
    """How long to wait before a further attempt: 5 seconds, then four times as long each time."""
    return timedelta(seconds=min(5 * 4 ** max(0, attempt - 1), 6 * 3600))
