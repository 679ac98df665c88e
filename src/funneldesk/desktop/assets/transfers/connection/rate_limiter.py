"""Limits of a connection: requests at a time, and seconds of silence."""

import time

MOST_AT_ONCE = 3
FAILURES_UNTIL_AWAY = 6
"""Failures in a row, without any answer between them, after which the server counts as away."""

UNKNOWN = 0.2
"""Assumed usual answer time before anything was answered."""

_LONGEST = 60.0
_SUCCESSES_FOR_MORE = 10
_SLOW_FOR_LESS = 2


class Silence:
    """Seconds that a request of one kind may be silent, learnt from those that were answered.

    ``units`` say how much a request asks for: a number that its duration grows with. What is given
    up too early costs a look at the server, what is given up late costs time.
    """

    def __init__(self, first: float, least: float) -> None:
        self._first = first
        self._least = least
        self._slowest: float | None = None

    def answered(self, seconds: float, units: float) -> None:
        """A request was answered so long after it was last heard of."""
        self._slowest = max(seconds / units, 0.9 * (self._slowest or 0.0))

    def usual(self, units: float) -> float:
        """Time of a slow answer."""
        return UNKNOWN if self._slowest is None else self._slowest * units

    def patience(self, units: float, tries: int = 0) -> float:
        """Seconds of silence after which a request, tried so often before, is given up."""
        longest = self._first if self._slowest is None else self._least + 6 * self.usual(units)
        return float(min(longest * 2 ** min(tries, 6), _LONGEST))


class RateLimiter:
    """Learns from what happens to all transfers of a brand. All times are in seconds."""

    def __init__(self) -> None:
        self.at_once = MOST_AT_ONCE
        self.failures = 0
        self.sends = Silence(first=20.0, least=1.0)
        self.asks = Silence(first=10.0, least=0.3)
        self._successes = 0
        self._slow = 0
        self._held_until = 0.0

    def greeted(self) -> None:
        """The server answered."""
        self.failures = 0

    def failed(self) -> None:
        """No answer came."""
        self.failures += 1

    def was_slow(self) -> None:
        """The time for an answer to files was over: once may be chance, twice is a slow line."""
        self._successes = 0
        self._slow += 1
        if self._slow >= _SLOW_FOR_LESS:
            self._slow = 0
            self.at_once = max(1, self.at_once - 1)

    def was_taken(self) -> None:
        """Files were answered for."""
        self._slow = 0
        self._successes += 1
        if self._successes >= _SUCCESSES_FOR_MORE and self.at_once < MOST_AT_ONCE:
            self.at_once += 1
            self._successes = 0

    @property
    def seems_away(self) -> bool:
        """Whether nothing has come from the server for several tries."""
        return self.failures >= FAILURES_UNTIL_AWAY

    def settling(self, units: float) -> float:
        """Seconds for which a request may still be worked on after its connection broke."""
        return min(0.1 + self.sends.usual(units), 5.0)

    def hold(self, seconds: float) -> None:
        """The server asks for a pause."""
        self._held_until = max(self._held_until, time.monotonic() + seconds)

    def held_for(self) -> float:
        """Rest of that pause in seconds."""
        return max(0.0, self._held_until - time.monotonic())
