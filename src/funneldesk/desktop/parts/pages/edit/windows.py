"""The same page in several windows: what a window says of it, and a window for one page."""

from collections.abc import Callable, Sequence

from PySide6.QtWidgets import QBoxLayout

from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.pages.context import PagesContext
from funneldesk.desktop.parts.pages.feature import PageFeature
from funneldesk.desktop.parts.pages.library.library import PART
from funneldesk.desktop.records.edit.lock_banner import LockBanner
from funneldesk.desktop.sections.actions import Action, Ids, Place, Takes

OWN_WINDOW = _("Open in new window")
KEYS = "Ctrl+Shift+O"


class PageWindows(PageFeature):
    """A banner above the source while another window writes, and the way to a second window."""

    def __init__(self, context: PagesContext, is_detached: Callable[[], bool]) -> None:
        """``is_detached``: whether the window was opened for one page."""
        super().__init__(context)
        self._is_detached = is_detached
        self.banner = LockBanner(context.session, context.editor.focus_source)
        layout = context.editor.layout()
        if isinstance(layout, QBoxLayout):
            layout.insertWidget(0, self.banner)
        self._arrived = False
        context.session.opened.connect(self._opened)

    def declare(self) -> Sequence[Action]:
        everywhere = Place.PALETTE | Place.RECORD_MENU | Place.LIST_MENU
        return (
            Action(
                "pages.own-window",
                OWN_WINDOW,
                self._open_window,
                "external-link",
                KEYS,
                everywhere,
                takes=Takes.ONE,
            ),
        )

    def _open_window(self, ids: Ids) -> None:
        self.context.workspace.open_window(PART, ids[0])

    def _opened(self, record_id: str) -> None:
        """Who opens a window for a page means to work there."""
        if self._is_detached() and record_id and not self._arrived:
            self._arrived = True
            self.banner.edit_here()
