"""One step of ``test``: what it runs, where its log is, and what it counted."""

import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack
from dataclasses import dataclass, replace
from enum import Enum
from pathlib import Path
from xml.etree import ElementTree

from devtool import commands, surroundings
from devtool.places import ROOT, VENV, WORK, ToolError, installed_program
from devtool.slowness import VARIABLE, slowness

LOGS = WORK / "test"

Surrounding = Callable[[Path], AbstractContextManager[dict[str, str]]]
"""Given the step's log, holds something up while the step runs and gives variables for it."""


class Depth(Enum):
    """How much is asked: while one works, before one lands, and all there is."""

    QUICK = "quick"
    DAILY = "daily"
    DEEP = "deep"

    def covers(self, other: "Depth") -> bool:
        """Whether what is asked at another depth is asked at this one as well."""
        order = list(Depth)
        return order.index(other) <= order.index(self)


@dataclass(frozen=True)
class Outcome:
    """What a step found. ``reason`` is a sentence when it failed or was left out."""

    passed: int = 0
    failed: int = 0
    skipped: int = 0
    left_out: bool = False
    reason: str = ""
    seconds: float = 0.0


Work = Callable[[Path, Depth], Outcome]
"""Given the step's log and how much is asked, does the step."""


@dataclass(frozen=True)
class Step:
    """A named check. ``work`` gets its log file; ``since`` is the least depth it belongs to."""

    name: str
    about: str
    work: Work
    since: Depth = Depth.QUICK
    static: bool = False

    @property
    def log(self) -> Path:
        return LOGS / f"{self.name}.log"

    def run(self, depth: Depth) -> Outcome:
        """Do the work with an empty log; a ToolError on the way is a failure with its sentence."""
        LOGS.mkdir(parents=True, exist_ok=True)
        self.log.write_bytes(b"")
        started = time.monotonic()
        try:
            outcome = self.work(self.log, depth)
        except ToolError as stop:
            outcome = Outcome(failed=1, reason=str(stop))
        return replace(outcome, seconds=time.monotonic() - started)


def programs(
    *calls: Sequence[str | Path], cwd: Path = ROOT, env: Mapping[str, str] | None = None
) -> Work:
    """A check that passes when every one of these programs ends with 0."""

    def work(log: Path, _depth: Depth) -> Outcome:
        for call in calls:
            finished = commands.run_logged(call, log=log, cwd=cwd, env=env)
            if finished.timed_out:
                return Outcome(failed=1, reason="It did not come to an end and was stopped.")
            if not finished.ok:
                return Outcome(failed=1, reason=f"It ended with {finished.code}.")
        return Outcome(passed=1)

    return work


def pytests(
    *paths: str,
    daily: Sequence[str] = (),
    quick: Sequence[str] = (),
    workers: int = 2,
    by: str = "loadfile",
    around: Sequence[Surrounding] = (),
    venv: Path = VENV,
) -> Work:
    """A check that runs the tests under ``paths``, in an own home; counts single tests.

    ``daily`` and ``quick`` are what of them is asked at these depths, when it is not all; what
    is marked ``deep`` runs at that depth alone. ``by`` is how the workers share them, as xdist
    calls it. ``venv`` has the libraries that they are run with. A test that hangs ends by its own
    limit, and the whole when no test ends for a while: what is slow goes on.
    """
    asked = {Depth.QUICK: quick or daily or paths, Depth.DAILY: daily or paths, Depth.DEEP: paths}

    def work(log: Path, depth: Depth) -> Outcome:
        report = log.with_suffix(".xml")
        report.unlink(missing_ok=True)
        absent = [path for path in asked[depth] if not (ROOT / path.partition("::")[0]).exists()]
        if absent:
            return Outcome(failed=1, reason=f"{' and '.join(absent)} does not exist.")
        with ExitStack() as stack:
            environment = stack.enter_context(surroundings.own_home())
            for surrounding in around:
                environment.update(stack.enter_context(surrounding(log)))
            environment[VARIABLE] = str(slowness())
            words = _pytest_words(asked[depth], workers, by, report)
            seconds = _SECONDS_OF_A_TEST[depth]
            finished = commands.run_logged(
                [
                    *(installed_program("python", venv), *words, *_DEPTH_WORDS[depth]),
                    f"--timeout={seconds * slowness():.0f}",
                ],
                log=log,
                env=environment,
                limit=seconds * _TESTS_IN_SILENCE,
            )
        return judge(finished, count(report))

    return work


def judge(finished: commands.Finished, counted: Outcome) -> Outcome:
    """Join how pytest ended with what its report counted; a doubt is a failure."""
    if finished.timed_out:
        return replace(
            counted, failed=counted.failed + 1, reason="It did not come to an end and was stopped."
        )
    if finished.code == 5 or (finished.ok and counted.passed == 0 and counted.failed == 0):
        return replace(
            counted, failed=1, reason="No test was run: a step without tests proves nothing."
        )
    if not finished.ok and counted.failed == 0:
        return replace(counted, failed=1, reason=f"pytest itself ended with {finished.code}.")
    if counted.failed:
        return replace(counted, reason=f"{counted.failed} of its tests failed.")
    return counted


def count(report: Path) -> Outcome:
    """Passed, failed and skipped tests in a JUnit report; nothing when there is no report."""
    try:
        suites = ElementTree.parse(report).getroot().iter("testsuite")
    except (OSError, ElementTree.ParseError):
        return Outcome()
    total = failed = skipped = 0
    for suite in suites:
        total += int(suite.get("tests", 0))
        failed += int(suite.get("failures", 0)) + int(suite.get("errors", 0))
        skipped += int(suite.get("skipped", 0))
    return Outcome(passed=max(total - failed - skipped, 0), failed=failed, skipped=skipped)


_DEPTH_WORDS = {
    Depth.QUICK: ["-m", "not deep"],
    Depth.DAILY: ["-m", "not deep"],
    Depth.DEEP: ["--hypothesis-profile=deep"],
}
_SECONDS_OF_A_TEST = {Depth.QUICK: 300, Depth.DAILY: 300, Depth.DEEP: 1200}
_TESTS_IN_SILENCE = 3
"""How many times as long no test may end before a step is taken to hang."""


def _pytest_words(paths: Sequence[str], workers: int, by: str, report: Path) -> list[str | Path]:
    parallel = ["-n", str(workers), "--dist", by] if workers > 1 else []
    show = ["--quiet", "--color=no", "--durations=8", f"--junitxml={report}"]
    if not any(path.startswith("tests/server") for path in paths):
        show += ["-p", "no:schemathesis"]  # Its plugin takes each process a second to load.
    return ["-m", "pytest", *paths, *parallel, *show]
