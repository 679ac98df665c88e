"""What a feature of the Pages section adds to it: commands, and entries in its three menus."""

from collections.abc import Iterable, Sequence

from PySide6.QtWidgets import QMenu

from funneldesk.desktop.parts.pages.context import PagesContext
from funneldesk.desktop.sections.actions import Action, Actions, Place
from funneldesk.desktop.sections.panel import Command, KeysLine


class PageFeature:
    """One thing that can be done with pages. The panel puts them together.

    A feature owns its widgets and its work; what it uses of the section it takes from
    ``context``.
    """

    def __init__(self, context: PagesContext) -> None:
        self.context = context
        self.declared = Actions(context.workspace, self.declare(), self._open_ids)
        self.declared.bind(context.section)

    def declare(self) -> Sequence[Action]:
        """What this feature can do; said once, before anything else of it exists."""
        return ()

    def _open_ids(self) -> list[str]:
        session = self.context.session
        return [session.record_id] if session.draft is not None else []

    def commands(self) -> Iterable[Command]:
        """What the palette offers now."""
        return self.declared.commands()

    def shortcuts(self) -> Iterable[KeysLine]:
        """What the ``?`` dialog says of the keys."""
        return self.declared.keys_lines()

    def fill_page_menu(self, menu: QMenu) -> None:
        """Add what concerns the page that is open; there is one when this is called."""
        self.declared.fill(menu, Place.RECORD_MENU, self._open_ids())

    def fill_list_menu(self, menu: QMenu, ids: list[str]) -> None:
        """Add what concerns the selected pages; there is at least one."""
        self.declared.fill(menu, Place.LIST_MENU, ids)

    def fill_section_menu(self, menu: QMenu) -> None:
        """Add what concerns all pages of the brand."""
        self.declared.fill(menu, Place.SECTION_MENU, ())

    def end(self) -> None:
        """The section is going: stop."""
