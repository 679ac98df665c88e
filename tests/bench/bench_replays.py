"""A recording of 50,000 events: what it keeps, and how soon another moment of it is painted.

Beside it stand the events as the wire's models, looked through from the first one at every seek,
which is how such players are commonly made.
"""

import os
import random
import sys
import time
import tracemalloc
from collections.abc import Callable
from typing import TypeVar

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("QT_LOGGING_RULES", "default.warning=false")

from measure import Aim, control, machine, paired, report, size
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QApplication

from funneldesk.contract.tracking import Replay
from funneldesk.desktop.kit.style.theme import theme
from funneldesk.desktop.parts.tracking.replay.recording import Recording
from funneldesk.desktop.parts.tracking.replay.screen import ReplayScreen

T = TypeVar("T")
EVENTS, RUNS, SEEKS = size(50_000, 2_000), size(7, 1), size(20, 3)
MOST_MS = 100.0
SIZE, PAGE = (900, 640), (1440, 9_000)


def rows() -> list[dict[str, object]]:
    """Ten minutes of moving, scrolling and clicking."""
    return [
        {
            "type": "click" if n % 50 == 0 else "mousemove",
            "ts": n * 12,
            "x": n % 1440,
            "y": n % 900,
            "target": f"p.c{n % 40}",
            "scrollY": n % 8_000,
        }
        for n in range(EVENTS)
    ]


def kept(make: Callable[[], T]) -> tuple[T, int]:
    """What is made, and the bytes that it keeps."""
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    made = make()
    size = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    return made, size


class Seeks:
    """Asks for moments by chance, and has each painted; ``slowest`` is in seconds."""

    def __init__(self, app: QApplication, replay: Replay, recording: Recording) -> None:
        self.slowest = 0.0
        self._replay, self._recording = replay, recording
        self._chance = random.Random(5)
        page = QImage(*PAGE, QImage.Format.Format_RGB32)
        page.fill(QColor("white"))
        self._screen = ReplayScreen()
        self._screen.resize(*SIZE)
        self._screen.show_recording(recording, page)
        self._screen.show()
        app.processEvents()

    def of_columns(self) -> float:
        """Milliseconds for each."""
        return self._mean(lambda _at: None)

    def of_models(self) -> float:
        """The same, where the event is looked for among the models."""
        return self._mean(self._look)

    def _look(self, at: float) -> None:
        for event in self._replay.events:
            if (event.ts or 0) > at:
                break

    def _mean(self, before: Callable[[float], None]) -> float:
        whole = 0.0
        for _seek in range(SEEKS):
            at = self._chance.random() * self._recording.duration
            started = time.perf_counter()
            before(at)
            self._screen.show_moment(at)
            self._screen.repaint()
            took = time.perf_counter() - started
            self.slowest, whole = max(self.slowest, took), whole + took
        return whole * 1000 / SEEKS


def main() -> int:
    """Measure all; 0 when every aim is met."""
    app = QApplication(sys.argv)
    theme.install(app, "light")
    print(machine())
    found = rows()
    replay, as_models = kept(lambda: Replay.model_validate({"id": "r", "events": found}))
    recording, as_columns = kept(lambda: Recording.of(replay))
    small = as_columns * 4 <= as_models
    print(
        f"  kept: {as_columns / 1e6:.1f} MB as columns, {as_models / 1e6:.1f} MB as models "
        f"(at most a quarter: {'PASS' if small else 'BELOW'})"
    )
    seeks = Seeks(app, replay, recording)
    pairs = paired(seeks.of_columns, seeks.of_models, runs=RUNS)
    names = ("columns, found at once", "models, looked through")
    met = report(
        "Another moment, painted", pairs, unit="ms", names=names, aim=Aim(at_most=0.8), pictures=1
    )
    in_time = seeks.slowest * 1000 <= MOST_MS
    print(f"  the slowest of all: {seeks.slowest * 1000:.1f} ms  (at most {MOST_MS:g}: {in_time})")
    what = f"{1 / pairs.ratio:.1f} times as long"
    lost = control("the models looked through", lost=pairs.ratio < 1, what=what)
    return 0 if met and in_time and small and lost else 1


if __name__ == "__main__":
    sys.exit(main())
