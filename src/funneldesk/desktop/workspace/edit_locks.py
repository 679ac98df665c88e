"""Locks of the records that are open: of several windows on one record, one writes."""

from dataclasses import dataclass
from typing import Protocol

from PySide6.QtCore import QObject, Signal


class Holder(Protocol):
    """Something that shows one record and would write to it: the edit session of a window."""

    def come_forward(self) -> None:
        """Bring the window to the front."""

    def has_unsaved(self) -> bool:
        """Whether the user has work there that the platform does not have."""

    async def hand_over(self) -> str:
        """Take no more typing and make everything durable.

        Gives why that cannot be now, as a sentence; then typing goes on there. "" is done.
        """


@dataclass(frozen=True, slots=True)
class Place:
    """A record: its part and its id."""

    part: str
    id: str


class EditLocks(QObject):
    """Holders of every open record of one brand. The first to acquire a record writes.

    A holder has one record at a time. When the writer releases it, the next one writes.
    """

    changed = Signal(str, str)
    """(part, id): it was acquired, released or taken over, or has unsaved work now (or not)."""
    renamed = Signal(str, str, str)
    """(part, old id, new id): a record that existed only here was created."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._holders: dict[Place, list[Holder]] = {}

    def acquire(self, part: str, id: str, holder: Holder) -> None:
        """Open a record; whatever the holder had open before is left."""
        place = Place(part, id)
        if holder in self._holders.get(place, ()):
            return
        self.release(holder)
        self._holders.setdefault(place, []).append(holder)
        self.changed.emit(part, id)

    def release(self, holder: Holder) -> None:
        """The holder has nothing open any more; it has made everything durable."""
        place = self._place_of(holder)
        if place is None:
            return
        holders = self._holders[place]
        holders.remove(holder)
        if not holders:
            del self._holders[place]
        self.changed.emit(place.part, place.id)

    def may_write(self, holder: Holder) -> bool:
        """Whether the record that a holder has open is its own to change."""
        place = self._place_of(holder)
        return place is not None and self._holders[place][0] is holder

    def writer(self, part: str, id: str) -> Holder | None:
        """Who writes to a record, if anybody has it open."""
        holders = self._holders.get(Place(part, id))
        return holders[0] if holders else None

    def others(self, holder: Holder) -> tuple[Holder, ...]:
        """Who else has the same record open; a writer among them comes first."""
        place = self._place_of(holder)
        holders = self._holders[place] if place is not None else []
        return tuple(other for other in holders if other is not holder)

    async def take_over(self, holder: Holder) -> str:
        """Have the writer hand over, and write from now on; why that cannot be, or ""."""
        while not self.may_write(holder):
            place = self._place_of(holder)
            if place is None:
                return ""
            writer = self._holders[place][0]
            refusal = await writer.hand_over()
            if refusal:
                return refusal
            holders = self._holders.get(place, [])
            # Whoever came first while the words were kept has it: then that one is asked.
            if holder in holders and holders[0] is writer:
                holders.remove(holder)
                holders.insert(0, holder)
                self.changed.emit(place.part, place.id)
        return ""

    def notify(self, holder: Holder) -> None:
        """The writer kept something, saved, or has its first unsaved word."""
        place = self._place_of(holder)
        if place is not None:
            self.changed.emit(place.part, place.id)

    def rename(self, part: str, old: str, new: str) -> None:
        """A record that existed only on this computer was created under another id."""
        holders = self._holders.pop(Place(part, old), []) if old != new else []
        if holders:
            self._holders[Place(part, new)] = [*holders, *self._holders.get(Place(part, new), [])]
            self.renamed.emit(part, old, new)
            self.changed.emit(part, new)

    def _place_of(self, holder: Holder) -> Place | None:
        return next((place for place, holders in self._holders.items() if holder in holders), None)
