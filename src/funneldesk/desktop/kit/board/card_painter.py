"""Painting of cards: one delegate for all of them."""

from functools import cache

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPainterPath, QPen
from PySide6.QtWidgets import QStyle, QStyleOptionViewItem

from funneldesk.desktop.kit.board.card import GAP, LINE, Card, CardShape, Mark, pad
from funneldesk.desktop.kit.lists.row_painting import Index, RowDelegate
from funneldesk.desktop.kit.style.cut_text import cut_text
from funneldesk.desktop.kit.style.theme import font, theme
from funneldesk.desktop.kit.style.tokens import BASE_PX, CARD_RADIUS, LABEL_PX, SMALL_PX

CARD = Qt.ItemDataRole.UserRole
SIDE = 12
AVATAR, BAR = 20, 4
CHIP_PAD = 8
MOST_DRAWN = 300
"""Characters of a text that are looked at: more are never seen, and measuring them takes long."""
_ABSOLUTE = Qt.AlignmentFlag.AlignAbsolute
_MIDDLE = Qt.AlignmentFlag.AlignVCenter
_State = QStyle.StateFlag


@cache
def _face(px: float, weight: int = 400) -> QFont:
    return font(px, weight)


def _drawn(words: str) -> str:
    return words if len(words) <= MOST_DRAWN else f"{words[:MOST_DRAWN]}…"


class CardPainter(RowDelegate):
    """Draws a ``Card`` in the room that ``shape`` gives it."""

    shape = CardShape()

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        card = index.data(CARD)
        if isinstance(card, Card):
            box = QRectF(option.rect).adjusted(0.5, 0.5, -0.5, -GAP - 0.5)
            mirrored = option.direction == Qt.LayoutDirection.RightToLeft
            draw_card(painter, box, card, self.shape, option.state, mirrored)


