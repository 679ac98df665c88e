"""Painting of the map: cards of steps by one delegate, and the ways between them."""

from collections.abc import Callable, Iterable
from functools import cache

from PySide6.QtCore import QLineF, QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QFont, QPainter, QPainterPath, QPen, QPixmap, QPolygonF
from PySide6.QtWidgets import QStyle, QStyleOptionViewItem, QWidget

from funneldesk.desktop.kit.controls.labels import plain_tip
from funneldesk.desktop.kit.lists.row_painting import Index, RowDelegate
from funneldesk.desktop.kit.style.cut_text import draw_cut
from funneldesk.desktop.kit.style.icons import pixmap
from funneldesk.desktop.kit.style.theme import font, theme
from funneldesk.desktop.kit.style.tokens import CARD_RADIUS, LABEL_PX, SMALL_PX
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.funnels.map.cards import CARD, Card, Figure
from funneldesk.desktop.parts.funnels.map.layout import ASIDE, BELOW, WIDTH, Box, Laid, Way
from funneldesk.desktop.parts.funnels.map.steps import Step

PICTURE = 112
"""Height of a page's picture on its card, in device-independent pixels."""
HELD = 200
"""Pictures that are kept as they are drawn."""
PAD, CHIP, TIP = 12.0, 18.0, 4.0
_State = QStyle.StateFlag
_ICONS = {"error": ("circle-alert", "danger"), "warning": ("triangle-alert", "warning")}
_MIDDLE = Qt.AlignmentFlag.AlignCenter
PictureOf = Callable[[Step], QPixmap | None]


@cache
def _face(px: float, weight: int = 400) -> QFont:
    return font(px, weight)


