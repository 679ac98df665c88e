"""The palette (Ctrl+K): go anywhere, do anything, find any record."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from PySide6.QtCore import (
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRectF,
    QSize,
    Qt,
    QTimer,
)
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QDialog,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QStyle,
    QStyleOptionViewItem,
    QWidget,
)

from funneldesk.desktop.kit.controls.buttons import column, surface
from funneldesk.desktop.kit.dialogs.tab_order import step
from funneldesk.desktop.kit.lists.row_painting import RowDelegate
from funneldesk.desktop.kit.style.cut_text import draw_cut
from funneldesk.desktop.kit.style.icons import pixmap
from funneldesk.desktop.kit.style.theme import font, theme
from funneldesk.desktop.kit.style.tokens import RADIUS, SMALL_PX
from funneldesk.desktop.kit.tasks import TaskScope
from funneldesk.desktop.local.cache.matching import rank
from funneldesk.desktop.local.texts import _

ENTRY = Qt.ItemDataRole.UserRole
TYPING_PAUSE = 0.06
FOLLOWS_EVERY = 150
"""Milliseconds between looks at what can be done: a section may still be reading."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the palette."""

    title: str
    text: str
    icon: str
    run: Callable[[], object]
    keys: str = ""
    can_run: bool = True
    """Otherwise ``text`` says why not; the line is found and read out, and does nothing."""


Finder = Callable[[str], Awaitable[list[Entry]]]
NextSteps = Callable[[str], list[Entry]]


