"""A window of its own for one record: a section's panel without the rest of the frame."""

import base64
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QByteArray, QSize, Signal
from PySide6.QtGui import QCloseEvent, QPixmap
from PySide6.QtWidgets import QMainWindow, QWidget

from funneldesk.desktop.kit.controls.buttons import column, row, surface
from funneldesk.desktop.kit.controls.labels import ElidedLabel, Label
from funneldesk.desktop.kit.dialogs.front_window import first_size
from funneldesk.desktop.kit.dialogs.tab_order import step
from funneldesk.desktop.kit.style.theme import theme
from funneldesk.desktop.kit.style.tokens import TOP_BAR_HEIGHT
from funneldesk.desktop.local.texts import joined
from funneldesk.desktop.shell.brands.brand_button import mark_icon
from funneldesk.desktop.shell.notices.connection_banner import ConnectionLine
from funneldesk.desktop.shell.notices.toasts import Toasts
from funneldesk.desktop.shell.shortcuts.panel_keys import bind_panel_keys

if TYPE_CHECKING:
    from funneldesk.desktop.sections.panel import Panel
    from funneldesk.desktop.sections.section import Section
    from funneldesk.desktop.workspace.workspace import Workspace

FIRST_SIZE = QSize(1080, 720)
LEAST_SIZE = QSize(660, 420)
MARK = QSize(26, 26)


class DetachedWindow(QMainWindow):
    """Shows a panel of its own. Closing it keeps what was typed; its owner ends it then."""

    asked_to_close = Signal()
    view_changed = Signal()
    """Another record, size or place: worth remembering."""

    def __init__(self, workspace: "Workspace", section: "Section", state: dict[str, Any]) -> None:
        super().__init__()
        self.workspace = workspace
        self.section = section
        self.ending = False
        self._title = ""
        self.resize(first_size(FIRST_SIZE))
        self.setMinimumSize(LEAST_SIZE)
        self.panel = section.panel(workspace)
        self._build()
        self._wire()
        theme.dress(self)
        # Before it is shown, so that nothing of the whole section flashes up.
        self.panel.restore({**state, "detached": True})

    def _build(self) -> None:
        self.mark = Label()
        self.mark.setFixedSize(MARK)
        self.record = ElidedLabel("", size="title")
        self.brand = ElidedLabel("", size="small", tone="muted")
        self.buttons = QWidget()
        self.buttons.setLayout(row(spacing=0))
        head = surface("top")
        head.setFixedHeight(TOP_BAR_HEIGHT)
        line = row(self.mark, spacing=12, margins=(16, 0, 16, 0))
        line.addLayout(column(None, self.record, self.brand, None, spacing=0), 1)
        line.addWidget(self.buttons)
        head.setLayout(line)
        self.connection_line = ConnectionLine()
        middle = QWidget()
        whole = column(head, self.connection_line, spacing=0)
        whole.addWidget(self.panel, 1)
        middle.setLayout(whole)
        self.setCentralWidget(middle)
        self.toasts = Toasts(self, self.workspace.notifications)

    def _wire(self) -> None:
        self.panel.titled.connect(self._titled)
        self.panel.asked_forward.connect(self.come_forward)
        self.workspace.connection_changed.connect(self._show_brand)
        bind_panel_keys(self, self.with_panel)
        self._show_brand()

    def with_panel(self, act: "Callable[[Panel], object]") -> None:
        """Do something with the panel."""
        act(self.panel)

    def open(self, record_id: str) -> None:
        """Show one record and read it anew."""
        if record_id:
            self.panel.open_record(record_id)
        self.panel.refresh()

    def record_id(self) -> str:
        """The record that is shown."""
        return str(self.panel.state().get("open") or "")

    def state(self) -> dict[str, Any]:
        """What brings this window back (JSON values)."""
        return {
            "brand": self.workspace.connection.id,
            "part": self.section.name,
            "geometry": base64.b64encode(bytes(self.saveGeometry().data())).decode(),
            "panel": self.panel.state(),
        }

    def restore_place(self, state: dict[str, Any]) -> None:
        """Come back to a size and place; nonsense is ignored."""
        geometry = state.get("geometry")
        if isinstance(geometry, str):
            self.restoreGeometry(QByteArray.fromBase64(geometry.encode("utf-8", "replace")))

    def come_forward(self) -> None:
        """Show it in front of the others."""
        self.showNormal() if self.isMinimized() else self.show()
        self.raise_()
        self.activateWindow()

    def focusNextPrevChild(self, forward: bool) -> bool:
        return step(self, forward)

    def closeEvent(self, event: QCloseEvent) -> None:
        if self.ending:
            event.accept()
            return
        event.ignore()
        self.asked_to_close.emit()

    def _titled(self, title: str) -> None:
        # A record that was deleted leaves nothing to show here.
        if self._title and not self.record_id():
            self.asked_to_close.emit()
        self._title = title
        self.record.setText(title)
        self._show_actions()
        self._name_window()
        self.view_changed.emit()

    def _show_brand(self) -> None:
        connection = self.workspace.connection
        icon = mark_icon(connection.name, connection.colour)
        drawn: QPixmap = icon.pixmap(MARK, self.devicePixelRatioF())
        self.mark.setPixmap(drawn)
        self.brand.setText(joined((self.section.title, connection.name)))
        self.connection_line.show_connection(self.workspace.connection_state)
        self._name_window()

    def _show_actions(self) -> None:
        shown = self.panel.top_actions()
        layout = self.buttons.layout()
        if shown is not None and layout is not None and layout.indexOf(shown) < 0:
            layout.addWidget(shown)
        self.buttons.setVisible(shown is not None)

    def _name_window(self) -> None:
        words = (self._title or self.section.title, self.workspace.connection.name)
        self.setWindowTitle(joined(words))
