"""The Files section: folders, what lies in them, and all that can be done with files."""

from typing import Any

from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.files.browse.browser import FilesBrowser
from funneldesk.desktop.parts.files.browse.drops import FilesDrops
from funneldesk.desktop.parts.files.browse.export import FilesExport
from funneldesk.desktop.parts.files.browse.menus import FilesMenus
from funneldesk.desktop.parts.files.browse.view_feature import FilesView
from funneldesk.desktop.parts.files.browse.view_state import restore_view, view_state
from funneldesk.desktop.parts.files.feature import FilesFeature
from funneldesk.desktop.parts.files.organise.features import ORGANISING
from funneldesk.desktop.parts.files.properties.properties import Properties
from funneldesk.desktop.parts.files.quick_look.quick_look import QuickLook
from funneldesk.desktop.parts.files.references.where_used import WhereUsed
from funneldesk.desktop.parts.files.transfers.download import FilesDownload
from funneldesk.desktop.parts.files.transfers.upload import Uploading
from funneldesk.desktop.sections.panel import Command, KeysLine
from funneldesk.desktop.workspace.workspace import Workspace

FEATURES: tuple[type[FilesFeature], ...] = (
    QuickLook,
    Properties,
    Uploading,
    FilesDownload,
    FilesExport,
    FilesView,
    WhereUsed,
    *ORGANISING,
)
"""Features of the section, in the order of the menus."""


class FilesPanel(FilesBrowser):
    """The browser with its features, menus and drops."""

    def __init__(self, workspace: Workspace) -> None:
        super().__init__(workspace)
        self.features = tuple(kind(self) for kind in FEATURES)
        self.menus = FilesMenus(self, self.features)
        self.drops = FilesDrops(self)
        self.list.selection_changed.connect(self._selection_changed)

    def _selection_changed(self) -> None:
        rows = self.selected()
        for feature in self.features:
            feature.selection_changed(rows)

    def commands(self) -> tuple[Command, ...]:
        return tuple(command for feature in self.features for command in feature.commands())

    def shortcuts(self) -> tuple[KeysLine, ...]:
        own = (
            ("Enter", _("Open the folder, look at the file")),
            ("Space", _("Look at the file")),
            ("Backspace, Alt+Up", _("The folder around this one")),  # not shown
            ("Ctrl+F", _("Search all folders")),
            ("Ctrl+A", _("Select everything shown")),
        )
        return (*own, *(pair for feature in self.features for pair in feature.shortcuts()))

    def leave(self) -> None:
        for feature in self.features:
            feature.end()

    def state(self) -> dict[str, Any]:
        return view_state(self)

    def restore(self, state: dict[str, Any]) -> None:
        restore_view(self, state)
