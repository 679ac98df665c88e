"""Lock of an edit session: it writes the page that it shows, or follows who does."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

from PySide6.QtCore import QObject, Signal

from funneldesk.desktop.kit.tasks import TaskScope
from funneldesk.desktop.parts.pages.edit.draft import PageDocument
from funneldesk.desktop.parts.pages.library.library import PART
from funneldesk.desktop.workspace.edit_locks import Presence

FOLLOW_PAUSE = 0.3


class LockedSession(Protocol):
    """Something that shows one page at a time, and writes there while nobody else does."""

    record_id: str

    @property
    def is_dirty(self) -> bool:
        """Whether there is work that the server does not have."""

    def come_forward(self) -> None:
        """Bring the window to the front."""

    def show_rights(self) -> None:
        """Let the page be changed where that is allowed now."""

    async def hand_over(self) -> str:
        """Take no more typing and make everything durable; why that cannot be now, or ""."""

    async def read_local(self, record_id: str) -> PageDocument | None:
        """Read what is durable of a page on this computer."""

    def take(self, document: PageDocument) -> None:
        """Show what another window made durable."""

    def move_to(self, record_id: str) -> None:
        """Go on with the page under another id."""


class PageSeat:
    """One session at one page, as the other windows know it."""

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


class DeskSeats(QObject):
    """What a session knows of other windows. ``changed``: who else is there, or who writes."""

    changed = Signal()

    def __init__(self, parent: QObject, session: LockedSession, presence: Presence) -> None:
        super().__init__(parent)
        self._session = session
        self._presence = presence
        self._tasks = TaskScope(self)
        self._current: PageSeat | None = None
        self._coming: PageSeat | None = None
        self._came_first = False
        self._writes = False
        self._presence.changed.connect(self._stirred)
        self._presence.renamed.connect(self._renamed)

    @property
    def may_write(self) -> bool:
        """Whether the open page is this session's to change, and what it shows is the newest."""
        seat = self._current
        return self._writes and seat is not None and self._presence.may_write(seat)

    @property
    def others(self) -> tuple[PageSeat, ...]:
        """The other windows with this page."""
        found = self._presence.others(self._current) if self._current is not None else ()
        return tuple(seat for seat in found if isinstance(seat, PageSeat))

    @contextmanager
    def opening(self, record_id: str) -> Iterator[None]:
        """Sit down before the draft is read: what is read then is the newest."""
        seat = PageSeat(self._session, record_id)
        self._presence.sit(PART, record_id, seat)
        self._coming = seat
        # Who is not the first may have to read again once the first has left.
        self._came_first = self._presence.may_write(seat)
        try:
            yield
        finally:
            if self._coming is seat:
                self._coming = None
            if self._current is not seat:
                self._presence.leave(seat)

    def shown(self, record_id: str) -> None:
        """The session shows this page now."""
        if self._current is not None and self._current.record_id == record_id:
            return
        seat, came_first = self._coming, True
        if seat is None or seat.record_id != record_id:
            seat = PageSeat(self._session, record_id)
            self._presence.sit(PART, record_id, seat)
        else:
            came_first = self._came_first
        before, self._current = self._current, seat
        if before is not None:
            self._presence.leave(before)
        self._writes = came_first and self._presence.may_write(seat)
        if not self._writes and self._presence.may_write(seat):
            self._tasks.latest("follow", self._go_on())
        self.changed.emit()

    def leave(self) -> None:
        """Nothing is open any more; what was typed is durable or thrown away."""
        seat, self._current = self._current, None
        self._writes = False
        if seat is not None:
            self._presence.leave(seat)
        self.changed.emit()

    def stir(self) -> None:
        """Tell the other windows of a first unsaved word, a kept draft or a save."""
        if self._current is not None and self.others:
            self._presence.stir(self._current)

    async def take_over(self) -> str:
        """Go on writing here; why that cannot be now, or ""."""
        return await self._presence.take_over(self._current) if self._current is not None else ""

    def put_back(self) -> None:
        """Something changed the page of a session that only reads: show what is there."""
        self._tasks.latest("follow", self._go_on())

    def _stirred(self, part: str, id: str) -> None:
        seat = self._current
        if seat is None or (part, id) != (PART, seat.record_id):
            return
        if self._presence.may_write(seat):
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
        seat = self._current
        if seat is not None and self._presence.may_write(seat) and not self._writes:
            self._writes = True
            self._session.show_rights()
            self._presence.stir(seat)
            self.changed.emit()

    async def _follow(self) -> None:
        seat = self._current
        if seat is None:
            return
        document = await self._session.read_local(seat.record_id)
        if document is not None and self._current is seat and not self.may_write:
            self._session.take(document)

    def _renamed(self, part: str, old: str, new: str) -> None:
        seat = self._current
        if seat is None or (part, old) != (PART, seat.record_id):
            return
        seat.record_id = new
        self._session.move_to(new)
