"""Lock of an edit session: it writes the record that it shows, or follows who does."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Protocol

from PySide6.QtCore import QObject, Signal

from funneldesk.desktop.kit.tasks import TaskScope
from funneldesk.desktop.workspace.edit_locks import EditLocks

FOLLOW_PAUSE = 0.3


class LockedSession(Protocol):
    """Something that shows one record at a time, and writes there while nobody else does."""

    record_id: str

    @property
    def is_dirty(self) -> bool:
        """Whether there is work that the server does not have."""

    def come_forward(self) -> None:
        """Bring the window to the front."""

    def show_rights(self) -> None:
        """Let the record be changed where that is allowed now."""

    async def hand_over(self) -> str:
        """Take no more typing and make everything durable; why that cannot be now, or ""."""

    async def follow(self, record_id: str, wanted: Callable[[], bool]) -> None:
        """Read what another window made durable, and show it if that is still wanted then."""

    def move_to(self, record_id: str) -> None:
        """Go on with the record under another id."""


class RecordHolder:
    """One session at one record, as the other windows know it."""

    def __init__(self, session: LockedSession, record_id: str) -> None:
        self.session = session
        self.record_id = record_id

    def come_forward(self) -> None:
        self.session.come_forward()

    def has_unsaved(self) -> bool:
        return self._is_shown and self.session.is_dirty

    async def hand_over(self) -> str:
        return await self.session.hand_over() if self._is_shown else ""

    @property
    def _is_shown(self) -> bool:
        return self.session.record_id == self.record_id


class EditLock(QObject):
    """What a session knows of other windows. ``changed``: who else is there, or who writes."""

    changed = Signal()

    def __init__(
        self, parent: QObject, part: str, session: LockedSession, locks: EditLocks
    ) -> None:
        super().__init__(parent)
        self._part = part
        self._session = session
        self._locks = locks
        self._tasks = TaskScope(self)
        self._current: RecordHolder | None = None
        self._coming: RecordHolder | None = None
        self._came_first = False
        self._writes = False
        self._locks.changed.connect(self._notified)
        self._locks.renamed.connect(self._renamed)

    @property
    def may_write(self) -> bool:
        """Whether the open record is this session's to change, and what it shows is the newest."""
        holder = self._current
        return self._writes and holder is not None and self._locks.may_write(holder)

    @property
    def others(self) -> tuple[RecordHolder, ...]:
        """The other windows with this record."""
        found = self._locks.others(self._current) if self._current is not None else ()
        return tuple(holder for holder in found if isinstance(holder, RecordHolder))

    @contextmanager
    def opening(self, record_id: str) -> Iterator[None]:
        """Acquire the record before its draft is read: what is read then is the newest."""
        holder = RecordHolder(self._session, record_id)
        self._locks.acquire(self._part, record_id, holder)
        self._coming = holder
        # Who is not the first may have to read again once the first has left.
        self._came_first = self._locks.may_write(holder)
        try:
            yield
        finally:
            if self._coming is holder:
                self._coming = None
            if self._current is not holder:
                self._locks.release(holder)

    def shown(self, record_id: str) -> None:
        """The session shows this record now."""
        if self._current is not None and self._current.record_id == record_id:
            return
        holder, came_first = self._coming, True
        if holder is None or holder.record_id != record_id:
            holder = RecordHolder(self._session, record_id)
            self._locks.acquire(self._part, record_id, holder)
        else:
            came_first = self._came_first
        before, self._current = self._current, holder
        if before is not None:
            self._locks.release(before)
        self._writes = came_first and self._locks.may_write(holder)
        if not self._writes and self._locks.may_write(holder):
            self._tasks.latest("follow", self._go_on())
        self.changed.emit()

    def release(self) -> None:
        """Nothing is open any more; what was typed is durable or thrown away."""
        holder, self._current = self._current, None
        self._writes = False
        if holder is not None:
            self._locks.release(holder)
        self.changed.emit()

    def notify(self) -> None:
        """Tell the other windows of a first unsaved word, a kept draft or a save."""
        if self._current is not None and self.others:
            self._locks.notify(self._current)

    async def take_over(self) -> str:
        """Go on writing here; why that cannot be now, or ""."""
        return await self._locks.take_over(self._current) if self._current is not None else ""

    def put_back(self) -> None:
        """Something changed the record of a session that only reads: show what is there."""
        self._tasks.latest("follow", self._go_on())

    def _notified(self, part: str, id: str) -> None:
        holder = self._current
        if holder is None or (part, id) != (self._part, holder.record_id):
            return
        if self._locks.may_write(holder):
            if not self._writes:
                self._tasks.latest("follow", self._go_on())
        else:
            was, self._writes = self._writes, False
            if was:
                self._session.show_rights()
            self._tasks.debounce("follow", FOLLOW_PAUSE, self._go_on)
        self.changed.emit()

    async def _go_on(self) -> None:
        """Show what the writer has made durable; then write, if this session is the writer now."""
        await self._follow()
        holder = self._current
        if holder is not None and self._locks.may_write(holder) and not self._writes:
            self._writes = True
            self._session.show_rights()
            self._locks.notify(holder)
            self.changed.emit()

    async def _follow(self) -> None:
        holder = self._current
        if holder is not None:
            await self._session.follow(
                holder.record_id, lambda: self._current is holder and not self.may_write
            )

    def _renamed(self, part: str, old: str, new: str) -> None:
        holder = self._current
        if holder is None or (part, old) != (self._part, holder.record_id):
            return
        holder.record_id = new
        self._session.move_to(new)
