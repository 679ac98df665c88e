"""Everything that ``test`` checks, and in which order."""

import os
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from threading import Lock

from devtool import bundles, commands, debian, lock, postgres
from devtool.checks import Depth, Outcome, Step, Work, programs, pytests
from devtool.places import ON_LINUX, WORK, ToolError, installed_program, say, venv_python

DATABASE_VARIABLE = "FUNNELDESK_TEST_DATABASE"
SAMPLE_VARIABLE = "FUNNELDESK_TEST_SAMPLE"
_SERVER_TESTS = "tests/server"
_telling, _making = Lock(), Lock()
Told = tuple[Step, Outcome]

_ON_EITHER_DATABASE = (
    "tests/server/db",
    "tests/server/jobs/test_jobs_shared.py",
    "tests/server/jobs/test_jobs_worker.py",
    "tests/server/test_two_platforms.py",
    "tests/server/test_keys.py::test_a_revoked_key_is_dead_at_once_and_others_live",
    "tests/server/test_serve.py::test_data_of_a_newer_program_is_left_alone",
    "tests/server/test_serve.py::"
    "test_a_shared_database_takes_several_processes_from_the_first_start_on",
    "tests/server/storage/test_storage.py",
    "tests/server/visitor/test_visitor_limits.py::test_guesses_are_counted_for_all_processes",
    "tests/server/web/test_listing.py",
    "tests/server/parts/analytics/test_analytics_groupings.py",
    "tests/server/parts/analytics/test_rollups.py",
    "tests/server/parts/collections/test_collections_entries.py",
    "tests/server/parts/conversions/test_orders.py",
    "tests/server/parts/crm/test_crm_entries.py",
    "tests/server/parts/customers/test_customers.py",
    "tests/server/parts/pages/test_pages.py",
    "tests/server/parts/subscriptions/test_subscriptions.py",
    "tests/server/parts/tickets/test_tickets.py",
    "tests/server/parts/tracking/test_tracking.py",
)
"""What depends on the database: its own tests, jobs, several processes, and the parts that count,
search or order in ways of their own. The rest asks nothing of a second database each day; all of
it, the whole sample, kills and thousands of learners are asked of both in ``test --deep``."""

_QUICK_SERVER = (
    "tests/server/db",
    "tests/server/parts/pages",
    "tests/server/parts/files/test_files.py",
)
_QUICK_DESKTOP = ("tests/desktop/local", "tests/desktop/records", "tests/desktop/workspace")
_UNIT = ("tests/contract", "tests/client")


@contextmanager
def _with_sample(log: Path) -> Iterator[dict[str, str]]:
    """The small sample, made once for all steps: making it takes ten seconds of a processor."""
    yield {SAMPLE_VARIABLE: str(_sample(log.with_name("sample.log")))}


def _sample(log: Path) -> Path:
    with _making:
        return _made_sample(log)


@cache
def _made_sample(log: Path) -> Path:
    folder = WORK / "test" / "sample"
    shutil.rmtree(folder, ignore_errors=True)
    words = ["serve", "--data", str(folder), "--port", "0", "--sample", "small"]
    with log.open("wb") as errors:
        server = subprocess.Popen(
            [venv_python(), "-m", "funneldesk", *words], stdout=subprocess.PIPE, stderr=errors
        )
        with server:
            ready = server.stdout.readline() if server.stdout is not None else b""
            server.terminate()
    if not ready:
        raise ToolError(f"The sample could not be made; see {log}.")
    return folder


@contextmanager
def _on_postgres(log: Path) -> Iterator[dict[str, str]]:
    with postgres.private_server(log.with_suffix(".postgres.log")) as address:
        yield {DATABASE_VARIABLE: address}


@contextmanager
def _on_sqlite(_log: Path) -> Iterator[dict[str, str]]:
    yield {DATABASE_VARIABLE: ""}


