"""A board of charts in a window, and what stands in its view."""

import asyncio
from base64 import b64decode
from collections.abc import Iterable

import numpy
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
        return _image(self.probe.run(_script(key)))

    async def drawn_canvas(self, chart: Chart) -> QImage:
        """The same while the loop runs, as soon as a chart is drawn."""
        done: asyncio.Future[str] = asyncio.get_running_loop().create_future()

        def ask(_key: str) -> None:
            assert self.board._view is not None
            self.board._view.isolated_page.runJavaScript(_script(chart.key), done.set_result)

        self.board.drawn.connect(ask)
        self.board.show_charts([chart], GRID)
        self.window.show()
        return _image(await asyncio.wait_for(done, 20))


def _script(key: str) -> str:
    """All layers of a chart as one image."""
    return f"""(() => {{
        const layers = [...document.querySelectorAll('[data-key="{key}"] canvas')];
        const whole = document.createElement("canvas");
        [whole.width, whole.height] = [layers[0].width, layers[0].height];
        for (const layer of layers) whole.getContext("2d").drawImage(layer, 0, 0);
        return whole.toDataURL();
    }})()"""


def _image(url: str) -> QImage:
    image = QImage()
    image.loadFromData(b64decode(url.partition(",")[2]))
    return image


def ink(image: QImage, colour: str, slack: int = 24) -> list[tuple[int, int]]:
    """The places that have a colour, nearly."""
    wanted = QColor(colour)
    plain = image.convertToFormat(QImage.Format.Format_RGB888)
    rows = numpy.frombuffer(plain.constBits(), numpy.uint8).reshape(plain.height(), -1)
    pixels = rows[:, : plain.width() * 3].reshape(plain.height(), plain.width(), 3).astype(int)
    off = abs(pixels - [wanted.red(), wanted.green(), wanted.blue()])
    ys, xs = numpy.nonzero((off < slack).all(axis=2))
    return list(zip(xs.tolist(), ys.tolist(), strict=True))
