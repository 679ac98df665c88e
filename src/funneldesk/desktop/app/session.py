"""One run of the program: what is opened over its window, and how it ends."""

import asyncio
from collections.abc import Iterator
from functools import partial

from PySide6.QtWidgets import QWidget

from funneldesk.desktop.app.brand_menu import BrandMenu
from funneldesk.desktop.app.palette_commands import (
    next_steps,
    palette_entries,
    records_finder,
    show_shortcuts,
)
from funneldesk.desktop.app.session_base import SessionBase
from funneldesk.desktop.app.shutdown import settle, within
from funneldesk.desktop.kit.notices.center import NotificationCenter
from funneldesk.desktop.kit.shortcuts import bind, keymap
from funneldesk.desktop.kit.style.theme import theme
from funneldesk.desktop.kit.tasks import end_under
from funneldesk.desktop.local.files.folders import Folders
from funneldesk.desktop.local.settings import Settings
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.sections.panel import Panel
from funneldesk.desktop.shell.brands.brand_dialogs import PreferencesDialog
from funneldesk.desktop.shell.notices.notice_dialog import NoticeDialog
from funneldesk.desktop.shell.palette.palette import Entry, Palette
from funneldesk.desktop.shell.shortcuts.menu_key import bind_menu_key
from funneldesk.desktop.shell.windows.detached_window import DetachedWindow
from funneldesk.desktop.shell.windows.main_window import MainWindow


class Session(SessionBase):
    """Menu of the brands, palette, shortcuts, notices and preferences, each over its window."""

    def __init__(
        self,
        folders: Folders,
        settings: Settings,
        notifications: NotificationCenter,
        window: MainWindow,
    ) -> None:
        super().__init__(folders, settings, notifications, window)
        self.brand_menu = BrandMenu(self, self.open_preferences)
        window.sidebar.brand.clicked.connect(self.brand_menu.popup)
        window.top.palette_button.clicked.connect(self.open_palette)
        window.top.notices.clicked.connect(self.open_notices)
        bind(window, "Ctrl+,", self.open_preferences)
        self.own_windows.opened.connect(self._equip)
        self._equip(window)

    def _equip(self, window: QWidget) -> None:
        bind(window, "Ctrl+K", lambda: self.open_palette(window))
        bind(window, "Ctrl+J", lambda: self.jobs.open(window))
        bind(window, "Ctrl+Q", self.window.asked_to_close.emit)
        bind(window, "?", lambda: self.show_shortcuts(window))
        bind_menu_key(window)

    def open_palette(self, window: QWidget | None = None) -> None:
        """Ctrl+K, over the window in which it was pressed."""
        over = window or self.window
        own = over if isinstance(over, DetachedWindow) else None
        workspace = own.workspace if own is not None else self.shown()
        finder = records_finder(workspace, self.window)

        def offered() -> list[Entry]:
            return [*palette_entries(self, self._panel_in(over)), *self._program_entries()]

        def steps(text: str) -> list[Entry]:
            return next_steps(self._panel_in(over), text)

        Palette(over, offered, finder, steps).popup()

    def _program_entries(self) -> Iterator[Entry]:
        window, start = self.window, self.tasks.start
        yield Entry(_("Add a brand"), "", "plus", lambda: start(self.brand_menu.add_brand()))
        yield Entry(_("Check the connection"), "", "plug", lambda: start(self.brand_menu.check()))
        yield Entry(_("Use the light theme"), "", "sun", lambda: self.set_theme("light"))
        yield Entry(_("Use the dark theme"), "", "moon", lambda: self.set_theme("dark"))
        yield Entry(_("Use the system's theme"), "", "monitor", lambda: self.set_theme("system"))
        compact = theme.density.name == "compact"
        other, called = ("comfortable", _("Comfortable")) if compact else ("compact", _("Compact"))
        yield Entry(
            _("{called} density").format(called=called), "", "list", lambda: self.set_density(other)
        )
        yield Entry(_("Preferences"), "", "settings", self.open_preferences, keymap.of("Ctrl+,"))
        yield Entry(_("Notifications"), "", "bell", self.open_notifications)
        yield Entry(_("Jobs"), "", "layers", self.jobs.open, keymap.of("Ctrl+J"))
        yield Entry(_("Notices"), "", "bell", self.open_notices)
        shortcuts = partial(self.show_shortcuts, window)
        yield Entry(_("Shortcuts"), "", "keyboard", shortcuts, keymap.of("?"))
        yield Entry(_("Quit"), "", "log-out", window.asked_to_close.emit, keymap.of("Ctrl+Q"))

    def show_shortcuts(self, window: QWidget) -> None:
        """The shortcuts of the place that a window shows, and of every place."""
        show_shortcuts(window, self._panel_in(window), self.tasks)

    def _panel_in(self, window: QWidget) -> Panel | None:
        return window.panel if isinstance(window, DetachedWindow) else self.window.panel()

    def open_notices(self) -> None:
        """The bell."""
        self.window.top.notices.set_unread(False)
        self.tasks.start(NoticeDialog(self.window, self.notifications).ask())

    def open_preferences(self) -> None:
        """Theme, density and the room for the history."""
        room = self.settings.history_megabytes
        dialog = PreferencesDialog(self.window, theme.mode, theme.density.name, room)
        dialog.mode.chosen.connect(self.set_theme)
        dialog.density.chosen.connect(self.set_density)
        dialog.history.chosen.connect(lambda size: self.set_history_room(int(size)))
        self.tasks.start(dialog.ask())

    async def end(self, seconds: float) -> None:
        """End: words first, then what is remembered, the tasks, the brands, the platform.

        All but the words takes ``seconds`` at most.
        """
        window = self.window
        window.ending = True
        await self.remember()
        await within(seconds, self.keep_last_view())
        for frame in self.frames():
            frame.hide()
        panels = self.all_panels()
        await settle(panels)
        clock = asyncio.get_running_loop().time
        until = clock() + seconds
        running = self.tasks.end().union(*(end_under(panel) for panel in panels))
        running |= self.own_windows.end()
        running.discard(asyncio.current_task())
        # A save on its way has had its time by now; the platform takes a moment to go.
        self.platform.ask_to_end()
        await within(until - clock(), self.settings.flush(), *running)
        await within(until - clock(), self.brands.close())
        for key in tuple(window.views):
            window.forget_brand(key)
        window.close()
        self.platform.end(max(0.0, until - clock()))
