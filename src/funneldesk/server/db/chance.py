"""Where codes and ids come from: the system's own randomness, but for the sample's.

Keys, salts and what opens something never come from here.
"""

import random
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_source: ContextVar[random.Random | None] = ContextVar("source", default=None)
_SYSTEM = random.SystemRandom()


def chance() -> random.Random:
    """What to draw from; nobody can foresee it outside of ``drawn_from``."""
    return _source.get() or _SYSTEM


@contextmanager
def drawn_from(source: random.Random) -> Iterator[None]:
    """Let codes and ids within the block come from ``source``: the same each time."""
    token = _source.set(source)
    try:
        yield
    finally:
        _source.reset(token)
