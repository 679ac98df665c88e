"""Layout of a funnel: where its steps stand, and the ways between them. No Qt.

Main steps stand side by side, as many as fit; the offers behind each hang below it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from funneldesk.desktop.parts.funnels.map.steps import DOWNSELL, MAIN

WIDTH, HEIGHT = 200, 242
"""Device-independent pixels of a card."""
ASIDE, BELOW, MARGIN = 40, 30, 20
"""Between two cards, and around all."""
Kind = Literal["next", "offer", "declined", "back"]


@dataclass(frozen=True, slots=True)
class Box:
    """Where a card stands, from the top and the beginning of the map."""

    x: int
    y: int
    line: int
    """Its line of main steps."""

    @property
    def right(self) -> int:
        """Where it ends."""
        return self.x + WIDTH

    @property
    def bottom(self) -> int:
        """Where it ends below."""
        return self.y + HEIGHT

    def holds(self, x: float, y: float) -> bool:
        """Whether a place is on the card."""
        return self.x <= x < self.right and self.y <= y < self.bottom


@dataclass(frozen=True, slots=True)
class Way:
    """From one step to another: on to the next, down to an offer, to a cheaper one where it is
    declined, or back to the main steps."""

    start: int
    end: int
    kind: Kind


@dataclass(frozen=True, slots=True)
class Laid:
    """Boxes by place; ``tops`` are where the lines of main steps begin."""

    boxes: tuple[Box, ...] = ()
    tops: tuple[int, ...] = ()
    height: int = 0

    def at(self, x: float, y: float) -> int:
        """The step whose card is there, -1 for none."""
        return next((n for n, box in enumerate(self.boxes) if box.holds(x, y)), -1)

    def before(self, x: float, y: float) -> int:
        """Before which step something dropped there comes to stand; after all, their number."""
        if not self.boxes:
            return 0
        near = min(range(len(self.boxes)), key=lambda n: self._distance(n, x, y))
        box = self.boxes[near]
        hangs = near > 0 and self.boxes[near - 1].x == box.x and self.boxes[near - 1].y < box.y
        has_below = near + 1 < len(self.boxes) and self._is_below(near + 1, near)
        is_after = y > box.y + HEIGHT / 2 if hangs or has_below else x > box.x + WIDTH / 2
        return near + 1 if is_after else near

    def above(self, place: int, *, down: bool) -> int:
        """The nearest step straight above or below, the same one where there is none."""
        here = self.boxes[place]
        ahead = [
            n
            for n, box in enumerate(self.boxes)
            if (box.y > here.y if down else box.y < here.y) and abs(box.x - here.x) < WIDTH
        ]
        return min(ahead, key=lambda n: abs(self.boxes[n].y - here.y), default=place)

    def _is_below(self, lower: int, upper: int) -> bool:
        low, up = self.boxes[lower], self.boxes[upper]
        return low.x == up.x and low.line == up.line and low.y > up.y

    def _distance(self, place: int, x: float, y: float) -> float:
        box = self.boxes[place]
        return (box.x + WIDTH / 2 - x) ** 2 + (box.y + HEIGHT / 2 - y) ** 2


def stops(roles: Sequence[str]) -> Iterator[list[int]]:
    """Each main step with the offers behind it; offers before any stand by themselves."""
    stop: list[int] = []
    for place, role in enumerate(roles):
        if role == MAIN and stop:
            yield stop
            stop = []
        stop.append(place)
    if stop:
        yield stop


def laid_out(roles: Sequence[str], width: int) -> Laid:
    """The steps in a map of a width."""
    fit = max(1, (width - 2 * MARGIN + ASIDE) // (WIDTH + ASIDE))
    every = list(stops(roles))
    boxes: list[Box] = []
    tops: list[int] = []
    top = MARGIN
    for line, first in enumerate(range(0, len(every), fit)):
        columns = every[first : first + fit]
        tops.append(top)
        for at, stop in enumerate(columns):
            x = MARGIN + at * (WIDTH + ASIDE)
            boxes += (Box(x, top + n * (HEIGHT + BELOW), line) for n in range(len(stop)))
        top += max(map(len, columns)) * (HEIGHT + BELOW)
    return Laid(tuple(boxes), tuple(tops), top - BELOW + MARGIN if boxes else 0)


def ways(roles: Sequence[str]) -> Iterator[Way]:
    """The ways between the steps."""
    every = list(stops(roles))
    after: list[list[int] | None] = [*every[1:], None]
    for stop, following in zip(every, after, strict=False):
        for upper, lower in pairwise(stop):
            yield Way(upper, lower, "declined" if roles[lower] == DOWNSELL else "offer")
        if following is not None:
            yield Way(stop[0], following[0], "next")
            for offer in stop[1:]:
                yield Way(offer, following[0], "back")
