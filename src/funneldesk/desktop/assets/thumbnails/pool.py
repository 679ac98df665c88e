"""The window's end of the picture workers: as many processes as there is use for, replaced when
they die, ended when nobody needs them."""

import asyncio
import os
from collections import deque
from functools import partial
from typing import Any, TypeVar

from PySide6.QtCore import QObject, QTimer

from funneldesk.desktop.assets.thumbnails import wire
from funneldesk.desktop.assets.thumbnails.worker_handle import Finish, Interrupted, WorkerHandle
from funneldesk.desktop.assets.thumbnails.worker_process import Answer
from funneldesk.desktop.kit.tasks import TaskScope

SECONDS = 28.0
"""When a worker that does not even end itself is ended; one job may wait behind another."""
AHEAD = 2
"""Jobs that a worker has at hand, so that it never waits for the window."""
IDLE_MILLISECONDS = 60_000
MOST_TRIES = 2
_FEWEST, _MOST = 2, 4
T = TypeVar("T")
_DIED = "Reading this file took too long or failed badly; it is not tried again."


class NoPicture(Exception):
    """There is no picture of this; the text is a sentence for the user."""


class PictureWorkers(QObject):
    """Draws in processes beside the window; each is started by the first job that needs it."""

    def __init__(self, owner: QObject, count: int = 0) -> None:
        super().__init__(owner)
        cores = count or max(_FEWEST, min(_MOST, os.cpu_count() or 1))
        self._hands = [WorkerHandle(number) for number in range(cores)]
        self._free = deque(self._hands * AHEAD)
        self._waiting: deque[asyncio.Future[WorkerHandle]] = deque()
        self._ended = False
        self._tasks = TaskScope(self)
        self._living = False
        self._idle = QTimer(self, singleShot=True, interval=IDLE_MILLISECONDS)
        self._idle.timeout.connect(self._rest)

    @property
    def count(self) -> int:
        """How many jobs are done side by side."""
        return len(self._hands)

    @property
    def processes(self) -> tuple[int, ...]:
        """The numbers of the processes that live."""
        there = (hand.process for hand in self._hands)
        return tuple(each.number for each in there if each is not None and not each.buried)

    async def draw(self, head: wire.Head, body: bytes = b"", *, urgent: bool = False) -> Answer:
        """Have a picture drawn (``drawing.drawn``); an urgent one is the next.

        Raises NoPicture, also when its reader died of it twice.
        """
        return await self.draw_and(_as_it_is, head, body, urgent=urgent)

    async def draw_and(
        self, finish: Finish[T], head: wire.Head, body: bytes = b"", *, urgent: bool = False
    ) -> T:
        """As ``draw``, with what ``finish`` makes of the answer off the window's thread."""
        self._live()
        tries = 0
        while tries < MOST_TRIES:
            hand = await self._turn(urgent)
            try:
                return await hand.carry_out(head, body, partial(_done, finish), SECONDS)
            except wire.BrokenWire:
                tries += 1
            except Interrupted:
                continue
            finally:
                self._give_back(hand)
        raise NoPicture(_DIED)

    def end(self) -> None:
        """End every process; nothing is drawn any more."""
        self._ended = True
        self._idle.stop()
        for future in self._waiting:
            future.cancel()
        for hand in self._hands:
            hand.end()

    async def _turn(self, urgent: bool) -> WorkerHandle:
        if self._ended:
            raise NoPicture("The program is closing.")
        self._idle.stop()
        if self._free:
            return self._free.popleft()
        turn: asyncio.Future[WorkerHandle] = asyncio.get_running_loop().create_future()
        if urgent:
            self._waiting.appendleft(turn)
        else:
            self._waiting.append(turn)
        try:
            return await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self._give_back(turn.result())
            raise

    def _give_back(self, hand: WorkerHandle) -> None:
        while self._waiting:
            turn = self._waiting.popleft()
            if not turn.done():
                turn.set_result(hand)
                return
        # The one that rested longest is next: another may still do what nobody waits for.
        self._free.append(hand)
        if len(self._free) == len(self._hands) * AHEAD and not self._ended:
            self._idle.start()

    def _rest(self) -> None:
        for hand in self._hands:
            hand.rest()

    def _live(self) -> None:
        if not self._living:
            self._living = self._tasks.at_end(self._end_with_owner)

    async def _end_with_owner(self) -> None:
        self.end()
        # All at once: whoever ends this a second time must not keep any from its end.
        for hand in self._hands:
            hand.rest()
        for hand in self._hands:
            await hand.close()


def _done(finish: Finish[T], facts: dict[str, Any], image: bytes) -> T:
    if "error" in facts:
        raise NoPicture(str(facts["error"]))
    return finish(facts, image)


def _as_it_is(facts: dict[str, Any], image: bytes) -> Answer:
    return facts, image
