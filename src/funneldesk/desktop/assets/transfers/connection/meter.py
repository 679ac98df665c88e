"""Meter of bytes a second over the last few seconds."""

import time
from collections import deque

WINDOW = 5.0
"""Seconds that are looked back at."""

_LEAST = 0.5


class Meter:
    """Told the bytes so far now and then; what goes back (an attempt that failed) begins anew."""

    def __init__(self) -> None:
        self._points: deque[tuple[float, int]] = deque()

    def speed(self, so_far: int, at: float | None = None) -> float | None:
        """Bytes a second, None while too little is known. ``at`` is a moment in seconds."""
        at = time.monotonic() if at is None else at
        points = self._points
        if points and so_far < points[-1][1]:
            points.clear()
        points.append((at, so_far))
        while len(points) > 2 and points[1][0] < at - WINDOW:
            points.popleft()
        gone = at - points[0][0]
        if gone < _LEAST:
            return None
        return (so_far - points[0][1]) / gone

    def rest(self) -> None:
        """A pause begins: what comes after it is measured anew."""
        self._points.clear()