_TESTS_BY_BASES = {
    ("tests/server/support", "tests/contract"): ("tests/server",),
    ("tests/client", "tests/contract"): ("tests/client",),
    ("tests/bench", "tests/architecture", "tests/contract", "tests/server/support"): (
        *("tests/bench", "tests/architecture"),
    ),
    (): ("tests/contract", "tests/statistics", "tests/desktop", "tests/e2e"),
}
"""Folders of tests by the folders that their modules are imported from, as their conftest says."""


_TEST_TYPES = "packaging/mypy-tests.ini"


def _types_of_tests(log: Path, depth: Depth) -> Outcome:
    """Mypy over all tests, those together that find their modules in the same places."""
    for bases, folders in _TESTS_BY_BASES.items():
        path = os.pathsep.join(["src", "packaging", *bases, "."])
        words = [str(installed_program("mypy")), "--config-file", _TEST_TYPES, *folders]
        outcome = programs(words, env=dict(os.environ, MYPYPATH=path))(log, depth)
        if outcome.failed:
            return outcome
    return Outcome(passed=1)


def _when(possible: Callable[[], object], needs: str, work: Work) -> Work:
    """Leave a step out where a program is missing; where CI is set, that is a failure."""

    def guarded(log: Path, depth: Depth) -> Outcome:
        if possible():
            return work(log, depth)
        reason = f"It needs {needs}, which is not installed."
        return Outcome(failed=1, reason=reason) if os.environ.get("CI") else _left_out(reason)

    return guarded


def _left_out(reason: str) -> Outcome:
    return Outcome(left_out=True, reason=reason)


def _has_screen() -> bool:
    return ON_LINUX and bool(shutil.which("Xvfb") and shutil.which("xdotool"))


def _with_unlocked(name: str, resolution: str) -> Work:
    """The quick tests in an environment of their own, with versions that are not the locked."""
    venv = WORK / name
    paths = (*_UNIT, *_QUICK_DESKTOP, *_QUICK_SERVER)
    tests = pytests(*paths, venv=venv, around=[_on_sqlite, _with_sample])

    def work(log: Path, _depth: Depth) -> Outcome:
        lock.install_unlocked(venv, resolution, log)
        return tests(log, Depth.QUICK)

    return work


STEPS: tuple[Step, ...] = (
    Step(
        "types",
        "mypy --strict",
        programs([installed_program("mypy")]),
        static=True,
    ),
    Step(
        "test-types",
        "mypy finds no assertion that cannot fail",
        _types_of_tests,
        since=Depth.DAILY,
        static=True,
    ),
    Step(
        "format",
        "every file is laid out by ruff",
        programs([installed_program("ruff"), "format", "--check", "--diff", "."]),
        static=True,
    ),
    Step(
        "lint",
        "ruff finds nothing",
        programs([installed_program("ruff"), "check", "--no-fix", "."]),
        static=True,
    ),
    Step(
        "imports",
        "who may import whom",
        programs([installed_program("lint-imports")]),
        static=True,
    ),
    Step(
        "bundle",
        "the web bundles are what their sources make",
        bundles.check,
        since=Depth.DAILY,
        static=True,
    ),
    Step(
        "desktop",
        "the window, off the screen",
        pytests("tests/desktop", quick=_QUICK_DESKTOP, workers=3, by="loadgroup"),
    ),
    Step(
        "architecture",
        "names, sizes, layout, text widgets",
        pytests("tests/architecture", workers=1),
    ),
    Step(
        "server-sqlite",
        "the platform on SQLite",
        pytests(_SERVER_TESTS, quick=_QUICK_SERVER, around=[_on_sqlite, _with_sample]),
    ),
    Step(
        "server-postgres",
        "the platform on PostgreSQL",
        _when(
            debian.postgres_folder,
            "PostgreSQL",
            pytests(_SERVER_TESTS, daily=_ON_EITHER_DATABASE, around=[_on_postgres]),
        ),
        since=Depth.DAILY,
    ),
    Step(
        "e2e",
        "the whole program in a real window",
        _when(
            _has_screen,
            "Xvfb and xdotool",
            pytests("tests/e2e", by="load", around=[_with_sample]),
        ),
        since=Depth.DAILY,
    ),
    Step(
        "unit",
        "contract and client",
        pytests(*_UNIT, around=[_with_sample]),
    ),
    Step(
        "benches",
        "every bench runs, once and at its smallest size",
        pytests("tests/bench", by="load", around=[_with_sample]),
        since=Depth.DAILY,
    ),
    Step(
        "newest-libraries",
        "the quick tests with the newest libraries that are allowed",
        _with_unlocked("newest", "highest"),
        since=Depth.DEEP,
    ),
    Step(
        "lowest-libraries",
        "the quick tests with the lowest libraries that are allowed",
        _with_unlocked("lowest", "lowest-direct"),
        since=Depth.DEEP,
    ),
)


