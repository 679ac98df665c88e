"""A recording as columns of numbers: where pointer and page are at any moment, found at once."""

import math
from array import array
from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass, field
from math import isfinite

from funneldesk.contract.tracking import Replay, ReplayEvent

IDLE_MS = 2_000
"""Milliseconds without an event after which one waits for nothing."""
EPOCH_MS = 100_000_000_000.0
"""From here on times of events are those of a clock, in milliseconds since 1970."""
LARGEST = 100_000.0
POINTED = ("mousemove", "click", "touchmove", "touchstart", "pointermove", "mousedown")


@dataclass(frozen=True, slots=True)
class Moment:
    """The state at a moment; ``x`` and ``y`` are in the viewport, None before anything pointed."""

    x: float | None
    y: float | None
    scroll: float


@dataclass(slots=True)
class Recording:
    """``times`` in milliseconds, ascending; ``kinds`` are places in ``names``.

    ``x`` and ``y`` hold where the pointer is after each event, also of a scroll, which tells none.
    """

    id: str = ""
    url: str = ""
    duration: float = 0.0
    width: int = 1280
    height: int = 800
    times: "array[float]" = field(default_factory=lambda: array("d"))
    x: "array[float]" = field(default_factory=lambda: array("f"))
    y: "array[float]" = field(default_factory=lambda: array("f"))
    scrolls: "array[float]" = field(default_factory=lambda: array("f"))
    kinds: "array[int]" = field(default_factory=lambda: array("H"))
    targets: "array[int]" = field(default_factory=lambda: array("I"))
    names: list[str] = field(default_factory=list)
    called: list[str] = field(default_factory=list)
    """The targets, each once."""

    @classmethod
    def of(cls, replay: Replay) -> "Recording":
        """Read one; events in any order, values that make no sense are those of before."""
        made = cls(
            replay.id,
            replay.url or "",
            width=_size(replay.viewport_width, 1280),
            height=_size(replay.viewport_height, 800),
        )
        names: dict[str, int] = {}
        called: dict[str, int] = {}
        told = [each.ts for each in replay.events if each.ts is not None and isfinite(each.ts)]
        base = min(told, default=0.0)
        base = base if base >= EPOCH_MS else 0.0
        timed = [(_finite((each.ts or 0.0) - base), each) for each in replay.events]
        made._fill(sorted(timed, key=lambda pair: pair[0]), names, called)
        made.names, made.called = list(names), list(called)
        last = made.times[-1] if made.times else 0.0
        duration = replay.duration_ms or 0.0
        made.duration = max(last, _finite(duration - base if duration >= EPOCH_MS else duration))
        return made

    def _fill(
        self,
        events: Iterable[tuple[float, ReplayEvent]],
        names: dict[str, int],
        called: dict[str, int],
    ) -> None:
        x, y, scroll = -1.0, -1.0, 0.0
        for moment, each in events:
            if each.scroll_y is not None:
                scroll = _finite(each.scroll_y)
            if each.type in POINTED or (each.type != "scroll" and each.x is not None):
                x, y = _finite(each.x), _finite(each.y)
            self.times.append(moment)
            self.x.append(x)
            self.y.append(y)
            self.scrolls.append(scroll)
            self.kinds.append(min(names.setdefault(each.type[:40], len(names)), 65_535))
            self.targets.append(called.setdefault((each.target or "")[:200], len(called)))

    def __len__(self) -> int:
        return len(self.times)

    def kind(self, place: int) -> str:
        """What an event was."""
        return self.names[self.kinds[place]]

    def target(self, place: int) -> str:
        """On what an event was, as the recording calls it."""
        return self.called[self.targets[place]]

    def place_at(self, at: float) -> int:
        """The last event up to a moment; -1 before the first."""
        return bisect_right(self.times, at) - 1

    def moment_at(self, at: float) -> Moment:
        """Where pointer and page are, between two events as far as the time between them."""
        place = self.place_at(at)
        if place < 0:
            return Moment(None, None, 0.0)
        if place + 1 >= len(self.times) or self.x[place] < 0:
            x, y = self._pointer(place)
            return Moment(x, y, self.scrolls[place])
        begun, ends = self.times[place], self.times[place + 1]
        share = (at - begun) / (ends - begun) if ends > begun else 1.0
        if ends - begun > IDLE_MS / 2:
            share = 0.0  # A hand that rested moved only at the end.
        x0, x1, y0, y1 = self.x[place], self.x[place + 1], self.y[place], self.y[place + 1]
        s0, s1 = self.scrolls[place], self.scrolls[place + 1]
        return Moment(x0 + (x1 - x0) * share, y0 + (y1 - y0) * share, s0 + (s1 - s0) * share)

    def _pointer(self, place: int) -> tuple[float | None, float | None]:
        return (None, None) if self.x[place] < 0 else (self.x[place], self.y[place])

    def idle_until(self, at: float) -> float | None:
        """When a pause that is under way ends; None while something happens."""
        place = self.place_at(at)
        begun = self.times[place] if place >= 0 else 0.0
        ends = self.times[place + 1] if place + 1 < len(self.times) else self.duration
        return ends if ends - begun > IDLE_MS and at - begun > IDLE_MS / 4 else None

    def places(self, kind: str) -> list[int]:
        """The places of all events of a kind."""
        if kind not in self.names:
            return []
        wanted = self.names.index(kind)
        return [place for place, each in enumerate(self.kinds) if each == wanted]


def _finite(value: float | None) -> float:
    """A number that can be drawn; nought for none, for what is no number and for less."""
    if value is None or math.isnan(value) or value <= 0:
        return 0.0
    return min(float(value), 86_400_000.0)


def _size(value: int | None, usual: int) -> int:
    return value if value is not None and 100 <= value <= 10_000 else usual
