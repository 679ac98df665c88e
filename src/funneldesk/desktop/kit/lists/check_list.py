"""A list of what was found or planned: two lines each, a box where it can be chosen."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import (
    QAbstractListModel,
    QEvent,
    QModelIndex,
    QPersistentModelIndex,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QFontMetrics, QKeyEvent, QMouseEvent, QPainter, QPen
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListView,
    QStyleOptionViewItem,
    QWidget,
)

from funneldesk.desktop.kit.controls.buttons import column, surface
from funneldesk.desktop.kit.controls.labels import plain_tip
from funneldesk.desktop.kit.lists.row_painting import RowDelegate, draw_ground, draw_line_below
from funneldesk.desktop.kit.style.cut_text import draw_cut
from funneldesk.desktop.kit.style.icons import pixmap
from funneldesk.desktop.kit.style.mirroring import from_start
from funneldesk.desktop.kit.style.theme import font, theme
from funneldesk.desktop.kit.style.tokens import LABEL_PX, SMALL_PX
from funneldesk.desktop.local.texts import _

Index = QModelIndex | QPersistentModelIndex
ROW = Qt.ItemDataRole.UserRole
TICKED = Qt.ItemDataRole.UserRole + 1
LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
BOX = 16
PAD = 12


@dataclass(frozen=True, slots=True)
class TickRow:
    """``text`` stands under the title. ``can_tick``: the user may choose it; otherwise it is only
    told. ``hover`` is shown whole when it is pointed at."""

    id: str
    title: str
    text: str = ""
    chip: str = ""
    tone: str = "muted"
    can_tick: bool = False
    hover: str = ""


class TickRows(QAbstractListModel):
    """The rows that are shown, and which of all rows are ticked."""

    ticks_changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._rows: list[TickRow] = []
        self.ticked: set[str] = set()

    def set_rows(self, rows: Sequence[TickRow]) -> None:
        """Show these; ticks stay as they are."""
        self.beginResetModel()
        self._rows = list(rows)
        self.endResetModel()

    def at(self, row: int) -> TickRow:
        """The row at a place."""
        return self._rows[row]

    def tick(self, ids: Iterable[str], on: bool) -> None:
        """Tick or clear these, shown or not."""
        if on:
            self.ticked.update(ids)
        else:
            self.ticked.difference_update(ids)
        if self._rows:
            self.dataChanged.emit(self.index(0), self.index(len(self._rows) - 1))
        self.ticks_changed.emit()

    def toggle(self, row: int) -> None:
        """Tick the row at a place, or clear it."""
        known = self._rows[row]
        if known.can_tick:
            self.tick([known.id], known.id not in self.ticked)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid() or index.row() >= len(self._rows):
            return None
        row = self._rows[index.row()]
        if role == ROW:
            return row
        if role == TICKED:
            return row.id in self.ticked
        if role == Qt.ItemDataRole.DisplayRole:
            return row.title
        if role == Qt.ItemDataRole.AccessibleTextRole:
            ticked = (
                (_("Ticked. ") if row.id in self.ticked else _("Not ticked. "))
                if row.can_tick
                else ""
            )
            return f"{ticked}{row.title}. {row.chip}. {row.text}"
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain_tip(row.hover or "\n".join(filter(None, (row.title, row.text))))
        return None


class TickPainter(RowDelegate):
    """Draws a ``TickRow``, in one line or two."""

    def __init__(self, parent: QWidget, lines: int) -> None:
        super().__init__(parent)
        self._lines = lines

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(0, theme.density.row + (18 if self._lines > 1 else 0))

    def draw(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row = index.data(ROW)
        if not isinstance(row, TickRow):
            return
        box = QRectF(option.rect)
        draw_ground(painter, box, option.state)
        draw_line_below(painter, box)
        left = box.x() + PAD
        if row.can_tick:
            self._draw_box(painter, QRectF(left, box.center().y() - BOX / 2, BOX, BOX), index)
            left += BOX + 10
        inner = QRectF(left, box.y() + 6, box.right() - PAD - left, box.height() - 12)
        self._draw_words(painter, inner, row)

    def _draw_box(self, painter: QPainter, place: QRectF, index: Index) -> None:
        on = bool(index.data(TICKED))
        painter.setPen(QPen(theme.colour("accent" if on else "muted"), 1))
        painter.setBrush(theme.colour("accent" if on else "surface"))
        painter.drawRoundedRect(place.adjusted(0.5, 0.5, -0.5, -0.5), 4, 4)
        if on:
            painter.drawPixmap(
                int(place.x()) + 2, int(place.y()) + 2, pixmap("check", "on_accent", 12)
            )

    def _draw_words(self, painter: QPainter, inner: QRectF, row: TickRow) -> None:
        half = inner.height() / 2
        line = QRectF(inner.x(), inner.y(), inner.width(), half if row.text else inner.height())
        width = self._draw_chip(painter, line, row)
        first = QRectF(inner.x(), inner.y(), inner.width() - width, half)
        if not row.text:
            first.setHeight(inner.height())
        painter.setFont(font(weight=500))
        painter.setPen(theme.colour("text"))
        draw_cut(painter, first, row.title)
        painter.setFont(font(SMALL_PX))
        painter.setPen(theme.colour("muted"))
        draw_cut(painter, QRectF(inner.x(), inner.y() + half, inner.width(), half), row.text)

    def _draw_chip(self, painter: QPainter, line: QRectF, row: TickRow) -> float:
        """The chip at the line's right end; how wide it is, with its gap."""
        if not row.chip:
            return 0.0
        face = font(LABEL_PX, 600)
        width = QFontMetrics(face).horizontalAdvance(row.chip) + 16
        place = QRectF(line.right() - width, line.center().y() - 9, width, 18)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.colour("sunken" if row.tone == "muted" else f"{row.tone}_soft"))
        painter.drawRoundedRect(place, 9, 9)
        painter.setFont(face)
        painter.setPen(theme.colour(row.tone))
        painter.drawText(place, Qt.AlignmentFlag.AlignCenter, row.chip)
        return float(width + 8)


