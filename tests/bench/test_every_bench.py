"""Every bench still runs: once, at its smallest size, with its aims left aside."""

import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from devtool import surroundings

NEED_A_SCREEN = {"endings"}
LONG = {
    *("analytics_window", "bulk", "clicks", "concurrency", "drafts", "endings", "endurance"),
    *("exports", "first_list", "generated", "heartbeat", "kills", "sections", "sell_heartbeat"),
    *("orphans", "reports_load", "start", "tickets", "tracking_heartbeat", "upload_faults"),
    *("upload_heartbeat", "upload_memory"),
}
"""They start the whole program, or a platform with the sample: together that takes some minutes of
a processor, which the deepest run has. The daily one has the others."""
WORK = "Work that was timed: "
BENCHES = sorted(Path(__file__).parent.glob("bench_*.py"))


def _case(bench: Path) -> Any:
    name = bench.stem.removeprefix("bench_")
    return pytest.param(bench, id=name, marks=[pytest.mark.deep] if name in LONG else [])


@pytest.mark.parametrize("bench", [_case(bench) for bench in BENCHES])
def test_a_bench_runs_and_counts_its_work(bench: Path) -> None:
    if bench.stem.removeprefix("bench_") in NEED_A_SCREEN and not shutil.which("Xvfb"):
        pytest.skip("It needs Xvfb, which is not installed.")
    with surroundings.own_home() as around:
        answer = subprocess.run(
            [sys.executable, bench],
            env=around | {"FUNNELDESK_BENCH_SMALLEST": "1"},
            capture_output=True,
            text=True,
        )
    assert "Traceback" not in answer.stderr, answer.stderr[-3000:]
    assert answer.returncode in (0, 1), answer.stdout + answer.stderr[-3000:]
    worked = [line for line in answer.stdout.splitlines() if line.startswith(WORK)]
    assert worked, answer.stdout
    assert f"{WORK}none" not in worked


def test_the_long_ones_are_known() -> None:
    assert {bench.stem.removeprefix("bench_") for bench in BENCHES} >= LONG | NEED_A_SCREEN
