"""A heat map drawn over the picture of its page, off the window's thread."""

from itertools import pairwise
from typing import Literal

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QImage, QPainter, QRadialGradient

from funneldesk.desktop.kit.formats import Formats
from funneldesk.desktop.parts.tracking.heatmaps.adding import BAND, Heat

Kind = Literal["clicks", "scroll", "attention"]
RADIUS = 26
RAMP = ((0.0, "#2B6CFF"), (0.4, "#1EC27B"), (0.7, "#F2C230"), (1.0, "#E0303A"))
LINES = (0.75, 0.5, 0.25, 0.1)
OPACITY = 120


def ramp(share: float) -> QColor:
    """The colour of a share: from blue for little to red for most."""
    share = min(1.0, max(0.0, share))
    for (low, first), (high, second) in pairwise(RAMP):
        if share <= high:
            a, b, part = QColor(first), QColor(second), (share - low) / (high - low)
            return QColor(
                int(a.red() + (b.red() - a.red()) * part),
                int(a.green() + (b.green() - a.green()) * part),
                int(a.blue() + (b.blue() - a.blue()) * part),
            )
    return QColor(RAMP[-1][1])


def draw(page: QImage | None, heat: Heat, kind: Kind, formats: Formats) -> QImage:
    """The page with the map over it; a grey ground where there is no picture of it."""
    width = page.width() if page is not None else max(heat.width, 390)
    height = page.height() if page is not None else _depth(heat)
    image = QImage(width, height, QImage.Format.Format_RGB32)
    image.fill(QColor("#F5F6F8"))
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    if page is not None:
        painter.drawImage(0, 0, page)
    if not heat.recordings:
        pass  # A colour would say something about nobody.
    elif kind == "clicks":
        painter.drawImage(0, 0, _clicks(heat, width, height))
    else:
        _bands(painter, heat, kind, width, height)
        if kind == "scroll":
            _lines(painter, heat, width, height, formats)
    painter.end()
    return image


def _depth(heat: Heat) -> int:
    bands = [at for at, count in enumerate(heat.reached) if count]
    return max(800, (bands[-1] + 1) * BAND if bands else 0)


def _clicks(heat: Heat, width: int, height: int) -> QImage:
    """Spots that add up in transparency, then take the colour of how strong they are."""
    strength = QImage(width, height, QImage.Format.Format_ARGB32_Premultiplied)
    strength.fill(Qt.GlobalColor.transparent)
    painter = QPainter(strength)
    painter.setPen(Qt.PenStyle.NoPen)
    single = max(24, min(160, 900 // max(1, len(heat.clicks))))
    for x, y in heat.clicks:
        spot = QRadialGradient(QPointF(x, y), RADIUS)
        spot.setColorAt(0, QColor(0, 0, 0, single))
        spot.setColorAt(1, QColor(0, 0, 0, 0))
        painter.setBrush(spot)
        painter.drawEllipse(QPointF(x, y), RADIUS, RADIUS)
    painter.end()
    return _coloured(strength)


def _coloured(strength: QImage) -> QImage:
    colours = [ramp(each / 200).rgb() & 0xFFFFFF for each in range(256)]
    table = [(min(200, each * 2) << 24) | colours[each] for each in range(256)]
    alpha = strength.convertToFormat(QImage.Format.Format_Alpha8)
    alpha.reinterpretAsFormat(QImage.Format.Format_Indexed8)
    alpha.setColorTable(table)
    return alpha.convertToFormat(QImage.Format.Format_ARGB32)


def _bands(painter: QPainter, heat: Heat, kind: Kind, width: int, height: int) -> None:
    attention = heat.attention()
    for band in range(height // BAND + 1):
        depth = band * BAND
        if band >= len(attention):
            break
        share = heat.share_at(depth) if kind == "scroll" else attention[band]
        colour = ramp(share)
        colour.setAlpha(OPACITY)
        painter.fillRect(QRectF(0, depth, width, BAND), colour)


def _lines(painter: QPainter, heat: Heat, width: int, height: int, formats: Formats) -> None:
    """Where so many of the visitors were left."""
    font = QFont()
    font.setPixelSize(15)
    font.setBold(True)
    painter.setFont(font)
    for share in LINES:
        depth = next((at for at in range(0, height, BAND) if heat.share_at(at) < share), None)
        if depth is None:
            continue
        painter.setPen(QColor("#1A212C"))
        painter.drawLine(QPointF(0, depth), QPointF(width, depth))
        box = QRectF(8, depth - 24, 70, 22)
        painter.fillRect(box, QColor("#1A212C"))
        painter.setPen(QColor("white"))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, formats.percent(share, 0))
