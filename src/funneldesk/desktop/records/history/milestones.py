"""What this program changed that moves a brand's figures: kept for the notes on trends.

The history of records has versions; a change of many at once, or of what is no record, has none.
"""

import asyncio
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject

from funneldesk.desktop.local.files.problems import LocalStoreProblem

if TYPE_CHECKING:
    from funneldesk.desktop.workspace.workspace import Workspace

PLACE, MOST = "milestones", 500
"""Where they are kept, and how many, the newest ones."""
WINNER = "winner"
TRACKED_FIELDS: Mapping[str, frozenset[str]] = {
    "pages": frozenset({"status", "html"}),
    "products": frozenset({"price", "retail_price", "subscription_tiers"}),
}
"""Fields whose change moves figures, by part; named as on the wire."""


@dataclass(frozen=True, slots=True)
class Milestone:
    """``changed`` are the fields; ``value`` is the new status, or the winner of a split test."""

    at: datetime
    part: str
    record_id: str
    name: str
    changed: tuple[str, ...]
    value: str = ""


class Milestones(QObject):
    """Those of a brand, the oldest first."""

    def __init__(self, workspace: "Workspace") -> None:
        super().__init__()
        self._store = workspace.store
        self._turn = asyncio.Lock()

    async def note(
        self, part: str, record_id: str, name: str, changed: Iterable[str], value: str = ""
    ) -> None:
        """Keep what was changed just now, where it moves figures. A disk that refuses it costs
        the note alone."""
        told = tuple(f for f in changed if f == WINNER or f in TRACKED_FIELDS.get(part, ()))
        if not told:
            return
        made = [datetime.now(UTC).isoformat(), part, record_id, name, list(told), value]
        with suppress(LocalStoreProblem):
            async with self._turn:
                kept = await self._store.saved_work(PLACE, [])
                kept = kept if isinstance(kept, list) else []
                await self._store.save_work(PLACE, [*kept[1 - MOST :], made])

    async def all(self) -> list[Milestone]:
        """What is kept. Raises LocalStoreProblem."""
        kept = await self._store.saved_work(PLACE, [])
        found = map(_of, kept if isinstance(kept, list) else ())
        return [each for each in found if each is not None]


def _of(state: Any) -> Milestone | None:
    try:
        at, part, record_id, name, changed, value = state
        return Milestone(
            datetime.fromisoformat(at),
            str(part),
            str(record_id),
            str(name),
            tuple(map(str, changed)),
            str(value),
        )
    except (TypeError, ValueError):
        return None
