"""Measuring for the programs beside this file: paired runs, cold processes, one table.

Two ways of doing a thing are run in turn (A B A B …), so that a machine that grows slower or
busier slows both. The figure is the median of the ratios of the pairs; a control is a way that
is known to be worse, and has to lose.

Every program counts the work that it timed, says it at its end, and fails on a time in which no
computer does it: a figure of work that was never done is worse than none. With
``FUNNELDESK_BENCH_SMALLEST`` it runs once at its smallest size, which shows that it still works;
aims and controls are printed then, and not judged.
"""

import atexit
import os
import platform
import signal
import statistics
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

ROOT = Path(__file__).resolve().parents[2]
for each in (ROOT, ROOT / "packaging"):  # Where the support of the tests finds its modules.
    if str(each) not in sys.path:
        sys.path.insert(0, str(each))

SMALLEST = bool(os.environ.get("FUNNELDESK_BENCH_SMALLEST"))
"""Whether to run once, at the smallest size, only to see that the program works."""

LEAST_SECONDS = {
    "rows": 10e-9,
    "bytes": 10e-12,
    "requests": 10e-6,
    "keys": 1e-6,
    "turns": 100e-9,
    "pictures": 1e-6,
    "processes": 100e-6,
}
"""For one of each unit of work: a time that no computer of today gets below."""

_UNITS_IN_A_SECOND = {"s": 1, "ms": 1000}

_done: Counter[str] = Counter()


class ImpossibleTime(Exception):
    """The time measured is too short for the work, which was probably not done."""


def size(full: int, smallest: int) -> int:
    """How many of something to measure with."""
    return smallest if SMALLEST else full


def done(seconds: float, **work: int) -> float:
    """Count work that took so many seconds, and give them back: ``done(seconds, rows=1_000)``.

    The units are those of ``LEAST_SECONDS``. Raises ImpossibleTime when the work is nothing, or
    more than any computer does in that time.
    """
    told = " and ".join(f"{count:,} {unit}" for unit, count in work.items())
    least = sum(count * LEAST_SECONDS[unit] for unit, count in work.items())
    if not work or min(work.values()) <= 0 or seconds < least:
        raise ImpossibleTime(f"{told or 'nothing'} in {seconds:.9f} s")
    _done.update(work)
    return seconds


def leave(status: int) -> NoReturn:
    """End the program at once: the threads of the web engine end with it."""
    _say_what_was_done()
    os._exit(status)


@atexit.register
def _say_what_was_done() -> None:
    told = ", ".join(f"{count:,} {unit}" for unit, count in sorted(_done.items()))
    print(f"Work that was timed: {told or 'none'}", flush=True)


@dataclass(frozen=True)
class Pairs:
    """What paired runs gave, pair by pair, both in the same unit."""

    ours: tuple[float, ...]
    theirs: tuple[float, ...]

    @property
    def ratios(self) -> list[float]:
        """Ours ÷ theirs, sorted."""
        return sorted(a / b for a, b in zip(self.ours, self.theirs, strict=True))

    @property
    def ratio(self) -> float:
        """The median of the pairs' ratios."""
        return statistics.median(self.ratios)


@dataclass(frozen=True)
class Aim:
    """What the ratio ours ÷ theirs should be: ``at_most`` for times, ``at_least`` for rates.

    ``strive`` is the better mark behind the aim, only shown.
    """

    at_most: float | None = None
    at_least: float | None = None
    strive: float | None = None

    def met_by(self, ratio: float) -> bool:
        """Whether this ratio is good enough."""
        low_enough = self.at_most is None or ratio <= self.at_most
        return low_enough and (self.at_least is None or ratio >= self.at_least)

    def __str__(self) -> str:
        words = [f"at most {self.at_most:g}"] if self.at_most is not None else []
        words += [f"at least {self.at_least:g}"] if self.at_least is not None else []
        words += [f"striving for {self.strive:g}"] if self.strive is not None else []
        return ", ".join(words) or "none"


