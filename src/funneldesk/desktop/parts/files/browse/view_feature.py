"""Commands for the view: images or a list, larger or smaller, a window of its own."""

from collections.abc import Iterable

from funneldesk.desktop.assets.grid.grid import GRID, LIST
from funneldesk.desktop.kit.shortcuts import bind
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.files.browse.browser import FilesBrowser
from funneldesk.desktop.parts.files.feature import FilesFeature
from funneldesk.desktop.sections.actions import Action, Ids, Place
from funneldesk.desktop.sections.panel import KeysLine

ROOT = "/"


class FilesView(FilesFeature):
    """Commands and keys of the view itself."""

    def __init__(self, panel: FilesBrowser) -> None:
        super().__init__(panel)
        for keys in ("Ctrl++", "Ctrl+="):
            bind(panel, keys, panel.list.enlarge)
        bind(panel, "Ctrl+-", panel.list.reduce)

    def declare(self) -> Iterable[Action]:
        pane = self.panel.list
        yield Action(
            "files.as-list",
            _("Show the files as a list"),
            lambda _ids: pane.show_as(LIST),
            icon="list",
            offered=lambda *_: pane.grid.shape == GRID,
        )
        yield Action(
            "files.as-images",
            _("Show the files as images"),
            lambda _ids: pane.show_as(GRID),
            icon="layout-grid",
            offered=lambda *_: pane.grid.shape != GRID,
        )
        yield Action(
            "files.own-window",
            _("Open in new window"),
            self._open_window,
            icon="external-link",
            keys="Ctrl+Shift+O",
            places=Place.PALETTE | Place.RECORD_MENU,
            offered=lambda place, ids: place is not Place.RECORD_MENU or len(ids) == 1,
            tip=_("Open the folder in a new window"),
        )

    def shortcuts(self) -> Iterable[KeysLine]:
        yield "Ctrl+Plus, Ctrl+Minus", _("Larger and smaller images")

    def _open_window(self, ids: Ids) -> None:
        rows = self.rows(ids) or self.panel.selected()
        path = rows[0].path if len(rows) == 1 else self.panel.folder
        self.panel.workspace.open_window("files", path or ROOT)
