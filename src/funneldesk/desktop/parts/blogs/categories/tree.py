"""Tree of categories: dragged, or moved by Alt with the arrows."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QDropEvent, QIcon, QKeyEvent, QPixmap
from PySide6.QtWidgets import QAbstractItemView, QTreeWidget, QTreeWidgetItem

from funneldesk.desktop.kit.style.theme import theme
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.blogs.categories.outline import DEEPEST, Line

NUMBER = Qt.ItemDataRole.UserRole
SIDE = 24
Body = Mapping[str, Any]


class CategoryTree(QTreeWidget):
    """``moved``: the user arranged it; ``opened`` and ``removal_asked`` carry a number."""

    moved = Signal()
    opened = Signal(int)
    removal_asked = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self._fixed = False
        self.setAccessibleName(_("Categories"))
        self.setHeaderLabels([_("Name"), _("Address")])
        self.setUniformRowHeights(True)
        self.setTextElideMode(Qt.TextElideMode.ElideMiddle)  # Addresses differ at their ends.
        self.setIconSize(QSize(SIDE, SIDE))
        self.setColumnWidth(0, 280)
        self.setDragDropMode(QAbstractItemView.DragDropMode.InternalMove)
        self.itemDoubleClicked.connect(lambda item, _column: self.opened.emit(_number(item)))

    def show_lines(
        self, lines: Sequence[Line], bodies: Mapping[int, Body], address: Callable[[str], str]
    ) -> None:
        """Show categories in an order and depth; the current one stays."""
        current = self.current
        self.clear()
        above: list[QTreeWidgetItem] = []
        has_pictures = any(body.get("hero_image") for body in bodies.values())
        blank = _blank() if has_pictures else None
        for number, depth in lines:
            body = bodies[number]
            name, slug = str(body.get("name") or ""), str(body.get("slug") or "")
            item = QTreeWidgetItem([name, address(slug)])
            item.setData(0, NUMBER, number)
            if blank is not None:
                item.setIcon(0, blank)
            item.setSizeHint(0, QSize(0, theme.density.row))
            del above[depth:]
            if above:
                above[-1].addChild(item)
            else:
                self.addTopLevelItem(item)
            above.append(item)
            item.setExpanded(True)
            if number == current:
                self.setCurrentItem(item)

    def show_picture(self, number: int, picture: QPixmap | None) -> None:
        """The hero picture of a category."""
        for item, _depth in self._walk():
            if _number(item) == number and picture is not None:
                item.setIcon(0, QIcon(picture))

    @property
    def current(self) -> int:
        """The number of the current category; 0 for none."""
        item = self.currentItem()
        return _number(item) if item is not None else 0

    def lines(self) -> list[Line]:
        """The categories as they stand now."""
        return [(_number(item), depth) for item, depth in self._walk()]

    def set_read_only(self, on: bool) -> None:
        """Nothing can be removed; the arrangement is this computer's own."""
        self._fixed = on

    def dropEvent(self, event: QDropEvent) -> None:
        super().dropEvent(event)
        self.moved.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, item = Qt.Key(event.key()), self.currentItem()
        is_alt = bool(event.modifiers() & Qt.KeyboardModifier.AltModifier)
        if item is not None and is_alt and key in _MOVES:
            self._move(item, key)
        elif item is not None and key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.opened.emit(_number(item))
        elif item is not None and key == Qt.Key.Key_Delete and not self._fixed:
            self.removal_asked.emit(_number(item))
        else:
            super().keyPressEvent(event)

    def _move(self, item: QTreeWidgetItem, key: Qt.Key) -> None:
        """Up and down among its siblings, right below the one before it, left out of its own."""
        above, root = item.parent(), self.invisibleRootItem()
        around = above or root
        at = around.indexOfChild(item)
        target, place = around, at
        if key in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            place += 1 if key == Qt.Key.Key_Down else -1
            if not 0 <= place < around.childCount():
                return
        elif key == Qt.Key.Key_Right:
            before = around.child(at - 1)
            if before is None or _depth(item) >= DEEPEST:
                return
            target, place = before, before.childCount()
        elif above is None:
            return
        else:
            target = above.parent() or root
            place = target.indexOfChild(above) + 1
        around.removeChild(item)
        target.insertChild(place, item)
        for each in (target, item):
            each.setExpanded(True)
        self.setCurrentItem(item)
        self.moved.emit()

    def _walk(self) -> Iterator[tuple[QTreeWidgetItem, int]]:
        waiting = [(self.topLevelItem(n), 0) for n in range(self.topLevelItemCount())][::-1]
        while waiting:
            item, depth = waiting.pop()
            if item is None:
                continue
            yield item, depth
            inner = [(item.child(n), depth + 1) for n in range(item.childCount())]
            waiting += inner[::-1]


_MOVES = (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Left, Qt.Key.Key_Right)


def _blank() -> QIcon:
    """The place of a picture, beside those that have one."""
    place = QPixmap(SIDE, SIDE)
    place.fill(Qt.GlobalColor.transparent)
    return QIcon(place)


def _number(item: QTreeWidgetItem) -> int:
    return int(item.data(0, NUMBER) or 0)


def _depth(item: QTreeWidgetItem) -> int:
    depth, above = 0, item.parent()
    while above is not None:
        depth, above = depth + 1, above.parent()
    return depth