def paired(
    ours: Callable[[], float], theirs: Callable[[], float], *, runs: int = 9, warm_up: int = 1
) -> Pairs:
    """Call both in turn, ``runs`` times after ``warm_up`` uncounted turns.

    Each callable does its work once and gives its own figure (seconds, or a rate).
    """
    for _ in range(size(warm_up, 0)):
        ours(), theirs()
    figures = [(ours(), theirs()) for _ in range(size(runs, 1))]
    return Pairs(tuple(a for a, _ in figures), tuple(b for _, b in figures))


def timed(work: Callable[[], object]) -> float:
    """Seconds that one call takes."""
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


def cold_start(
    words: Sequence[str],
    *,
    until: str,
    env: Mapping[str, str] | None = None,
    limit: float = 60.0,
) -> float:
    """Seconds from the start of a new process to the line ``until`` on its standard output.

    The process is ended afterwards with all it started. Raises RuntimeError, with what it said
    on its error output, when it ends or ``limit`` seconds pass without that line.
    """
    started = time.perf_counter()
    process = subprocess.Popen(
        words,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=None if env is None else dict(env),
        start_new_session=True,
    )
    guard = _ending_after(limit, process)
    try:
        assert process.stdout is not None
        for line in process.stdout:
            if line.strip() == until:
                return done(time.perf_counter() - started, processes=1)
    finally:
        guard.cancel()
        _end_session(process)
        _, said = process.communicate()
    raise RuntimeError(f"{words[0]} never said {until!r}: {said[-2000:]}")


def report(
    title: str,
    pairs: Pairs,
    *,
    unit: str,
    names: tuple[str, str],
    aim: Aim,
    digits: int = 3,
    **work: int,
) -> bool:
    """Print one comparison as a small table with its verdict; True: the aim is met.

    ``work`` is what was done for each single time: see ``done``.
    """
    for figure in (*pairs.ours, *pairs.theirs) if work else ():
        done(figure / _UNITS_IN_A_SECOND[unit], **work)
    ratios = pairs.ratios
    met = SMALLEST or aim.met_by(pairs.ratio)
    print(f"{title}  ({len(ratios)} pairs, in turn)")
    for name, figures in zip(names, (pairs.ours, pairs.theirs), strict=True):
        middle, least, most = statistics.median(figures), min(figures), max(figures)
        print(
            f"  {name:<36} median {middle:>10,.{digits}f} {unit}"
            f"   from {least:,.{digits}f} to {most:,.{digits}f}"
        )
    print(f"  {'ratio':<36} median {pairs.ratio:>10.2f}   from {ratios[0]:.2f} to {ratios[-1]:.2f}")
    print(f"  {'aim':<36} {aim}: {verdict(met)}", flush=True)
    return met


def verdict(met: bool) -> str:
    """The word for an aim that is met or not."""
    return "not judged" if SMALLEST else "PASS" if met else "BELOW"


def control(title: str, *, lost: bool, what: str) -> bool:
    """Print whether a control lost, as it must; a control that wins makes the rest worthless."""
    word = "not judged" if SMALLEST else "lost, as it must" if lost else "DID NOT LOSE"
    print(f"  control: {title}: {what}: {word}", flush=True)
    return SMALLEST or lost


def machine() -> str:
    """One line about where this was measured."""
    return (
        f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores ({_processor()}), "
        f"Python {platform.python_version()}, load {_load()}"
    )


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or "unknown"


def _load() -> str:
    return f"{os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else "unknown"


def _ending_after(limit: float, process: "subprocess.Popen[str]") -> threading.Timer:
    guard = threading.Timer(limit, _end_session, [process])
    guard.daemon = True
    guard.start()
    return guard


def _end_session(process: "subprocess.Popen[str]") -> None:
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except (AttributeError, ProcessLookupError):
        process.kill()
