"""The whole graph as an image, a drawing or a page: PNG, SVG, PDF, paper."""

import math
from collections.abc import Callable

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QMarginsF, QRectF, QSize
from PySide6.QtGui import QImage, QPagedPaintDevice, QPageLayout, QPageSize, QPainter, QPdfWriter
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import QWidget

from funneldesk.desktop.kit.export.printing import print_with
from funneldesk.desktop.kit.graph.view.geometry import Geometry
from funneldesk.desktop.kit.graph.view.painter import NEAR, GraphPainter, Shown
from funneldesk.desktop.kit.style.theme import theme

PAD = 40.0
MOST_PIXELS = 40_000_000
DPI = 144
KINDS = ("png", "svg", "pdf")


def picture(geometry: Geometry, shown: Shown, title: str, kind: str) -> bytes:
    """The graph with its marks, whole; ``kind`` is one of ``KINDS``."""
    makers: dict[str, Callable[[Geometry, Shown, str], bytes]] = {
        "png": _png,
        "svg": _svg,
        "pdf": _pdf,
    }
    return makers[kind](geometry, shown, title)


async def print_graph(owner: QWidget, geometry: Geometry, shown: Shown, title: str) -> None:
    """Ask for a printer; nothing is printed when that is given up."""
    await print_with(owner, _layout(), title, lambda printer: _on_page(printer, geometry, shown))


def _area(geometry: Geometry) -> QRectF:
    area = geometry.bounds().adjusted(-PAD, -PAD, PAD, PAD)
    return area if area.width() > 0 else QRectF(0, 0, 2 * PAD, 2 * PAD)


def _draw(painter: QPainter, geometry: Geometry, shown: Shown, area: QRectF) -> None:
    painter.fillRect(area, theme.colour("app"))
    plain = Shown(marks=shown.marks, edge_marks=shown.edge_marks, problems=shown.problems)
    GraphPainter(geometry, plain).paint(painter, area, NEAR)


def _png(geometry: Geometry, shown: Shown, title: str) -> bytes:
    area = _area(geometry)
    scale = min(2.0, math.sqrt(MOST_PIXELS / (area.width() * area.height())))
    size = QSize(max(1, round(area.width() * scale)), max(1, round(area.height() * scale)))
    image = QImage(size, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    painter.scale(scale, scale)
    painter.translate(-area.topLeft())
    _draw(painter, geometry, shown, area)
    painter.end()
    content = QByteArray()
    buffer = QBuffer(content)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")  # type: ignore[call-overload]
    return bytes(content.data())


def _svg(geometry: Geometry, shown: Shown, title: str) -> bytes:
    area = _area(geometry)
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    made = QSvgGenerator()
    made.setOutputDevice(buffer)
    made.setTitle(title)
    made.setSize(area.size().toSize())
    made.setViewBox(QRectF(0, 0, area.width(), area.height()))
    painter = QPainter(made)
    painter.translate(-area.topLeft())
    _draw(painter, geometry, shown, area)
    painter.end()
    return bytes(buffer.data().data())


def _pdf(geometry: Geometry, shown: Shown, title: str) -> bytes:
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setPageLayout(_layout())
    writer.setResolution(DPI)
    writer.setTitle(title)
    _on_page(writer, geometry, shown)
    buffer.close()
    return bytes(buffer.data().data())


def _layout() -> QPageLayout:
    size = QPageSize(QPageSize.PageSizeId.A4)
    return QPageLayout(size, QPageLayout.Orientation.Landscape, QMarginsF(12, 12, 12, 12))


def _on_page(device: QPagedPaintDevice, geometry: Geometry, shown: Shown) -> None:
    """The whole graph on one page."""
    area = _area(geometry)
    painter = QPainter(device)
    scale = min(device.width() / area.width(), device.height() / area.height())
    painter.scale(scale, scale)
    painter.translate(-area.topLeft())
    _draw(painter, geometry, shown, area)
    painter.end()
