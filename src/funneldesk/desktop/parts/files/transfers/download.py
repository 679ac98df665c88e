"""Download: one file, a selection, a folder with all in it, or everything."""

from collections.abc import Iterable, Sequence

from PySide6.QtWidgets import QMenu

from funneldesk.desktop.assets.library.row import AssetRow
from funneldesk.desktop.assets.transfers.downloads.flow import download, download_as
from funneldesk.desktop.kit.shortcuts import WITHIN, bind
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.files.browse.browser import FilesBrowser
from funneldesk.desktop.parts.files.feature import FilesFeature
from funneldesk.desktop.sections.panel import Command

KEYS = "Ctrl+Shift+D"


class FilesDownload(FilesFeature):
    """Entries in the menus of files, folders and the section; the work is the queue's."""

    def __init__(self, panel: FilesBrowser) -> None:
        super().__init__(panel)
        bind(panel, KEYS, self.download_selected, WITHIN)

    def commands(self) -> Iterable[Command]:
        if self.panel.selected():
            yield Command(_("Download the selection…"), self.download_selected, KEYS, "download")
        yield Command(_("Download all files…"), self.download_all, "", "download")

    def shortcuts(self) -> Iterable[tuple[str, str]]:
        yield KEYS, _("Download the selection")

    def fill_menu(self, menu: QMenu, rows: Sequence[AssetRow]) -> None:
        chosen = list(rows)
        menu.addAction(_("Download…"), lambda: self.download(chosen))
        if len(chosen) == 1 and not chosen[0].is_folder:
            menu.addAction(_("Download as…"), lambda: self.download_as(chosen[0]))

    def fill_folder_menu(self, menu: QMenu, folder: str) -> None:
        if folder:
            menu.addAction(_("Download this folder…"), lambda: self.download([_folder(folder)]))

    def fill_section_menu(self, menu: QMenu) -> None:
        menu.addAction(_("Download all files…"), self.download_all)

    def download_selected(self) -> None:
        """The selected files."""
        rows = self.panel.selected()
        if rows:
            self.download(rows)

    def download_all(self) -> None:
        """Every file of the brand."""
        self.download([_folder("")])

    def download(self, rows: Sequence[AssetRow]) -> None:
        """Ask where to, and begin."""
        panel = self.panel
        panel.tasks.latest("download", download(panel, panel.workspace, rows))

    def download_as(self, row: AssetRow) -> None:
        """Ask for a name, and begin."""
        panel = self.panel
        panel.tasks.latest("download", download_as(panel, panel.workspace, row))


def _folder(path: str) -> AssetRow:
    return AssetRow(path, True)
