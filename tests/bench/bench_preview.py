"""How long an edit takes to be in the preview, against loading the page anew; and many at once.

Both ways go through the same stage and end with the same signal: the new html is laid out. The
pages are real ones of the sample brand, their body repeated to the size. The stutter is what the
window's thread noticed: the longest time between two turns of its loop while pages are drawn.
"""

import os
import re
import sys
import time
from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ["QTWEBENGINE_DISABLE_SANDBOX"] = "1"

from measure import Aim, Pairs, control, machine, paired, report, size
from PySide6.QtCore import QCoreApplication, QEventLoop, Qt, QTimer
from PySide6.QtWidgets import QApplication

from funneldesk.desktop.kit.web.engine import prepare_engine

RUNS = size(11, 1)
SIZES = (200_000, size(1_000_000, 300_000))
WIDTHS = (390, 820, 1280)[: size(3, 2)]
VARIANTS = size(6, 2)
SAMPLE = Path(__file__).parents[2] / "resources" / "sample" / "harbor-pine" / "pages"


def real_page(size: int) -> str:
    """A page of the sample brand with its body as often as the size asks for."""
    html = max(SAMPLE.glob("*.html"), key=lambda path: path.stat().st_size).read_text("utf-8")
    start = html.index(">", html.index("<body")) + 1
    body = html[start : html.rindex("</body>")]
    body = body[: size - start] if len(body) > size else body
    body = body[: body.rindex("</p>") + 4]
    times = max(1, round(size / len(body)))
    return html[:start] + body * times + "</body></html>"


def place_of_words(html: str) -> int:
    """A place between two words in the middle of the page."""
    found = [match.start() for match in re.finditer(r"(?<=[a-z]{4}) (?=[a-z]{4})", html)]
    inside = [at for at in found if html.rfind("<", 0, at) < html.rfind(">", 0, at)]
    return inside[len(inside) // 2]


class Bench:
    """A stage in a window, and what was shown on it."""

    def __init__(self) -> None:
        from funneldesk.desktop.kit.web.preview.preview import PreviewStage

        self.stage = PreviewStage()
        self.stage.resize(1400, 900)
        self.shown: set[str] = set()
        self.stage.frame_shown.connect(self.shown.add)
        self.stage.show()

    def until(self, done: Callable[[], bool]) -> None:
        """Turn the loop until something holds."""
        loop = QEventLoop()
        self.stage.frame_shown.connect(lambda _: loop.quit() if done() else None)
        while not done():
            loop.exec()

    def show(self, *frames: object) -> float:
        """Seconds until the newest html of all of these is shown."""
        self.shown.clear()
        started = time.perf_counter()
        self.stage.set_frames(frames)  # type: ignore[arg-type]
        self.until(lambda: self.shown >= {frame.key for frame in frames})  # type: ignore[attr-defined]
        return time.perf_counter() - started

    def rest(self, seconds: float) -> None:
        """Let the stage do what it does when nothing happens."""
        loop = QEventLoop()
        QTimer.singleShot(round(seconds * 1000), loop.quit)
        loop.exec()


def edit_against_reload(bench: Bench, size: int) -> Pairs:
    """One letter typed into a paragraph, against the page loaded anew."""
    from funneldesk.desktop.kit.web.preview.preview import PreviewFrame

    html = real_page(size)
    at = place_of_words(html)
    texts = iter(range(10_000))

    def edited() -> PreviewFrame:
        return PreviewFrame("one", "One", "70 %", 390, f"{html[:at]} {next(texts)}{html[at:]}")

    bench.show(edited())
    bench.rest(1.0)

    def ours() -> float:
        return bench.show(edited())

    def theirs() -> float:
        bench.stage.set_frames([])
        seconds = bench.show(edited())
        bench.rest(0.6)
        return seconds

    return paired(ours, theirs, runs=RUNS)


class Turns:
    """Notes when the window's loop turns."""

    def __init__(self) -> None:
        self.times = [time.perf_counter()]
        self._timer = QTimer()
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(lambda: self.times.append(time.perf_counter()))
        self._timer.start(1)

    def longest(self) -> float:
        """Milliseconds between two turns, at most."""
        self._timer.stop()
        return 1000 * max((b - a for a, b in pairwise(self.times)), default=0.0)


def grid_of(bench: Bench, html: str, lazy: bool) -> tuple[float, float, int]:
    """Seconds to a grid of 18 frames, the window's longest stutter in ms, and one edit in ms."""
    from funneldesk.desktop.kit.web.preview.preview import Layout, PreviewFrame

    def frames(word: str) -> Sequence[PreviewFrame]:
        return [
            PreviewFrame(
                f"{v}.{w}", f"Variant {v}", "", w, html.replace("</p>", f" {v}{word}</p>", 1)
            )
            for v in range(VARIANTS)
            for w in WIDTHS
        ]

    bench.stage.set_layout(Layout("grid", 3, lazy=lazy, linked=True))
    turns = Turns()
    first, wanted = frames(""), {f"0.{w}" for w in WIDTHS}
    bench.shown.clear()
    started = time.perf_counter()
    bench.stage.set_frames(first)
    bench.until(lambda: bench.shown >= wanted)
    seconds = time.perf_counter() - started
    stutter = turns.longest()
    bench.rest(3.0)
    shown = set(bench.shown)
    bench.shown.clear()
    started = time.perf_counter()
    bench.stage.set_frames(frames("!"))
    bench.until(lambda: bench.shown >= shown)
    edit = round(1000 * (time.perf_counter() - started))
    bench.stage.set_frames([])
    bench.stage.set_layout(Layout())
    return seconds, stutter, edit


def main() -> int:
    """Measure, print, and give 0 when the aims are met."""
    QCoreApplication.setAttribute(Qt.ApplicationAttribute.AA_ShareOpenGLContexts)
    prepare_engine()
    app = QApplication(sys.argv[:1])
    print(machine())
    bench = Bench()
    met = True
    for length in SIZES:
        pairs = edit_against_reload(bench, length)
        met &= report(
            f"A letter typed until it is in the preview, a page of {length // 1000:,} KB",
            pairs,
            unit="s",
            names=("patched where it was edited", "the page loaded anew"),
            aim=Aim(at_most=0.1, strive=0.05),
            digits=4,
            bytes=length,
        )
    html = real_page(200_000)
    bench.stage.set_frames([])
    bench.rest(1.0)
    seconds, stutter, edit = grid_of(bench, html, lazy=True)
    print(f"A grid of {VARIANTS} variants at {len(WIDTHS)} widths, pages of 200 KB")
    print(f"  first row shown after {seconds:.2f} s, the window's longest stutter {stutter:.0f} ms")
    print(f"  an edit of all that is in sight: {edit} ms")
    eager, _, _ = grid_of(bench, html, lazy=False)
    met &= control(
        "all 18 made at once",
        lost=eager > seconds,
        what=f"first row after {eager:.2f} s instead of {seconds:.2f} s",
    )
    met &= stutter <= 50
    # The web engine ends with the application's own loop.
    QTimer.singleShot(0, app.quit)
    app.exec()
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main())
