"""When a call may be made again, and after how long (quirks 9 and 10).

There is no idempotency key. Reads, and updates and deletions of one addressed record, end the same
however often they are made; everything else (create, clone, refund, reply) never repeats.
"""

import random

from funneldesk.client.answer import Answer
from funneldesk.client.faults import retry_after

REPEATS = 2
BACKOFF = 0.25
"""Seconds before the first repeat."""

LONGEST_WAIT = 30.0
"""Seconds that a call waits by itself when the platform asks for it; longer is told instead."""


def may_repeat(method: str, addressed: bool) -> bool:
    """Whether a call may be made again; ``addressed``: its path names exactly one record."""
    return method == "GET" or (addressed and method in ("PUT", "DELETE"))


def pause_before(repeat: int) -> float:
    """Seconds before repeat 1, 2, …: doubling from ``BACKOFF``, half of it left to chance."""
    return float(BACKOFF * 2 ** (repeat - 1) * random.uniform(0.5, 1.0))  # noqa: S311


def wait_asked_for(answer: Answer) -> float | None:
    """Seconds that a refusal asks to wait, None when there is nothing to wait for."""
    if answer.status not in (429, 503):
        return None
    seconds = retry_after(answer)
    return seconds if seconds is not None and seconds <= LONGEST_WAIT else None
