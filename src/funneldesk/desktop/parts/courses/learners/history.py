"""When learners got on, as this computer saw it: the interface tells how far they are, never when
(document: Enrollment)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Any

from funneldesk.desktop.records.moments import moment

MOST_STEPS = 60
"""Steps of a learner that are kept, the newest."""
Step = tuple[str, int]
"""A day in ISO 8601 (UTC), and how many lessons were done by then."""


@dataclass(frozen=True, slots=True)
class LastStep:
    """``day`` of the last progress; where it was there already when this computer first looked,
    it was made then or before, and ``is_exact`` is False."""

    day: date
    is_exact: bool


class ProgressHistory:
    """The steps of a course's learners by their ids. No Qt, no disk: ``kept`` is JSON."""

    def __init__(self, kept: object = None) -> None:
        known = kept if isinstance(kept, dict) else {}
        self.steps: dict[str, list[Step]] = {
            str(key): [(str(day), int(count)) for day, count in steps]
            for key, steps in known.items()
            if isinstance(steps, list)
        }

    def note(self, rows: Iterable[Mapping[str, Any]], today: date) -> bool:
        """Note how far learners are now; whether anything is another than before."""
        changed = False
        for row in rows:
            key, done = str(row.get("id") or ""), len(row.get("completed_content_ids") or ())
            steps = self.steps.get(key)
            if not key or (steps and steps[-1][1] == done):
                continue
            if steps is None:
                begun = moment(row.get("created_at"))
                first = begun.astimezone(UTC).date() if begun is not None and not done else today
                self.steps[key] = [(first.isoformat(), done)]
            else:
                steps.append((today.isoformat(), done))
                del steps[:-MOST_STEPS]
            changed = True
        return changed

    def kept(self) -> dict[str, list[list[Any]]]:
        """As JSON."""
        return {key: [[day, count] for day, count in steps] for key, steps in self.steps.items()}

    def last(self, key: str) -> LastStep | None:
        """When a learner got on last; None for one that is not known."""
        steps = self.steps.get(key)
        if not steps:
            return None
        day, done = steps[-1]
        return LastStep(date.fromisoformat(day), len(steps) > 1 or not done)

    def by_day(self, total: int) -> list[tuple[date, float]]:
        """The average progress in percent at the end of each day on which somebody got on, from
        the first that is known on."""
        since = self._known_since()
        days = sorted({day for steps in self.steps.values() for day, _count in steps})
        known = dict.fromkeys(self.steps, 0)
        begun = set[str]()
        found: list[tuple[date, float]] = []
        if not total:
            return found
        moves: dict[str, list[tuple[str, int]]] = {}
        for key, steps in self.steps.items():
            for day, count in steps:
                moves.setdefault(day, []).append((key, count))
        for day in days:
            for key, count in moves[day]:
                known[key] = count
                begun.add(key)
            share = sum(known[key] for key in begun) / (len(begun) * total)
            if day >= since:
                found.append((date.fromisoformat(day), min(100.0, 100 * share)))
        return found

    def _known_since(self) -> str:
        """The first look, where progress was there already: what was before it is known of those
        alone who have not begun."""
        seen = ((day, at) for s in self.steps.values() for at, (day, done) in enumerate(s) if done)
        first, place = min(seen, default=("", 0))
        return "" if place else first


def today() -> date:
    """The day that it is."""
    return datetime.now(UTC).date()
