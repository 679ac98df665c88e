"""What stands before the text of a table's cell: a picture, or a bar."""

from PySide6.QtCore import QRectF, QSizeF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPixmap

from funneldesk.desktop.kit.style.mirroring import unturned
from funneldesk.desktop.kit.style.theme import theme
from funneldesk.desktop.kit.table.column import Bar

PICTURE, PICTURE_GAP, PICTURE_CORNER = 24, 10, 4
BAR_HEIGHT, BAR_GAP, BAR_TEXT = 6, 10, 64
"""``BAR_TEXT`` is what is left to the text beside a bar."""


def draw_picture(painter: QPainter, box: QRectF, picture: QPixmap | None) -> QRectF:
    """Fill a small square with the middle of a picture, or leave its quiet place; the rest of the
    box."""
    place = QRectF(box.left(), box.center().y() - PICTURE / 2, PICTURE, PICTURE)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.colour("sunken"))
    painter.drawRoundedRect(place, PICTURE_CORNER, PICTURE_CORNER)
    if picture is not None and not picture.isNull():
        side = min(picture.width(), picture.height())
        middle = QRectF(picture.rect()).center()
        cut = QRectF(middle.x() - side / 2, middle.y() - side / 2, side, side)
        outline = QPainterPath()
        whole, there = unturned(painter, place)
        outline.addRoundedRect(there, PICTURE_CORNER, PICTURE_CORNER)
        whole.save()
        whole.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        whole.setClipPath(outline)
        whole.drawPixmap(there, picture, cut)
        whole.restore()
    return box.adjusted(PICTURE + PICTURE_GAP, 0, 0, 0)


def draw_bar(painter: QPainter, box: QRectF, bar: Bar) -> QRectF:
    """Draw a bar where there is room for it; the place of the text."""
    width = box.width() - BAR_TEXT - BAR_GAP
    if width < BAR_GAP:
        return box
    track = QRectF(box.left(), box.center().y() - BAR_HEIGHT / 2, width, BAR_HEIGHT)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.colour("sunken"))
    painter.drawRoundedRect(track, BAR_HEIGHT / 2, BAR_HEIGHT / 2)
    filled = QSizeF(max(BAR_HEIGHT, width * min(1.0, max(0.0, bar.share))), BAR_HEIGHT)
    painter.setBrush(theme.colour(bar.tone))
    painter.drawRoundedRect(QRectF(track.topLeft(), filled), BAR_HEIGHT / 2, BAR_HEIGHT / 2)
    return box.adjusted(width + BAR_GAP, 0, 0, 0)