class TickList(QListView):
    """The view. Space ticks what is selected, a click on a box ticks it, Enter opens."""

    opened = Signal(str)

    def __init__(self, name: str, *, lines: int = 2) -> None:
        super().__init__()
        self.rows = TickRows()
        self.setModel(self.rows)
        self.setItemDelegate(TickPainter(self, lines))
        self.setAccessibleName(name)
        self.setUniformItemSizes(True)
        self.setMouseTracking(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.doubleClicked.connect(lambda index: self.opened.emit(self.rows.at(index.row()).id))
        theme.changed.connect(self.scheduleDelayedItemsLayout)

    def ticked(self) -> frozenset[str]:
        """The ids that are ticked."""
        return frozenset(self.rows.ticked)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        chosen = [index.row() for index in self.selectionModel().selectedIndexes()]
        if not chosen and self.currentIndex().isValid():
            chosen = [self.currentIndex().row()]  # Where the keyboard came in by Tab.
        if event.key() == Qt.Key.Key_Space and chosen:
            able = [self.rows.at(row).id for row in chosen if self.rows.at(row).can_tick]
            self.rows.tick(able, not all(id in self.rows.ticked for id in able))
            return
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and chosen:
            self.opened.emit(self.rows.at(chosen[0]).id)
            return
        super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        index = self.indexAt(event.position().toPoint())
        on_box = from_start(self.viewport(), event.position().x()) < PAD + BOX + 6
        if index.isValid() and on_box and event.type() == QEvent.Type.MouseButtonPress:
            self.rows.toggle(index.row())
            self.setCurrentIndex(index)
            return
        super().mousePressEvent(event)


def framed(view: QWidget) -> QWidget:
    """A list within a line all round, as it stands on a dialog."""
    ground = surface("card")
    ground.setLayout(column(view, spacing=0, margins=(1, 5, 1, 5)))
    return ground
