"""How much slower than usual this machine is: limits end what hangs, not what is slow."""

import os
import statistics
import time
from functools import cache

VARIABLE = "FUNNELDESK_SLOWNESS"
"""Holds the factor for the programs that a run starts, so that all have the same."""

_USUAL_SECONDS = 0.025
"""What ``_compute`` takes on a quiet machine of the year 2024."""


@cache
def slowness() -> float:
    """The factor by which limits are longer here: 1 on a quiet machine, never less."""
    given = os.environ.get(VARIABLE, "")
    if given:
        return max(1.0, float(given))
    return max(1.0, statistics.median(_seconds() for _ in range(5)) / _USUAL_SECONDS)


def _seconds() -> float:
    started = time.perf_counter()
    _compute()
    return time.perf_counter() - started


def _compute() -> int:
    """A fixed piece of work, of the kind that the tests mostly do."""
    words = {number: str(number) for number in range(100_000)}
    return sum(map(len, words.values()))
