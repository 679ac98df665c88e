"""The heartbeat of the window's thread: how long it is between two turns of its event loop."""

import asyncio
import faulthandler
import statistics
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from measure import done
from PySide6.QtCore import QObject, Qt, QTimer

from devtool.slowness import slowness

BEAT_MILLISECONDS = 4
LATE = 0.030


async def until(condition: Callable[[], object], within: float = 60.0, pause: float = 0.02) -> None:
    """Let the program work until something holds; ``pause`` is between two looks, in seconds."""
    async with asyncio.timeout(within * slowness()):
        while not condition():  # noqa: ASYNC110 - what is waited for is what a user would see
            await asyncio.sleep(pause)


@dataclass
class Phase:
    """The gaps, in seconds, while one thing was done."""

    name: str
    gaps: list[float] = field(default_factory=list)
    worked: list[float] = field(default_factory=list)
    """How much of each gap the window's thread itself computed: the rest it waited, for the
    interpreter's lock or for a processor that others had."""

    @property
    def p99(self) -> float:
        """The gap that 99 of 100 keep under, in milliseconds."""
        return statistics.quantiles(self.gaps, n=100)[98] * 1000 if len(self.gaps) > 1 else 0.0

    @property
    def largest(self) -> float:
        """In milliseconds."""
        return max(self.gaps, default=0.0) * 1000

    @property
    def most_worked(self) -> float:
        """In milliseconds."""
        return max(self.worked, default=0.0) * 1000


class Heartbeat(QObject):
    """Beats every few milliseconds on the thread that made it; late beats are what a user feels.

    With ``explain`` the stacks of all threads are written when a beat is 30 ms late: by a thread
    that needs no interpreter lock, so that it tells even of what holds it.
    """

    def __init__(self, explain: Path | None = None) -> None:
        super().__init__()
        self.phases: list[Phase] = []
        self._log = explain.open("w", encoding="utf-8") if explain else None
        self._last = self._computed = 0.0
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.setInterval(BEAT_MILLISECONDS)
        self._timer.timeout.connect(self._beat)

    def enter(self, name: str) -> None:
        """What is done from now on belongs to another phase."""
        self.phases.append(Phase(name))
        if self._log:
            print(f"\n===== {name}", file=self._log, flush=True)
        if not self._last:
            self._last, self._computed = time.perf_counter(), time.thread_time()
            self._timer.start()

    def stop(self) -> None:
        """No more beats. Raises ImpossibleTime when there was none."""
        self._timer.stop()
        gaps = [gap for phase in self.phases for gap in phase.gaps]
        done(sum(gaps), turns=len(gaps))
        faulthandler.cancel_dump_traceback_later()

    def _beat(self) -> None:
        now, computed = time.perf_counter(), time.thread_time()
        gap, self._last = now - self._last, now
        worked, self._computed = computed - self._computed, computed
        self.phases[-1].gaps.append(gap)
        self.phases[-1].worked.append(worked)
        if self._log:
            if gap > LATE:
                words = f"a gap of {gap * 1000:.0f} ms, {worked * 1000:.0f} ms of it work"
                print(f"----- that was {words}", file=self._log, flush=True)
            faulthandler.dump_traceback_later(LATE, file=self._log)


def table(phases: list[Phase], out: object = sys.stdout) -> None:
    """One line for each phase."""
    for phase in phases:
        print(
            f"  {phase.name:<42} {len(phase.gaps):>6} beats   p99 {phase.p99:>6.1f} ms"
            f"   largest {phase.largest:>7.1f} ms   most work in one {phase.most_worked:>6.1f} ms",
            flush=True,
        )


def together(phases: list[Phase]) -> Phase:
    """All phases as one."""
    gaps = [gap for phase in phases for gap in phase.gaps]
    return Phase("all", gaps, [worked for phase in phases for worked in phase.worked])
