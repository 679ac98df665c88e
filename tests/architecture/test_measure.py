"""What the benches share: work that was not done is noticed by its time."""

import subprocess
import sys

import pytest
from measure import ImpossibleTime, done
from tree import ROOT


def test_work_that_was_done_gives_its_seconds() -> None:
    assert done(0.5, rows=1_000) == 0.5
    assert done(0.5, rows=1_000, bytes=200_000) == 0.5


@pytest.mark.parametrize(
    ("seconds", "work"),
    [
        (0.0000004, {"rows": 520}),  # Five generators were made, and no row was read.
        (0.001, {"bytes": 200_000_000}),
        (0.001, {"requests": 1_000}),
        (1.0, {"rows": 0}),
        (1.0, {"rows": 7, "requests": 0}),
        (1.0, {}),
    ],
)
def test_a_time_in_which_no_computer_does_it_is_refused(
    seconds: float, work: dict[str, int]
) -> None:
    with pytest.raises(ImpossibleTime):
        done(seconds, **work)


def test_a_bench_says_at_its_end_what_it_timed() -> None:
    program = "from measure import done; done(1, rows=3); done(1, rows=4, requests=1)"
    answer = subprocess.run(
        [sys.executable, "-c", program],
        cwd=ROOT / "tests" / "bench",
        capture_output=True,
        text=True,
        check=True,
    )
    assert answer.stdout == "Work that was timed: 1 requests, 7 rows\n"
