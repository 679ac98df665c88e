"""kill -9 of the platform at 200 random moments under writes: what it acknowledged is there."""

import sys
import tempfile
import time
from pathlib import Path

from measure import control, done, machine, size

sys.path.insert(0, str(Path(__file__).parents[1] / "server" / "support"))

from killed_platform import kill_again_and_again
from platform_process import Place

ROUNDS = size(200, 1)


def main() -> int:
    """0 when nothing that was acknowledged is lost."""
    print(machine())
    with tempfile.TemporaryDirectory() as name:
        began = time.perf_counter()
        known = kill_again_and_again(Place(Path(name) / "data", None), ROUNDS, seed=11)
        acknowledged = len(known.pages) + len(known.files) + len(known.entries)
        done(time.perf_counter() - began, processes=ROUNDS, requests=acknowledged)
    print(
        f"{ROUNDS} kills: {len(known.pages):,} pages, {len(known.files):,} files and "
        f"{len(known.entries):,} entries were acknowledged, and all are there"
    )
    return 0 if control("a write that was made up", lost=_is_missed(), what="is missed") else 1


def _is_missed() -> bool:
    """Whether the check notices a page that never was."""
    with tempfile.TemporaryDirectory() as name:
        try:
            kill_again_and_again(
                Place(Path(name) / "data", None), 1, seed=1, made_up={10**9: "<p>never sent</p>"}
            )
        except AssertionError:
            return True
    return False


if __name__ == "__main__":
    sys.exit(main())
