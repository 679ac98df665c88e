"""Paints a moment of a recording: the page where it was scrolled to, the pointer, clicks."""

import math

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPainterPath, QPen, QPolygonF

from funneldesk.desktop.kit.style.theme import theme
from funneldesk.desktop.parts.tracking.replay.recording import Recording

RIPPLE_MS = 600.0
RIPPLE = 26.0
TRAIL_MS = 1_200.0
POINTER = ((0, 0), (0, 17), (4, 13.2), (6.8, 19.4), (9.4, 18.2), (6.6, 12.2), (12, 12))


def paint_frame(
    painter: QPainter, area: QRectF, recording: Recording, page: QImage | None, at: float
) -> None:
    """Paint the viewport of a recording at ``at`` milliseconds into an area of its shape."""
    scale = area.width() / recording.width if recording.width else 1.0
    now = recording.moment_at(at)
    painter.save()
    painter.setClipRect(area)
    painter.translate(area.topLeft())
    painter.scale(scale, scale)
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    _paint_page(painter, recording, page, now.scroll)
    _paint_trail(painter, recording, at, now.scroll)
    _paint_clicks(painter, recording, at, now.scroll)
    if now.x is not None and now.y is not None:
        _paint_pointer(painter, QPointF(now.x, now.y), 1 / max(scale, 0.2))
    painter.restore()


def _paint_page(
    painter: QPainter, recording: Recording, page: QImage | None, scroll: float
) -> None:
    whole = QRectF(0, 0, recording.width, recording.height)
    if page is None or page.isNull():
        painter.fillRect(whole, theme.colour("sunken"))
        step = 160
        painter.setPen(QPen(theme.colour("line"), 2))
        for place in range(math.ceil((recording.height + step) / step)):
            y = place * step - scroll % step
            painter.drawLine(QPointF(40, y), QPointF(recording.width - 40, y))
        return
    painter.fillRect(whole, QColor("white"))
    top = min(scroll, max(0, page.height() - recording.height))
    part = QRectF(0, top, min(page.width(), recording.width), recording.height)
    painter.drawImage(QRectF(0, 0, part.width(), part.height()), page, part)


def _paint_trail(painter: QPainter, recording: Recording, at: float, scroll: float) -> None:
    first, last = recording.place_at(at - TRAIL_MS) + 1, recording.place_at(at)
    points = [
        QPointF(recording.x[place], recording.y[place] + recording.scrolls[place] - scroll)
        for place in range(max(first, last - 200), last + 1)
        if recording.x[place] >= 0
    ]
    if len(points) < 2:
        return
    colour = QColor(theme.colour("accent"))
    colour.setAlphaF(0.45)
    painter.setPen(QPen(colour, 3, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
    painter.drawPolyline(QPolygonF(points))


def _paint_clicks(painter: QPainter, recording: Recording, at: float, scroll: float) -> None:
    first, last = recording.place_at(at - RIPPLE_MS) + 1, recording.place_at(at)
    for place in range(max(0, first), last + 1):
        if recording.kind(place) != "click":
            continue
        share = (at - recording.times[place]) / RIPPLE_MS
        colour = QColor(theme.colour("danger"))
        colour.setAlphaF(max(0.0, 1 - share))
        painter.setPen(QPen(colour, 4))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        centre = QPointF(recording.x[place], recording.y[place] + recording.scrolls[place] - scroll)
        radius = 6 + RIPPLE * share
        painter.drawEllipse(centre, radius, radius)


def _paint_pointer(painter: QPainter, tip: QPointF, scale: float) -> None:
    path = QPainterPath()
    path.addPolygon(QPolygonF([tip + QPointF(x * scale, y * scale) for x, y in POINTER]))
    path.closeSubpath()
    painter.setPen(QPen(QColor("white"), 1.4 * scale))
    painter.setBrush(QColor("#1A212C"))
    painter.drawPath(path)
