"""A board of 10,000 cards in ten columns: its first paint, and a frame while all columns scroll.

Beside it stands the same board as it is commonly made: a widget for each card, in a scroll area
for each column, with the same texts. Both scroll by the same steps; a frame is everything from the
scroll bars being set to all of it being drawn.
"""

import os
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("QT_LOGGING_RULES", "default.warning=false")

from measure import Aim, Pairs, control, machine, report, size
from PySide6.QtCore import QEvent
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QHBoxLayout,
    QLabel,
    QScrollArea,
    QScrollBar,
    QVBoxLayout,
    QWidget,
)

from funneldesk.desktop.kit.board.card import BoardColumn, Card, CardShape, Mark
from funneldesk.desktop.kit.board.view import BoardView
from funneldesk.desktop.kit.style.theme import theme

CARDS, COLUMNS, FEW = size(10_000, 500), 10, size(1_000, 100)
SIZE = (1920, 1000)
RUNS, FRAMES, STEP = size(2, 1), size(60, 5), 37
FRAME_MS = 16.7
Bars = list[QScrollBar]


def card_of(number: int) -> Card:
    """The content of a card."""
    age = Mark(f"{number % 40} d", "warning" if number % 40 > 20 else "muted")
    lines = ("Sofia Rinaldi", f"{number * 137 % 9_000:,} €")
    return Card(f"Café Turin {number}", lines, corner=age)


def painted_board() -> tuple[QWidget, Bars]:
    """The board of the program."""
    board = BoardView("Deals", lambda card: card_of(int(card)))
    board.show_shape(CardShape(2))
    keys = [str(key) for key in range(COLUMNS)]
    board.show_columns([BoardColumn(key, f"Stage {key}", "#1B7A4B", 1_000) for key in keys])
    board.arrange({key: [str(n) for n in range(int(key), CARDS, COLUMNS)] for key in keys})
    return board, [column.cards.verticalScrollBar() for column in board.columns.values()]


def widget_board(count: int = CARDS) -> tuple[QWidget, Bars]:
    """A board of widgets."""
    whole = QWidget()
    across = QHBoxLayout(whole)
    bars = []
    for column in range(COLUMNS):
        inner, area = QWidget(), QScrollArea()
        down = QVBoxLayout(inner)
        for number in range(column, count, COLUMNS):
            down.addWidget(_card_widget(card_of(number)))
        area.setWidget(inner)
        area.setWidgetResizable(True)
        across.addWidget(area)
        bars.append(area.verticalScrollBar())
    return whole, bars


def _card_widget(card: Card) -> QFrame:
    made = QFrame()
    made.setFrameShape(QFrame.Shape.StyledPanel)
    inside = QVBoxLayout(made)
    inside.addWidget(QLabel(card.title))
    inside.addWidget(QLabel(card.lines[0]))
    foot = QHBoxLayout()
    foot.addWidget(QLabel(card.lines[1]))
    foot.addWidget(QLabel(card.corner.text))
    inside.addLayout(foot)
    return made


def first_paint(make: Callable[[], tuple[QWidget, Bars]]) -> float:
    """Milliseconds from nothing until a board is drawn."""
    started = time.perf_counter()
    with shown(make):
        return (time.perf_counter() - started) * 1000


@contextmanager
def shown(make: Callable[[], tuple[QWidget, Bars]]) -> Iterator[Bars]:
    """A board on the screen, drawn."""
    board, bars = make()
    board.resize(*SIZE)
    board.show()
    QApplication.processEvents()
    board.repaint()
    yield bars
    board.hide()
    board.deleteLater()
    QApplication.sendPostedEvents(board, QEvent.Type.DeferredDelete)


def frames(make: Callable[[], tuple[QWidget, Bars]], before: Callable[[], object]) -> list[float]:
    """Milliseconds of each frame while all columns scroll; ``before`` is called in each."""
    found = []
    with shown(make) as bars:
        for frame in range(FRAMES):
            started = time.perf_counter()
            before()
            for bar in bars:
                bar.setValue(frame * STEP)
            QApplication.processEvents()
            found.append((time.perf_counter() - started) * 1000)
    return found


def paint_all_anew() -> None:
    """What a list does that does not move what it has drawn already."""
    for widget in QApplication.topLevelWidgets():
        if isinstance(widget, BoardView):
            for column in widget.columns.values():
                column.cards.viewport().update()


def measure_first_paint() -> bool:
    """The board beside one of widgets; True when the aim is met."""
    first_paint(painted_board)
    pairs = [(first_paint(widget_board), first_paint(painted_board)) for _ in range(RUNS)]
    met = report(
        f"First paint of {CARDS:,} cards in {COLUMNS} columns",
        Pairs(tuple(a for a, _ in pairs), tuple(b for _, b in pairs)),
        unit="ms",
        names=("a widget for each card", "painted cards"),
        aim=Aim(at_least=30),
        rows=CARDS,
    )
    few, quick = first_paint(lambda: widget_board(FEW)), statistics.median(b for _, b in pairs)
    what = f"{few:,.0f} ms for a tenth of the cards"
    return control("widgets for few cards", lost=few > 2 * quick, what=what) and met


def measure_frames() -> bool:
    """A frame while all columns scroll; True when it is in time."""
    ours = [statistics.median(frames(painted_board, lambda: None)) for _ in range(RUNS)]
    anew = [statistics.median(frames(painted_board, paint_all_anew)) for _ in range(RUNS)]
    frame, control_frame = statistics.median(ours), statistics.median(anew)
    met = frame <= FRAME_MS
    print(f"A frame while all {COLUMNS} columns scroll", end="")
    print(f"  {frame:.1f} ms  (at most {FRAME_MS:g} ms): {'PASS' if met else 'BELOW'}")
    what = f"{control_frame:.1f} ms"
    return control("every card painted anew", lost=control_frame > 2 * frame, what=what) and met


def main() -> int:
    """Measure both. Gives the exit status."""
    application = QApplication.instance() or QApplication(sys.argv)
    if isinstance(application, QApplication):
        application.setStyle("Fusion")
        theme.install(application, "light")
    print(machine())
    results = [measure_first_paint(), measure_frames()]
    return 0 if all(results) else 1


if __name__ == "__main__":
    raise SystemExit(main())
