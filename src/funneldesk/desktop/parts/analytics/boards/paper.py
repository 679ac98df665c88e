"""A board on paper: its title, what it is about, and its tiles, on pages of A4."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from PySide6.QtCore import QBuffer, QIODevice, QMarginsF, QRect, QRectF, Qt
from PySide6.QtGui import QImage, QPagedPaintDevice, QPageLayout, QPageSize, QPainter, QPdfWriter
from PySide6.QtWidgets import QWidget

from funneldesk.desktop.kit.charts.board import ChartBoard
from funneldesk.desktop.kit.export.writing import CannotWrite, write_bytes
from funneldesk.desktop.kit.notices.notices import Notice
from funneldesk.desktop.kit.style.theme import font
from funneldesk.desktop.kit.tasks import in_thread
from funneldesk.desktop.local.texts import _

MARGIN = QMarginsF(15, 15, 15, 15)
DPI = 144
HEAD, LINE = 34, 20
SCALE = 2.0


@dataclass(frozen=True, slots=True)
class Picture:
    """An image and where it stands on the board."""

    image: QImage
    place: QRect


class Pictured(Protocol):
    """A board: its charts, and what else stands on it, each with its place."""

    charts: ChartBoard

    def widgets(self) -> Sequence[tuple[QWidget, QRect]]:
        """What is no chart."""

    def chart_places(self) -> Mapping[str, QRect]:
        """Where the charts are, by their keys."""


async def pictures_of(board: Pictured) -> list[Picture]:
    """Everything on a board as images, in their places. Raises `CannotDraw`."""
    found = [Picture(grabbed(widget), place) for widget, place in board.widgets()]
    shown = ((k, place) for k, place in board.chart_places().items() if k in board.charts.frames)
    for key, place in shown:
        content = await board.charts.image(key, "png")
        found.append(Picture(QImage.fromData(content), place))
    return found


def grabbed(widget: QWidget) -> QImage:
    """A widget as it stands, twice as fine."""
    image = QImage(widget.size() * SCALE, QImage.Format.Format_ARGB32_Premultiplied)
    image.setDevicePixelRatio(SCALE)
    image.fill(Qt.GlobalColor.transparent)
    widget.render(image)
    return image


def pdf_of(title: str, told: str, pictures: Sequence[Picture], width: int) -> bytes:
    """The board as a PDF."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setPageLayout(page_layout())
    writer.setResolution(DPI)
    writer.setTitle(title)
    draw(writer, title, told, pictures, width)
    buffer.close()
    return bytes(buffer.data().data())


def page_layout() -> QPageLayout:
    """A4 on its side: boards are wide."""
    size = QPageSize(QPageSize.PageSizeId.A4)
    return QPageLayout(size, QPageLayout.Orientation.Landscape, MARGIN)


def draw(
    device: QPagedPaintDevice, title: str, told: str, pictures: Sequence[Picture], width: int
) -> None:
    """Draw the board on as many pages as it takes; no tile is cut by the end of a page."""
    painter = QPainter(device)
    scale = device.width() / max(1, width)
    painter.scale(scale, scale)
    height = device.height() / scale
    painter.setFont(font(18, 600))
    painter.drawText(QRectF(0, 0, width, HEAD), Qt.AlignmentFlag.AlignVCenter, title)
    painter.setFont(font(12))
    painter.drawText(QRectF(0, HEAD, width, LINE), Qt.AlignmentFlag.AlignVCenter, told)
    top = HEAD + LINE + 16.0
    begins = 0.0
    for each in sorted(pictures, key=lambda p: (p.place.top(), p.place.left())):
        if each.place.bottom() - begins + top > height and each.place.top() > begins:
            device.newPage()
            begins, top = each.place.top(), 0.0
        place = QRectF(each.place).translated(0, top - begins)
        painter.drawImage(place, each.image)
    painter.end()


async def save_pdf(path: Path, content: bytes) -> Notice:
    """Write it; how that went."""
    try:
        await in_thread(write_bytes, path, content)
    except CannotWrite as problem:
        return Notice(problem.what, f"{problem.so_what} {problem.now_what}", "danger", key="export")
    told = _("To {name}").format(name=path.name)
    return Notice(_("Board saved"), told, "success", key="export")
