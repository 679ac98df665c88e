"""When the user wants to hear of new records: not of muted brands, not in quiet hours."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from datetime import time


class NotificationRules(NamedTuple):
    """``muted`` are ids of connections. ``quiet`` is from when to when on this computer's clock,
    also over midnight; from and to the same is all day."""

    muted: frozenset[str] = frozenset()
    quiet: "tuple[time, time] | None" = None

    def tells(self, connection_id: str, clock: "time") -> bool:
        """Whether news of a brand are told at this time of the day."""
        return connection_id not in self.muted and not self.is_quiet(clock)

    def is_quiet(self, clock: "time") -> bool:
        """Whether these are quiet hours."""
        if self.quiet is None:
            return False
        start, end = self.quiet
        return start <= clock < end if start < end else clock >= start or clock < end

    def kept(self) -> dict[str, Any]:
        """As JSON."""
        quiet = [each.isoformat("minutes") for each in self.quiet] if self.quiet is not None else []
        return {"muted": sorted(self.muted), "quiet": quiet}

    @classmethod
    def of(cls, kept: Mapping[str, Any]) -> "NotificationRules":
        """Rules as they were kept. Raises ValueError and TypeError for what are none."""
        from datetime import time  # with the first rules: the window waits for none

        muted, quiet = kept.get("muted", []), kept.get("quiet", [])
        if not all(isinstance(each, str) for each in muted):
            raise TypeError
        times = [time.fromisoformat(each).replace(tzinfo=None) for each in quiet]
        return cls(frozenset(muted), (times[0], times[1]) if len(times) == 2 else None)