class StepPainter(RowDelegate):
    """Draws a ``Card``; ``picture_of`` gives the picture of a step's page, once it is there."""

    def __init__(self, parent: QWidget, picture_of: PictureOf) -> None:
        super().__init__(parent)
        self._picture_of = picture_of
        self._ready: dict[tuple[int, float], QPixmap] = {}

    def tip(self, option: QStyleOptionViewItem, index: Index) -> str:
        card = index.data(CARD)
        told = ""
        if isinstance(card, Card):
            lines = [*card.told, *(each.tip for each in card.figures if each.tip), *card.tips]
            told = plain_tip("\n".join(lines)) if lines else ""
        return "<br>".join(filter(None, (super().tip(option, index), told)))

    def draw(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        card = index.data(CARD)
        if not isinstance(card, Card):
            return
        box = QRectF(option.rect).adjusted(0.5, 0.5, -0.5, -0.5)
        self._ground(painter, box, option.state)
        self._picture(painter, box, card)
        self._frame(painter, box, option.state)
        inner = box.adjusted(PAD, PICTURE + 8, -PAD, 0)
        painter.setFont(_face(13, 600))
        painter.setPen(theme.colour("text"))
        draw_cut(painter, QRectF(inner.x(), inner.y(), inner.width(), 20), card.step.name)
        painter.setFont(_face(SMALL_PX))
        painter.setPen(theme.colour("muted"))
        draw_cut(painter, QRectF(inner.x(), inner.y() + 20, inner.width(), 18), card.line)
        self._chips(painter, QRectF(inner.x(), inner.y() + 43, inner.width(), CHIP), card)
        self._figures(painter, QRectF(inner.x(), inner.y() + 66, inner.width(), 52), card.figures)

    def _ground(self, painter: QPainter, box: QRectF, state: QStyle.StateFlag) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        chosen = state & _State.State_Selected
        painter.setBrush(theme.colour("accent_soft" if chosen else "surface"))
        painter.drawRoundedRect(box, CARD_RADIUS, CARD_RADIUS)

    def _frame(self, painter: QPainter, box: QRectF, state: QStyle.StateFlag) -> None:
        chosen, here = state & _State.State_Selected, state & _State.State_HasFocus
        tone = "accent" if chosen or here else "line"
        if not chosen and state & _State.State_MouseOver:
            tone = "strong"
        painter.setPen(QPen(theme.colour(tone), 2 if here else 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(box, CARD_RADIUS, CARD_RADIUS)

    def _picture(self, painter: QPainter, box: QRectF, card: Card) -> None:
        place = QRectF(box.x(), box.y(), box.width(), PICTURE)
        picture = self._picture_of(card.step)
        if picture is not None:
            ratio = painter.device().devicePixelRatioF()
            corner = QPointF(place.x() - 0.5, place.y() - 0.5)  # Its pixels are the card's.
            painter.drawPixmap(corner, self._rounded(picture, ratio))
        else:
            painter.fillRect(place.adjusted(1, CARD_RADIUS, -1, 0), theme.colour("sunken"))
            sign = pixmap("file-code", "disabled", 24)
            painter.drawPixmap(int(place.center().x()) - 12, int(place.center().y()) - 12, sign)
        painter.fillRect(QRectF(place.x(), place.bottom(), place.width(), 1), theme.colour("line"))
        self._number(painter, place, card)

    def _rounded(self, picture: QPixmap, ratio: float) -> QPixmap:
        """A picture as large as it is drawn, its upper corners those of the card."""
        known = (picture.cacheKey(), ratio)
        if known not in self._ready:
            if len(self._ready) >= HELD:
                self._ready.clear()
            self._ready[known] = _rounded(picture, ratio)
        return self._ready[known]

    def _number(self, painter: QPainter, place: QRectF, card: Card) -> None:
        """Which step it is, and a sign of trouble at the other corner."""
        spot = QRectF(place.x() + 8, place.y() + 8, 22, 22)
        painter.setPen(QPen(theme.colour("line"), 1))
        painter.setBrush(theme.colour("surface"))
        painter.drawEllipse(spot)
        painter.setFont(_face(LABEL_PX, 600))
        painter.setPen(theme.colour("text"))
        painter.drawText(spot, _MIDDLE, str(card.number))
        if card.trouble in _ICONS:
            name, tone = _ICONS[card.trouble]
            sign = QRectF(place.right() - 32, place.y() + 8, 24, 24)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.colour(f"{tone}_soft"))
            painter.drawEllipse(sign)
            painter.drawPixmap(int(sign.x()) + 4, int(sign.y()) + 4, pixmap(name, tone))

    def _chips(self, painter: QPainter, line: QRectF, card: Card) -> None:
        painter.setFont(_face(LABEL_PX, 600))
        left, metrics = line.x(), painter.fontMetrics()
        for word, tone in card.chips:
            wide = min(metrics.horizontalAdvance(word) + 14.0, line.right() - left)
            if wide < 24:
                return
            place = QRectF(left, line.y(), wide, CHIP)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.colour("sunken" if tone == "muted" else f"{tone}_soft"))
            painter.drawRoundedRect(place, CHIP / 2, CHIP / 2)
            painter.setPen(theme.colour(tone))
            draw_cut(painter, place.adjusted(7, 0, -6, 0), word)
            left += wide + 6

    def _figures(self, painter: QPainter, box: QRectF, figures: Iterable[Figure]) -> None:
        wide = box.width() / 3
        for at, each in enumerate(figures):
            place = QRectF(box.x() + at * wide, box.y(), wide - 4, 17)
            painter.setFont(_face(13, 600))
            painter.setPen(theme.colour("text"))
            draw_cut(painter, place, each.value)
            painter.setFont(_face(LABEL_PX))
            painter.setPen(theme.colour("muted"))
            draw_cut(painter, place.translated(0, 16), each.name)
            if each.change:
                painter.setPen(theme.colour(each.tone))
                draw_cut(painter, place.translated(0, 32), each.change)


def _rounded(picture: QPixmap, ratio: float) -> QPixmap:
    made = QPixmap(QSizeF(WIDTH * ratio, PICTURE * ratio).toSize())
    made.setDevicePixelRatio(ratio)
    made.fill(Qt.GlobalColor.transparent)
    painter = QPainter(made)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
    clip = QPainterPath()
    clip.addRoundedRect(QRectF(0, 0, WIDTH, PICTURE + CARD_RADIUS), CARD_RADIUS, CARD_RADIUS)
    painter.setClipPath(clip)
    painter.drawPixmap(QRectF(0, 0, WIDTH, PICTURE).toRect(), picture)
    painter.end()
    return made


# The ways


def draw_ways(painter: QPainter, laid: Laid, ways: Iterable[Way]) -> None:
    """The ways between the cards, in the map's own coordinates."""
    for way in ways:
        start, end = laid.boxes[way.start], laid.boxes[way.end]
        pen = QPen(theme.colour("strong"), 1.5)
        if way.kind in ("declined", "back"):
            pen.setDashPattern([3, 3])
        if way.kind in ("offer", "declined"):
            _down(painter, start, end, pen, way.kind)
        elif way.kind == "back":
            _back(painter, start, end, pen)
        else:
            _onward(painter, start, end, pen)


def _down(painter: QPainter, start: Box, end: Box, pen: QPen, kind: str) -> None:
    x = start.x + WIDTH / 2
    painter.setPen(pen)
    painter.drawLine(QLineF(x, start.bottom, x, end.y - TIP))
    _arrow(painter, QPointF(x, end.y - 1), down=True)
    if kind == "declined":
        painter.setFont(_face(LABEL_PX))
        painter.setPen(theme.colour("muted"))
        words = QRectF(x + 8, start.bottom, WIDTH / 2 - 8, BELOW)
        painter.drawText(words, Qt.AlignmentFlag.AlignVCenter, _("if declined"))


def _onward(painter: QPainter, start: Box, end: Box, pen: QPen) -> None:
    """To the next main step; to one in the next line around the end of this one."""
    height = start.y + 56.0
    painter.setPen(pen)
    if start.line == end.line:
        painter.drawLine(QLineF(start.right, height, end.x - TIP, height))
    else:
        there, out, into = end.y + 56.0, start.right + ASIDE / 2, end.x - ASIDE / 4
        between = end.y - BELOW / 2
        path = QPainterPath(QPointF(start.right, height))
        for x, y in ((out, height), (out, between), (into, between), (into, there)):
            path.lineTo(x, y)
        path.lineTo(end.x - TIP, there)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPath(path)
    _arrow(painter, QPointF(end.x - 1, end.y + 56.0), down=False)


def _back(painter: QPainter, start: Box, end: Box, pen: QPen) -> None:
    """From an offer up to the way on."""
    height, out = start.y + 56.0, start.right + ASIDE / 2
    top = (end.y if start.line == end.line else end.y - BELOW / 2 - 56) + 56.0
    painter.setPen(pen)
    path = QPainterPath(QPointF(start.right, height))
    path.lineTo(out, height)
    path.lineTo(out, top)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPath(path)


def _arrow(painter: QPainter, tip: QPointF, *, down: bool) -> None:
    away, aside = 7.0, 4.0
    corners = [(-aside, -away), (aside, -away)] if down else [(-away, -aside), (-away, aside)]
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.colour("strong"))
    shape = [tip, *(QPointF(tip.x() + x, tip.y() + y) for x, y in corners)]
    painter.drawPolygon(QPolygonF(shape))
