"""Image at the pointer while files are dragged: a stack of them, and their number."""

from collections.abc import Sequence

from PySide6.QtCore import QPoint, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPen, QPixmap

from funneldesk.desktop.assets.backdrop import backdrop
from funneldesk.desktop.assets.grid.cells import SHAPE, Pictures, draw_fitting, draw_icon
from funneldesk.desktop.assets.library.row import AssetRow
from funneldesk.desktop.kit.style.theme import font, theme
from funneldesk.desktop.kit.style.tokens import LABEL_PX, RADIUS

HELD_AT = QPoint(10, 10)
"""Where the pointer holds it: what lies under the pointer stays in sight."""
_SIDE, _STEP, _MOST, _FRAME = 96, 6, 3, 3
_BADGE = 20


def drag_picture(rows: Sequence[AssetRow], pictures: Pictures, ratio: float) -> QPixmap:
    """A stack of up to three of the files, the first one on top; ``ratio`` as of the window."""
    shown = rows[:_MOST]
    card = QSize(_SIDE, round(_SIDE * SHAPE))
    room = _STEP * (len(shown) - 1) + _BADGE // 2
    made = QPixmap((card + QSize(room, room)) * ratio)
    made.setDevicePixelRatio(ratio)
    made.fill(Qt.GlobalColor.transparent)
    painter = QPainter(made)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
    for place, row in reversed(list(enumerate(shown))):
        corner = QPoint(place * _STEP, place * _STEP)
        _draw_card(painter, QRectF(corner, card).adjusted(0.5, 0.5, -0.5, -0.5), row, pictures)
    if len(rows) > 1:
        _draw_count(painter, made.deviceIndependentSize().toSize(), len(rows))
    painter.end()
    return made


def _draw_card(painter: QPainter, card: QRectF, row: AssetRow, pictures: Pictures) -> None:
    side = round(_SIDE * painter.device().devicePixelRatioF())
    picture = None if row.is_folder else pictures(row, side)
    painter.setPen(QPen(theme.colour("strong"), 1))
    painter.setBrush(theme.colour("surface") if picture is None else backdrop(picture))
    painter.drawRoundedRect(card, RADIUS, RADIUS)
    if picture is None:
        draw_icon(painter, card, row.icon_name, "text", 32)
    else:
        draw_fitting(painter, card.adjusted(_FRAME, _FRAME, -_FRAME, -_FRAME), picture)


def _draw_count(painter: QPainter, whole: QSize, count: int) -> None:
    words, type_face = f"{count:,}", font(LABEL_PX, 600)
    width = max(_BADGE, QFontMetrics(type_face).horizontalAdvance(words) + _BADGE // 2)
    badge = QRectF(whole.width() - width, whole.height() - _BADGE, width, _BADGE)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.colour("accent"))
    painter.drawRoundedRect(badge, _BADGE / 2, _BADGE / 2)
    painter.setFont(type_face)
    painter.setPen(theme.colour("on_accent"))
    painter.drawText(badge, Qt.AlignmentFlag.AlignCenter, words)
