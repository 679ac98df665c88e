"""The line icons drawn from their files, one by one, and all of them as masks on one sheet."""

from collections.abc import Sequence

from PySide6.QtCore import QByteArray, QRectF, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

from funneldesk.desktop.kit.style.icon_sheet import CELL, NAMES
from funneldesk.resources import resource


def drawn(name: str, colour: str, pixels: int) -> QImage:
    """One icon in a colour, ``pixels`` wide and high."""
    text = resource("icons", f"{name}.svg").read_text(encoding="utf-8")
    svg = text.replace("currentColor", colour).replace('width="2"', 'width="1.75"')
    image = QImage(pixels, pixels, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    QSvgRenderer(QByteArray(svg.encode())).render(painter, QRectF(0, 0, pixels, pixels))
    painter.end()
    return image


def icon_names() -> list[str]:
    """Every icon that is shipped, sorted."""
    return sorted(file.stem for file in resource("icons").glob("*.svg"))


def sheet_of(names: Sequence[str]) -> QImage:
    """The sheet that ``icon_sheet`` reads: cells below each other, white where an icon is."""
    sheet = QImage(CELL, CELL * len(names), QImage.Format.Format_Grayscale8)
    sheet.fill(Qt.GlobalColor.black)
    painter = QPainter(sheet)
    for number, name in enumerate(names):
        painter.drawImage(0, number * CELL, drawn(name, "#FFFFFF", CELL))
    painter.end()
    sheet.setText(NAMES, " ".join(names))
    return sheet
