"""Cells of the grid: the image of a file in a frame, its name, its facts."""

from collections.abc import Callable

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPen, QPixmap
from PySide6.QtWidgets import QStyle, QStyleOptionViewItem, QWidget

from funneldesk.desktop.assets.backdrop import backdrop
from funneldesk.desktop.assets.grid.folder_cover import draw_faces
from funneldesk.desktop.assets.grid.rows import AssetRows, facts_of
from funneldesk.desktop.assets.library.row import AssetRow
from funneldesk.desktop.kit.lists.row_painting import RowDelegate
from funneldesk.desktop.kit.style.cut_text import draw_cut
from funneldesk.desktop.kit.style.icons import pixmap
from funneldesk.desktop.kit.style.theme import font, theme
from funneldesk.desktop.kit.style.tokens import CARD_RADIUS, LABEL_PX, RADIUS

Index = QModelIndex | QPersistentModelIndex
Pictures = Callable[[AssetRow, int], QPixmap | None]
"""Gets a file and a side in device pixels, gives its image if it is there."""
PAD = 8
NAME_HEIGHT, FACTS_HEIGHT = 20, 16
SHAPE = 0.75
"""Height of the frame in which an image is shown, per its width."""
_CENTRE = Qt.AlignmentFlag.AlignCenter
_PLAIN_ENDINGS = frozenset({"jpg", "jpeg", "png", "webp", "avif"})
"""Images that need no badge: what they are shows."""


def cell_size(side: int) -> QSize:
    """The cell around a frame ``side`` device-independent pixels wide."""
    return QSize(
        side + 4 * PAD, round(side * SHAPE) + 3 * PAD + NAME_HEIGHT + FACTS_HEIGHT + PAD // 2
    )


class CellPainter(RowDelegate):
    """Draws a cell of ``AssetRows``; asks for images only while it draws them."""

    def __init__(self, parent: QWidget, rows: AssetRows, pictures: Pictures) -> None:
        super().__init__(parent)
        self._rows = rows
        self._pictures = pictures

    def draw(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row = self._rows.record(index.row())
        if row is None:
            return
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        body = QRectF(option.rect).adjusted(4, 4, -4, -4)
        draw_ground(painter, body, option.state)
        inner = body.adjusted(PAD, PAD, -PAD, -PAD)
        frame = QRectF(
            inner.x(),
            inner.y(),
            inner.width(),
            inner.height() - NAME_HEIGHT - FACTS_HEIGHT - PAD // 2,
        )
        self._draw_frame(painter, frame, row)
        self._draw_words(painter, inner, row)

    def _draw_frame(self, painter: QPainter, frame: QRectF, row: AssetRow) -> None:
        picture = None if row.is_folder else picture_of(painter, frame, row, self._pictures)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.colour("sunken") if picture is None else backdrop(picture))
        painter.drawRoundedRect(frame, RADIUS, RADIUS)
        if row.is_folder:
            self._draw_folder(painter, frame, row)
            return
        if picture is not None:
            draw_fitting(painter, frame, picture)
        else:
            side = 48 if frame.height() >= 110 else 32
            draw_icon(painter, frame, row.icon_name, "strong", side)
        if row.ending and row.ending not in _PLAIN_ENDINGS:
            _draw_badge(painter, frame, row.ending.upper())

    def _draw_folder(self, painter: QPainter, frame: QRectF, row: AssetRow) -> None:
        side = round(max(frame.width(), frame.height()) / 2 * ratio_of(painter))
        found = (self._pictures(each, side) for each in self._rows.samples(row))
        pictures = [picture for picture in found if picture is not None]
        if not pictures:
            draw_icon(painter, frame, "folder", "muted", 48 if frame.height() >= 110 else 32)
            return
        draw_faces(painter, frame, pictures)
        corner = QRectF(frame.x() + 6, frame.bottom() - 30, 24, 24)
        painter.setPen(QPen(theme.colour("line"), 1))
        painter.setBrush(theme.colour("surface"))
        painter.drawRoundedRect(corner, RADIUS, RADIUS)
        draw_icon(painter, corner, "folder", "muted", 16)

    def _draw_words(self, painter: QPainter, inner: QRectF, row: AssetRow) -> None:
        facts = QRectF(inner.x(), inner.bottom() - FACTS_HEIGHT, inner.width(), FACTS_HEIGHT)
        name = QRectF(inner.x(), facts.y() - NAME_HEIGHT, inner.width(), NAME_HEIGHT)
        draw_name(painter, name, row.name, 500)
        painter.setFont(font(LABEL_PX))
        painter.setPen(theme.colour("muted"))
        draw_cut(painter, facts, facts_of(row, self._rows.held(row)))


