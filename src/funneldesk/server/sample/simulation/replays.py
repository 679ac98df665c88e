"""What a visitor's hand does on a page: recorded from scripts of reading, hesitating and paying."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

_LINE = 60
_VIEWPORTS = {"mobile": (390, 844), "tablet": (820, 1180), "desktop": (1440, 900)}


@dataclass(frozen=True, slots=True)
class Recording:
    """The events of one page view, ``ts`` in milliseconds from its start."""

    viewport: tuple[int, int]
    events: tuple[dict[str, Any], ...]


def recording(random: Random, device: str, seconds: float, targets: tuple[str, ...]) -> Recording:
    """A visit to a page of ``seconds``, with clicks on ``targets`` in their order.

    People read downwards in jerks, go back up now and then, and click when they have read.
    """
    viewport = _VIEWPORTS[device]
    end = int(max(4.0, min(seconds, 180.0)) * 1000)
    clicks = [int(end * (place + 1) / (len(targets) + 1)) for place in range(len(targets))]
    events = list(_reading(random, viewport, end, is_touch=device != "desktop"))
    for moment, target in zip(clicks, targets, strict=True):
        events += _click(random, viewport, moment, target)
    events.sort(key=lambda event: event["ts"])
    _carry_scroll(events)
    return Recording(viewport, tuple(events))


def _reading(
    random: Random, viewport: tuple[int, int], end: int, *, is_touch: bool
) -> Iterator[dict[str, Any]]:
    width, height = viewport
    moment, scroll, x, y = random.randrange(200, 900), 0, width // 2, height // 3
    while moment < end:
        for _ in range(random.randrange(2, 7)):
            # A flick of the wheel or the thumb, in a few steps; one in eight goes back.
            scroll = max(0, scroll + random.choice((1, 1, 1, 1, 1, 1, 1, -1)) * _LINE * 2)
            yield _event("scroll", moment, x, y, "", scroll)
            moment += random.randrange(16, 60)
        for _ in range(0 if is_touch else random.randrange(3, 9)):
            x = _within(x + random.randrange(-90, 91), width)
            y = _within(y + random.randrange(-60, 61), height)
            yield _event("mousemove", moment, x, y, "p", scroll)
            moment += random.randrange(30, 120)
        moment += int(random.expovariate(1 / 2200)) + 250


def _click(
    random: Random, viewport: tuple[int, int], moment: int, target: str
) -> Iterator[dict[str, Any]]:
    x, y = random.randrange(40, viewport[0] - 40), random.randrange(80, viewport[1] - 80)
    for step in range(4):
        yield _event("mousemove", moment - 160 + step * 40, x - 12 + step * 4, y - 3 + step, target)
    yield _event("click", moment, x, y, target)


def _carry_scroll(events: list[dict[str, Any]]) -> None:
    """A click does not move the page: it happens where the last scroll has left it."""
    scroll = 0
    for event in events:
        if event["type"] == "scroll":
            scroll = event["scrollY"]
        event["scrollY"] = scroll
        event["ts"] = max(0, event["ts"])


def _event(kind: str, moment: int, x: int, y: int, target: str, scroll: int = 0) -> dict[str, Any]:
    return {"type": kind, "x": x, "y": y, "ts": moment, "target": target, "scrollY": scroll}


def _within(value: int, size: int) -> int:
    return min(size - 1, max(0, value))
