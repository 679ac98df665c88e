"""The Files section: folders, what lies in them, and all that can be done with files."""

from typing import Any

from funneldesk.desktop.kit.shortcuts import WITHIN
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
from funneldesk.desktop.sections.actions import Action, Actions, Place
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
        actions = (action for feature in self.features for action in feature.declare())
        selected = lambda: [row.path for row in self.selected()]  # noqa: E731
        self.actions_on_files = Actions(workspace, (*self._ways_in(), *actions), selected)
        self.actions_on_files.bind(self, WITHIN)
        self.menus = FilesMenus(self, self.actions_on_files)
        self.drops = FilesDrops(self)
        self.list.selection_changed.connect(self._selection_changed)

    def _selection_changed(self) -> None:
        rows = self.selected()
        for feature in self.features:
            feature.selection_changed(rows)

    def _ways_in(self) -> tuple[Action, ...]:
        """What opens an entry of the list."""
        return (
            Action(
                "files.open",
                _("Open"),
                lambda ids: self.show_folder(ids[0]),
                places=Place.RECORD_MENU,
                offered=lambda _, ids: len(ids) == 1 and self.library.has_folder(ids[0]),
            ),
            Action(
                "files.show-in-folder",
                _("Show in its folder"),
                lambda ids: self.open_record(ids[0]),
                places=Place.RECORD_MENU,
                offered=lambda _, ids: len(ids) == 1 and self.list.query.narrows,
            ),
        )

    def commands(self) -> tuple[Command, ...]:
        return tuple(self.actions_on_files.commands())

    def refused(self) -> tuple[Command, ...]:
        return tuple(self.actions_on_files.refused())

    def shortcuts(self) -> tuple[KeysLine, ...]:
        own = (
            ("Enter", _("Open the folder, look at the file")),
            ("Backspace, Alt+Up", _("The folder around this one")),  # not shown
            ("Ctrl+F", _("Search all folders")),
            ("Ctrl+A", _("Select everything shown")),
        )
        more = (pair for feature in self.features for pair in feature.shortcuts())
        return (*own, *self.actions_on_files.keys_lines(), *more)

    def leave(self) -> None:
        for feature in self.features:
            feature.end()

    def state(self) -> dict[str, Any]:
        return view_state(self)

    def restore(self, state: dict[str, Any]) -> None:
        restore_view(self, state)
