"""Search and replace over all pages, in a window over the section."""

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.pages.context import PagesContext
from funneldesk.desktop.parts.pages.feature import PageFeature
from funneldesk.desktop.parts.pages.library.place import open_at
from funneldesk.desktop.parts.pages.search_replace.rules import PageReplaceRules
from funneldesk.desktop.records.search_replace.head import ALL, FIND, REPLACE, SELECTED
from funneldesk.desktop.records.search_replace.searched import Searched
from funneldesk.desktop.sections.actions import Action, Place, Takes

if TYPE_CHECKING:
    from funneldesk.desktop.records.search_replace.window import SearchReplaceWindow

FIND_KEYS, REPLACE_KEYS = "Ctrl+Shift+F", "Ctrl+Shift+H"


class SearchReplace(PageFeature):
    """Opens the window, and keeps it with what was found."""

    def __init__(self, context: PagesContext) -> None:
        super().__init__(context)
        self.window: SearchReplaceWindow | None = None

    def declare(self) -> Sequence[Action]:
        in_section = Place.PALETTE | Place.SECTION_MENU
        return (
            Action(
                "pages.search",
                _("Search all pages…"),
                lambda _: self.show(FIND),
                "search",
                FIND_KEYS,
                in_section,
            ),
            Action(
                "pages.replace",
                _("Replace in all pages…"),
                lambda _: self.show(REPLACE),
                "repeat",
                REPLACE_KEYS,
                in_section,
            ),
            Action(
                "pages.replace-in-selected",
                _("Search and replace in these…"),
                lambda _: self.show(REPLACE, SELECTED),
                "repeat",
                places=Place.LIST_MENU,
                takes=Takes.SEVERAL,
                offered=lambda _, ids: len(ids) > 1,
            ),
        )

    def show(self, mode: str, scope: str = ALL) -> "SearchReplaceWindow":
        """Bring the window up; what was found before is still there."""
        if self.window is None:
            from funneldesk.desktop.records.search_replace.window import SearchReplaceWindow

            self.window = SearchReplaceWindow(self._searched())
        self.window.begin(mode, scope)
        return self.window

    def _searched(self) -> Searched:
        context = self.context
        return Searched(
            context.section,
            context.session,
            context.list,
            ("title", "html", "css", "custom_javascript", "custom_header_code"),
            lambda row: (row.name or _("Untitled page"), f"/{row.slug}"),
            partial(open_at, context.session),
            PageReplaceRules(context.workspace, context.library),
        )

    def search_for(self, text: str) -> None:
        """Bring the window up with these words sought."""
        self.show(FIND).head.sought_text.setText(text)
