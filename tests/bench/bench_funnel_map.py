"""A funnel's map of 60 pages with their pictures: from what is known to painted.

Beside it stands the same map as it is commonly made: a widget for each card, with labels for its
picture, its words and its figures.
"""

import os
import sys
import time

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("QT_LOGGING_RULES", "default.warning=false")

from measure import Aim, Pairs, control, machine, report, size
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QImage, QPixmap
from PySide6.QtWidgets import QApplication, QGridLayout, QLabel, QVBoxLayout, QWidget

from funneldesk.desktop.assets.preview.shots import HEIGHT as PIXELS_HIGH
from funneldesk.desktop.assets.preview.shots import WIDTH as PIXELS
from funneldesk.desktop.kit.style.theme import theme
from funneldesk.desktop.parts.funnels.map.cards import Card, Figure
from funneldesk.desktop.parts.funnels.map.painter import PICTURE
from funneldesk.desktop.parts.funnels.map.steps import MAIN, UPSELL, Step
from funneldesk.desktop.parts.funnels.map.view import FunnelMap

PAGES, RUNS, ACROSS = size(60, 10), size(5, 1), 1240
MOST_MS = 200.0


def cards() -> list[Card]:
    """Steps as they are at their fullest; every fourth is an upsell."""
    figures = tuple(Figure(name, "1.2K", "+3.4", "success") for name in ("Visitors", "Go", "Made"))
    return [
        Card(
            Step(str(at), f"Summer offer {at}", role=UPSELL if at % 4 == 3 else MAIN, stamp="1"),
            at + 1,
            f"Landing page · /summer-{at}",
            (("Upsell", "info"), ("2 tests", "accent")),
            figures,
            "warning",
        )
        for at in range(PAGES)
    ]


def pictures() -> list[QPixmap]:
    """A picture of each page, as it is held ready."""
    made = []
    for at in range(PAGES):
        image = QImage(PIXELS, PIXELS_HIGH, QImage.Format.Format_RGB32)
        image.fill(0xFF202020 + at * 0x020301)
        made.append(QPixmap.fromImage(image))
    return made


def painted(widget: QWidget, height: int) -> None:
    """Draw it once, all of it."""
    widget.resize(ACROSS, height)
    widget.grab()


def gone(widget: QWidget) -> None:
    """Take it away, outside of what is measured."""
    widget.deleteLater()
    QApplication.sendPostedEvents(widget, QEvent.Type.DeferredDelete)


def of_widgets(shown: list[Card], held: list[QPixmap], height: int) -> float:
    """Milliseconds until a widget for each card is drawn."""
    started = time.perf_counter()
    whole = QWidget()
    grid = QGridLayout(whole)
    for at, card in enumerate(shown):
        box, inner = QWidget(), QVBoxLayout()
        picture = QLabel()
        mode = Qt.TransformationMode.SmoothTransformation
        picture.setPixmap(held[at].scaledToHeight(PICTURE, mode))
        inner.addWidget(picture)
        words = (card.step.name, card.line, *(word for word, _tone in card.chips))
        for text in (*words, *(f"{f.name} {f.value} {f.change}" for f in card.figures)):
            label = QLabel(text)
            label.setTextFormat(Qt.TextFormat.PlainText)
            inner.addWidget(label)
        box.setLayout(inner)
        grid.addWidget(box, at // 5, at % 5)
    painted(whole, height)
    took = (time.perf_counter() - started) * 1000
    gone(whole)
    return took


def of_the_map(view: FunnelMap, shown: list[Card]) -> float:
    """Milliseconds until the map is drawn with other figures."""
    started = time.perf_counter()
    view.show_cards(shown)
    painted(view, view.laid.height)
    return (time.perf_counter() - started) * 1000


def main() -> int:
    """Measure; 0 when every aim is met."""
    app = QApplication(sys.argv)
    theme.install(app, "light")
    print(machine())
    shown, held = cards(), pictures()
    view = FunnelMap(lambda step: held[int(step.id)])
    view.resize(ACROSS, 800)
    first = of_the_map(view, shown)
    height = view.laid.height
    pairs = [(of_widgets(shown, held, height), of_the_map(view, shown)) for _ in range(RUNS)]
    met = report(
        f"A map of {PAGES} pages with other figures, drawn whole",
        Pairs(tuple(other for other, _ in pairs), tuple(own for _, own in pairs)),
        unit="ms",
        names=("a widget for each card", "the map"),
        aim=Aim(at_least=1.5),
        pictures=PAGES,
    )
    took = min(own for _, own in pairs)
    in_time = took <= MOST_MS
    print(f"drawn from what is held: {took:.0f} ms  (at most {MOST_MS:g} ms: {in_time})")
    print(f"for the first time, with all pictures made smaller: {first:.0f} ms")
    lost = control(
        "a widget for each card",
        lost=min(other for other, _ in pairs) > took,
        what="slower than the map",
    )
    view.deleteLater()
    return 0 if met and in_time and lost else 1


if __name__ == "__main__":
    sys.exit(main())
