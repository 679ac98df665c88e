"""The folders of the brand as a tree; only those that are unfolded cost anything."""

from collections.abc import Iterator
from dataclasses import dataclass

from PySide6.QtCore import QMimeData, QModelIndex, QPersistentModelIndex, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QStyle,
    QStyleOptionViewItem,
)

from funneldesk.desktop.assets.library.library import AssetLibrary
from funneldesk.desktop.assets.library.order import natural
from funneldesk.desktop.kit.grid.view import GridView
from funneldesk.desktop.kit.lists.record_list import ListRow, ListRows
from funneldesk.desktop.kit.lists.row_painting import RowDelegate
from funneldesk.desktop.kit.style.cut_text import draw_cut
from funneldesk.desktop.kit.style.icons import pixmap
from funneldesk.desktop.kit.style.mirroring import from_start, onward
from funneldesk.desktop.kit.style.theme import font, theme
from funneldesk.desktop.kit.units import counted
from funneldesk.desktop.local.texts import _

Index = QModelIndex | QPersistentModelIndex
ROOT = _("Files")
INDENT, CHEVRON = 16, 16
GATHER_MILLISECONDS = 30


@dataclass(frozen=True, slots=True)
class Badge:
    """A mark behind a folder's name."""

    icon: str
    tip: str


class FolderTree(GridView):
    """``folder_chosen`` carries a path; ``dropped_on`` data that is good for that moment only, and
    the path of the folder."""

    folder_chosen = Signal(str)
    dropped_on = Signal(QMimeData, str)

    def __init__(self, library: AssetLibrary) -> None:
        self.library = library
        self._unfolded: set[str] = {""}
        self._badges: dict[str, Badge] = {}
        super().__init__(_("Folders"), ListRows(self._in_words))
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setItemDelegate(_FolderPainter(self))
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.chosen.connect(self._choose_folder)
        self.drops.dropped.connect(self._take_drop)
        self._gather = QTimer(self, singleShot=True, interval=GATHER_MILLISECONDS)
        self._gather.timeout.connect(self.show_folders)
        library.replaced.connect(self.show_folders)
        library.row_changed.connect(self._row_changed)
        self.show_folder("")

    def set_badge(self, path: str, icon: str, tip: str) -> None:
        """Mark a folder; an empty icon takes the mark away."""
        if icon:
            self._badges[path] = Badge(icon, tip)
        else:
            self._badges.pop(path, None)
        if path in self.rows.ids:
            self.rows.tell_changed(path)

    def badge(self, path: str) -> Badge | None:
        """The mark of a folder."""
        return self._badges.get(path)

    def show_folders(self) -> None:
        """Folders came or went."""
        self.arrange(list(self._walk("")))

    def show_folder(self, path: str) -> None:
        """Unfold the way to a folder and mark it as the one that is shown."""
        steps = path.split("/")
        self._unfolded.update("/".join(steps[:at]) for at in range(len(steps)))
        self.show_folders()
        if not self.select(path):
            self.clearSelection()

    def is_unfolded(self, path: str) -> bool:
        """Whether the folders in it show."""
        return path in self._unfolded

    def has_folders(self, path: str) -> bool:
        """Whether there is anything to unfold."""
        return bool(self.library.subfolders(path))

    def unfolded(self) -> list[str]:
        """The folders that are unfolded, to be remembered."""
        return sorted(path for path in self._unfolded if self.library.has_folder(path))

    def set_unfolded(self, paths: object) -> None:
        """Take what ``unfolded`` gave once; nonsense is ignored."""
        known = paths if isinstance(paths, list) else []
        self._unfolded = {"", *(path for path in known if isinstance(path, str))}
        self.show_folders()

    def level_of(self, path: str) -> int:
        """Depth of a folder."""
        return path.count("/") + 1 if path else 0

    def fold(self, path: str, *, on: bool) -> None:
        """Fold a folder, or unfold it."""
        (self._unfolded.discard if on else self._unfolded.add)(path)
        self.show_folders()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        here = self.currentIndex().row()
        path = self.rows.ids[here] if 0 <= here < len(self.rows.ids) else ""
        if event.key() == Qt.Key.Key_Right and here >= 0:
            if not self.is_unfolded(path) and self.has_folders(path):
                self.fold(path, on=False)
            elif self.has_folders(path):
                self.setCurrentIndex(self.rows.index(here + 1))
        elif event.key() == Qt.Key.Key_Left and here >= 0:
            if self.is_unfolded(path) and self.has_folders(path) and path:
                self.fold(path, on=True)
            elif path:
                self.select(path.rpartition("/")[0])
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        place = self.indexAt(event.position().toPoint()).row()
        if place < 0 or event.button() != Qt.MouseButton.LeftButton:
            return
        path = self.rows.ids[place]
        self.setCurrentIndex(self.rows.index(place))
        if from_start(self.viewport(), event.position().x()) < self.name_begins(path) - 20 and path:
            self.fold(path, on=self.is_unfolded(path))
        else:
            self.folder_chosen.emit(path)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        place = self.indexAt(event.position().toPoint()).row()
        if place > 0:
            path = self.rows.ids[place]
            self.fold(path, on=self.is_unfolded(path))

    def name_begins(self, path: str) -> int:
        """Where a folder's name stands, in pixels from the left."""
        return 8 + max(0, self.level_of(path) - 1) * INDENT + (CHEVRON if path else 0) + 24

    def _row_changed(self, path: str) -> None:
        """A folder came, changed or went: many come at once."""
        if self.library.has_folder(path) or path in self.rows.ids:
            self._gather.start()

    def _choose_folder(self, place: int) -> None:
        self.folder_chosen.emit(self.rows.ids[place])

    def _take_drop(self, mime: QMimeData, place: int) -> None:
        self.dropped_on.emit(mime, self.rows.ids[place])

    def _walk(self, folder: str) -> Iterator[str]:
        yield folder
        if folder in self._unfolded:
            inside = self.library.subfolders(folder)
            for path in sorted(inside, key=lambda each: natural(each.casefold())):
                yield from self._walk(path)

    def _in_words(self, path: str) -> ListRow:
        held = self.library.held(path)
        folds = ""
        if self.has_folders(path):
            folds = _("unfolded") if self.is_unfolded(path) else _("folded")
        badge = self._badges.get(path)
        words = counted(held, "item")
        hover = "\n".join(
            part for part in (path or ROOT, words, badge.tip if badge else "") if part
        )
        level = _("level {number}").format(number=self.level_of(path) + 1)
        return ListRow(path, path.rpartition("/")[2] or ROOT, level, folds, words, "", hover=hover)


