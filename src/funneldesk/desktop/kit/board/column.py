"""Column of a board: its head, its cards, and the field that adds one."""

from collections.abc import Callable

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from funneldesk.desktop.kit.board.card import BoardColumn, Card, CardShape
from funneldesk.desktop.kit.board.cards_view import CardsView
from funneldesk.desktop.kit.board.quick_add import QuickAdd
from funneldesk.desktop.kit.controls.labels import Label, set_tip
from funneldesk.desktop.kit.style.cut_text import cut_text
from funneldesk.desktop.kit.style.theme import font, theme
from funneldesk.desktop.kit.style.tokens import CARD_RADIUS, SMALL_PX
from funneldesk.desktop.local.texts import _

HEAD = 32
DOT = 8
EDGE = 6
"""Pixels between the column's ground and its cards."""


class ColumnHead(Label):
    """Colour, title, count and sum on one line; its text is what is read out."""

    def __init__(self) -> None:
        super().__init__()
        self._shown = BoardColumn("", "")
        self.setFixedHeight(HEAD)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def show_column(self, column: BoardColumn) -> None:
        """Tell of a column."""
        self._shown = column
        self.setText(column.words())
        set_tip(self, "\n".join(filter(None, (column.words(), column.note))))
        self.update()

    def minimumSizeHint(self) -> QSize:
        return QSize(60, HEAD)

    def paintEvent(self, event: QPaintEvent) -> None:
        column, painter = self._shown, QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        mirrored = self.layoutDirection() == Qt.LayoutDirection.RightToLeft
        colour = QColor(column.colour)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour if colour.isValid() else theme.colour("strong"))
        box = QRectF(self.rect())
        dot = box.right() - DOT if mirrored else box.left()
        painter.drawEllipse(QRectF(dot, box.center().y() - DOT / 2, DOT, DOT))
        count = "" if column.count is None else f"{column.count:,}"
        painter.setFont(font(SMALL_PX))
        narrow = painter.fontMetrics()
        total = cut_text(narrow, column.total, box.width() * 0.5)
        end, middle = narrow.horizontalAdvance(total), narrow.horizontalAdvance(count)
        start, stop = DOT + 8.0, box.width() - end - (10 if total else 0)
        self._write(painter, box.width() - end, end, total, "muted")
        painter.setFont(font(weight=600))
        title = cut_text(painter.fontMetrics(), column.title, stop - start - middle - 8)
        wide = painter.fontMetrics().horizontalAdvance(title)
        self._write(painter, start, wide, title, "text")
        painter.setFont(font(SMALL_PX))
        self._write(painter, start + wide + 8, middle, count, "muted")
        painter.end()

    def _write(self, painter: QPainter, left: float, wide: float, words: str, tone: str) -> None:
        """A text that begins at a place, counted from where the line begins."""
        if self.layoutDirection() == Qt.LayoutDirection.RightToLeft:
            left = self.width() - left - wide
        painter.setPen(theme.colour(tone))
        flags = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        box = QRectF(left, 0, wide + 2, HEAD)
        painter.drawText(box, flags | Qt.AlignmentFlag.AlignAbsolute, words)


class ColumnView(QWidget):
    """``aimed``: dragged cards would come here."""

    def __init__(
        self, column: BoardColumn, shape: CardShape, card: Callable[[str], Card | None]
    ) -> None:
        super().__init__()
        self.column = column
        self.head = ColumnHead()
        self.cards = CardsView(shape, card, self._place_words)
        self.add = QuickAdd(_("Add to {column}").format(column=column.title))
        self._aimed = False
        built = QVBoxLayout(self)
        built.setContentsMargins(EDGE, 2, EDGE, 2)
        built.setSpacing(2)
        built.addWidget(self.head)
        built.addWidget(self.cards, 1)
        built.addWidget(self.add)
        built.addStretch(0)
        self.cards.grew.connect(self._fit)
        self.show_column(column)

    def show_column(self, column: BoardColumn) -> None:
        """Tell other things in the head."""
        self.column = column
        self.head.show_column(column)
        self.cards.empty = column.empty
        self.cards.setAccessibleName(column.words())
        self.cards.viewport().update()

    def aim(self, on: bool) -> None:
        """Mark the column as the one where dragged cards would come."""
        if on != self._aimed:
            self._aimed = on
            self.cards.ground = "accent_soft" if on else "app"
            self.cards.viewport().update()
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        if not self._aimed:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(theme.colour("accent"))
        painter.setBrush(theme.colour("accent_soft"))
        painter.drawRoundedRect(
            QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), CARD_RADIUS, CARD_RADIUS
        )
        painter.end()

    def _fit(self) -> None:
        self.cards.setMaximumHeight(self.cards.content_height())

    def _place_words(self, row: int) -> str:
        column, shown = self.column, self.cards.count()
        count = shown if column.count is None else max(column.count, shown)
        words = _("{place:,} of {count:,} in {column}")
        return words.format(place=row + 1, count=count, column=column.title)
