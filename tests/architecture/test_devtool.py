"""The tool that everybody types: its judgement of test runs and of the machine it is on."""

import subprocess
import sys
from pathlib import Path

import pytest
from tree import ROOT

from devtool import checks, commands, debian, suite
from devtool.checks import Depth, Outcome, Step, count, judge
from devtool.commands import Finished
from devtool.places import installed_program, venv_python
from devtool.slowness import VARIABLE, slowness

REPORT = """<testsuites><testsuite name="pytest" tests="10" failures="2" errors="1" skipped="3">
</testsuite></testsuites>"""


def test_a_report_is_counted(tmp_path: Path) -> None:
    report = tmp_path / "report.xml"
    report.write_text(REPORT, encoding="utf-8")
    assert count(report) == Outcome(passed=4, failed=3, skipped=3)


def test_a_missing_or_torn_report_counts_nothing(tmp_path: Path) -> None:
    torn = tmp_path / "torn.xml"
    torn.write_text("<testsuites><testsuite", encoding="utf-8")
    assert count(torn) == count(tmp_path / "absent.xml") == Outcome()


@pytest.mark.parametrize(
    ("code", "timed_out", "counted", "failed"),
    [
        (0, False, Outcome(passed=5), 0),
        (0, False, Outcome(passed=5, skipped=1), 0),
        (0, False, Outcome(), 1),
        (0, False, Outcome(skipped=7), 1),
        (5, False, Outcome(), 1),
        (1, False, Outcome(passed=5, failed=2), 2),
        (2, False, Outcome(), 1),
        (-11, False, Outcome(), 1),
        (1, False, Outcome(passed=5), 1),
        (-9, True, Outcome(passed=5, failed=1), 2),
    ],
)
def test_only_a_run_that_proves_something_passes(
    code: int, timed_out: bool, counted: Outcome, failed: int
) -> None:
    judged = judge(Finished(code, 1.0, timed_out), counted)
    assert judged.failed == failed
    assert bool(judged.reason) is bool(failed)


@pytest.fixture(autouse=True)
def _own_logs(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(checks, "LOGS", tmp_path / "logs")


def test_the_last_line_is_the_sum_alone(capsys: pytest.CaptureFixture[str]) -> None:
    steps = [
        Step("one", "", lambda log, depth: Outcome(passed=3, skipped=1)),
        Step("two", "", lambda log, depth: Outcome(passed=1), static=True),
    ]
    assert suite.run_suite(steps, Depth.DAILY)
    assert capsys.readouterr().out.splitlines()[-1] == "4 passed, 0 failed, 1 skipped"


def test_a_failed_step_shows_its_log_and_the_rest_goes_on(
    capsys: pytest.CaptureFixture[str],
) -> None:
    def fails(log: Path, _depth: Depth) -> Outcome:
        log.write_text("the story of the failure", encoding="utf-8")
        return Outcome(passed=2, failed=1, reason="1 of its tests failed.")

    steps = [Step("broken", "", fails), Step("whole", "", lambda log, depth: Outcome(passed=1))]
    assert not suite.run_suite(steps, Depth.DAILY)
    lines = capsys.readouterr().out.splitlines()
    assert "the story of the failure" in lines
    assert lines[-1] == "3 passed, 1 failed"


def test_packages_are_known_by_name_and_by_what_they_stand_in_for() -> None:
    listing = "ii \tlibasound2t64\tlibasound2 (= 1.2.11), liboss\nrc \tlibgone\t\nii \tlibgl1\t\n"
    assert debian.parse_installed(listing) == {"libasound2t64", "libasound2", "liboss", "libgl1"}


def test_a_program_that_hangs_is_ended_with_its_children(tmp_path: Path) -> None:
    fcntl = pytest.importorskip("fcntl", reason="Windows ends children in another way")
    held, log = tmp_path / "held", tmp_path / "log"
    child = (
        f"import fcntl, time; file = open({str(held)!r}, 'w'); fcntl.flock(file, fcntl.LOCK_EX);"
        "print('the child is up', flush=True); time.sleep(60)"
    )
    parent = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {child!r}])"
    finished = commands.run_logged([sys.executable, "-c", parent], log=log, limit=2.0)
    assert finished.timed_out
    assert not finished.ok
    assert "the child is up" in log.read_text(encoding="utf-8")
    with held.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)  # waits for ever while the child lives


