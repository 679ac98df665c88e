"""Bar under a list while several records are selected: their number, and actions."""

from collections.abc import Callable

from PySide6.QtCore import QPoint, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import QLayout, QMenu, QWidget

from funneldesk.desktop.kit.controls.buttons import Button, row, surface
from funneldesk.desktop.kit.controls.labels import Label
from funneldesk.desktop.local.texts import _

SEVERAL = 2
MOST_BUTTONS = 6


class SelectionBar(QWidget):
    """Shown from two records on. ``cleared``: nothing is to be selected any more.

    ``fill`` puts what can be done with the selection into a menu. As much of it as has room
    stands on the bar, entries of high priority first; the menu has all.
    """

    cleared = Signal()

    def __init__(self, fill: Callable[[QMenu], object]) -> None:
        super().__init__()
        self._fill = fill
        self._menu: QMenu | None = None
        self.buttons: list[Button] = []
        surface("foot", self)
        self.setFixedHeight(36)
        self.count = Label("", size="strong")
        self.actions_button = Button(
            kind="icon",
            icon_name="ellipsis",
            tip=_("Actions on the selection"),
            on_click=self._open,
        )
        self.more = Button(kind="link", on_click=lambda: self._take_more())
        self.more.hide()
        self._take_more: Callable[[], object] = lambda: None
        self.clear = Button(
            kind="icon", icon_name="x", tip=_("Clear the selection"), on_click=self.cleared.emit
        )
        self._row = row(self.count, self.more, None, self.actions_button, self.clear, spacing=0)
        self._row.setContentsMargins(14, 0, 4, 0)
        # What has no room is hidden: the buttons never make the list wider.
        self._row.setSizeConstraint(QLayout.SizeConstraint.SetNoConstraint)
        self.setLayout(self._row)
        self._again = QTimer(self, singleShot=True, interval=0)
        self._again.timeout.connect(self._offer)
        self.hide()

    def show_count(self, count: int, words: str = "") -> None:
        """So many records are selected."""
        self.count.setText(words or _("{count:,} selected").format(count=count))
        self.setVisible(count >= SEVERAL)
        if count >= SEVERAL:
            self._again.start()

    def offer(self, words: str, take: Callable[[], object]) -> None:
        """Offer a larger choice beside the number; without words there is none."""
        self.more.setText(words)
        self._take_more = take
        self.more.setVisible(bool(words))
        self._make_room()

    def minimumSizeHint(self) -> QSize:
        return QSize(0, self.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._make_room()

    def _offer(self) -> None:
        """Put what can be done now on the bar: the menu is asked once a choice came to rest."""
        self._drop()
        menu = self._menu = QMenu(self)
        self._fill(menu)
        entries = [each for each in menu.actions() if each.isEnabled() and each.text()]
        entries.sort(key=lambda each: each.priority() is not QAction.Priority.HighPriority)
        for entry in entries[:MOST_BUTTONS]:
            button = Button(_short(entry), kind="link", on_click=entry.trigger)
            self._row.insertWidget(self._row.count() - 2, button)
            self.buttons.append(button)
        self._make_room()

    def _drop(self) -> None:
        for button in self.buttons:
            self._row.removeWidget(button)
            button.hide()
            button.deleteLater()
        self.buttons.clear()
        if self._menu is not None:
            self._menu.deleteLater()
            self._menu = None

    def _make_room(self) -> None:
        fixed = (self.count, self.more, self.actions_button, self.clear)
        taken = sum(widget.sizeHint().width() for widget in fixed if not widget.isHidden())
        left = self.width() - 18 - taken
        for button in self.buttons:
            left -= button.sizeHint().width()
            button.setVisible(left >= 0)

    def _open(self) -> None:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._fill(menu)
        menu.popup(self.actions_button.mapToGlobal(QPoint(0, -menu.sizeHint().height() - 4)))


def _short(entry: QAction) -> str:
    """The words of an entry without keys and without the dots of a question."""
    return entry.iconText().partition("\t")[0].removesuffix("…")
