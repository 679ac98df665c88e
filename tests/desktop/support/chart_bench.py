"""A board of charts in a window, and what stands in its view."""

from base64 import b64decode
from collections.abc import Iterable

from PySide6.QtGui import QColor, QImage
from PySide6.QtWebEngineWidgets import QWebEngineView
from PySide6.QtWidgets import QMainWindow
from pytestqt.qtbot import QtBot
from tests.desktop.support.web_probe import WebProbe

from funneldesk.desktop.kit.charts.board import ChartBoard
from funneldesk.desktop.kit.charts.chart import Chart
from funneldesk.desktop.kit.charts.layout import Grid
from funneldesk.desktop.kit.formats import Formats

GRID = Grid(columns=1, row_height=300)


class ChartBench:
    """A board that is shown with charts; it waits until all of them are drawn."""

    def __init__(self, qtbot: QtBot, width: int = 600, height: int = 300) -> None:
        self.qtbot = qtbot
        self.window = QMainWindow()
        self.board = ChartBoard(Formats("EUR"))
        self.window.setCentralWidget(self.board)
        self.window.resize(width, height)
        qtbot.addWidget(self.window)
        self.probe = WebProbe(qtbot, self.board)
        self.drawn: list[str] = []
        self.board.drawn.connect(self.drawn.append)

    def show(self, *charts: Chart, grid: Grid = GRID) -> None:
        """Show charts and wait until they stand in the view."""
        self.drawn.clear()
        self.board.show_charts(charts, grid)
        self.window.show()
        self.until_drawn(chart.key for chart in charts)

    def until_drawn(self, keys: Iterable[str]) -> None:
        """Wait until charts of these keys are drawn."""
        wanted = set(keys)
        self.qtbot.waitUntil(lambda: wanted <= set(self.drawn), timeout=20_000)

    def views(self) -> int:
        """How many web views the window holds."""
        return len(self.window.findChildren(QWebEngineView))

    def canvas(self, key: str) -> QImage:
        """What the canvas of a chart holds."""
        script = f"document.querySelector('[data-key=\"{key}\"] canvas').toDataURL()"
        data = self.probe.run(script)
        image = QImage()
        image.loadFromData(b64decode(data.partition(",")[2]))
        return image


def ink(image: QImage, colour: str, slack: int = 24) -> list[tuple[int, int]]:
    """The places that have a colour, nearly."""
    wanted = QColor(colour)
    plain = image.convertToFormat(QImage.Format.Format_RGB32)
    found = []
    for y in range(plain.height()):
        for x in range(plain.width()):
            here = plain.pixelColor(x, y)
            off = (here.red() - wanted.red(), here.green() - wanted.green())
            if all(abs(each) < slack for each in (*off, here.blue() - wanted.blue())):
                found.append((x, y))
    return found
