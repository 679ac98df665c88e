"""The main window: the bar, the top and the panels of the brand that is open."""

from collections.abc import Callable
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QByteArray, QEvent, QSize, Qt, Signal
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import QMainWindow, QStackedWidget, QVBoxLayout, QWidget

from funneldesk.desktop.kit.controls.buttons import row
from funneldesk.desktop.kit.dialogs.front_window import first_size
from funneldesk.desktop.kit.notices.center import NotificationCenter
from funneldesk.desktop.kit.shortcuts import bind
from funneldesk.desktop.kit.style.theme import theme
from funneldesk.desktop.sections.section import Section
from funneldesk.desktop.shell.notices.connection_banner import ConnectionLine
from funneldesk.desktop.shell.notices.toasts import Toasts, frame_in_front
from funneldesk.desktop.shell.sections import GROUPS, SECTIONS
from funneldesk.desktop.shell.shortcuts.panel_keys import bind_panel_keys
from funneldesk.desktop.shell.sidebar import Sidebar
from funneldesk.desktop.shell.top_bar import TopBar
from funneldesk.desktop.shell.windows.last_view import LastView

if TYPE_CHECKING:
    from funneldesk.desktop.sections.panel import Panel
    from funneldesk.desktop.shell.badges import SidebarBadges
    from funneldesk.desktop.workspace.workspace import Mention, Workspace

FIRST_SIZE = QSize(1280, 800)
LEAST_SIZE = (820, 560)


class BrandView:
    """The panels of one open brand, made when first shown and kept while it is open."""

    def __init__(self, workspace: "Workspace") -> None:
        self.workspace = workspace
        self.panels: dict[str, Panel] = {}
        self.section = SECTIONS[0].name


