"""Work that grows with a text, judged against itself in the same run."""

import gc
import time
from collections.abc import Callable

LARGER = 16
"""How much longer the long text is: linear work takes 16 times as long, quadratic work 256."""

MOST_TIMES = 64
_NOTHING = 0.01
"""Seconds that a clock and a cold cache may add."""


def is_linear(work: Callable[[str], object], piece: str, length: int) -> bool:
    """Whether reading ``length`` characters of ``piece`` costs far less than quadratic work.

    Processor time of this process is counted, up to three times: others on the machine add none.
    """
    short = min(_seconds(work, piece, length // LARGER) for _ in range(3))
    return any(_seconds(work, piece, length) < MOST_TIMES * (short + _NOTHING) for _ in range(3))


def _seconds(work: Callable[[str], object], piece: str, length: int) -> float:
    text = piece * (length // len(piece))
    gc.collect()
    began = time.process_time()
    work(text)
    return time.process_time() - began
