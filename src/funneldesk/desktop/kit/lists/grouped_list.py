"""Rows under headings, as a tree of two floors: for findings that are read group by group."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import (
    QAbstractItemModel,
    QModelIndex,
    QPersistentModelIndex,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QStyleOptionViewItem,
    QTreeView,
)

from funneldesk.desktop.kit.controls.labels import plain_tip
from funneldesk.desktop.kit.lists.row_painting import (
    RowDelegate,
    draw_count,
    draw_ground,
    draw_group,
)
from funneldesk.desktop.kit.style.cut_text import LEFT, cut_text, draw_cut
from funneldesk.desktop.kit.style.icons import pixmap
from funneldesk.desktop.kit.style.theme import font, theme
from funneldesk.desktop.kit.style.tokens import SMALL_PX

Index = QModelIndex | QPersistentModelIndex
NO_INDEX = QModelIndex()
ENTRY = int(Qt.ItemDataRole.UserRole)
ROW_HEIGHT = 30
MOST_OPEN = 60
"""Groups that are unfolded by themselves."""


@dataclass(frozen=True, slots=True)
class GroupRow:
    """A row: ``icon`` in ``tone``, a text, muted words behind it (``detail``), and where it is
    (``note``), muted on the right. ``icon_name`` is how the icon is read out."""

    key: str
    text: str
    detail: str = ""
    note: str = ""
    icon: str = "info"
    tone: str = "info"
    icon_name: str = ""


@dataclass(frozen=True, slots=True)
class Group:
    """A heading with its rows, which may be made when they are seen. ``key`` tells it from
    others, also after a refresh."""

    key: str
    title: str
    rows: Sequence[GroupRow]
    subtitle: str = ""
    count: int | None = None
    """Total, where ``rows`` are not all of them."""

    @property
    def total(self) -> int:
        """The number beside the heading."""
        return len(self.rows) if self.count is None else self.count


class Groups(QAbstractItemModel):
    """The groups that are shown."""

    def __init__(self) -> None:
        super().__init__()
        self.groups: list[Group] = []

    def set_groups(self, groups: Sequence[Group]) -> None:
        """Show these."""
        self.beginResetModel()
        self.groups = list(groups)
        self.endResetModel()

    def index(self, row: int, column: int, parent: Index = NO_INDEX) -> QModelIndex:
        if not self.hasIndex(row, column, parent):
            return QModelIndex()
        return self.createIndex(row, column, parent.row() + 1 if parent.isValid() else 0)

    def parent(self, child: Index = NO_INDEX) -> Any:
        group = int(child.internalId()) if child.isValid() else 0
        return self.createIndex(group - 1, 0, 0) if group else QModelIndex()

    def rowCount(self, parent: Index = NO_INDEX) -> int:
        if not parent.isValid():
            return len(self.groups)
        return 0 if parent.internalId() else len(self.groups[parent.row()].rows)

    def columnCount(self, parent: Index = NO_INDEX) -> int:
        return 1

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        group = int(index.internalId())
        shown: Group | GroupRow = (
            self.groups[group - 1].rows[index.row()] if group else self.groups[index.row()]
        )
        if role == ENTRY:
            return shown
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            if isinstance(shown, Group):
                return f"{shown.title}, {shown.total:,}"
            return ", ".join(filter(None, (shown.icon_name, shown.text, shown.detail, shown.note)))
        if role == Qt.ItemDataRole.ToolTipRole and isinstance(shown, GroupRow):
            return plain_tip("\n".join(filter(None, (shown.text, shown.detail, shown.note))))
        return None


class GroupedView(QTreeView):
    """``opened`` carries the key of a row; groups fold with a click, Left and Right."""

    opened = Signal(str)

    def __init__(self, name: str) -> None:
        super().__init__()
        self.groups = Groups()
        self._folded: set[str] = set()
        self.setModel(self.groups)
        self.setItemDelegate(_Painter(self))
        self.setAccessibleName(name)
        self.setHeaderHidden(True)
        self.setUniformRowHeights(True)
        self.setMouseTracking(True)
        self.setIndentation(0)
        self.setRootIsDecorated(False)
        self.setExpandsOnDoubleClick(False)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.collapsed.connect(lambda index: self._folded.add(self.groups.groups[index.row()].key))
        self.expanded.connect(
            lambda index: self._folded.discard(self.groups.groups[index.row()].key)
        )
        theme.changed.connect(self.viewport().update)

    def set_groups(self, groups: Sequence[Group]) -> None:
        """Show these; what was folded stays so, and the cursor stays in its group."""
        index = self.currentIndex()
        group = index.parent() if index.internalId() else index
        key = self.groups.groups[group.row()].key if index.isValid() else ""
        row = index.row() if index.internalId() else -1
        place = self.verticalScrollBar().value()
        self.groups.set_groups(groups)
        for number, each in enumerate(groups[:MOST_OPEN]):
            if each.key not in self._folded:
                self.expand(self.groups.index(number, 0))
        self._take_place(key, row)
        self.verticalScrollBar().setValue(place)

    def _take_place(self, key: str, row: int) -> None:
        """Put the cursor on a group again and on a row of it, else on the first group."""
        keys = [group.key for group in self.groups.groups]
        if not keys:
            return
        place = keys.index(key) if key in keys else 0
        group = self.groups.index(place, 0)
        rows = len(self.groups.groups[place].rows)
        inside = row >= 0 and key in keys
        self.setCurrentIndex(self.groups.index(min(row, rows - 1), 0, group) if inside else group)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._act(self.currentIndex())
            return
        super().keyPressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        index = self.indexAt(event.position().toPoint())
        if index.isValid() and event.button() == Qt.MouseButton.LeftButton:
            self._act(index)

    def _act(self, index: Index) -> None:
        shown = index.data(ENTRY) if index.isValid() else None
        if isinstance(shown, GroupRow):
            if shown.key:
                self.opened.emit(shown.key)
        elif isinstance(shown, Group):
            self.setExpanded(index, not self.isExpanded(index))


class _Painter(RowDelegate):
    """Draws headings and rows."""

    def __init__(self, view: GroupedView) -> None:
        super().__init__(view)
        self._view = view

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(0, ROW_HEIGHT)

    def draw(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        shown, box = index.data(ENTRY), QRectF(option.rect)
        draw_ground(painter, box, option.state)
        if isinstance(shown, Group):
            self._group(painter, box, shown, self._view.isExpanded(index))
        elif isinstance(shown, GroupRow):
            self._row(painter, box, shown)

    def _group(self, painter: QPainter, box: QRectF, group: Group, is_open: bool) -> None:
        draw_group(painter, box, 12, is_open=is_open)
        used = draw_count(painter, box, f"{group.total:,}", 16)
        rest = box.adjusted(36, 0, -used - 12, 0)
        painter.setFont(font(weight=600))
        painter.setPen(theme.colour("text"))
        used = draw_cut(painter, rest, group.title)
        painter.setFont(font(SMALL_PX))
        painter.setPen(theme.colour("muted"))
        draw_cut(painter, rest.adjusted(used + 8, 0, 0, 0), group.subtitle)

    def _row(self, painter: QPainter, box: QRectF, shown: GroupRow) -> None:
        icon = pixmap(shown.icon, shown.tone)
        painter.drawPixmap(int(box.x()) + 36, int(box.center().y()) - 8, icon)
        painter.setFont(font(SMALL_PX))
        most = box.width() * 0.36
        note = cut_text(painter.fontMetrics(), shown.note, most)
        width = painter.fontMetrics().horizontalAdvance(note)
        painter.setPen(theme.colour("muted"))
        painter.drawText(QRectF(box.right() - width - 16, box.y(), width, box.height()), LEFT, note)
        painter.setFont(font())
        painter.setPen(theme.colour("text"))
        rest = box.adjusted(62, 0, -width - 32, 0)
        used = draw_cut(painter, rest, shown.text)
        if shown.detail:
            painter.setFont(font(SMALL_PX))
            painter.setPen(theme.colour("muted"))
            draw_cut(painter, rest.adjusted(used + 10, 0, 0, 0), shown.detail)
