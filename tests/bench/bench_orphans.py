"""kill -9 of whoever started a platform, at 60 random moments of its start: it ends within 5 s.

The sample is made meanwhile, so that the moments lie in all phases: loading, opening the folder,
the schema, the sample, and serving. Afterwards the same folder starts. Control: a child that
nobody watches lives on.
"""

import random
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from measure import control, done, machine, size
from platform_under_test import PROGRAM, Place, served

ROUNDS = int(sys.argv[1]) if len(sys.argv) > 1 else size(60, 1)
MOST_SECONDS = 5.0
LATEST = size(12, 2)
"""Seconds of a start within which a kill comes: the small sample is made by then."""

PARENT = "import subprocess, sys; subprocess.Popen(sys.argv[1:], stdin=subprocess.PIPE).wait()"
UNWATCHED = "import time; print('ready', flush=True); time.sleep(60)"


def outlived(words: list[str], at: float, limit: float) -> tuple[float, str]:
    """Seconds that a program lived on after its parent was killed, and the last phase it told."""
    with subprocess.Popen(
        [sys.executable, "-c", PARENT, *words], stdout=subprocess.PIPE, text=True
    ) as parent:
        time.sleep(at)
        parent.kill()
        killed = time.monotonic()
        # The platform holds the other end of this pipe: it closes when the platform is gone.
        try:
            output, _ = parent.communicate(timeout=limit)
        except subprocess.TimeoutExpired as late:
            told = late.output or b""
            return limit, (told if isinstance(told, str) else told.decode()).rpartition("\n")[2]
        lines = output.splitlines()
        seconds = done(time.monotonic() - killed, processes=1)
        return seconds, lines[-1][:60] if lines else "before its first word"


def main() -> int:
    """0 when no platform outlived its parent by more, and its folder still starts."""
    print(machine())
    chance, lived, phases = random.Random(31), list[float](), set[str]()
    with tempfile.TemporaryDirectory() as name:
        for number in range(ROUNDS):
            place = Place(Path(name) / str(number), None)
            words = [*PROGRAM, "serve", *place.words, "--sample", "small", "--progress"]
            seconds, phase = outlived(
                [*words, "--end-with-input"], chance.uniform(0, LATEST), 2 * MOST_SECONDS
            )
            lived.append(seconds)
            phases.add(phase)
        with served(place, "--sample", "small"):
            print("  the folder of the last one starts again")
    met = max(lived) <= MOST_SECONDS
    print(
        f"  {ROUNDS} kills in {len(phases)} phases: median {statistics.median(lived):.2f} s, "
        f"worst {max(lived):.2f} s of {MOST_SECONDS:g}: {'PASS' if met else 'BELOW'}"
    )
    return 0 if _lives_on() and met else 1


def _lives_on() -> bool:
    seconds, _ = outlived([sys.executable, "-c", UNWATCHED], 1.0, MOST_SECONDS)
    return control("a child without a watch", lost=seconds >= MOST_SECONDS, what="lives on")


if __name__ == "__main__":
    sys.exit(main())
