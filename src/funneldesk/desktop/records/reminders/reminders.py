"""Reminders of one part: kept on this computer through restarts, told when their time has come."""

import time
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal

from funneldesk.desktop.local.user_data.reminders import Kind, Reminder
from funneldesk.desktop.workspace.workspace import Workspace

LOOK_MILLISECONDS = 15_000
"""A computer that slept wakes late: the clock is looked at again at least so often."""


class Reminders(QObject):
    """One for a part of a brand: ``workspace.shared(Reminders, part)``. ``changed`` carries the
    ids of records that were put off or came back; ``due`` the reminders whose time has come,
    which stay until ``drop``."""

    changed = Signal(object)
    due = Signal(object)

    def __init__(self, workspace: Workspace, part: str) -> None:
        super().__init__(workspace)
        self.part = part
        self._store = workspace.store
        self._kept: dict[tuple[str, Kind], Reminder] = {}
        self._told: set[Reminder] = set()
        self._begun = False
        self._clock = QTimer(self, singleShot=True)
        self._clock.timeout.connect(self.look)

    async def begin(self) -> None:
        """Take up what was kept. Raises LocalStoreProblem."""
        if self._begun:
            return
        self._begun = True
        kept = await self._store.reminders(self.part)
        self._kept = {(each.id, each.kind): each for each in kept} | self._kept
        self.changed.emit([each.id for each in kept])
        self._wind()

    def of(self, record_id: str, kind: Kind) -> Reminder | None:
        """The reminder of a record."""
        return self._kept.get((record_id, kind))

    def snoozed_until(self, record_id: str) -> datetime | None:
        """When a snoozed record comes back; None for one that is not snoozed, or is back."""
        kept = self._kept.get((record_id, "snooze"))
        return kept.due if kept is not None and kept.due > datetime.now(UTC) else None

    def listed(self, kind: Kind) -> list[Reminder]:
        """The reminders of a kind that are still to come, the soonest first."""
        now = datetime.now(UTC)
        found = [r for r in self._kept.values() if r.kind == kind and r.due > now]
        return sorted(found, key=lambda each: (each.due, each.id))

    async def keep(
        self,
        kind: Kind,
        due: datetime,
        summaries: Mapping[str, Mapping[str, Any]],
        note: str = "",
    ) -> None:
        """Put records off until ``due``, given with their rows in the list, or remind of them
        then. Raises LocalStoreProblem."""
        await self.put_back(
            [Reminder(self.part, id, kind, due, note, row) for id, row in summaries.items()]
        )

    async def put_back(self, reminders: Sequence[Reminder]) -> None:
        """Keep reminders as they were before. Raises LocalStoreProblem."""
        await self._store.keep_reminders(reminders)
        self._told.difference_update(reminders)
        self._kept |= {(each.id, each.kind): each for each in reminders}
        self._tell(each.id for each in reminders)

    async def drop(self, kind: Kind, ids: Iterable[str]) -> list[Reminder]:
        """Forget the reminders of records; gives those that there were. Raises
        LocalStoreProblem."""
        known = [kept for id in ids if (kept := self._kept.get((id, kind))) is not None]
        await self._store.drop_reminders(self.part, [each.id for each in known], kind)
        for each in known:
            if self._kept.get((each.id, kind)) is each:
                del self._kept[each.id, kind]
            self._told.discard(each)
        self._tell(each.id for each in known)
        return known

    def look(self) -> None:
        """Tell what has become due."""
        now = datetime.now(UTC)
        found = [r for r in self._kept.values() if r.due <= now and r not in self._told]
        if found:
            self._told.update(found)
            self.changed.emit([each.id for each in found])
            self.due.emit(sorted(found, key=lambda each: each.due))
        self._wind()

    def _tell(self, ids: Iterable[str]) -> None:
        self.changed.emit(list(ids))
        self._wind()

    def _wind(self) -> None:
        ahead = [r.due.timestamp() for r in self._kept.values() if r not in self._told]
        if ahead:
            left = max(0.0, min(ahead) - time.time())
            self._clock.start(min(int(left * 1000) + 1, LOOK_MILLISECONDS))
        else:
            self._clock.stop()
