"""The window's end of the process beside it: jobs asked for, items taken, the stuck one ended."""

import asyncio
import json
import sys
import time
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from PySide6.QtCore import QObject, QProcess, QTimer

from funneldesk.desktop.kit.tasks import TaskScope

STOP_MILLISECONDS = 400
END_MILLISECONDS = 1_000
"""A killed process is gone at once, but for a computer that is very busy."""
TURN_SECONDS = 0.006
"""How long lines are taken before the window has its turn."""
MOST_STARTS = 2

OnItem = Callable[[Any], None]


class SideProcessEnded(Exception):
    """The process ended in the middle of a job: it took longer than it may, or it crashed."""


class SideJobFailed(Exception):
    """The job says that it cannot be done, in a sentence for the user."""


@dataclass(eq=False)
class _Asked:
    """A job on its way. ``line`` is what is sent, again if the process died before it began."""

    number: int
    line: bytes
    on_item: OnItem
    done: "asyncio.Future[None]" = field(repr=False)
    begun: bool = False
    starts: int = 1


class SideProcess(QObject):
    """One process and one job at a time; started by its first job, ended with its owner."""

    def __init__(self, owner: QObject, command: tuple[str, ...] = ()) -> None:
        super().__init__(owner)
        self._command = command or side_command()
        self._process: QProcess | None = None
        self._tasks = TaskScope(self)
        self._pending = b""
        self._lines: deque[bytes] = deque()
        self._lives = False
        self._number = 0
        self._asked: _Asked | None = None
        self._turn = asyncio.Lock()
        self._stopping = 0
        self._guard = QTimer(self, singleShot=True, interval=STOP_MILLISECONDS)
        self._guard.timeout.connect(self._kill)
        self._more = QTimer(self, singleShot=True, interval=0)
        self._more.timeout.connect(self._take_lines)

    def warm(self) -> None:
        """Start the process before there is a job, so that the first one does not wait for it."""
        self._started()

    async def run(
        self,
        job: str,
        arguments: Mapping[str, Any],
        on_item: OnItem = lambda _: None,
        *,
        seconds: float = 0,
    ) -> None:
        """Have a job done; ``on_item`` gets each item as it comes, on the window's thread.

        ``seconds``: how long one item may take; 0 for as long as it likes. Cancelling stops the
        job. Raises SideProcessEnded and SideJobFailed.
        """
        async with self._turn:
            self._number += 1
            asking = {
                "number": self._number,
                "job": job,
                "arguments": arguments,
                "seconds": seconds,
            }
            loop = asyncio.get_running_loop()
            line = await loop.run_in_executor(None, _line, asking)
            asked = _Asked(self._number, line, on_item, loop.create_future())
            self._asked = asked
            self._send(line)
            try:
                await asked.done
            except asyncio.CancelledError:
                self._stop()
                raise
            finally:
                self._asked = None

    def end(self) -> None:
        """End the process."""
        process, self._process = self._process, None
        self._guard.stop()
        if process is not None:
            process.finished.disconnect(self._finished)
            process.kill()
            process.waitForFinished(END_MILLISECONDS)
            process.deleteLater()

    def _started(self) -> QProcess:
        if self._process is None:
            process = QProcess(self)
            process.setStandardErrorFile(QProcess.nullDevice())
            process.readyReadStandardOutput.connect(self._arrived)
            process.finished.connect(self._finished)
            process.errorOccurred.connect(self._not_started)
            self._pending = b""
            self._lines.clear()
            program, *words = self._command
            process.start(program, words)
            self._process = process
            if not self._lives:
                self._lives = self._tasks.at_end(self._end_in_time)
        return self._process

    async def _end_in_time(self) -> None:
        """The process ends before its owner is gone: Qt would complain of a running one."""
        self.end()

    def _send(self, line: bytes) -> None:
        self._started().write(line)

    def _stop(self) -> None:
        """Ask for the end of the job in hand; one that does not hear is ended with its process."""
        self._number += 1
        self._stopping = self._number
        self._send(_line({"number": self._number, "stop": True}))
        self._guard.start()

    def _kill(self) -> None:
        if self._process is not None:
            self._process.kill()

    def _arrived(self) -> None:
        self._read()
        # While there is more than fits into a turn, one slice a turn is enough.
        if not self._more.isActive():
            self._take_lines()

    def _take_lines(self) -> None:
        """Some lines, then a turn for the window."""
        over = time.perf_counter() + TURN_SECONDS
        while self._lines and time.perf_counter() < over:
            self._take(json.loads(self._lines.popleft()))
        if self._lines:
            self._more.start()

    def _read(self) -> None:
        if self._process is not None:
            self._pending += self._process.readAllStandardOutput().data()
            *lines, self._pending = self._pending.split(b"\n")
            self._lines.extend(lines)

    def _take(self, said: dict[str, Any]) -> None:
        if said["number"] == self._stopping:
            self._guard.stop()
        asked = self._asked
        if asked is None or said["number"] != asked.number or asked.done.done():
            return
        asked.begun = True
        if "item" in said:
            asked.on_item(said["item"])
        elif "error" in said:
            asked.done.set_exception(SideJobFailed(said["error"]))
        elif "end" in said:
            asked.done.set_result(None)

    def _finished(self) -> None:
        self._guard.stop()
        self._read()
        while self._lines:
            self._take_lines()
        if self._process is not None:
            self._process.deleteLater()
        self._process = None
        asked = self._asked
        if asked is None or asked.done.done():
            return
        if asked.begun or asked.starts >= MOST_STARTS:
            asked.done.set_exception(SideProcessEnded())
        else:
            asked.starts += 1
            self._send(asked.line)

    def _not_started(self, error: QProcess.ProcessError) -> None:
        if error is QProcess.ProcessError.FailedToStart:
            self._process = None
            if self._asked is not None and not self._asked.done.done():
                self._asked.done.set_exception(SideProcessEnded())


def side_command(*, gentle: bool = False) -> tuple[str, ...]:
    """How this very program is started as the process beside the window; ``gentle``: it takes
    what the rest of the computer leaves."""
    words = ("side", "--gentle") if gentle else ("side",)
    if getattr(sys, "frozen", False):
        return (sys.executable, *words)
    return (sys.executable, "-m", "funneldesk", *words)


def _line(asking: Mapping[str, Any]) -> bytes:
    return json.dumps(asking, separators=(",", ":")).encode("ascii") + b"\n"