def run_suite(steps: list[Step], depth: Depth) -> bool:
    """Run these steps, two at a time, and sum up. True: nothing failed.

    The static ones come first; then the longest begins: tests of a window wait more than they
    work, and leave room for all others beside them.
    """
    started, before = time.monotonic(), _spent()
    static, others = ([s for s in steps if s.static is kind] for kind in (True, False))
    with ThreadPoolExecutor(max_workers=2) as pool:
        try:
            outcomes = [*_side_by_side(pool, static, depth), *_side_by_side(pool, others, depth)]
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            commands.end_all()
            raise
    spent = _spent() - before
    say(f"It took {time.monotonic() - started:.0f} s, and {spent:.0f} s of processor time.")
    return _sum_up(outcomes)


def _side_by_side(pool: Executor, steps: list[Step], depth: Depth) -> list[Told]:
    """Begin the next step whenever one of the pool's workers is free."""
    return list(pool.map(lambda step: (step, _told(step, step.run(depth))), steps))


def _spent() -> float:
    """Processor time of the programs that ended, in seconds."""
    times = os.times()
    return times.children_user + times.children_system


def _told(step: Step, outcome: Outcome) -> Outcome:
    """Say how a step ended; when it failed, with the end of its log."""
    with _telling:
        return _say_how_it_ended(step, outcome)


def _say_how_it_ended(step: Step, outcome: Outcome) -> Outcome:
    if outcome.left_out:
        word, counts = "left out", ""
    else:
        word = "FAILED" if outcome.failed else "passed"
        counts = "" if step.static else f", {outcome.passed} tests passed"
        counts += f", {outcome.failed} failed" if outcome.failed and not step.static else ""
        counts += f", {outcome.skipped} skipped" if outcome.skipped else ""
    say(f"{step.name:<16} {word:<8} {outcome.seconds:6.1f} s  {step.about}{counts}")
    if outcome.reason:
        say(f"{'':<16} {outcome.reason}")
    if outcome.failed:
        say(f"--- the end of {step.log}")
        say(_tail(step.log))
        say("---")
    return outcome


def _tail(log: Path, lines: int = 120) -> str:
    text = log.read_text(encoding="utf-8", errors="replace")
    return "\n".join(text.splitlines()[-lines:])


def _sum_up(outcomes: list[Told]) -> bool:
    passed = sum(outcome.passed for _, outcome in outcomes)
    failed = sum(outcome.failed for _, outcome in outcomes)
    skipped = sum(outcome.skipped + outcome.left_out for _, outcome in outcomes)
    broken = [step.name for step, outcome in outcomes if outcome.failed]
    say("")
    if broken:
        say(f"Failed: {', '.join(broken)}. Again: packaging/dev.py test --only {' '.join(broken)}")
    say(f"The logs are in {WORK / 'test'}. Counted: single tests, and each check without tests.")
    say(f"{passed} passed, {failed} failed" + (f", {skipped} skipped" if skipped else ""))
    return not failed
