"""Waiting for what a program does on its own: looked at again and again, never slept through."""

import time
from collections.abc import Callable
from typing import TypeVar

from devtool.slowness import slowness

T = TypeVar("T")
STEP = 0.02
PATIENCE = 6.0 * slowness()
"""How many times as long a busy machine gets: a wait that ends well never takes it."""


def eventually(look: Callable[[], T | None], within: float, what: str, step: float = STEP) -> T:
    """The first true answer of ``look``, ``step`` seconds between two looks.

    Raises AssertionError after ``within`` seconds, with patience.
    """
    until = time.monotonic() + within * PATIENCE
    while True:
        seen = look()
        if seen:
            return seen
        if time.monotonic() > until:
            raise AssertionError(f"Not within {within:g} s: {what}.")
        time.sleep(step)
