"""View of a funnel's steps: cards with the ways between them, led by keys and by the pointer."""

from collections.abc import Sequence

from PySide6.QtCore import (
    QItemSelection,
    QItemSelectionModel,
    QLineF,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QContextMenuEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QRegion,
)
from PySide6.QtWidgets import QAbstractItemView, QApplication, QStyle

from funneldesk.desktop.kit.board.dragging import EdgeScroll, pull_at
from funneldesk.desktop.kit.lists.row_view import RowView, runs_of
from funneldesk.desktop.kit.style.mirroring import from_start, mirrored
from funneldesk.desktop.kit.style.theme import theme
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.funnels.map.cards import Card, CardRows
from funneldesk.desktop.parts.funnels.map.layout import HEIGHT, WIDTH, Laid, laid_out, ways
from funneldesk.desktop.parts.funnels.map.painter import PictureOf, StepPainter, draw_ways

Index = QModelIndex | QPersistentModelIndex
_Action = QAbstractItemView.CursorAction
_Key = Qt.Key
_ENTERS = (_Key.Key_Return, _Key.Key_Enter)


class FunnelMap(RowView):
    """``opened`` and ``asked_to_remove`` carry a page; ``moved`` one, and the place before which
    it is to stand: nothing is moved by the view itself."""

    opened = Signal(str)
    asked_to_remove = Signal(str)
    asked_for_menu = Signal(QPoint)
    moved = Signal(str, int)

    def __init__(self, picture_of: PictureOf) -> None:
        # Qt lays out while it is made.
        self._laid = Laid()
        super().__init__()
        self.rows = CardRows()
        self.rows.setParent(self)
        self._held: tuple[int, QPoint] | None = None
        self._aimed: int | None = None
        self.can_move = True
        self.setModel(self.rows)
        self.setItemDelegate(StepPainter(self, picture_of))
        self.setAccessibleName(_("Steps of the funnel"))
        self.setMouseTracking(True)
        self.setFrameShape(QAbstractItemView.Shape.NoFrame)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self._edges, self._pointer = EdgeScroll(self), QPoint()
        self._edges.scrolled.connect(self._aim)
        self.doubleClicked.connect(self._open)
        theme.changed.connect(self.viewport().update)

    # What is shown

    @property
    def laid(self) -> Laid:
        """Where the cards stand."""
        return self._laid

    @property
    def roles(self) -> list[str]:
        """What each step is in the funnel."""
        return [self.rows.cards[each].step.role for each in self.rows.ids]

    def show_cards(self, cards: Sequence[Card]) -> None:
        """Show these steps; the one that is selected stays so."""
        here = self.current
        self.rows.show(cards)
        self.updateGeometries()
        if here in self.rows.ids:
            self.choose(here)
        self.viewport().update()

    @property
    def current(self) -> str:
        """The page that is selected, "" for none."""
        index = self.currentIndex()
        return self.rows.ids[index.row()] if 0 <= index.row() < len(self.rows.ids) else ""

    def choose(self, page_id: str) -> None:
        """Select a step and bring it into view."""
        place = self.rows.row_of(page_id)
        if place >= 0:
            index = self.rows.index(place, 0)
            flags = QItemSelectionModel.SelectionFlag.ClearAndSelect
            self.selectionModel().setCurrentIndex(index, flags)
            self.scrollTo(index)

    # Where things are

    def row_height(self) -> int:
        return HEIGHT // 3

    def rows_in(self, top: int, bottom: int) -> range:
        offset = self.verticalOffset()
        shown = [
            place
            for place, box in enumerate(self._laid.boxes)
            if box.y <= bottom + offset and box.bottom >= top + offset
        ]
        return range(shown[0], shown[-1] + 1) if shown else range(0)

    def visualRect(self, index: Index) -> QRect:
        if not index.isValid() or index.row() >= len(self._laid.boxes):
            return QRect()
        box = self._laid.boxes[index.row()]
        place = QRect(box.x, box.y - self.verticalOffset(), WIDTH, HEIGHT)
        return QStyle.visualRect(self.layoutDirection(), self.viewport().rect(), place)

    def _inside(self, point: QPoint) -> tuple[float, float]:
        return from_start(self.viewport(), point.x()), float(point.y() + self.verticalOffset())

    def indexAt(self, point: QPoint) -> QModelIndex:
        place = self._laid.at(*self._inside(point))
        return self.rows.index(place, 0) if place >= 0 else QModelIndex()

    def visualRegionForSelection(self, selection: QItemSelection) -> QRegion:
        region = QRegion()
        for first, last in runs_of(selection):
            for place in range(first, last + 1):
                region = region.united(QRegion(self.visualRect(self.rows.index(place, 0))))
        return region

    def updateGeometries(self) -> None:
        if not hasattr(self, "rows"):
            return
        self._laid = laid_out(self.roles, self.viewport().width())
        bar, shown = self.verticalScrollBar(), self.viewport().height()
        bar.setSingleStep(self.row_height())
        bar.setPageStep(shown)
        bar.setRange(0, max(0, self._laid.height - shown))
        QAbstractItemView.updateGeometries(self)

    def sizeHint(self) -> QSize:
        return QSize(640, HEIGHT)

    # Hands

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        is_pointed = event.reason() == QContextMenuEvent.Reason.Mouse
        index = self.indexAt(event.pos()) if is_pointed else self.currentIndex()
        if index.isValid():
            self.setCurrentIndex(index)
            place = self.viewport().mapToGlobal(self.visualRect(index).center())
            self.asked_for_menu.emit(event.globalPos() if is_pointed else place)

    def moveCursor(self, action: _Action, modifiers: Qt.KeyboardModifier) -> QModelIndex:
        count, now = len(self.rows.ids), self.currentIndex().row()
        if not count:
            return QModelIndex()
        if now < 0:
            return self.rows.index(0, 0)
        aside = -1 if self.layoutDirection() == Qt.LayoutDirection.RightToLeft else 1
        steps = {
            _Action.MoveLeft: -aside,
            _Action.MoveRight: aside,
            _Action.MovePrevious: -1,
            _Action.MoveNext: 1,
            _Action.MoveHome: -count,
            _Action.MoveEnd: count,
        }
        if action in steps:
            return self.rows.index(max(0, min(count - 1, now + steps[action])), 0)
        down = action in (_Action.MoveDown, _Action.MovePageDown)
        return self.rows.index(self._laid.above(now, down=down), 0)

    def setSelection(self, rect: QRect, command: QItemSelectionModel.SelectionFlag) -> None:
        index = self.indexAt(rect.center())
        if index.isValid():
            self.selectionModel().select(index, command)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, page = event.key(), self.current
        sideways = {_Key.Key_Left: -1, _Key.Key_Up: -1, _Key.Key_Right: 1, _Key.Key_Down: 1}
        if key == _Key.Key_Escape and self._held is not None:
            self._let_go()
        elif page and key in sideways and event.modifiers() & Qt.KeyboardModifier.AltModifier:
            step = sideways[_Key(key)]
            is_turned = self.layoutDirection() == Qt.LayoutDirection.RightToLeft
            if is_turned and key in (_Key.Key_Left, _Key.Key_Right):
                step = -step
            self.move_by(page, step)
        elif page and key in _ENTERS:
            self.opened.emit(page)
        elif page and key == _Key.Key_Delete:
            self.asked_to_remove.emit(page)
        else:
            super().keyPressEvent(event)

    def move_by(self, page: str, step: int) -> None:
        """Ask for a step to stand some places earlier or later."""
        here = self.rows.row_of(page)
        if self.can_move and 0 <= here + step < len(self.rows.ids):
            self.moved.emit(page, here + step + (step > 0))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        super().mousePressEvent(event)
        place = event.position().toPoint()
        index = self.indexAt(place)
        if self.can_move and event.button() == Qt.MouseButton.LeftButton and index.isValid():
            self._held = (index.row(), place)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        place = event.position().toPoint()
        if self._held is None:
            super().mouseMoveEvent(event)
            self.viewport().update()
            return
        far = (place - self._held[1]).manhattanLength() >= QApplication.startDragDistance()
        if far or self._aimed is not None:
            self.setCursor(Qt.CursorShape.ClosedHandCursor)
            self._pointer = place
            pull = pull_at(place.y(), 0, self.viewport().height())
            self._edges.pull((self.verticalScrollBar(), pull))
            self._aim()

    def _aim(self) -> None:
        self._aimed = self._laid.before(*self._inside(self._pointer))
        self.viewport().update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        held, aimed = self._held, self._aimed
        self._let_go()
        super().mouseReleaseEvent(event)
        if held is not None and aimed is not None and aimed not in (held[0], held[0] + 1):
            self.moved.emit(self.rows.ids[held[0]], aimed)

    def _let_go(self) -> None:
        self._held = self._aimed = None
        self._edges.pull()
        self.unsetCursor()
        self.viewport().update()

    def _open(self, index: QModelIndex) -> None:
        if index.isValid():
            self.opened.emit(self.rows.ids[index.row()])

    # Drawing

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.translate(0, -self.verticalOffset())
        whole = QRectF(0, 0, self.viewport().width(), max(1, self._laid.height))
        draw_ways(mirrored(painter, whole, self.layoutDirection()), self._laid, ways(self.roles))
        if self._aimed is not None:
            self._draw_aim(mirrored(painter, whole, self.layoutDirection()))
        painter.end()
        super().paintEvent(event)

    def _draw_aim(self, painter: QPainter) -> None:
        """Where what is dragged comes to stand."""
        boxes, place = self._laid.boxes, self._aimed or 0
        box = boxes[min(place, len(boxes) - 1)]
        x = box.x - 8.0 if place < len(boxes) else box.right + 8.0
        painter.setPen(QPen(theme.colour("accent"), 3))
        painter.drawLine(QLineF(x, box.y, x, box.bottom))
