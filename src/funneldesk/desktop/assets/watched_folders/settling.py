"""Detection of settled files: a change counts once nothing has changed for a while."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from funneldesk.desktop.assets.watched_folders.scan import Mark


@dataclass(frozen=True, slots=True)
class _Waiting:
    mark: Mark
    since: float


class Settling:
    """``seconds`` is how long a file must look the same. Times are those of one clock."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._waiting: dict[str, _Waiting] = {}

    @property
    def is_waiting(self) -> bool:
        """Whether a change has not come to rest yet."""
        return bool(self._waiting)

    def look(
        self, now: float, seen: Mapping[str, Mark], is_new: Callable[[str, Mark], bool]
    ) -> dict[str, Mark]:
        """Take another look; the files whose change has come to rest, which then are not waited
        for any more. ``is_new`` tells whether a file looks otherwise than when it was judged."""
        ready: dict[str, Mark] = {}
        waiting: dict[str, _Waiting] = {}
        for place, mark in seen.items():
            if not is_new(place, mark):
                continue
            before = self._waiting.get(place)
            if before is None or before.mark != mark:
                waiting[place] = _Waiting(mark, now)
            elif now - before.since >= self.seconds:
                ready[place] = mark
            else:
                waiting[place] = before
        self._waiting = waiting
        return ready
