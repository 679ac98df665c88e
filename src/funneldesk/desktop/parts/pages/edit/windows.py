"""The same page in several windows: what a window says of it, and a window for one page."""

from collections.abc import Callable, Iterable

from PySide6.QtWidgets import QBoxLayout, QMenu

from funneldesk.desktop.kit.controls.banner import Banner
from funneldesk.desktop.kit.notices.notices import Notice
from funneldesk.desktop.kit.shortcuts import bind, in_menu
from funneldesk.desktop.parts.pages.context import PagesContext
from funneldesk.desktop.parts.pages.feature import PageFeature
from funneldesk.desktop.parts.pages.library.library import PART
from funneldesk.desktop.sections.panel import Command

OWN_WINDOW = "Open in a window of its own"
KEYS = "Ctrl+Shift+O"
FOLLOWS = "One window at a time can change it; this one follows."


class PageWindows(PageFeature):
    """A banner above the source while another window writes, and the way to a second window."""

    def __init__(self, context: PagesContext, is_detached: Callable[[], bool]) -> None:
        """``is_detached``: whether the window was opened for one page."""
        super().__init__(context)
        self._is_detached = is_detached
        self.banner = Banner("Go there", "Edit here", closable=False)
        layout = context.editor.layout()
        if isinstance(layout, QBoxLayout):
            layout.insertWidget(0, self.banner)
        self.banner.pressed.connect(self._go_there)
        self.banner.pressed_second.connect(self._edit_here)
        bind(context.section, KEYS, self._open_window)
        self._arrived = False
        context.session.opened.connect(self._opened)
        context.session.lock.changed.connect(self._show)

    def commands(self) -> Iterable[Command]:
        if self.context.session.draft is not None:
            yield Command(OWN_WINDOW, self._open_window, KEYS, "external-link")

    def fill_page_menu(self, menu: QMenu) -> None:
        menu.addAction(in_menu(OWN_WINDOW, KEYS), self._open_window)

    def fill_list_menu(self, menu: QMenu, ids: list[str]) -> None:
        if len(ids) == 1:
            menu.addAction(OWN_WINDOW, lambda: self.context.workspace.open_window(PART, ids[0]))

    def _open_window(self) -> None:
        if self.context.session.draft is not None:
            self.context.workspace.open_window(PART, self.context.session.record_id)

    def _opened(self, record_id: str) -> None:
        """Who opens a window for a page means to work there."""
        if self._is_detached() and record_id and not self._arrived:
            self._arrived = True
            self._edit_here()

    def _show(self) -> None:
        lock = self.context.session.lock
        others = lock.others
        if not others or lock.may_write:
            self.banner.clear()
            return
        writer = others[0]
        dirty = ", with unsaved changes" if writer.has_unsaved() else ""
        self.banner.say(f"This page is open in another window{dirty}.", FOLLOWS)
        self.banner.second.setVisible(self.context.workspace.may_write(PART))

    def _go_there(self) -> None:
        others = self.context.session.lock.others
        if others:
            others[0].come_forward()

    def _edit_here(self) -> None:
        self.context.tasks.start(self._take_over())

    async def _take_over(self) -> None:
        refusal = await self.context.session.lock.take_over()
        if refusal:
            words = "This page stays with the other window for now."
            self.context.workspace.notifications.post(
                Notice(words, refusal, "warning", key="pages/lock")
            )
        else:
            self.context.editor.focus_source()