def test_a_program_that_goes_on_may_take_longer_than_its_limit(tmp_path: Path) -> None:
    limit = 1.0 / slowness()  # The limit is longer on a slow machine; the program is not.
    counting = "import time\nfor at in range(15): print(at, flush=True); time.sleep(0.2)"
    finished = commands.run_logged(
        [sys.executable, "-c", counting], log=tmp_path / "log", limit=limit
    )
    assert finished.ok
    assert finished.seconds > 2 * limit * slowness()


@pytest.mark.parametrize(("given", "factor"), [("2.5", 2.5), ("0.1", 1.0), ("", 1.0)])
def test_limits_follow_the_machine(
    monkeypatch: pytest.MonkeyPatch, given: str, factor: float
) -> None:
    monkeypatch.setenv(VARIABLE, given)
    slowness.cache_clear()
    try:
        assert slowness() >= factor
        assert slowness() == factor or not given
    finally:
        slowness.cache_clear()


def test_every_verb_is_explained() -> None:
    answer = subprocess.run(
        [sys.executable, str(ROOT / "packaging" / "dev.py"), "--help"],
        capture_output=True,
        text=True,
    )
    assert answer.returncode == 0
    for verb in ("setup", "run", "test", "screenshots", "bench", "lock", "build"):
        assert verb in answer.stdout


def test_a_slip_of_the_pen_is_refused() -> None:
    answer = subprocess.run(
        [sys.executable, str(ROOT / "packaging" / "dev.py"), "test", "--quik"],
        capture_output=True,
        text=True,
    )
    assert answer.returncode == 2
    assert "--quik" in answer.stderr


def test_each_depth_asks_what_it_says(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    asked: list[list[str]] = []

    def note(words: list[str], **_around: object) -> Finished:
        asked.append([str(word) for word in words])
        return Finished(0, 1.0, False)

    monkeypatch.setattr(commands, "run_logged", note)
    step = Step("one", "", checks.pytests("tests", daily=["tests/client"], quick=["tests/e2e"]))
    for depth in Depth:
        step.run(depth)
    quick, daily, deep = asked
    assert "tests/e2e" in quick
    assert "tests/client" in daily
    assert "tests" in deep
    assert quick[-3:-1] == daily[-3:-1] == ["-m", "not deep"]
    assert "--hypothesis-profile=deep" in deep
    assert "not deep" not in deep


def test_other_versions_of_libraries_are_tried_in_the_deepest_run_alone() -> None:
    asked = {
        depth: {step.name for step in suite.STEPS if depth.covers(step.since)} for depth in Depth
    }
    assert asked[Depth.QUICK] < asked[Depth.DAILY] < asked[Depth.DEEP]
    others = {"newest-libraries", "lowest-libraries"}
    assert asked[Depth.DEEP] - asked[Depth.DAILY] == others


def test_tests_run_with_the_libraries_of_their_step(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    asked: list[str] = []

    def note(words: list[object], **_around: object) -> Finished:
        asked.append(str(words[0]))
        return Finished(0, 1.0, False)

    monkeypatch.setattr(commands, "run_logged", note)
    checks.pytests("tests", venv=tmp_path)(tmp_path / "log", Depth.DAILY)
    checks.pytests("tests")(tmp_path / "log", Depth.DAILY)
    assert asked == [str(installed_program("python", tmp_path)), str(venv_python())]


def test_quick_and_deep_exclude_each_other() -> None:
    answer = subprocess.run(
        [sys.executable, str(ROOT / "packaging" / "dev.py"), "test", "--quick", "--deep"],
        capture_output=True,
        text=True,
    )
    assert answer.returncode == 2
    assert "--deep" in answer.stderr
