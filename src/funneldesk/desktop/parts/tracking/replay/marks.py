"""Marks of a recording: clicks, rage clicks, dead clicks, errors, and a quick way back."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from funneldesk.contract.tracking import Replay
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.tracking.replay.recording import Recording

Kind = Literal["click", "rage", "dead", "error", "back"]
TITLES: dict[Kind, str] = {
    "click": _("Click"),
    "rage": _("Rage clicks"),
    "dead": _("Dead click"),
    "error": _("Error"),
    "back": _("Quick back"),
}
PLURALS: dict[Kind, str] = {
    "click": _("Clicks"),
    "rage": _("Rage clicks"),
    "dead": _("Dead clicks"),
    "error": _("Errors"),
    "back": _("Quick backs"),
}
"""The kinds in their order, as they stand before a number."""
TONES: dict[Kind, str] = {
    "click": "accent",
    "rage": "danger",
    "dead": "warning",
    "error": "danger",
    "back": "warning",
}
RAGE_CLICKS, RAGE_MS, RAGE_PIXELS = 3, 1_000, 30
"""So many clicks within a second, this close to each other."""
DEAD_MS = 1_500
"""A click on nothing that reacts, after which nothing moves for so long, is dead."""
_REACTS = re.compile(
    r"(^|[\s>+~])(a|button|input|select|textarea|label|summary|option|video|audio)\b"
    r"|\[(onclick|href|role)|\.(btn|button|cta|link)\b|#\w*(btn|button)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Mark:
    """A moment that one may want to see; ``target`` is on what."""

    kind: Kind
    at: float
    target: str = ""

    @property
    def words(self) -> str:
        """The kind, and on what."""
        title = TITLES[self.kind]
        return f"{title}: {self.target}" if self.target else title


def marks_of(recording: Recording, *, went_back: bool = False) -> list[Mark]:
    """All marks in their order. ``went_back``: the visitor then went to the page before."""
    clicks = recording.places("click")
    rage = _rage(recording, clicks)
    found = [Mark("rage", recording.times[first], recording.target(first)) for first in rage]
    raging = {place for first, places in rage.items() for place in places}
    for place in clicks:
        if place in raging:
            continue
        kind: Kind = "dead" if _is_dead(recording, place) else "click"
        found.append(Mark(kind, recording.times[place], recording.target(place)))
    found += [
        Mark("error", recording.times[place], recording.target(place))
        for place in recording.places("error")
    ]
    if went_back:
        found.append(Mark("back", recording.duration))
    return sorted(found, key=lambda each: each.at)


def looked_at(replay: Replay, went_back: bool = False) -> tuple[Recording, list[Mark]]:
    """A recording with its marks; for a thread."""
    recording = Recording.of(replay)
    return recording, marks_of(recording, went_back=went_back)


def _rage(recording: Recording, clicks: Sequence[int]) -> dict[int, list[int]]:
    """The clicks of each fit of rage, by its first."""
    found: dict[int, list[int]] = {}
    at = 0
    while at < len(clicks):
        first = clicks[at]
        run = [first]
        for place in clicks[at + 1 :]:
            near = (
                abs(recording.x[place] - recording.x[first]) <= RAGE_PIXELS
                and abs(recording.y[place] - recording.y[first]) <= RAGE_PIXELS
            )
            if not near or recording.times[place] - recording.times[run[-1]] > RAGE_MS:
                break
            run.append(place)
        if len(run) >= RAGE_CLICKS:
            found[first] = run
        at += len(run) if len(run) >= RAGE_CLICKS else 1
    return found


def _is_dead(recording: Recording, place: int) -> bool:
    """Whether nothing reacts there, and the page stayed where it was."""
    target = recording.target(place)
    if not target or _REACTS.search(target):
        return False
    until = recording.times[place] + DEAD_MS
    after = recording.place_at(until)
    return recording.scrolls[after] == recording.scrolls[place] and until <= recording.duration


def next_mark(marks: Sequence[Mark], at: float, kinds: frozenset[str]) -> Mark | None:
    """The first mark of these kinds after a moment."""
    return next((each for each in marks if each.at > at + 1 and each.kind in kinds), None)


def mark_before(marks: Sequence[Mark], at: float, kinds: frozenset[str]) -> Mark | None:
    """The last mark of these kinds clearly before a moment."""
    earlier = [each for each in marks if each.at < at - 600 and each.kind in kinds]
    return earlier[-1] if earlier else None