def picture_of(
    painter: QPainter, frame: QRectF, row: AssetRow, pictures: Pictures
) -> QPixmap | None:
    """The image that fills a frame, at the resolution of what is painted on."""
    return pictures(row, round(max(frame.width(), frame.height()) * ratio_of(painter)))


def ratio_of(painter: QPainter) -> float:
    """Device pixels per device-independent pixel of what is painted on."""
    device = painter.device()
    return device.devicePixelRatioF() if device is not None else 1.0


def draw_ground(painter: QPainter, body: QRectF, state: QStyle.StateFlag) -> None:
    """Selected, under the pointer, and where the keyboard is."""
    painter.setPen(Qt.PenStyle.NoPen)
    if state & QStyle.StateFlag.State_Selected:
        painter.setBrush(theme.colour("accent_soft"))
        painter.drawRoundedRect(body, CARD_RADIUS, CARD_RADIUS)
    elif state & QStyle.StateFlag.State_MouseOver:
        painter.setBrush(theme.colour("app"))
        painter.drawRoundedRect(body, CARD_RADIUS, CARD_RADIUS)
    if state & QStyle.StateFlag.State_HasFocus:
        painter.setPen(QPen(theme.colour("accent"), 2))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(body.adjusted(1, 1, -1, -1), CARD_RADIUS, CARD_RADIUS)


def draw_fitting(painter: QPainter, frame: QRectF, picture: QPixmap) -> None:
    """An image as large as it goes into a frame, never larger than it is."""
    whole = QSizeF(picture.size()) / ratio_of(painter)
    size = whole.scaled(frame.size(), Qt.AspectRatioMode.KeepAspectRatio)
    if size.width() > whole.width():
        size = whole
    corner = frame.center() - QPointF(size.width() / 2, size.height() / 2)
    painter.drawPixmap(QRectF(corner, size), picture, QRectF(picture.rect()))


def draw_icon(painter: QPainter, frame: QRectF, name: str, tone: str, side: int) -> None:
    """A line icon in the middle of a frame."""
    corner = frame.center() - QPointF(side / 2, side / 2)
    drawn = pixmap(name, tone, side)
    painter.drawPixmap(QRectF(corner, QSizeF(side, side)), drawn, QRectF(drawn.rect()))


def draw_name(painter: QPainter, box: QRectF, name: str, weight: int = 400) -> None:
    """A name, cut in the middle so that its ending shows."""
    painter.setFont(font(weight=weight))
    painter.setPen(theme.colour("text"))
    draw_cut(painter, box, name, Qt.TextElideMode.ElideMiddle)


def _draw_badge(painter: QPainter, frame: QRectF, words: str) -> None:
    """Badge with the kind of file, in a corner of its frame."""
    small = font(10, 600)
    metrics = QFontMetrics(small)
    words = metrics.elidedText(words, Qt.TextElideMode.ElideRight, 56)
    width = metrics.horizontalAdvance(words) + 10
    box = QRectF(frame.right() - width - 6, frame.bottom() - 22, width, 16)
    painter.setPen(QPen(theme.colour("line"), 1))
    painter.setBrush(theme.colour("surface"))
    painter.drawRoundedRect(box, 4, 4)
    painter.setFont(small)
    painter.setPen(theme.colour("muted"))
    painter.drawText(box, _CENTRE, words)
