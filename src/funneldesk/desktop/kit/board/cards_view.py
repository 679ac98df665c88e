"""List of the cards of one column: painted, and only those in view are asked for."""

from collections.abc import Callable, Collection, Sequence

from PySide6.QtCore import (
    QAbstractListModel,
    QEvent,
    QItemSelection,
    QItemSelectionModel,
    QItemSelectionRange,
    QPoint,
    QRect,
    QRectF,
    Qt,
    Signal,
)
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QFrame

from funneldesk.desktop.kit.board.card import GAP, Card, CardShape
from funneldesk.desktop.kit.board.card_painter import CARD, CardPainter
from funneldesk.desktop.kit.controls.labels import plain_tip
from funneldesk.desktop.kit.lists.id_rows import NO_INDEX, IdRows, Index
from funneldesk.desktop.kit.lists.row_view import RowView, runs_of
from funneldesk.desktop.kit.lists.view_place import runs_among
from funneldesk.desktop.kit.style.theme import font, theme
from funneldesk.desktop.kit.style.tokens import CARD_RADIUS, SMALL_PX

_Role = Qt.ItemDataRole
_ROLES = frozenset(
    (CARD, _Role.DisplayRole, _Role.AccessibleTextRole, _Role.ToolTipRole)  # what is asked often
)
_Flag = QItemSelectionModel.SelectionFlag
MOST_PLACEHOLDERS = 4
NEAR = 6
"""Cards before the end from which more are asked for."""


class CardRows(IdRows, QAbstractListModel):
    """Cards in an order; the content of one is asked of ``card`` once it comes into view, and of
    ``words`` for whoever listens."""

    def __init__(self, card: Callable[[str], Card | None], words: Callable[[int], str]) -> None:
        super().__init__()
        self._card, self._words = card, words
        self._places: dict[str, int] | None = None

    def arrange(self, ids: Sequence[str]) -> None:
        self._places = None
        super().arrange(ids)

    def row_of(self, record_id: str) -> int:
        if self._places is None:
            self._places = {each: row for row, each in enumerate(self._ids)}
        return self._places.get(record_id, -1)

    def columnCount(self, parent: Index = NO_INDEX) -> int:
        return 0 if parent.isValid() else 1

    def data(self, index: Index, role: int = _Role.DisplayRole) -> object:
        if role not in _ROLES or not index.isValid() or index.row() >= len(self._ids):
            return None
        card = self._card(self._ids[index.row()]) or Card("")
        if role == CARD:
            return card
        if role == _Role.DisplayRole:
            return card.title
        if role == _Role.AccessibleTextRole:
            return f"{card.words()}. {self._words(index.row())}"
        hover = "\n".join(filter(None, (card.hover, card.person)))
        return plain_tip(hover) if hover else None


