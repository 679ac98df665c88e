"""Bar under a list while several records are selected: their number, and actions."""

from collections.abc import Callable

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtWidgets import QMenu, QWidget

from funneldesk.desktop.kit.controls.buttons import Button, row, surface
from funneldesk.desktop.kit.controls.labels import Label

SEVERAL = 2


class SelectionBar(QWidget):
    """Shown from two records on. ``cleared``: nothing is to be selected any more.

    ``fill`` puts what can be done with the selection into a menu.
    """

    cleared = Signal()

    def __init__(self, fill: Callable[[QMenu], object]) -> None:
        super().__init__()
        self._fill = fill
        surface("foot", self)
        self.setFixedHeight(36)
        self.count = Label("", size="strong")
        self.actions_button = Button("Actions", kind="link", on_click=self._open)
        self.actions_button.setAccessibleName("Actions on the selection")
        self.clear = Button(
            kind="icon", icon_name="x", tip="Clear the selection", on_click=self.cleared.emit
        )
        self._row = row(self.count, None, self.actions_button, self.clear, spacing=0)
        self._row.setContentsMargins(14, 0, 4, 0)
        self.setLayout(self._row)
        self.hide()

    def add(self, button: Button) -> None:
        """An action of its own, before those of the menu."""
        self._row.insertWidget(self._row.count() - 2, button)

    def show_count(self, count: int) -> None:
        """So many records are selected."""
        self.count.setText(f"{count:,} selected")
        self.setVisible(count >= SEVERAL)

    def _open(self) -> None:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._fill(menu)
        menu.popup(self.actions_button.mapToGlobal(QPoint(0, -menu.sizeHint().height() - 4)))
