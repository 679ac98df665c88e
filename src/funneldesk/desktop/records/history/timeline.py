"""The versions of a record down the days: time, kind, who, what. One or two can be chosen."""

from datetime import datetime

from PySide6.QtCore import (
    QAbstractListModel,
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QFontMetrics, QPainter
from PySide6.QtWidgets import QAbstractItemView, QListView, QStyle, QStyleOptionViewItem

from funneldesk.desktop.kit.controls.labels import plain_tip
from funneldesk.desktop.kit.formats import HERE
from funneldesk.desktop.kit.lists.row_painting import RowDelegate
from funneldesk.desktop.kit.style.cut_text import LEFT, draw_cut
from funneldesk.desktop.kit.style.theme import font, theme
from funneldesk.desktop.kit.style.tokens import LABEL_PX, SMALL_PX
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.local.user_data.history import Version
from funneldesk.desktop.records.history.labels import day_words, kind_words, what_words
from funneldesk.desktop.records.history.source import HistoryField

Index = QModelIndex | QPersistentModelIndex
ENTRY = Qt.ItemDataRole.UserRole
DAY_HEIGHT, ROW_HEIGHT, EDGE = 34, 50, 16
AT_ONCE = 100
"""Rows that are laid out in one turn of the loop."""
RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
Entry = Version | str


class TimelineRows(QAbstractListModel):
    """Versions, the newest first, with a line for each day above its versions."""

    def __init__(self) -> None:
        super().__init__()
        self.entries: list[Entry] = []
        self.fields: tuple[HistoryField, ...] = ()

    def show_versions(self, versions: list[Version], fields: tuple[HistoryField, ...]) -> None:
        """Show these instead."""
        self.beginResetModel()
        self.fields = fields
        self.entries = []
        today, last = datetime.now().astimezone().date(), None
        for version in versions:
            day = version.at.astimezone().date()
            if day != last:
                self.entries.append(day_words(day, today))
                last = day
            self.entries.append(version)
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self.entries)

    def flags(self, index: Index) -> Qt.ItemFlag:
        if isinstance(self.entries[index.row()], str):
            # The arrow keys pass over what is not enabled.
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        entry = self.entries[index.row()]
        if role == ENTRY:
            return entry
        if isinstance(entry, str):
            return entry if role == Qt.ItemDataRole.DisplayRole else None
        words = (HERE.clock(entry.at, exact=True), kind_words(entry)[0])
        what = what_words(entry, self.fields)
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return ", ".join((*words, what))
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain_tip(f"{HERE.exact(entry.at)}\n{what}")
        return None


class Timeline(QListView):
    """``chosen`` carries one version, or two of which the first is the older one."""

    chosen = Signal(list)

    def __init__(self) -> None:
        super().__init__()
        self.rows = TimelineRows()
        self.setModel(self.rows)
        self.setItemDelegate(_Painter(self, self.rows))
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setLayoutMode(QListView.LayoutMode.Batched)
        self.setBatchSize(AT_ONCE)
        self.setAccessibleName(_("Versions"))
        self.setFrameShape(QListView.Shape.NoFrame)
        self.selectionModel().selectionChanged.connect(lambda *_: self._tell())
        theme.changed.connect(self.viewport().update)

    def show_versions(self, versions: list[Version], fields: tuple[HistoryField, ...]) -> None:
        """Show these, with the newest one chosen."""
        self.rows.show_versions(versions, fields)
        for row, entry in enumerate(self.rows.entries):
            if not isinstance(entry, str):
                self.setCurrentIndex(self.rows.index(row))
                break

    def choose(self, *keys: int) -> None:
        """Choose the versions with these keys."""
        selection = self.selectionModel()
        selection.clearSelection()
        for row, entry in enumerate(self.rows.entries):
            if not isinstance(entry, str) and entry.key in keys:
                index = self.rows.index(row)
                selection.select(index, QItemSelectionModel.SelectionFlag.Select)
                selection.setCurrentIndex(index, QItemSelectionModel.SelectionFlag.NoUpdate)

    def before(self, version: Version) -> Version | None:
        """The version that this one followed."""
        older = [e for e in self.rows.entries if not isinstance(e, str) and e.key < version.key]
        return older[0] if older else None

    def _tell(self) -> None:
        entries = [index.data(ENTRY) for index in self.selectedIndexes()]
        versions = sorted((e for e in entries if not isinstance(e, str)), key=lambda v: v.key)
        if len(versions) > 2:
            # Of a stretch the two ends are compared.
            versions = [versions[0], versions[-1]]
        if versions:
            self.chosen.emit(versions)


class _Painter(RowDelegate):
    """Draws a day as a small heading, a version in two lines."""

    def __init__(self, view: QListView, rows: TimelineRows) -> None:
        super().__init__(view)
        self._rows = rows

    def sizeHint(self, option: object, index: Index) -> QSize:
        entry = index.data(ENTRY)
        return QSize(200, DAY_HEIGHT if isinstance(entry, str) else ROW_HEIGHT)

    def draw(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        entry = index.data(ENTRY)
        area = QRectF(option.rect)
        state = option.state
        if isinstance(entry, str):
            painter.setFont(font(LABEL_PX, 600))
            painter.setPen(theme.colour("muted"))
            place = area.adjusted(EDGE, 8, -EDGE, 0)
            painter.drawText(place, LEFT, entry)
        else:
            self._paint_version(painter, area, state, entry)

    def _paint_version(
        self, painter: QPainter, area: QRectF, state: QStyle.StateFlag, version: Version
    ) -> None:
        selected = bool(state & QStyle.StateFlag.State_Selected)
        hovered = bool(state & QStyle.StateFlag.State_MouseOver)
        if selected or hovered:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.colour("accent_soft" if selected else "hover"))
            painter.drawRoundedRect(area.adjusted(8, 1, -8, -1), 6, 6)
        if state & QStyle.StateFlag.State_HasFocus:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(theme.colour("accent"))
            painter.drawRoundedRect(area.adjusted(8.5, 1.5, -8.5, -1.5), 6, 6)
        inner = area.adjusted(EDGE, 7, -EDGE, -7)
        upper = QRectF(inner.left(), inner.top(), inner.width(), 18)
        lower = QRectF(inner.left(), inner.top() + 19, inner.width(), 18)
        painter.setFont(font())
        painter.setPen(theme.colour("text"))
        painter.drawText(upper, LEFT, HERE.clock(version.at))
        self._paint_kind(painter, upper, version)
        painter.setFont(font(SMALL_PX))
        painter.setPen(theme.colour("muted"))
        draw_cut(painter, lower, what_words(version, self._rows.fields))

    @staticmethod
    def _paint_kind(painter: QPainter, line: QRectF, version: Version) -> None:
        words, tone = kind_words(version)
        painter.setFont(font(LABEL_PX, 600))
        width = QFontMetrics(painter.font()).horizontalAdvance(words) + 16
        chip = QRectF(line.right() - width, line.top() - 1, width, 19)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.colour("sunken" if tone == "muted" else f"{tone}_soft"))
        painter.drawRoundedRect(chip, 9.5, 9.5)
        painter.setPen(theme.colour(tone))
        painter.drawText(chip, Qt.AlignmentFlag.AlignCenter, words)