class CardsView(RowView):
    """``missing`` cards are still to come: their places are drawn, and ``end_near`` asks for them.
    ``empty`` stands where no card is. Presses are told, not acted upon: the board does that.
    """

    pressed = Signal(str, QMouseEvent)
    """A card, or "" for the ground."""
    dragged = Signal(QMouseEvent)
    released = Signal(str, QMouseEvent)
    opened = Signal(str)
    end_near = Signal()
    grew = Signal()
    """The height that its cards need is another."""

    def __init__(
        self, shape: CardShape, card: Callable[[str], Card | None], words: Callable[[int], str]
    ) -> None:
        # Qt lays out while it is made.
        self._shape, self.missing, self._pointed = shape, 0, -1
        self.ground = "app"
        super().__init__()
        self.rows = CardRows(card, words)
        self.empty = ""
        self.mark: int | None = None
        """The row before which dragged cards would be put."""
        self._held = ""
        self.setModel(self.rows)
        self.setItemDelegate(CardPainter(self))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setStyleSheet("QListView { background: transparent; }")  # under its scroll bar
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setMouseTracking(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.verticalScrollBar().valueChanged.connect(self._tell_end)
        self.set_shape(shape)

    def set_shape(self, shape: CardShape) -> None:
        """Give every card room for other things."""
        self._shape = shape
        delegate = self.itemDelegate()
        if isinstance(delegate, CardPainter):
            delegate.shape = shape
        self.updateGeometries()
        self.viewport().update()

    def row_height(self) -> int:
        return self._shape.height + GAP

    # Cards

    def arrange(self, ids: Sequence[str], missing: int = 0) -> None:
        """Show these cards; the one on top stays where it was."""
        if missing == self.missing and ids == self.rows.ids:
            return
        offset, height = self.verticalOffset(), self.row_height()
        first = offset // height
        top = self.rows.ids[first] if offset and first < len(self.rows.ids) else ""
        self.missing = missing
        self.rows.arrange(ids)
        self.executeDelayedItemsLayout()
        self.updateGeometries()
        row = self.rows.row_of(top) if top else -1
        if row >= 0:
            self.verticalScrollBar().setValue(row * height + offset % height)
        self.viewport().update()
        self.grew.emit()
        self._tell_end()

    def content_height(self) -> int:
        """Pixels that all cards and the places of missing ones take."""
        places = self.count() + self._placeholders()
        return max(places, 1) * self.row_height()

    def show_selection(self, chosen: Collection[str], current: str) -> None:
        """Select these of the cards here."""
        rows, model = self.selectionModel(), self.rows
        row = model.row_of(current) if current else -1
        index = model.index(row, 0) if row >= 0 else NO_INDEX
        if self.currentIndex() != index:
            rows.setCurrentIndex(index, _Flag.NoUpdate)
        wanted = QItemSelection()
        here = {each for each in chosen if model.row_of(each) >= 0}
        for first, last in runs_among(model.ids, here) if here else ():
            wanted.append(QItemSelectionRange(model.index(first, 0), model.index(last, 0)))
        if runs_of(wanted) != runs_of(rows.selection()):
            rows.select(wanted, _Flag.ClearAndSelect)

    def card_at(self, point: QPoint) -> str:
        """The card at a point of the viewport; "" for none."""
        index = self.indexAt(point)
        if not index.isValid() or point.y() >= self.visualRect(index).bottom() - GAP:
            return ""
        return self.rows.ids[index.row()]

    def row_near(self, y: int) -> int:
        """The row before which something held at a height of the viewport would be put."""
        height = self.row_height()
        return max(0, min(self.count(), (y + self.verticalOffset() + height // 2) // height))

    def show_mark(self, row: int | None) -> None:
        """Draw where dragged cards would be put; None nowhere."""
        if row != self.mark:
            self.mark = row
            self.viewport().update()

    # Hands

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._held = self.card_at(event.position().toPoint())
        self.pressed.emit(self._held, event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if event.buttons() & Qt.MouseButton.LeftButton:
            self.dragged.emit(event)
        self._point()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self.released.emit(self._held, event)
        self._held = ""

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        card = self.card_at(event.position().toPoint())
        if card and event.button() == Qt.MouseButton.LeftButton:
            self.opened.emit(card)

    def viewportEvent(self, event: QEvent) -> bool:
        known = super().viewportEvent(event)
        if event.type() in (QEvent.Type.Leave, QEvent.Type.Enter):
            self._point()
        return known

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._tell_end()

    # Drawing

    def updateGeometries(self) -> None:
        super().updateGeometries()
        bar, height = self.verticalScrollBar(), self.row_height()
        bar.setSingleStep(height // 3)
        places = self.count() + self._placeholders()
        bar.setRange(0, max(0, places * height - GAP - self.viewport().height()))

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        # What is drawn already is moved: only what comes into view costs.
        if self.mark is None and self.count():
            self.viewport().scroll(0, dy)
            self._point()
        else:
            self.viewport().update()

    def paintEvent(self, event: QPaintEvent) -> None:
        ground = QPainter(self.viewport())
        ground.fillRect(event.rect(), theme.colour(self.ground))
        ground.end()
        super().paintEvent(event)
        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.missing:
            self._draw_placeholders(painter)
        elif not self.count() and self.empty:
            painter.setPen(theme.colour("muted"))
            painter.setFont(font(SMALL_PX))
            flags = Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignCenter
            painter.drawText(self.viewport().rect().adjusted(12, 0, -12, -GAP), flags, self.empty)
        if self.mark is not None:
            self._draw_mark(painter, self.mark)
        painter.end()

    def _pointed_row(self) -> int:
        return self._pointed

    def _point(self) -> None:
        """Draw another card as the one under the pointer."""
        card = super()._pointed_row()
        for row in {self._pointed, card} if card != self._pointed else ():
            self.update(self.rows.index(row, 0))
        self._pointed = card

    def _placeholders(self) -> int:
        return min(self.missing, MOST_PLACEHOLDERS)

    def _draw_placeholders(self, painter: QPainter) -> None:
        height = self.row_height()
        for place in range(self._placeholders()):
            top = (self.count() + place) * height - self.verticalOffset()
            box = QRectF(0.5, top + 0.5, self.viewport().width() - 1, height - GAP - 1)
            painter.setPen(QPen(theme.colour("line"), 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(box, CARD_RADIUS, CARD_RADIUS)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.colour("sunken"))
            for y, part in ((14, 0.6), (34, 0.4)):
                wide = (box.width() - 24) * part
                painter.drawRoundedRect(QRectF(box.x() + 12, box.y() + y, wide, 8), 4, 4)

    def _draw_mark(self, painter: QPainter, row: int) -> None:
        y = max(1, row * self.row_height() - self.verticalOffset() - GAP // 2)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.colour("accent"))
        width = self.viewport().width()
        painter.drawRoundedRect(QRect(0, min(y, self.viewport().height() - 3) - 1, width, 3), 1, 1)

    def _tell_end(self) -> None:
        bar = self.verticalScrollBar()
        if self.missing and bar.value() >= bar.maximum() - NEAR * self.row_height():
            self.end_near.emit()