class EntryPainter(RowDelegate):
    """Draws a line: icon, title, muted text, keys to the right."""

    def sizeHint(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        return QSize(0, 36)

    def draw(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        entry: Entry = index.data(ENTRY)
        box = QRectF(option.rect).adjusted(8, 1, -8, -1)
        if option.state & QStyle.StateFlag.State_Selected:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.colour("accent_soft"))
            painter.drawRoundedRect(box, RADIUS, RADIUS)
        painter.drawPixmap(int(box.x()) + 10, int(box.y()) + 9, pixmap(entry.icon))
        right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        painter.setFont(font(weight=500))
        painter.setPen(theme.colour("text" if entry.can_run else "muted"))
        words = box.adjusted(36, 0, -80, 0)
        used = draw_cut(painter, words, entry.title) + 10
        painter.setFont(font(SMALL_PX))
        painter.setPen(theme.colour("muted"))
        draw_cut(painter, words.adjusted(used, 0, 0, 0), entry.text)
        painter.drawText(box.adjusted(0, 0, -12, 0), right, entry.keys)


class Palette(QDialog):
    """A field and the lines that fit what was typed."""

    def __init__(
        self,
        parent: QWidget,
        offered: Callable[[], list[Entry]],
        finder: Finder,
        next_steps: NextSteps = lambda _text: [],
    ) -> None:
        """``offered`` gives what can be done now, and is asked again while the palette is open;
        ``next_steps`` what can be done when nothing has the words."""
        super().__init__(parent, Qt.WindowType.Popup | Qt.WindowType.FramelessWindowHint)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._offered = offered
        self._entries = offered()
        self._found: list[Entry] | None = None
        self._is_moved = False
        self._finder = finder
        self._next_steps = next_steps
        self._tasks = TaskScope(self)
        surface("card", self)
        self.setAccessibleName(_("Palette"))
        self.setWindowTitle(_("Palette"))
        self.setFixedSize(600, 420)
        self.field = QLineEdit()
        self.field.setProperty("kind", "palette")
        self.field.setPlaceholderText(_("Go to a place, do something, find a record…"))
        self.field.setAccessibleName(_("Search or do anything"))
        self.list = QListWidget()
        self.list.setItemDelegate(EntryPainter(self.list))
        self.list.setAccessibleName(_("Results"))
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setLayout(column(self.field, self.list, spacing=6, margins=(1, 1, 1, 8)))
        self.field.textChanged.connect(self._typed)
        self.field.installEventFilter(self)
        self.list.itemClicked.connect(self._run)
        self._show()
        follower = QTimer(self)
        follower.timeout.connect(self._follow)
        follower.start(FOLLOWS_EVERY)

    def popup(self) -> None:
        """Open above the middle of the window."""
        window = self.parentWidget()
        if window is not None:
            corner = window.mapToGlobal(window.rect().topLeft())
            self.move(corner.x() + (window.width() - self.width()) // 2, corner.y() + 72)
        self.show()
        self.field.setFocus()

    def focusNextPrevChild(self, forward: bool) -> bool:
        return step(self, forward)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            step = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}.get(Qt.Key(event.key()), 0)
            if step:
                self._step(step)
                return True
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self._run(self.list.currentItem())
                return True
        return super().eventFilter(watched, event)

    def _step(self, step: int) -> None:
        """Choose the next line, round and round; what cannot be run is passed over."""
        count = self.list.count()
        self._is_moved = True
        for far in range(1, count + 1):
            row = (self.list.currentRow() + step * far) % count
            if self.list.item(row).flags() & Qt.ItemFlag.ItemIsEnabled:
                self.list.setCurrentRow(row)
                return

    def _follow(self) -> None:
        """What can be done now is listed, also when that is more than when the palette was
        opened; a line that the user went to stays chosen."""
        before, self._entries = self._entries, self._offered()
        if [_seen(each) for each in before] == [_seen(each) for each in self._entries]:
            return
        item = self.list.currentItem() if self._is_moved else None
        chosen: Entry | None = item.data(ENTRY) if item is not None else None
        self._show()
        if self._found is not None:
            self._show_found(self._found)
        for row in range(self.list.count()):
            if chosen is not None and _seen(self.list.item(row).data(ENTRY)) == _seen(chosen):
                self.list.setCurrentRow(row)
                return

    def _typed(self, text: str) -> None:
        self._found, self._is_moved = None, False
        self._show()
        if text.strip():
            self._tasks.debounce("find", TYPING_PAUSE, lambda: self._find(text))
        else:
            self._tasks.cancel("find")

    def _show(self) -> None:
        """What can be done that fits the words, the best first; all of it without words."""
        text = self.field.text()
        if not text.strip():
            self._fill([entry for entry in self._entries if entry.can_run])
            return
        ranked = [(rank(entry.title, text), entry) for entry in self._entries]
        fitting = sorted(
            ((place, entry) for place, entry in ranked if place is not None),
            key=lambda pair: (not pair[1].can_run, pair[0]),
        )
        self._fill([entry for _place, entry in fitting])

    async def _find(self, text: str) -> None:
        self._found = await self._finder(text)
        self._show_found(self._found)

    def _show_found(self, found: list[Entry]) -> None:
        """Records below what can be done; or that there is nothing."""
        for entry in found:
            self._add(entry)
        if not self.list.count():
            self._say_nothing(self.field.text().strip())
        if self.list.currentRow() < 0:
            self.list.setCurrentRow(0)

    def _say_nothing(self, text: str) -> None:
        """Say that there is nothing, and what can be done instead."""
        steps = self._next_steps(text)
        told = "" if steps else _("Try fewer words.")
        nothing = _("No results for “{text}”").format(text=text)
        self._add(Entry(nothing, told, "search", lambda: None))
        self.list.item(0).setFlags(Qt.ItemFlag.NoItemFlags)
        for entry in steps:
            self._add(entry)
        self.list.setCurrentRow(1 if steps else -1)

    def _fill(self, entries: list[Entry]) -> None:
        self.list.clear()
        for entry in entries:
            self._add(entry)
        self.list.setCurrentRow(0)

    def _add(self, entry: Entry) -> None:
        item = QListWidgetItem(entry.title)
        item.setData(ENTRY, entry)
        item.setData(Qt.ItemDataRole.AccessibleDescriptionRole, entry.text)
        self.list.addItem(item)

    def _run(self, item: QListWidgetItem | None) -> None:
        if item is not None and item.flags() & Qt.ItemFlag.ItemIsEnabled:
            entry: Entry = item.data(ENTRY)
            if not entry.can_run:
                return
            self._tasks.end()
            self.close()
            entry.run()


def _seen(entry: Entry) -> tuple[str, str, bool]:
    """What a user sees of a line."""
    return entry.title, entry.text, entry.can_run
