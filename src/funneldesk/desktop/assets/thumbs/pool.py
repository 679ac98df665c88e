"""The window's end of the picture workers: as many processes as there is use for, replaced when
they die, ended when nobody needs them."""

import asyncio
import contextlib
import os
import subprocess
import sys
from collections import deque
from collections.abc import Callable
from functools import partial
from typing import IO, Any, TypeVar

from PySide6.QtCore import QObject, QTimer

from funneldesk.desktop.assets.thumbs import wire
from funneldesk.desktop.kit.tasks import TaskScope
from funneldesk.desktop.local.worker import Worker

SECONDS = 28.0
"""When a worker that does not even end itself is ended; one job may wait behind another."""
AHEAD = 2
"""Jobs that a worker has at hand, so that it never waits for the window."""
IDLE_MILLISECONDS = 60_000
MOST_TRIES = 2
_FEWEST, _MOST = 2, 4
T = TypeVar("T")
_DIED = "Reading this file took too long or failed badly; it is not tried again."

Answer = tuple[dict[str, Any], bytes]
Finish = Callable[[dict[str, Any], bytes], T]


class NoPicture(Exception):
    """There is no picture of this; the text is a sentence for the user."""


class PictureProcess:
    """A running worker and its two pipes; its methods wait."""

    def __init__(self, *words: str) -> None:
        self._popen = subprocess.Popen(
            worker_command(*words),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )
        if self._popen.stdin is None or self._popen.stdout is None:
            raise wire.BrokenWire
        self._jobs: IO[bytes] = self._popen.stdin
        self._answers: IO[bytes] = self._popen.stdout

    @property
    def number(self) -> int:
        return self._popen.pid

    @property
    def lives(self) -> bool:
        """Whether it has not ended."""
        return self._popen.poll() is None

    def say(self, head: wire.Head, body: bytes = b"") -> None:
        """Raises OSError when it is gone."""
        wire.send(self._jobs, head, body)

    def hear(self) -> Answer:
        """The next answer. Raises wire.BrokenWire when it is gone."""
        return wire.receive(self._answers)

    def kill(self) -> None:
        """End it, whatever it does; nothing is waited for."""
        self._popen.kill()

    def bury(self) -> None:
        """Wait until it is gone."""
        self._popen.kill()
        self._popen.wait()
        for pipe in (self._jobs, self._answers):
            with contextlib.suppress(OSError):
                pipe.close()


class _Hand:
    """One process with the thread that waits for it; ``kill`` alone is for other threads."""

    def __init__(self, number: int) -> None:
        self.thread = Worker(f"pictures {number}")
        self.process: PictureProcess | None = None

    def carry_out(self, head: wire.Head, body: bytes) -> Answer:
        """Have one job done. Raises wire.BrokenWire when the process died of it."""
        if self.process is not None and not self.process.lives:
            # It went while it had nothing to do: no picture is to blame.
            self.bury()
        try:
            self.process = self.process or PictureProcess()
            self.process.say(head, body)
            return self.process.hear()
        except (OSError, wire.BrokenWire):
            self.bury()
            raise wire.BrokenWire from None

    def kill(self) -> None:
        """End the process, whatever it does; the next job starts another one."""
        process = self.process
        if process is not None:
            process.kill()

    def bury(self) -> None:
        """End the process and wait until it is gone."""
        process, self.process = self.process, None
        if process is not None:
            process.bury()


class PictureWorkers(QObject):
    """Draws in processes beside the window; each is started by the first job that needs it."""

    def __init__(self, owner: QObject, count: int = 0) -> None:
        super().__init__(owner)
        cores = count or max(_FEWEST, min(_MOST, os.cpu_count() or 1))
        self._hands = [_Hand(number) for number in range(cores)]
        self._free = deque(self._hands * AHEAD)
        self._waiting: deque[asyncio.Future[_Hand]] = deque()
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
        return tuple(hand.process.number for hand in self._hands if hand.process is not None)

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
        for _ in range(MOST_TRIES):
            hand = await self._turn(urgent)
            try:
                return await self._watched(hand, partial(_done, hand, finish, head, body))
            except wire.BrokenWire:
                continue
            finally:
                self._give_back(hand)
        raise NoPicture(_DIED)

    def end(self) -> None:
        """End every process; nothing is drawn any more."""
        self._ended = True
        for future in self._waiting:
            future.cancel()
        for hand in self._hands:
            hand.kill()

    async def _watched(self, hand: _Hand, job: Callable[[], T]) -> T:
        """A job whose process is ended when it takes too long. When nobody waits any more it is
        still done: a process costs more than a picture."""
        guard = asyncio.get_running_loop().call_later(SECONDS, hand.kill)
        try:
            return await hand.thread.droppable(job)
        finally:
            guard.cancel()

    async def _turn(self, urgent: bool) -> _Hand:
        if self._ended:
            raise NoPicture("The program is closing.")
        self._idle.stop()
        if self._free:
            return self._free.popleft()
        turn: asyncio.Future[_Hand] = asyncio.get_running_loop().create_future()
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

    def _give_back(self, hand: _Hand) -> None:
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
            self._tasks.start(hand.thread.certain(hand.bury))

    def _live(self) -> None:
        if not self._living:
            self._living = self._tasks.at_end(self._end_with_owner)

    async def _end_with_owner(self) -> None:
        self.end()
        # All at once: whoever ends this a second time must not keep any from its end.
        for hand in self._hands:
            hand.thread.submit(hand.bury)
        for hand in self._hands:
            await hand.thread.close(1.0)


def _done(hand: _Hand, finish: Finish[T], head: wire.Head, body: bytes) -> T:
    facts, image = hand.carry_out(head, body)
    if "error" in facts:
        raise NoPicture(str(facts["error"]))
    return finish(facts, image)


def _as_it_is(facts: dict[str, Any], image: bytes) -> Answer:
    return facts, image


def worker_command(*words: str) -> tuple[str, ...]:
    """How this very program is started as a picture worker."""
    if getattr(sys, "frozen", False):
        return (sys.executable, "pictures", *words)
    return (sys.executable, "-m", "funneldesk", "pictures", *words)
