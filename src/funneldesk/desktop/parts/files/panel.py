"""The Files section: folders, what lies in them, and what is known of what is selected."""

from collections.abc import Sequence

from PySide6.QtWidgets import QMenu

from funneldesk.desktop.assets.library import AssetLibrary
from funneldesk.desktop.assets.row import AssetRow
from funneldesk.desktop.kit.explain import explain
from funneldesk.desktop.panel import Command, Panel
from funneldesk.desktop.parts.files.feature import FilesFeature
from funneldesk.desktop.workspace import Change, Workspace

FEATURES: tuple[type[FilesFeature], ...] = ()
"""What can be done here, in the order of the menus."""


class FilesPanel(Panel):
    """``folder`` is the one that is shown, "" the assets folder itself."""

    def __init__(self, workspace: Workspace) -> None:
        super().__init__(workspace)
        self.library = workspace.shared(AssetLibrary)
        self.folder = ""
        self.features = tuple(kind(self) for kind in FEATURES)
        self.workspace.changed.connect(self._changed_elsewhere)

    async def load(self) -> None:
        from funneldesk.client.errors import ApiError

        await self.library.show_local()
        try:
            await self.library.refresh()
            self.workspace.board.withdraw("files/load")
        except ApiError as error:
            told = explain(error, "Reading the files")
            self.workspace.board.post(told.notice("files/load", self.refresh))

    def selected(self) -> list[AssetRow]:
        """The selected files and folders, in the order shown."""
        return []

    def commands(self) -> tuple[Command, ...]:
        return tuple(command for feature in self.features for command in feature.commands())

    def fill_menu(self, menu: QMenu, rows: Sequence[AssetRow]) -> None:
        """The menu of the selection."""
        for feature in self.features:
            feature.fill_menu(menu, rows)

    def leave(self) -> None:
        for feature in self.features:
            feature.end()

    def _changed_elsewhere(self, change: Change) -> None:
        if change.part == "files" and change.source is not self:
            self.refresh()
