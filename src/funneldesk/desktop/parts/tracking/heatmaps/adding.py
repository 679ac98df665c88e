"""Recordings of one page added up: clicks by place, and by depth how many came and stayed. Pure."""

from array import array
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from funneldesk.desktop.parts.tracking.replay.recording import Recording

Device = Literal["desktop", "tablet", "phone"]
CELL, BAND = 8, 40
"""CSS pixels of a cell of clicks and of a band of depth."""
TALLEST = 12_000
BANDS = TALLEST // BAND + 1
LONGEST_MS = 5_000.0
"""The most that one pause counts as attention: people leave without closing a page."""


def device_of(recording: Recording) -> Device:
    """By the width of the viewport."""
    if recording.width <= 600:
        return "phone"
    return "tablet" if recording.width <= 1_100 else "desktop"


@dataclass(slots=True)
class Heat:
    """``clicks`` are places in CSS pixels of the page; ``reached`` counts for each band the
    recordings that came so far; ``stayed`` are milliseconds for which a band was in view."""

    recordings: int = 0
    width: int = 0
    clicks: list[tuple[float, float]] = field(default_factory=list)
    reached: "array[int]" = field(default_factory=lambda: array("Q", bytes(8 * BANDS)))
    stayed: "array[float]" = field(default_factory=lambda: array("d", bytes(8 * BANDS)))

    def add(self, recording: Recording) -> None:
        """Count one in."""
        self.recordings += 1
        self.width = max(self.width, recording.width)
        for place in recording.places("click"):
            at = recording.x[place], recording.y[place] + recording.scrolls[place]
            if at[1] < TALLEST:
                self.clicks.append(at)
        deepest = max(recording.scrolls, default=0.0) + recording.height
        for band in range(_band(deepest) + 1):
            self.reached[band] += 1
        self._add_attention(recording)

    def _add_attention(self, recording: Recording) -> None:
        for place in range(len(recording)):
            begun = recording.times[place]
            last = place + 1 == len(recording)
            ends = recording.duration if last else recording.times[place + 1]
            top = recording.scrolls[place]
            length = min(LONGEST_MS, max(0.0, ends - begun))
            for band in range(_band(top), _band(top + recording.height) + 1):
                self.stayed[band] += length

    def share_at(self, depth: float) -> float:
        """The share of the recordings that came to a depth in CSS pixels."""
        return self.reached[_band(depth)] / self.recordings if self.recordings else 0.0

    def attention(self) -> list[float]:
        """For each band its part of the longest stay of any."""
        longest = max(self.stayed, default=0.0)
        return [each / longest if longest else 0.0 for each in self.stayed]


def add_up(recordings: Sequence[Recording], device: str = "") -> Heat:
    """All recordings of a device; "" takes all."""
    heat = Heat()
    for each in recordings:
        if not device or device_of(each) == device:
            heat.add(each)
    return heat


def _band(depth: float) -> int:
    return int(min(max(depth, 0.0), TALLEST - 1) // BAND)
