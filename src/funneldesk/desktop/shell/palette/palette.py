"""The palette (Ctrl+K): go anywhere, do anything, find any record."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QModelIndex, QObject, QPersistentModelIndex, QRectF, QSize, Qt
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
        entries: list[Entry],
        finder: Finder,
        next_steps: NextSteps = lambda _text: [],
    ) -> None:
        """``next_steps`` gives what can be done when nothing has the words."""
        super().__init__(parent, Qt.WindowType.Popup | Qt.WindowType.FramelessWindowHint)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._entries = entries
        self._finder = finder
        self._next_steps = next_steps
        self._tasks = TaskScope(self)
        surface("card", self)
        self.setAccessibleName(_("Palette"))
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
        self._fill([entry for entry in entries if entry.can_run])

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
        for far in range(1, count + 1):
            row = (self.list.currentRow() + step * far) % count
            if self.list.item(row).flags() & Qt.ItemFlag.ItemIsEnabled:
                self.list.setCurrentRow(row)
                return

    def _typed(self, text: str) -> None:
        if not text.strip():
            self._tasks.cancel("find")
            self._fill([entry for entry in self._entries if entry.can_run])
            return
        ranked = [(rank(entry.title, text), entry) for entry in self._entries]
        fitting = sorted(
            ((place, entry) for place, entry in ranked if place is not None),
            key=lambda pair: (not pair[1].can_run, pair[0]),
        )
        self._fill([entry for _place, entry in fitting])
        self._tasks.debounce("find", TYPING_PAUSE, lambda: self._find(text))

    async def _find(self, text: str) -> None:
        found = await self._finder(text)
        for entry in found:
            self._add(entry)
        if not self.list.count():
            self._say_nothing(text.strip())
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