class MainWindow(QMainWindow):
    """Emits ``asked_to_close`` instead of closing: the application owns the exit."""

    asked_to_close = Signal()
    view_changed = Signal()
    """Another section, or another record in one, is shown: worth remembering."""

    def __init__(self, notifications: NotificationCenter) -> None:
        super().__init__()
        self.setWindowTitle("Funneldesk")
        self.resize(first_size(FIRST_SIZE))
        self.setMinimumSize(*LEAST_SIZE)
        self.views: dict[str, BrandView] = {}
        self.view: BrandView | None = None
        self.ending = False
        self.was_asked_to_close = False
        self.panel_states: dict[str, dict[str, Any]] = {}
        self._build(notifications)
        self._wire()
        theme.dress(self)

    def _build(self, notifications: NotificationCenter) -> None:
        self.sidebar = Sidebar(SECTIONS, GROUPS)
        self.top = TopBar()
        self.banner = ConnectionLine()
        self.panels = QStackedWidget()
        self.last_view = LastView()
        self.panels.addWidget(self.last_view)
        self.last_view.setFocus()
        right = QVBoxLayout()
        right.setContentsMargins(0, 0, 0, 0)
        right.setSpacing(0)
        right.addWidget(self.top)
        right.addWidget(self.banner)
        right.addWidget(self.panels, 1)
        whole = row(self.sidebar, spacing=0)
        whole.addLayout(right, 1)
        middle = QWidget()
        middle.setLayout(whole)
        self.setCentralWidget(middle)
        self.sidebar.choose(SECTIONS[0].name)
        self.top.show_crumbs(SECTIONS[0].title, "")
        self.toasts = Toasts(self, notifications, first=True)

    def _wire(self) -> None:
        self.sidebar.chosen.connect(self.show_section)
        bind_panel_keys(self, self.with_panel)
        for number, section in enumerate(s for s in SECTIONS if s.group):
            if number < 9:
                bind(self, f"Ctrl+{number + 1}", partial(self.show_section, section.name))

    @cached_property
    def badges(self) -> "SidebarBadges":
        """What waits in the sections; loaded once the window is seen."""
        from funneldesk.desktop.shell.badges import SidebarBadges

        return SidebarBadges(self.sidebar, self._front)

    def panel(self) -> "Panel | None":
        """The panel that is shown."""
        return self.view.panels.get(self.view.section) if self.view is not None else None

    def _front(self) -> "tuple[Workspace | None, str] | None":
        """The brand and the section before the user's eyes."""
        frame = frame_in_front()
        if frame is None:
            return None
        if frame is self and self.view is not None:
            return self.view.workspace, self.view.section
        section = getattr(frame, "section", None)
        known = getattr(frame, "workspace", None)
        return (known, section.name) if section is not None else (None, "")

    def with_panel(self, act: "Callable[[Panel], object]") -> None:
        """Do something with the shown panel, if there is one."""
        panel = self.panel()
        if panel is not None:
            act(panel)

    def show_brand(self, workspace: "Workspace") -> None:
        """Show an open brand in the section where it was left."""
        key = workspace.connection.id
        if key not in self.views:
            self.views[key] = BrandView(workspace)
            workspace.asked_to_go.connect(partial(self._go, key))
        other = self.view is not None and self.view is not self.views[key]
        self.view = self.views[key]
        self.badges.follow(workspace)
        self.show_section(self.view.section)
        panel = self.panel()
        if other and panel is not None:
            panel.take_keyboard()

    def all_panels(self) -> "list[Panel]":
        """Every panel that was made, of every brand."""
        return [panel for view in self.views.values() for panel in view.panels.values()]

    def forget_brand(self, connection_id: str) -> None:
        """Take a brand's panels out of the window."""
        from funneldesk.desktop.kit.tasks import end_under, once_done

        view = self.views.pop(connection_id, None)
        if view is None:
            return
        self.badges.forget(view.workspace)
        if self.view is view:
            self.view = None
            self.panels.setCurrentIndex(0)
            self.top.show_actions(None)
        for panel in view.panels.values():
            self.panels.removeWidget(panel)
            panel.leave()
            once_done(end_under(panel), panel.deleteLater)

    def show_section(self, name: str) -> None:
        """Show a section of the open brand, making its panel when it is first needed."""
        section = next((s for s in SECTIONS if s.name == name), SECTIONS[0])
        self.sidebar.choose(section.name)
        if self.view is None:
            self.top.show_crumbs(section.title, "")
            return
        self.view.section = section.name
        known = self.view.panels.get(section.name)
        panel = known or self._make(self.view, section)
        self.panels.setCurrentWidget(panel)
        self.last_view.forget()
        if known is None:
            panel.take_keyboard()
        elif self.focusWidget() in (None, self.sidebar.brand):
            panel.setFocus(Qt.FocusReason.OtherFocusReason)
        self.top.show_crumbs(section.title, str(panel.property("crumb") or ""))
        self.top.show_actions(panel.top_actions(), panel)
        self.badges.look_again()
        self.view_changed.emit()

    def state_key(self, view: BrandView, name: str) -> str:
        """Where a panel's view state is remembered."""
        return f"{view.workspace.connection.id}/{name}"

    def _make(self, view: BrandView, section: Section) -> "Panel":
        panel = section.panel(view.workspace)
        view.panels[section.name] = panel
        self.panels.addWidget(panel)
        panel.titled.connect(lambda crumb: self._titled(panel, section, crumb))
        panel.asked_forward.connect(lambda: self._forward(view, section.name))
        panel.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        panel.restore(self.panel_states.get(self.state_key(view, section.name), {}))
        panel.refresh()
        return panel

    def _titled(self, panel: "Panel", section: Section, crumb: str) -> None:
        panel.setProperty("crumb", crumb)
        self.view_changed.emit()
        if panel is self.panel():
            self.top.show_crumbs(section.title, crumb)
            self.top.show_actions(panel.top_actions(), panel)

    def _go(self, brand: str, part: str, record_id: str, mention: "Mention | None") -> None:
        self.view = self.views.get(brand, self.view)
        self.show_section(part)
        panel = self.panel()
        if panel is not None and mention is not None:
            panel.open_mention(record_id, mention)
        elif panel is not None and record_id:
            panel.open_record(record_id)
        if self.isVisible():
            self.come_forward()

    def _forward(self, view: BrandView, section: str) -> None:
        self.view = view
        self.show_section(section)
        self.come_forward()

    def collect_states(self) -> dict[str, dict[str, Any]]:
        """The view state of every panel that was made, beside what was remembered before."""
        for view in self.views.values():
            for name, panel in view.panels.items():
                self.panel_states[self.state_key(view, name)] = panel.state()
        return self.panel_states

    def say(self, text: str) -> None:
        """A line across the window about the standing of the connection; "" takes it away."""
        self.banner.say(text)

    def come_forward(self) -> None:
        """Somebody started the program again: this is the window they want."""
        self.showNormal() if self.isMinimized() else self.show()
        self.raise_()
        self.activateWindow()

    def geometry_bytes(self) -> bytes:
        """Size and place, to come back to."""
        return bytes(self.saveGeometry().data())

    def restore_geometry(self, data: bytes) -> None:
        """Come back to a size and place; nonsense is ignored by Qt."""
        self.restoreGeometry(QByteArray(data))

    def focusNextPrevChild(self, forward: bool) -> bool:
        from funneldesk.desktop.kit.dialogs.tab_order import step  # with the first Tab

        return step(self, forward)

    def closeEvent(self, event: QCloseEvent) -> None:
        if self.ending:
            event.accept()
            return
        event.ignore()
        self.was_asked_to_close = True
        self.asked_to_close.emit()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.WindowTitleChange:
            self.setAccessibleName(self.windowTitle())
