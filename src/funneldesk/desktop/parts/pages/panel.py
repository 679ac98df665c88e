"""The Pages section: its view with all that can be done with pages."""

from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QMenu

from funneldesk.desktop.kit.web.editor.tab_keys import TAB_MODE_KEYS, TAB_MODE_WORDS
from funneldesk.desktop.parts.pages.bulk.feature import PageBulk
from funneldesk.desktop.parts.pages.copy_to_brand.feature import PageToBrand
from funneldesk.desktop.parts.pages.edit.windows import PagePresence
from funneldesk.desktop.parts.pages.editor.actions import OpenPage
from funneldesk.desktop.parts.pages.editor.insert_asset import InsertAsset
from funneldesk.desktop.parts.pages.feature import PageFeature
from funneldesk.desktop.parts.pages.folder_sync.feature import PageFolder
from funneldesk.desktop.parts.pages.history.feature import PageHistory
from funneldesk.desktop.parts.pages.library.place import open_mention
from funneldesk.desktop.parts.pages.list.export import PageExport
from funneldesk.desktop.parts.pages.panes import PREVIEW_KEYS
from funneldesk.desktop.parts.pages.preview.feature import PreviewFeature
from funneldesk.desktop.parts.pages.problems.feature import AllProblems
from funneldesk.desktop.parts.pages.search_replace.feature import AcrossPages
from funneldesk.desktop.parts.pages.split_tests.feature import SplitTests
from funneldesk.desktop.parts.pages.view import PagesView
from funneldesk.desktop.sections.panel import Command
from funneldesk.desktop.workspace.workspace import Mention, Workspace

FEATURES: tuple[type[PageFeature], ...] = (
    OpenPage,
    PageHistory,
    PageBulk,
    PageExport,
    PageFolder,
    PageToBrand,
    PagePresence,
    AcrossPages,
    AllProblems,
    PreviewFeature,
    SplitTests,
    InsertAsset,
)
"""What can be done here, in the order of the menus."""


class PagesPanel(PagesView):
    """The view with its features and menus."""

    def __init__(self, workspace: Workspace) -> None:
        super().__init__(workspace)
        self.features = tuple(kind(self) for kind in FEATURES)
        self.list.asked_for_menu.connect(self._fill_list_menu)
        self.list.asked_for_section_menu.connect(self._fill_section_menu)
        self.more_button.clicked.connect(self._open_more)

    def open_mention(self, record_id: str, mention: Mention) -> None:
        self._begin_to_open(record_id, open_mention(self, record_id, mention))

    def _open_more(self) -> None:
        """What is done less often with the open page."""
        if self.desk.document is None:
            return
        menu = QMenu(self)
        menu.aboutToHide.connect(menu.deleteLater)
        for feature in self.features:
            feature.fill_page_menu(menu)
        menu.popup(self.more_button.mapToGlobal(QPoint(0, self.more_button.height() + 4)))

    def _fill_list_menu(self, menu: QMenu, ids: list[str]) -> None:
        for feature in self.features:
            feature.fill_list_menu(menu, ids)

    def _fill_section_menu(self, menu: QMenu) -> None:
        for feature in self.features:
            feature.fill_section_menu(menu)

    def commands(self) -> tuple[Command, ...]:
        return tuple(command for feature in self.features for command in feature.commands())

    def next_steps(self, text: str) -> tuple[Command, ...]:
        across = next(f for f in self.features if isinstance(f, AcrossPages))
        return (
            Command(
                f"Search all pages for “{text}”", lambda: across.search_for(text), "", "search"
            ),
            Command("New page", self.new, "Ctrl+N", "file-plus"),
        )

    def shortcuts(self) -> tuple[tuple[str, str], ...]:
        return (
            ("Enter", "Open the selected page"),
            ("Del", "Delete the selected pages"),
            ("Ctrl+F", "Search the list, or the source while you write"),
            ("Ctrl+Shift+F", "Search all pages"),
            ("Ctrl+Shift+H", "Replace in all pages"),
            ("F8", "Next problem"),
            ("Ctrl+H", "History of this page"),
            ("Ctrl+Shift+P", "Compare variants and widths"),
            (PREVIEW_KEYS, "Show or hide the preview"),
            ("Alt+Z", "Wrap long lines"),
            (TAB_MODE_KEYS, TAB_MODE_WORDS),
            ("Ctrl+Shift+O", "Open the page in a window of its own"),
            ("Shift+F8", "Problems of all pages"),
            ("Ctrl+Shift+I", "Insert a file at the cursor"),
            ("Ctrl+Shift+T", "Test the selected part of the HTML"),
            ("Alt+Up, Alt+Down", "Move a variant of a split test"),
            ("F2", "Rename a variant"),
        )

    def leave(self) -> None:
        super().leave()
        for feature in self.features:
            feature.end()
