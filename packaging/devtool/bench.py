"""Runs the measurements: each ``tests/bench/bench_*.py`` is a program of its own."""

import subprocess
import time
from collections.abc import Sequence
from pathlib import Path

from devtool import surroundings
from devtool.places import ROOT, ToolError, say, venv_python

_FOLDER = ROOT / "tests" / "bench"


def run_all(only: Sequence[str] | None = None) -> bool:
    """Run the measurements one by one, alone on the machine. True: each ended with 0.

    ``only`` are names as in ``bench_NAME.py``. Raises ToolError when there is nothing to run.
    """
    scripts = sorted(_FOLDER.glob("bench_*.py"))
    if only:
        scripts = [script for script in scripts if _name(script) in only]
    if not scripts:
        raise ToolError(f"There is no such measurement in {_FOLDER}.")
    results = [(script, *_run(script)) for script in scripts]
    say("Summary")
    for script, code, seconds in results:
        verdict = "done" if code == 0 else f"FAILED (ended with {code})"
        say(f"  {_name(script):<24} {seconds:7.1f} s  {verdict}")
    return all(code == 0 for _, code, _ in results)


def _run(script: Path) -> tuple[int, float]:
    say(f"== {_name(script)}")
    started = time.monotonic()
    with surroundings.own_home() as around:
        code = subprocess.call([venv_python(), script], cwd=ROOT, env=around)
    say("")
    return code, time.monotonic() - started


def _name(script: Path) -> str:
    return script.stem.removeprefix("bench_")
