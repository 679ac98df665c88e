"""All line icons as masks in one image, so that the first window reads one file and draws none.

``dev.py icons`` makes it anew where an icon was added or changed.
"""

from functools import cache

from PySide6.QtCore import QByteArray, QPoint, QRect
from PySide6.QtGui import QColor, QImage, QImageReader, QPainter, QPixmap

from funneldesk.resources import resource

CELL = 32
"""Pixels: twice the usual size, for screens with two pixels to a point."""
SHEET = "sheet.png"
NAMES = "Names"  # not shown


@cache
def _sheet() -> tuple[QImage, dict[str, int]]:
    """The masks, and at which height each one begins."""
    reader = QImageReader(str(resource("icons", SHEET)), QByteArray(b"png"))
    reader.setAutoDetectImageFormat(False)  # Else every reader there is would be loaded.
    masks = reader.read().convertToFormat(QImage.Format.Format_Grayscale8)
    names = masks.text(NAMES).split()
    masks.reinterpretAsFormat(QImage.Format.Format_Alpha8)
    return masks, {name: number * CELL for number, name in enumerate(names)}


def coloured(name: str, colour: str) -> QPixmap | None:
    """An icon of ``CELL`` pixels in a colour; None where the sheet has none of that name."""
    masks, tops = _sheet()
    if name not in tops:
        return None
    image = QImage(CELL, CELL, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(QColor(colour))  # A painter's fillRect would first load all that a brush can be.
    painter = QPainter(image)
    painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_DestinationIn)
    painter.drawImage(QPoint(), masks, QRect(0, tops[name], CELL, CELL))
    painter.end()
    return QPixmap.fromImage(image)
