"""Thumbnails a second: our workers against one process of QImageReader, over the same photos.

Meanwhile the window's heartbeat is measured; as a control the same is done on its thread. As many
such processes as there are cores show the machine's limit: they keep nothing, show nothing, and
leave no core to a window.
"""

import argparse
import asyncio
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from heartbeat import Heartbeat, table
from measure import Aim, control, done, machine, paired, report, size
from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QColor, QGuiApplication, QImage, QImageReader, QLinearGradient, QPainter
from PySide6.QtWidgets import QApplication

from funneldesk.desktop.assets.thumbnails.source import Thumbnails
from funneldesk.desktop.kit.notices.center import NotificationCenter
from funneldesk.desktop.kit.tasks import end_all, make_loop
from funneldesk.desktop.local.connections.connections import Connection
from funneldesk.desktop.local.store import LocalStore
from funneldesk.desktop.workspace.workspace import Workspace

SIDE = 256
LARGEST_GAP = 50.0
SIZE = QSize(2_400, 1_600)

ONE_PROCESS = """
import os, sys, time
from pathlib import Path
from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QImageReader
print("ready", flush=True)
sys.stdin.readline()
begun = time.perf_counter()
for path in sorted(Path(sys.argv[1]).glob("*.jpg")):
    reader = QImageReader(str(path))
    reader.setAutoTransform(True)
    box = QSize(int(sys.argv[2]), int(sys.argv[2]))
    size = reader.size().scaled(box, Qt.AspectRatioMode.KeepAspectRatio)
    reader.setScaledSize(size)
    image = reader.read()
    assert not image.isNull()
    image.save(str(path.with_suffix(f".{os.getpid()}")), "JPG", 88)
print(time.perf_counter() - begun)
"""


def make_photos(folder: Path, count: int) -> None:
    """Photos as a camera's: smooth ground, edges, and the noise that makes them large."""
    noise = QImage(
        os.urandom(SIZE.width() * SIZE.height()),
        SIZE.width(),
        SIZE.height(),
        SIZE.width(),
        QImage.Format.Format_Grayscale8,
    )
    for number in range(count):
        image = QImage(SIZE, QImage.Format.Format_RGB32)
        painter = QPainter(image)
        ground = QLinearGradient(0, 0, SIZE.width(), SIZE.height())
        ground.setColorAt(0, QColor.fromHsv(number * 37 % 360, 120, 230))
        ground.setColorAt(1, QColor.fromHsv(number * 53 % 360, 200, 60))
        painter.fillRect(image.rect(), ground)
        for place in range(40):
            colour = QColor.fromHsv((number + place) * 29 % 360, 160, 200)
            painter.fillRect(place * 97 % 2_300, place * 61 % 1_500, 140, 90, colour)
        painter.setOpacity(0.12)
        painter.drawImage(0, 0, noise)
        painter.end()
        image.save(str(folder / f"{number:03d}.jpg"), "JPG", 85)


class Bench:
    """A brand without a platform, whose thumbnails come from files on this computer."""

    def __init__(self, folder: Path, count: int) -> None:
        self.folder = folder
        self.photos = folder / "photos"
        self.photos.mkdir()
        make_photos(self.photos, count)
        self.paths = sorted(self.photos.glob("*.jpg"))
        self.turn = 0
        self.heartbeat = Heartbeat()

    async def ours(self) -> float:
        """Thumbnails a second: read, made small, kept on disk and shown, workers started."""
        self.turn += 1
        place = self.folder / f"turn{self.turn}"
        store = await LocalStore.open(place / "brand.sqlite3")
        connection = Connection("bench", "Bench", "http://127.0.0.1:9", 1, "#3D57D6")
        workspace = Workspace(connection, store, NotificationCenter())
        thumbs = workspace.shared(Thumbnails)
        for path in self.paths[:4]:
            await asyncio.gather(*(self._warm(thumbs, path) for _ in range(2)))
        there: set[str] = set()
        whole = asyncio.Event()

        def ready(key: str) -> None:
            if thumbs.local(Path(key), SIDE):
                there.add(key)
            if len(there) == len(self.paths):
                whole.set()

        thumbs.ready.connect(ready)
        self.heartbeat.enter(f"our workers, turn {self.turn}")
        begun = time.perf_counter()
        for path in self.paths:
            thumbs.local(path, SIDE)
        await whole.wait()
        count = len(self.paths)
        rate = count / done(time.perf_counter() - begun, pictures=count)
        self.heartbeat.enter("between")
        await workspace.close()
        await end_all(2.0)
        return rate

    async def _warm(self, thumbs: Thumbnails, path: Path) -> None:
        head = {"side": 16, "name": path.name, "place": os.fsencode(path).hex()}
        await thumbs.workers.draw(head)

    def theirs(self, count: int = 1) -> float:
        """Thumbnails a second of so many processes that were started before."""
        words = [sys.executable, "-c", ONE_PROCESS, str(self.photos), str(SIDE)]
        pipe = subprocess.PIPE
        started = [
            subprocess.Popen(words, stdin=pipe, stdout=pipe, text=True) for _ in range(count)
        ]
        for process in started:
            assert process.stdout is not None
            assert process.stdout.readline() == "ready\n"
        for process in started:
            assert process.stdin is not None
            process.stdin.write("go\n")
            process.stdin.flush()
        slowest = max(float(process.communicate()[0]) for process in started)
        return count * len(self.paths) / slowest

    async def naive(self) -> float:
        """The largest gap when the window's thread makes a screenful as it paints it."""
        self.heartbeat.enter("on the window's thread")
        await asyncio.sleep(0.1)
        for path in self.paths[:24]:
            reader = QImageReader(str(path))
            size = reader.size().scaled(SIDE, SIDE, Qt.AspectRatioMode.KeepAspectRatio)
            reader.setScaledSize(size)
            assert not reader.read().isNull()
        await asyncio.sleep(0.1)
        return self.heartbeat.phases[-1].largest


def main() -> int:
    """Give 0 when the aims are met and the control loses."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--photos", type=int, default=size(200, 4))
    parser.add_argument("--runs", type=int, default=5)
    given = parser.parse_args()
    print(machine())
    app = QApplication([])
    loop = make_loop(app)
    with tempfile.TemporaryDirectory() as name:
        bench = Bench(Path(name), given.photos)
        run = loop.run_until_complete
        pairs = paired(lambda: run(bench.ours()), bench.theirs, runs=given.runs)
        cores = min(4, os.cpu_count() or 1)
        met = report(
            f"Thumbnails of {given.photos} photos of {SIZE.width()} x {SIZE.height()}",
            pairs,
            unit="a second",
            names=("our workers, kept and shown", "one process of QImageReader"),
            aim=Aim(at_least=0.85 * cores, strive=cores),
            digits=0,
        )
        allowed = bench.theirs(cores)
        print(f"  {cores} processes of QImageReader side by side {allowed:14,.0f} a second")
        gap = run(bench.naive())
        bench.heartbeat.stop()
        beats = [phase for phase in bench.heartbeat.phases if phase.name != "between"]
        table(beats)
        ours = [phase for phase in beats if phase.name.startswith("our")]
        calm = max(phase.largest for phase in ours) <= LARGEST_GAP
        print(f"  largest gap at most {LARGEST_GAP:g} ms: {'PASS' if calm else 'BELOW'}")
        lost = control(
            "pictures on the window's thread", lost=gap > LARGEST_GAP, what=f"{gap:.0f} ms"
        )
        run(end_all(2.0))
    return 0 if met and calm and lost else 1


if __name__ == "__main__":
    assert QGuiApplication.instance() is None
    sys.exit(main())
