"""The groups of an upload review with their counts, at the left of its dialog."""

from collections.abc import Mapping, Sequence

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QPersistentModelIndex,
    QRectF,
    Qt,
    Signal,
)
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QStyle,
    QStyleOptionViewItem,
)

from funneldesk.desktop.assets.upload_review.dialog.labels import GROUPS, WORDS
from funneldesk.desktop.kit.lists.row_painting import RowDelegate
from funneldesk.desktop.kit.lists.row_view import RowView
from funneldesk.desktop.kit.style.cut_text import draw_cut
from funneldesk.desktop.kit.style.icons import pixmap
from funneldesk.desktop.kit.style.theme import font, theme
from funneldesk.desktop.kit.style.tokens import LABEL_PX
from funneldesk.desktop.local.texts import _

Index = QModelIndex | QPersistentModelIndex
GROUP = int(Qt.ItemDataRole.UserRole)


class _Groups(QAbstractListModel):
    """The groups that have files: (key, how many, how many of them are open)."""

    def __init__(self) -> None:
        super().__init__()
        self.shown: list[tuple[str, int, int]] = []

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self.shown)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        key, count, undecided = self.shown[index.row()]
        if role == GROUP:
            return self.shown[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return WORDS[key].title
        if role == Qt.ItemDataRole.AccessibleTextRole:
            rest = (
                _(", {undecided:,} to be decided").format(undecided=undecided) if undecided else ""
            )
            return f"{WORDS[key].title}, {count:,}{rest}"
        return None


class GroupList(RowView):
    """``chosen`` carries the key of the group that is current."""

    chosen = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self._groups = _Groups()
        self.setModel(self._groups)
        self.setItemDelegate(_Painter(self))
        self.setAccessibleName(_("Groups of files"))
        self.setMouseTracking(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.selectionModel().currentChanged.connect(self._moved)
        theme.changed.connect(self.viewport().update)

    def row_height(self) -> int:
        return theme.density.row + 4

    @property
    def keys(self) -> Sequence[str]:
        """The groups that are shown."""
        return [key for key, *_rest in self._groups.shown]

    def current(self) -> str:
        """The group that is current; empty for none."""
        place = self.currentIndex().row()
        return self.keys[place] if 0 <= place < len(self.keys) else ""

    def show_groups(self, counts: Mapping[str, tuple[int, int]]) -> None:
        """Show these: (files, those to be decided) by group; the current one stays."""
        shown = [(group.key, *counts[group.key]) for group in GROUPS if group.key in counts]
        if [key for key, *_rest in shown] == self.keys:
            self._groups.shown = shown
            self.viewport().update()
            return
        current = self.current()
        self._groups.beginResetModel()
        self._groups.shown = shown
        self._groups.endResetModel()
        self.choose(current if current in self.keys else next(iter(self.keys), ""))

    def choose(self, key: str) -> None:
        """Make a group the current one."""
        if key in self.keys:
            self.setCurrentIndex(self._groups.index(self.keys.index(key)))

    def _moved(self) -> None:
        if key := self.current():
            self.chosen.emit(key)


class _Painter(RowDelegate):
    """An icon, a title, and the count at the right: in amber while something is to be decided."""

    def draw(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        shown = index.data(GROUP)
        if not isinstance(shown, tuple):
            return
        key, count, undecided = shown
        words, box, state = WORDS[key], QRectF(option.rect), option.state
        painter.setPen(Qt.PenStyle.NoPen)
        place = box.adjusted(6, 1, -6, -1)
        if state & QStyle.StateFlag.State_Selected:
            painter.setBrush(theme.colour("accent_soft"))
            painter.drawRoundedRect(place, 6, 6)
        elif state & QStyle.StateFlag.State_MouseOver:
            painter.setBrush(theme.colour("hover"))
            painter.drawRoundedRect(place, 6, 6)
        if state & QStyle.StateFlag.State_HasFocus:
            painter.setBrush(theme.colour("accent"))
            painter.drawRoundedRect(
                QRectF(place.x(), place.y() + 6, 3, place.height() - 12), 1.5, 1.5
            )
        icon = pixmap(words.icon, words.tone)
        painter.drawPixmap(int(place.x()) + 10, int(box.center().y()) - 7, icon)
        painter.setFont(font(LABEL_PX, 600))
        number = f"{undecided or count:,}"
        width = max(22.0, painter.fontMetrics().horizontalAdvance(number) + 14.0)
        chip = QRectF(place.right() - width - 8, box.center().y() - 9, width, 18)
        painter.setBrush(theme.colour("warning_soft" if undecided else "sunken"))
        painter.drawRoundedRect(chip, 9, 9)
        painter.setPen(theme.colour("warning" if undecided else "muted"))
        painter.drawText(chip, Qt.AlignmentFlag.AlignCenter, number)
        painter.setFont(font(weight=500))
        painter.setPen(theme.colour("text"))
        room = QRectF(place.x() + 34, box.y(), chip.x() - place.x() - 42, box.height())
        draw_cut(painter, room, words.title)
