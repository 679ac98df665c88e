"""What a feature of the Pages section adds to it: commands, and entries in its three menus."""

from collections.abc import Iterable

from PySide6.QtWidgets import QMenu

from funneldesk.desktop.parts.pages.context import PagesContext
from funneldesk.desktop.sections.panel import Command


class PageFeature:
    """One thing that can be done with pages. The panel puts them together.

    A feature owns its widgets and its work; what it uses of the section it takes from
    ``context``.
    """

    def __init__(self, context: PagesContext) -> None:
        self.context = context

    def commands(self) -> Iterable[Command]:
        """What the palette offers now."""
        return ()

    def fill_page_menu(self, menu: QMenu) -> None:
        """Add what concerns the page that is open; there is one when this is called."""

    def fill_list_menu(self, menu: QMenu, ids: list[str]) -> None:
        """Add what concerns the selected pages; there is at least one."""

    def fill_section_menu(self, menu: QMenu) -> None:
        """Add what concerns all pages of the brand."""

    def end(self) -> None:
        """The section is going: stop."""
