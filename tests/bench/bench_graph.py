"""A graph of 2,000 nodes: first painted, panned, and 500 nodes tidied while the window goes on.

Beside it stands a plain scene of the same rectangles and lines, which is what the library draws
quickest. The control gives each node an item that paints itself in Python, as graph editors are
commonly made.
"""

import asyncio
import os
import random
import sys
import time

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("QT_LOGGING_RULES", "default.warning=false")

from measure import Aim, control, machine, paired, report, size, timed
from PySide6.QtCore import QEvent, QRectF, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QApplication, QGraphicsRectItem, QGraphicsScene, QGraphicsView

from funneldesk.desktop.kit.graph.model.graph import Graph, graph_of
from funneldesk.desktop.kit.graph.model.history import History
from funneldesk.desktop.kit.graph.model.items import Edge, Node
from funneldesk.desktop.kit.graph.model.kinds import Kinds, NodeKind
from funneldesk.desktop.kit.graph.model.layers import ROUNDS
from funneldesk.desktop.kit.graph.model.layout import tidied
from funneldesk.desktop.kit.graph.view.canvas import GraphCanvas
from funneldesk.desktop.kit.graph.view.geometry import Geometry
from funneldesk.desktop.kit.style.theme import font, theme

NODES, TIDIED, FRAMES, SIZE = size(2_000, 200), size(500, 100), size(120, 5), (1240, 820)
FRAME_MS, TIDY_SECONDS, GAP_MS = 16.7, 1.0, 50.0
KINDS = Kinds((NodeKind("step", "Send an email", "send", summary=lambda data: data["name"]),))


def graph(count: int) -> Graph:
    """A tree of steps, in columns."""
    dice = random.Random(3)
    nodes = [
        Node(n, str(n), "step", {"name": f"Step {n}"}, n % 40 * 300.0, n // 40 * 110.0)
        for n in range(count)
    ]
    edges = [Edge(count + n, dice.randrange(max(0, n - 9), n), n) for n in range(1, count)]
    return graph_of([*nodes, *edges])


def painted(view: QGraphicsView) -> None:
    """Draw it, all of it."""
    view.resize(*SIZE)
    view.show()
    QApplication.processEvents()
    view.viewport().repaint()


def gone(view: QGraphicsView) -> None:
    """Take it away, outside of what is measured."""
    view.hide()
    view.deleteLater()
    QApplication.sendPostedEvents(view, QEvent.Type.DeferredDelete)


class SelfPainted(QGraphicsRectItem):
    """An item as it is commonly made: words and a round frame, painted in Python."""

    def paint(self, painter: QPainter, *_rest: object) -> None:  # type: ignore[override]
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.drawRoundedRect(self.rect(), 8, 8)
        painter.setFont(font(13, 600))
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, "Send an email")


def first_of_scene(shown: Graph, item: type[QGraphicsRectItem]) -> float:
    """Seconds until a scene of rectangles and lines is drawn."""
    geometry = Geometry(shown, KINDS, {})
    started = time.perf_counter()
    view, scene = QGraphicsView(), QGraphicsScene()
    for line in geometry.lines.values():
        scene.addLine(*line)
    for box in geometry.boxes.values():
        scene.addItem(item(QRectF(*box)))
    view.setScene(scene)
    view.fitInView(scene.sceneRect(), Qt.AspectRatioMode.KeepAspectRatio)
    painted(view)
    took = time.perf_counter() - started
    gone(view)
    return took


def canvas_of(shown: Graph) -> GraphCanvas:
    """The canvas with a graph."""
    canvas = GraphCanvas(KINDS, "Graph")
    canvas.resize(*SIZE)
    canvas.show_history(History(shown), {})
    return canvas


def first_of_canvas(shown: Graph) -> float:
    """Seconds until the canvas is drawn."""
    started = time.perf_counter()
    canvas = canvas_of(shown)
    painted(canvas)
    took = time.perf_counter() - started
    gone(canvas)
    return took


def frame_ms(shown: Graph, scale: float) -> float:
    """The median of milliseconds that drawing all that is in view takes, while the canvas is panned
    at a scale: of this thread alone, whatever else the machine does."""
    canvas = canvas_of(shown)
    painted(canvas)
    canvas.zoom(scale / canvas.scale_now())
    frames = []
    for _ in range(FRAMES):
        canvas.pan(9, 5)
        started = time.thread_time()
        canvas.viewport().repaint()
        frames.append((time.thread_time() - started) * 1000)
    gone(canvas)
    return sorted(frames)[len(frames) // 2]


def crossings_by_pairs(shown: Graph) -> int:
    """Crossings as one counts them at first: each way beside each other one."""
    heights = {key: node.y for key, node in shown.nodes.items()}
    ways = [(heights[edge.source], heights[edge.target]) for edge in shown.edges.values()]
    return sum(
        (one[0] - other[0]) * (one[1] - other[1]) < 0
        for place, one in enumerate(ways)
        for other in ways[place + 1 :]
    )


async def tidy_and_gap(shown: Graph) -> tuple[float, float]:
    """Seconds that a layout takes in a thread, and the longest pause of the loop meanwhile."""
    loop, longest, last = asyncio.get_running_loop(), 0.0, time.perf_counter()
    started = time.perf_counter()
    work = loop.run_in_executor(None, tidied, shown, KINDS)
    while not work.done():
        await asyncio.sleep(0.001)
        longest, last = max(longest, time.perf_counter() - last), time.perf_counter()
    await work
    return time.perf_counter() - started, longest


def main() -> int:
    """Measure all; 0 when every aim is met."""
    app = QApplication(sys.argv)
    theme.install(app, "light")
    sys.setswitchinterval(0.001)
    print(machine())
    shown = graph(NODES)
    pairs = paired(
        lambda: first_of_canvas(shown), lambda: first_of_scene(shown, QGraphicsRectItem), runs=7
    )
    met = report(
        f"A graph of {NODES:,} nodes, first painted",
        pairs,
        unit="s",
        names=("the canvas", "a plain scene of the same rectangles"),
        aim=Aim(at_most=2),
        rows=NODES,
    )
    slow = first_of_scene(shown, SelfPainted) / min(pairs.theirs)
    lost = control("items that paint themselves", lost=slow > 2, what=f"{slow:.1f} times as long")
    for name, scale in (("all", 0.1), ("titles", 0.45), ("everything", 1.0)):
        frame = frame_ms(shown, scale)
        within = frame <= FRAME_MS
        met = met and within
        print(f"a frame while panning, {name} drawn: {frame:.1f} ms (at most {FRAME_MS}: {within})")
    took, gap = asyncio.run(tidy_and_gap(graph(TIDIED)))
    in_time = took <= TIDY_SECONDS and gap * 1000 <= GAP_MS
    print(
        f"{TIDIED} nodes tidied in {took:.2f} s beside the window, whose longest pause was "
        f"{gap * 1000:.0f} ms  (at most {TIDY_SECONDS:g} s and {GAP_MS:g} ms: {in_time})"
    )
    sought = graph(TIDIED)
    held = timed(lambda: [crossings_by_pairs(sought) for _sweep in range(ROUNDS)])
    lost = lost and control(
        "crossings counted pair by pair on the window's thread",
        lost=held * 1000 > GAP_MS,
        what=f"a pause of {held:.2f} s",
    )
    return 0 if met and lost and in_time else 1


if __name__ == "__main__":
    sys.exit(main())
