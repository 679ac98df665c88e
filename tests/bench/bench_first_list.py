"""How long a user waits for the list: at the very first start, and at each later one.

The first start makes a server, a sample and a window; beside it stands a bare window whose stock
FastAPI server has just come up. A later start shows the list as it was left in its first frame,
which is compared with what was on the screen; beside it stands the same start with nothing kept
(``bench_first_paint.py`` holds that one against a bare window).
"""

import itertools
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from bench_first_paint import BARE, environment
from measure import SMALLEST, Aim, cold_start, control, machine, paired, report
from PySide6.QtGui import QImage

from funneldesk.desktop.local.files.folders import Folders

FIRST_RUNS, WARM_RUNS = 5, 9
MOST_SECONDS = 8.0
LIKE = 0.99
"""Of the list's pixels: a relative time or a caret may have moved on."""
WAIT = 240.0

SCREENS = {
    "synchronousWindowSystemEvents": False,
    "windowFrameMargins": False,
    "screens": [
        {
            "name": "one",
            "x": 0,
            "y": 0,
            "width": 1920,
            "height": 1080,
            "logicalDpi": 96,
            "logicalBaseDpi": 96,
            "dpr": 1,
        }
    ],
}

HERE = Path(__file__).parent
PROGRAM = str(HERE / "started_program.py")
READY = "ready"

BARE_WITH_SERVER = f"""
import subprocess, sys
server = subprocess.Popen(
    [sys.executable, {str(HERE / "stock_fastapi.py")!r}, sys.argv[1]], stdout=subprocess.PIPE
)
{BARE}
server.stdout.readline()
print({READY!r}, flush=True)
server.kill()
"""


def first_starts(folder: Path) -> bool:
    """The first list, each time in a new home."""
    homes = (folder / f"home-{number}" for number in itertools.count())
    context = around_of(folder / "compiled")

    def listed(*words: str) -> float:
        there = context | {"FUNNELDESK_HOME": str(next(homes))}
        command = [sys.executable, PROGRAM, "listed", *words]
        return cold_start(command, until="listed", env=there, limit=WAIT)

    def bare() -> float:
        database = folder / f"{next(homes).name}.db"
        command = [sys.executable, "-c", BARE_WITH_SERVER, str(database)]
        return cold_start(command, until=READY, env=context, limit=WAIT)

    pairs = paired(listed, bare, runs=FIRST_RUNS)
    names = ("the list of a first start", "a bare window, a stock FastAPI server")
    met = report("First list", pairs, unit="s", names=names, aim=Aim(at_most=8, strive=5))
    seconds = statistics.median(pairs.ours)
    soon = seconds <= MOST_SECONDS
    print(f"  {'the user waits':<36} {seconds:.2f} s  (at most {MOST_SECONDS:g} s)", end="")
    print(f": {'PASS' if soon else 'BELOW'}")
    if SMALLEST:
        return met
    whole = paired(lambda: listed("whole"), listed, runs=3, warm_up=0).ratio
    what = f"{whole:.2f} times as long"
    return all((met, soon, control("the whole sample made first", lost=whole > 1.3, what=what)))


def warm_starts(folder: Path) -> bool:
    """The first frame of a later start, in a home that was left with its list on the screen."""
    context = around_of(folder / "compiled") | {"FUNNELDESK_HOME": str(folder / "home")}
    left, kept = folder / "left.png", Folders.under(folder / "home").last_view
    seconds = processor_seconds(lambda: run(context, "listed", "whole", str(left)))
    print(f"Left with its list on the screen, after {seconds:.1f} s of processor in all")

    def painted() -> float:
        return cold_start([sys.executable, PROGRAM, "painted"], until="painted", env=context)

    def with_nothing_kept() -> float:
        aside = kept.rename(kept.with_suffix(".aside"))
        try:
            return painted()
        finally:
            aside.rename(kept)

    pairs = paired(painted, with_nothing_kept, runs=WARM_RUNS)
    names = ("the last list in the first frame", "an empty first frame")
    met = report("Warm start", pairs, unit="s", names=names, aim=Aim(at_most=1.15, strive=1.05))
    like = likeness(left, frame(context, folder / "warm.png"))
    print(f"  {'of the list in the first frame':<36} {like:.1%}  (at least {LIKE:.0%})", end="")
    print(f": {'PASS' if like >= LIKE else 'BELOW'}")
    kept.unlink()
    without = likeness(left, frame(context, folder / "without.png"))
    lost = without < LIKE
    return all((met, like >= LIKE, control("no image kept", lost=lost, what=f"{without:.1%}")))


def frame(context: dict[str, str], file: Path) -> Path:
    """The first frame of a start."""
    run(context, "painted", str(file))
    return file


def likeness(one: Path, other: Path) -> float:
    """The share of the ink of the list, a window's left part, that both images have in one place.

    Ground that is empty in both says nothing.
    """
    images = [QImage(str(file)) for file in (one, other)]
    if images[0].size() != images[1].size():
        return 0.0
    width, height = images[0].width() // 6, images[0].height()
    places = [(x, y) for x in range(width) for y in range(height)]
    ground = images[0].pixel(2, height // 2)
    both = [(images[0].pixel(x, y), images[1].pixel(x, y)) for x, y in places]
    ink = [(a, b) for a, b in both if a != ground]
    return sum(a == b for a, b in ink) / len(ink) if ink else 0.0


def run(context: dict[str, str], *words: str) -> None:
    """Run the program to its own end."""
    ended = subprocess.run(
        [sys.executable, PROGRAM, *words],
        env=context,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=WAIT,
    )
    if ended.returncode:
        raise RuntimeError(ended.stderr[-2000:])


def processor_seconds(work: Callable[[], None]) -> float:
    """What a run and all that it started took of the processors."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    work()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def around_of(compiled: Path) -> dict[str, str]:
    """One environment for all; no keyring is asked for anything."""
    context = environment(str(compiled))
    del context["FUNNELDESK_QUIT_AFTER_PAINT"]
    context["PYTHON_KEYRING_BACKEND"] = "keyring.backends.null.Keyring"
    if context["QT_QPA_PLATFORM"] == "offscreen":
        # Its usual screen of 800 by 800 pixels would not hold the window that was left.
        screens = compiled / "screens.json"
        screens.write_text(json.dumps(SCREENS), encoding="utf-8")
        context["QT_QPA_PLATFORM"] = f"offscreen:configfile={screens}"
    return context


def main() -> int:
    """Measure both; 0 when every aim is met."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    print(machine())
    with tempfile.TemporaryDirectory(prefix="funneldesk-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        (folder / "compiled").mkdir()
        results = [warm_starts(folder), first_starts(folder)]
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