class _FolderPainter(RowDelegate):
    def __init__(self, tree: FolderTree) -> None:
        super().__init__(tree)
        self._tree = tree

    def draw(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        tree, path = self._tree, self._tree.rows.ids[index.row()]
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        body = QRectF(option.rect).adjusted(4, 1, -4, -1)
        painter.setPen(Qt.PenStyle.NoPen)
        if chosen or option.state & QStyle.StateFlag.State_MouseOver:
            painter.setBrush(theme.colour("accent_soft" if chosen else "hover"))
            painter.drawRoundedRect(body, 6, 6)
        if option.state & QStyle.StateFlag.State_HasFocus:
            painter.setPen(theme.colour("accent"))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(body.adjusted(0.5, 0.5, -0.5, -0.5), 6, 6)
        x, middle = tree.name_begins(path), int(body.center().y())
        tone = "accent" if chosen else "muted"
        if path and tree.has_folders(path):
            name = "chevron-down" if tree.is_unfolded(path) else onward(painter)
            painter.drawPixmap(x - 24 - CHEVRON, middle - 6, pixmap(name, "muted", 14))
        opened = chosen or tree.is_unfolded(path)
        folder = "folder-open" if opened and tree.has_folders(path) else "folder"
        painter.drawPixmap(x - 22, middle - 8, pixmap(folder, tone, 16))
        self._draw_name(painter, body.adjusted(x - body.x(), 0, -8, 0), path, chosen)

    def _draw_name(self, painter: QPainter, box: QRectF, path: str, chosen: bool) -> None:
        badge = self._tree.badge(path)
        if badge is not None:
            right = int(box.right()) - 14
            painter.drawPixmap(right, int(box.center().y()) - 7, pixmap(badge.icon, "muted", 14))
            box.setRight(right - 4)
        painter.setFont(font(weight=500 if chosen else 400))
        painter.setPen(theme.colour("accent" if chosen else "text"))
        name = path.rpartition("/")[2] or ROOT
        draw_cut(painter, box, name, Qt.TextElideMode.ElideMiddle)