def draw_card(
    painter: QPainter,
    box: QRectF,
    card: Card,
    shape: CardShape,
    state: QStyle.StateFlag,
    mirrored: bool = False,
) -> None:
    """A card in a box; ``mirrored`` for languages that are read from the right."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    _draw_ground(painter, box, state)
    if card.bar:
        _draw_bar(painter, box, card.bar, mirrored)
    if card.busy:
        painter.setOpacity(0.55)
    pen = _Pen(painter, box, mirrored)
    inner = box.adjusted(SIDE, pad(), -SIDE, -pad())
    top = QRectF(inner.x(), inner.y(), inner.width(), LINE)
    if card.initials:
        _draw_initials(pen, top, card)
        top.setRight(top.right() - AVATAR - 6)
    pen.text(top, card.title, "text", _face(BASE_PX, 600))
    bottom = inner.bottom() - LINE
    lines = card.lines
    last = lines[-1] if len(lines) == max(1, shape.lines) else ""
    above = lines[: len(lines) - 1] if last else lines
    for place, words in enumerate(above):
        y = inner.y() + LINE * (place + 1)
        pen.text(QRectF(inner.x(), y, inner.width(), LINE), words, "muted", _face(SMALL_PX))
    if card.chips:
        chips = QRectF(inner.x(), bottom - LINE, inner.width(), LINE)
        _draw_chips(pen, chips, card.chips)
    foot = QRectF(inner.x(), bottom, inner.width(), LINE)
    if card.corner.text:
        foot.setRight(foot.right() - pen.mark_at_end(foot, card.corner) - 8)
    pen.text(foot, last, "text", _face(BASE_PX))
    painter.restore()


class _Pen:
    """Text in boxes that are given as if all were read from the left."""

    def __init__(self, painter: QPainter, whole: QRectF, mirrored: bool) -> None:
        self.painter = painter
        self._whole, self._mirrored = whole, mirrored

    def place(self, box: QRectF) -> QRectF:
        """A box where it really is."""
        if not self._mirrored:
            return box
        left = self._whole.left() + self._whole.right() - box.right()
        return QRectF(left, box.y(), box.width(), box.height())

    def text(self, box: QRectF, words: str, tone: str, face: QFont) -> None:
        """A line that is cut to its box."""
        if not words:
            return
        painter = self.painter
        painter.setFont(face)
        painter.setPen(theme.colour(tone))
        side = Qt.AlignmentFlag.AlignRight if self._mirrored else Qt.AlignmentFlag.AlignLeft
        shown = cut_text(painter.fontMetrics(), _drawn(words), box.width())
        flags = side | _ABSOLUTE | _MIDDLE | Qt.TextFlag.TextSingleLine
        painter.drawText(self.place(box), flags, shown)

    def mark(self, box: QRectF, mark: Mark) -> None:
        """A few words on their ground, in the middle of a box."""
        painter, plain = self.painter, mark.tone == "muted"
        place = self.place(box)
        if not plain:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.colour(f"{mark.tone}_soft"))
            painter.drawRoundedRect(place, place.height() / 2, place.height() / 2)
        painter.setPen(theme.colour(mark.tone))
        shown = cut_text(
            painter.fontMetrics(), _drawn(mark.text), box.width() - (0 if plain else CHIP_PAD)
        )
        painter.drawText(place, Qt.AlignmentFlag.AlignCenter, shown)

    def mark_at_end(self, line: QRectF, mark: Mark) -> float:
        """A mark at the end of a line; gives its width."""
        plain = mark.tone == "muted"
        self.painter.setFont(_face(LABEL_PX, 400 if plain else 600))
        wide = self.painter.fontMetrics().horizontalAdvance(_drawn(mark.text)) + 1.0
        width = min(wide + (0 if plain else 2 * CHIP_PAD), line.width() * 0.6)
        self.mark(QRectF(line.right() - width, line.y() + 1, width, LINE - 2), mark)
        return width


def _draw_ground(painter: QPainter, box: QRectF, state: QStyle.StateFlag) -> None:
    chosen = bool(state & _State.State_Selected)
    pointed = bool(state & _State.State_MouseOver)
    edge = "accent" if chosen else "strong" if pointed else "line"
    painter.setBrush(theme.colour("accent_soft" if chosen else "surface"))
    painter.setPen(QPen(theme.colour(edge), 1))
    painter.drawRoundedRect(box, CARD_RADIUS, CARD_RADIUS)
    if state & _State.State_HasFocus:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(theme.colour("accent"), 2))
        painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), CARD_RADIUS, CARD_RADIUS)


def _draw_bar(painter: QPainter, box: QRectF, colour: str, mirrored: bool) -> None:
    known = QColor(colour)
    if not known.isValid():  # It comes from a server.
        return
    shape = QPainterPath()
    shape.addRoundedRect(box, CARD_RADIUS, CARD_RADIUS)
    left = box.right() - BAR if mirrored else box.left()
    painter.save()
    painter.setClipPath(shape)
    painter.fillRect(QRectF(left, box.y(), BAR, box.height()), known)
    painter.restore()


def _draw_initials(pen: _Pen, line: QRectF, card: Card) -> None:
    circle = QRectF(line.right() - AVATAR, line.y(), AVATAR, AVATAR)
    painter = pen.painter
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.colour("sunken"))
    painter.drawEllipse(pen.place(circle))
    painter.setPen(theme.colour("muted"))
    painter.setFont(_face(LABEL_PX - 1, 600))
    painter.drawText(pen.place(circle), Qt.AlignmentFlag.AlignCenter, card.initials)


def _draw_chips(pen: _Pen, line: QRectF, chips: tuple[Mark, ...]) -> None:
    painter, left = pen.painter, line.left()
    painter.setFont(_face(LABEL_PX, 600))
    for mark in chips:
        room = line.right() - left
        if room < 3 * CHIP_PAD:
            break
        wide = painter.fontMetrics().horizontalAdvance(_drawn(mark.text)) + 2.0 * CHIP_PAD
        box = QRectF(left, line.y() + 1, min(wide, room), LINE - 2)
        if mark.tone == "muted":
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.colour("sunken"))
            painter.drawRoundedRect(pen.place(box), box.height() / 2, box.height() / 2)
        pen.mark(box, mark)
        left += box.width() + 4
