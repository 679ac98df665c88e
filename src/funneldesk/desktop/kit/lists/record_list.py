"""A list of records in two lines each: title and time, a muted line and a status chip."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QRectF,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor, QFontMetrics, QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QStyleOptionViewItem,
)

from funneldesk.desktop.kit.controls.labels import plain_tip
from funneldesk.desktop.kit.formats import HERE
from funneldesk.desktop.kit.lists.id_rows import NO_INDEX, IdRows, Index
from funneldesk.desktop.kit.lists.row_painting import RowDelegate, draw_ground, draw_line_below
from funneldesk.desktop.kit.lists.row_view import RowView
from funneldesk.desktop.kit.lists.view_place import ViewPlace, go_to, selected_in
from funneldesk.desktop.kit.style.cut_text import draw_cut
from funneldesk.desktop.kit.style.theme import font, theme
from funneldesk.desktop.kit.style.tokens import LABEL_PX, SMALL_PX
from funneldesk.desktop.local.texts import _

ROW = Qt.ItemDataRole.UserRole
ROLES = frozenset(
    {
        ROW,
        Qt.ItemDataRole.DisplayRole,
        Qt.ItemDataRole.AccessibleTextRole,
        Qt.ItemDataRole.ToolTipRole,
    }
)
BAR, MOST_BARS = 10, 8
"""Pixels of a small bar with the gap after it, and how many have room."""
RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


@dataclass(frozen=True, slots=True)
class ListRow:
    """Content of a row. ``marked`` puts a dot before the title (unsaved, unread); ``note`` stands
    after the subtitle, which is cut first. ``third`` is a muted line of its own below. ``bars``
    are amounts drawn small at the end of the line above it.
    """

    id: str
    title: str
    subtitle: str
    when: str
    chip: str
    tone: str
    marked: bool = False
    hover: str = ""
    note: str = ""
    third: str = ""
    bars: tuple[float, ...] = ()


class ListRows(IdRows, QAbstractListModel):
    """Records in an order; what a row shows is asked of ``shown`` once it comes into view."""

    def __init__(self, shown: Callable[[str], ListRow | None]) -> None:
        super().__init__()
        self._shown = shown

    def columnCount(self, parent: Index = NO_INDEX) -> int:
        return 0 if parent.isValid() else 1

    def at(self, row: int) -> ListRow:
        """The row at a place. Raises IndexError."""
        record_id = self._ids[row]
        return self._shown(record_id) or ListRow(record_id, "", "", "", "", "muted")

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if role not in ROLES or not index.isValid() or index.row() >= len(self._ids):
            return None
        row = self.at(index.row())
        if role == ROW:
            return row
        if role == Qt.ItemDataRole.DisplayRole:
            return row.title
        if role == Qt.ItemDataRole.AccessibleTextRole:
            mark = _("Unsaved. ") if row.marked else ""
            told = (row.title, row.subtitle, row.note, row.chip, row.when)
            return mark + ", ".join(each for each in told if each)
        return plain_tip(row.hover) if row.hover else None


class RowPainter(RowDelegate):
    """Draws a ``ListRow``."""

    def draw(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row = index.data(ROW)
        if not isinstance(row, ListRow):
            return
        box = QRectF(option.rect)
        draw_ground(painter, box, option.state)
        draw_line_below(painter, box)
        draw_lines(painter, box, row)


def draw_lines(painter: QPainter, box: QRectF, row: ListRow) -> None:
    """The two or three lines of a row."""
    inner = box.adjusted(14, 9, -14, -9)
    height = inner.height() / (3 if row.third else 2)
    _first_line(painter, QRectF(inner.x(), inner.y(), inner.width(), height), row)
    second = QRectF(inner.x(), inner.y() + height, inner.width(), height)
    if not row.third:
        _second_line(painter, second, row)
        return
    beside = _draw_bars(painter, second, row.bars) if row.bars else second
    painter.setFont(font())
    painter.setPen(theme.colour("text"))
    draw_cut(painter, beside, row.subtitle)
    _second_line(painter, second.translated(0, height), replace(row, subtitle=row.third))


def _first_line(painter: QPainter, box: QRectF, row: ListRow) -> None:
    when = font(LABEL_PX)
    width = QFontMetrics(when).horizontalAdvance(row.when) + 10
    painter.setFont(when)
    painter.setPen(theme.colour("muted"))
    painter.drawText(box, RIGHT, row.when)
    left = box
    if row.marked:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.colour("accent"))
        painter.drawEllipse(QRectF(box.x(), box.center().y() - 3.5, 7, 7))
        left = box.adjusted(13, 0, 0, 0)
    _line(painter, left.adjusted(0, 0, -width, 0), row.title, 600, theme.colour("text"))


def _second_line(painter: QPainter, box: QRectF, row: ListRow) -> None:
    rest = _draw_chip(painter, box, row) if row.chip else box
    painter.setFont(font(SMALL_PX))
    painter.setPen(theme.colour("muted"))
    note = f" · {row.note}" if row.note and row.subtitle.strip() else row.note
    kept = painter.fontMetrics().horizontalAdvance(note) + 2 * bool(note)
    used = draw_cut(painter, rest.adjusted(0, 0, -kept, 0), row.subtitle)
    draw_cut(painter, rest.adjusted(used, 0, 0, 0), note)


class RecordList(RowView):
    """The view. Enter and a click open a record; Delete asks for its end; letters that are
    ``typed`` into the list are meant for its search."""

    opened = Signal(str)
    typed = Signal(str)
    asked_to_delete = Signal()

    def __init__(self, name: str, shown: Callable[[str], ListRow | None]) -> None:
        """``shown`` tells what a record's row says, or None once it is gone."""
        super().__init__()
        self.rows = ListRows(shown)
        self.setModel(self.rows)
        self.setItemDelegate(RowPainter(self))
        self.setAccessibleName(name)
        self.setMouseTracking(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.clicked.connect(self._open)
        theme.changed.connect(self.scheduleDelayedItemsLayout)

    def row_height(self) -> int:
        return 58 if theme.density.name == "comfortable" else 50

    def arrange(self, ids: Sequence[str]) -> None:
        """Show these records in this order; what is selected and in view stays so."""
        place = ViewPlace.of(self)
        self.rows.arrange(ids)
        place.restore(self)

    def selected_ids(self) -> list[str]:
        """The ids of the selected records, in the list's order."""
        return selected_in(self)

    def select(self, record_id: str) -> None:
        """Select one record and bring it into view; an unknown id selects none."""
        place = self.rows.row_of(record_id)
        if place < 0:
            self.clearSelection()
            return
        go_to(self, self.rows.index(place))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._open(self.currentIndex())
            return
        if event.key() == Qt.Key.Key_Delete:
            self.asked_to_delete.emit()
            return
        super().keyPressEvent(event)

    def keyboardSearch(self, search: str) -> None:
        """Qt would ask every row of a long list for its title; whoever owns the list seeks."""
        self.typed.emit(search)

    def _open(self, index: QModelIndex) -> None:
        if index.isValid() and len(self.selected_ids()) <= 1:
            self.opened.emit(self.rows.ids[index.row()])


def ago(moment: datetime | None, now: datetime) -> str:
    """Age in a word or two: "2 h ago", "yesterday", "3 d", "6 w", then the date."""
    if moment is None:
        return ""
    minutes = int((now - moment).total_seconds() // 60)
    if minutes < 1:
        return _("now")
    if minutes < 60:
        return _("{minutes} min ago").format(minutes=minutes)
    if minutes < 60 * 24:
        return _("{hours} h ago").format(hours=minutes // 60)
    days = minutes // (60 * 24)
    if days == 1:
        return _("yesterday")
    if days < 14:
        return _("{days} d").format(days=days)
    if days < 70:
        return _("{weeks} w").format(weeks=days // 7)
    return HERE.day(moment)


def _line(painter: QPainter, box: QRectF, text: str, weight: int, colour: QColor) -> None:
    painter.setFont(font(weight=weight))
    painter.setPen(colour)
    draw_cut(painter, box, text)


def _draw_bars(painter: QPainter, box: QRectF, bars: Sequence[float]) -> QRectF:
    """Draw amounts beside each other, the largest in the accent; what is left of the line."""
    shown, most = bars[:MOST_BARS], max(bars)
    left = box.right() - len(shown) * BAR
    painter.setPen(Qt.PenStyle.NoPen)
    for at, amount in enumerate(shown):
        high = max(2.0, (box.height() - 4) * amount / most) if most > 0 else 2.0
        painter.setBrush(theme.colour("accent" if 0 < amount == most else "strong"))
        bar = QRectF(left + at * BAR, box.bottom() - 2 - high, BAR - 3, high)
        painter.drawRoundedRect(bar, 1.5, 1.5)
    return box.adjusted(0, 0, -len(shown) * BAR - 8, 0)


def _draw_chip(painter: QPainter, box: QRectF, row: ListRow) -> QRectF:
    """Draw the chip; what is left of the line beside it."""
    chip = font(LABEL_PX, 600)
    width = QFontMetrics(chip).horizontalAdvance(row.chip) + 16
    place = QRectF(box.right() - width, box.center().y() - 9, width, 19)
    soft = "sunken" if row.tone == "muted" else f"{row.tone}_soft"
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.colour(soft))
    painter.drawRoundedRect(place, 9.5, 9.5)
    painter.setFont(chip)
    painter.setPen(theme.colour(row.tone))
    painter.drawText(place, Qt.AlignmentFlag.AlignCenter, row.chip)
    return box.adjusted(0, 0, -width - 8, 0)
