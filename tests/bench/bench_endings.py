"""The program ended at a hundred random moments: within a second, without a word.

From its first instant (before the window, at the first paint, while the sample is read and the
first web view starts) to the middle of work: a dialog open, typing, a save or a list on its way, a
page in a window of its own. By SIGTERM or by closing the window, on virtual screens. The control
ends the program without what makes it go in time, and leaves its platform behind.
"""

import argparse
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))
sys.path.insert(0, str(Path(__file__).parents[2] / "packaging"))

from measure import control, done, machine, size
from tests.e2e.program import Program, is_alive
from tests.e2e.screen import Screen
from tests.e2e.x_server import XServer

from devtool import surroundings

TITLE = "Funneldesk"
RUNS, LANES = size(100, 1), size(2, 1)
MOST_SECONDS = 1.0
GONE_SECONDS = 2.0
SHOWN_SECONDS = 1.6
DOINGS: Mapping[str, Callable[[Screen], object]] = {
    "reading": lambda screen: None,
    "a sheet": lambda screen: screen.press("ctrl+n"),
    "the palette": lambda screen: screen.press("ctrl+k"),
    "its own window": lambda screen: screen.press("ctrl+shift+o"),
    "a list": lambda screen: screen.press("F5", "F5", "F5"),
    "a save": lambda screen: screen.press("ctrl+shift+s"),
}


@dataclass(frozen=True)
class Ending:
    """How one run ended."""

    moment: float
    doing: str
    way: str
    status: int
    seconds: float
    said: tuple[str, ...]
    left: int

    @property
    def is_well(self) -> bool:
        """In time, in silence, and nothing stays behind."""
        return self.status == 0 and self.seconds < MOST_SECONDS and not self.said and not self.left


def end_once(screen: Screen, home: Path, seed: int) -> Ending:
    """Start the program, end it at a random moment, and see what becomes of it."""
    drawn = random.Random(seed)
    moment, doing, way = drawn.uniform(0.02, 3.2), "starting", "SIGTERM"
    program = Program(home, screen.environment)
    try:
        time.sleep(min(moment, SHOWN_SECONDS))
        number = next(iter(screen.windows(TITLE)), None) if moment > SHOWN_SECONDS else None
        if number is not None:
            doing = drawn.choice(list(DOINGS))
            screen.focus(number)
            DOINGS[doing](screen)
            time.sleep(moment - SHOWN_SECONDS)
        started = program.started_processes()
        # A dialog holds the window that it lies over: it cannot be closed then.
        if number is not None and doing in ("reading", "a list") and drawn.random() < 0.6:
            way = "closed"
            screen.ask_to_close(number)
        else:
            program.terminate()
        asked = time.monotonic()
        status = program.ended(20)
        seconds = done(time.monotonic() - asked, processes=1)
        left = still_there(started)
        complaints = tuple(program.complaints())
        return Ending(moment, doing, way, status, seconds, complaints, left)
    finally:
        program.clean_up()


def still_there(started: Sequence[int]) -> int:
    """How many of these processes live on after a while."""
    until = time.monotonic() + GONE_SECONDS
    while any(map(is_alive, started)) and time.monotonic() < until:
        time.sleep(0.02)
    return sum(map(is_alive, started))


def lane(folder: Path, seeds: Sequence[int]) -> list[Ending]:
    """Runs one after another, on a screen and with a home of their own."""
    folder.mkdir()
    home = folder / "home"
    home.mkdir()
    with (
        surroundings.own_home() as environment,
        surroundings.virtual_screen(folder / "screen.log") as words,
        XServer(words["DISPLAY"]) as x_server,
    ):
        screen = Screen(environment | words, x_server)
        return [end_once(screen, home, seed) for seed in seeds]


def killed(folder: Path) -> int:
    """The control: how much is there right after a program that was killed."""
    folder.mkdir()
    home = folder / "home"
    home.mkdir()
    with (
        surroundings.own_home() as environment,
        surroundings.virtual_screen(folder / "screen.log") as words,
    ):
        program = Program(home, environment | words)
        try:
            program.platform_process()
            started = program.started_processes()
            program.kill()
            return sum(map(is_alive, started))
        finally:
            program.clean_up()


def tell(endings: Sequence[Ending]) -> bool:
    """The figures, and every run that was not well."""
    bad = [each for each in endings if not each.is_well]
    by_doing: dict[str, list[float]] = {}
    for each in endings:
        by_doing.setdefault(f"{each.doing}, {each.way}", []).append(each.seconds)
    for name, seconds in sorted(by_doing.items()):
        print(
            f"  {name:<26} {len(seconds):3} times   median {statistics.median(seconds):.2f} s"
            f"   largest {max(seconds):.2f} s"
        )
    for each in bad:
        print(f"  NOT WELL: {each}")
    print(
        f"  {len(endings)} endings, the largest {max(e.seconds for e in endings):.2f} s"
        f"  (below {MOST_SECONDS:g} s, silent, nothing left: {'BELOW' if bad else 'PASS'})",
        flush=True,
    )
    return not bad


def main() -> int:
    """End it again and again; 0 when it always went well."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--runs", type=int, default=RUNS)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    print(machine())
    seeds = [options.seed * 1000 + number for number in range(options.runs)]
    with tempfile.TemporaryDirectory() as name, ThreadPoolExecutor(LANES) as lanes:
        folders = [Path(name) / f"lane-{number}" for number in range(LANES)]
        parts = [seeds[number::LANES] for number in range(LANES)]
        endings = [each for found in lanes.map(lane, folders, parts) for each in found]
        met = tell(endings)
        left = killed(Path(name) / "control")
    lost = control("a program that is killed", lost=left > 0, what=f"{left} processes stay behind")
    return 0 if met and lost else 1


if __name__ == "__main__":
    sys.exit(main())
