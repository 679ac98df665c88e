"""One image of many: pages in rows and columns under their names, on a ground."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QImage, QPainter

from funneldesk.desktop.kit.style.tokens import LIGHT

MOST_PIXELS = 40_000_000
MOST_HEIGHT = 30_000
_MARGIN, _GAP, _HEADING, _TITLE = 48, 32, 40, 56
_LARGEST = 0.6
_BAND = 160
"""Rows that are drawn in one go: Qt's calls hold the interpreter, and the window waits for it."""


@dataclass(frozen=True, slots=True)
class Named:
    """An image and what stands above it."""

    title: str
    note: str
    image: QImage


def contact_sheet(title: str, pictures: Sequence[Named], columns: int) -> QImage:
    """The images in rows of ``columns``, all at one scale. Works in any thread."""
    rows = [pictures[at : at + columns] for at in range(0, len(pictures), columns)]
    scale = _scale(rows)
    widths = [
        max(round(row[n].image.width() * scale) for row in rows if n < len(row))
        for n in range(max(len(row) for row in rows))
    ]
    heights = [max(round(each.image.height() * scale) for each in row) for row in rows]
    wide = 2 * _MARGIN + sum(widths) + _GAP * (len(widths) - 1)
    tall = 2 * _MARGIN + _TITLE + sum(h + _HEADING + _GAP for h in heights) - _GAP
    dialog = QImage(wide, tall, QImage.Format.Format_RGB32)
    painter = QPainter(dialog)
    for at in range(0, tall, _BAND):
        painter.fillRect(0, at, wide, _BAND, QColor(LIGHT.app))
    _text(painter, QRect(_MARGIN, _MARGIN, wide - 2 * _MARGIN, 32), title, 24, 600, LIGHT.text)
    top = _MARGIN + _TITLE
    for row, height in zip(rows, heights, strict=True):
        left = _MARGIN
        for each, width in zip(row, widths, strict=False):
            _cell(painter, QRect(left, top, width, height), each, scale)
            left += width + _GAP
        top += height + _HEADING + _GAP
    painter.end()
    return dialog


def _scale(rows: Sequence[Sequence[Named]]) -> float:
    """As large as the dialog may get."""
    wide = max(sum(each.image.width() for each in row) for row in rows)
    tall = sum(max(each.image.height() for each in row) for row in rows)
    return min(_LARGEST, math.sqrt(MOST_PIXELS / (wide * tall)), MOST_HEIGHT / tall)


def _cell(painter: QPainter, place: QRect, named: Named, scale: float) -> None:
    heading = QRect(place.left(), place.top(), place.width(), 22)
    used = _text(painter, heading, named.title, 15, 600, LIGHT.text)
    heading.setLeft(place.left() + used + (12 if used else 0))
    _text(painter, heading, named.note, 14, 400, LIGHT.muted)
    width = max(1, round(named.image.width() * scale))
    height = max(1, round(named.image.height() * scale))
    shown = QRect(place.left(), place.top() + _HEADING - 8, width, height)
    for at in range(0, height, _BAND):
        rows = min(_BAND, height - at)
        first, last = (round(row * named.image.height() / height) for row in (at, at + rows))
        band = named.image.copy(0, first, named.image.width(), max(1, last - first)).scaled(
            width,
            rows,
            Qt.AspectRatioMode.IgnoreAspectRatio,
            Qt.TransformationMode.SmoothTransformation,
        )
        painter.drawImage(shown.left(), shown.top() + at, band)
    painter.setPen(QColor(LIGHT.line))
    painter.drawRect(shown.adjusted(0, 0, -1, -1))


def _text(painter: QPainter, place: QRect, text: str, size: int, weight: int, colour: str) -> int:
    """Draws one line, cut to its place; gives its width."""
    font = QFont("Inter")
    font.setPixelSize(size)
    font.setWeight(QFont.Weight(weight))
    metrics = QFontMetrics(font)
    shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, max(0, place.width()))
    painter.setFont(font)
    painter.setPen(QColor(colour))
    painter.drawText(place, int(Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine), shown)
    return metrics.horizontalAdvance(shown)
