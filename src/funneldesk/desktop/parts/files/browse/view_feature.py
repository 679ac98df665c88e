"""Commands for the view: images or a list, larger or smaller, a window of its own."""

from collections.abc import Iterable, Sequence

from PySide6.QtWidgets import QMenu

from funneldesk.desktop.assets.grid.grid import GRID, LIST
from funneldesk.desktop.assets.library.row import AssetRow
from funneldesk.desktop.kit.shortcuts import bind
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.files.browse.browser import FilesBrowser
from funneldesk.desktop.parts.files.feature import FilesFeature
from funneldesk.desktop.sections.panel import Command, KeysLine

OWN_WINDOW = _("Open in new window")
KEYS, OWN_WINDOW_ID = "Ctrl+Shift+O", "files.own-window"
ROOT = "/"


class FilesView(FilesFeature):
    """Commands and keys of the view itself."""

    def __init__(self, panel: FilesBrowser) -> None:
        super().__init__(panel)
        bind(panel, KEYS, self._open_window, action_id=OWN_WINDOW_ID)
        for keys in ("Ctrl++", "Ctrl+="):
            bind(panel, keys, panel.list.enlarge)
        bind(panel, "Ctrl+-", panel.list.reduce)

    def commands(self) -> Iterable[Command]:
        pane = self.panel.list
        if pane.grid.shape == GRID:
            yield Command(_("Show the files as a list"), lambda: pane.show_as(LIST), "", "list")
        else:
            yield Command(
                _("Show the files as images"), lambda: pane.show_as(GRID), "", "layout-grid"
            )
        yield Command(OWN_WINDOW, self._open_window, KEYS, "external-link", OWN_WINDOW_ID)

    def shortcuts(self) -> Iterable[KeysLine]:
        return (
            ("Ctrl+Plus, Ctrl+Minus", _("Larger and smaller images")),
            (KEYS, _("Open the folder in a new window"), OWN_WINDOW_ID),
        )

    def fill_menu(self, menu: QMenu, rows: Sequence[AssetRow]) -> None:
        if len(rows) == 1:
            path = rows[0].path
            menu.addAction(OWN_WINDOW, lambda: self.panel.workspace.open_window("files", path))
            menu.addSeparator()

    def _open_window(self) -> None:
        rows = self.panel.selected()
        path = rows[0].path if len(rows) == 1 else self.panel.folder
        self.panel.workspace.open_window("files", path or ROOT)
