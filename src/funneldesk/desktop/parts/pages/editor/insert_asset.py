"""Files of the brand go into the page: chosen, dragged, or uploaded right there."""

from collections.abc import Sequence

from PySide6.QtWidgets import QMenu

from funneldesk.desktop.assets.insert.inserting import InsertFiles
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.pages.context import PagesContext
from funneldesk.desktop.parts.pages.editor.editor import SETTINGS
from funneldesk.desktop.parts.pages.feature import PageFeature
from funneldesk.desktop.parts.pages.library.library import PART
from funneldesk.desktop.sections.actions import Action, Place, Takes

KEYS = "Ctrl+Shift+I"


class InsertAsset(PageFeature):
    """Entries of the menus for what ``InsertFiles`` does."""

    def __init__(self, context: PagesContext) -> None:
        super().__init__(context)
        editor = context.editor
        self.inserting = InsertFiles(
            context.section, lambda: editor.code, self._show_source, PART, "page"
        )
        self.put, self.uploads = self.inserting.put, self.inserting.uploads
        editor.code_made.connect(self.inserting.equip)
        editor.source_menu.connect(self._fill_source_menu)

    def declare(self) -> Sequence[Action]:
        return (
            Action(
                "pages.insert-file",
                _("Insert a file…"),
                lambda _: self.choose(),
                "image",
                KEYS,
                Place.PALETTE | Place.RECORD_MENU,
                takes=Takes.OPEN,
                refusal=lambda _unused: (
                    "" if self._may_insert else _("The source can't be changed now.")
                ),
            ),
        )

    def choose(self) -> None:
        """Pick files, for where the cursor is."""
        if self._may_insert:
            self.inserting.choose()

    @property
    def _may_insert(self) -> bool:
        code = self.context.editor.code
        open_page = self.context.session.draft is not None
        return open_page and code is not None and not code.is_read_only

    def _fill_source_menu(self, menu: QMenu) -> None:
        menu.addSeparator()
        action = menu.addAction(_("Insert a file…"), self.choose)
        action.setEnabled(self._may_insert)

    def _show_source(self) -> None:
        if self.context.editor.tabs.current() == SETTINGS:
            self.context.editor.show_tab("html")
