"""No platform outlives who started it, in whatever phase of its start that one is killed."""

import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from platform_process import PROGRAM, Place

PARENT = """
import os, subprocess, sys
child = subprocess.Popen(sys.argv[2:], stdin=subprocess.PIPE)
if sys.argv[1] == "it begins":
    os.kill(os.getpid(), 9)
child.wait()
"""
_ENDS_WITHIN = 60.0
"""Seconds on the busiest machine; on a quiet one it is less than one."""

PHASES: dict[str, Callable[[Path], bool]] = {
    "it begins": lambda _data: False,
    "it takes the folder": lambda data: (data / "platform.lock").exists(),
    "it makes its storage": lambda data: (data / "storage").exists(),
    "it loads the sample": lambda data: any(data.glob("storage/1/assets/*")),
}


@pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX signals")
@pytest.mark.parametrize("phase", PHASES)
def test_it_ends_with_its_parent_in_every_phase_of_its_start(place: Place, phase: str) -> None:
    words = [*PROGRAM, "serve", *place.words, "--sample", "small", "--end-with-input"]
    parent = subprocess.Popen(
        [sys.executable, "-c", PARENT, phase, *words],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
    )
    try:
        while parent.poll() is None and not PHASES[phase](place.data):
            time.sleep(0.005)
    finally:
        parent.kill()
    # The platform holds the other end of the pipe: it closes when the platform is gone, and has no
    # line in it, as it would when the platform had gone on until it was ready.
    output, _ = parent.communicate(timeout=_ENDS_WITHIN)
    assert output == b""
