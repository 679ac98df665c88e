"""Download: one file, a selection, a folder with all in it, or everything."""

from collections.abc import Iterable, Sequence

from funneldesk.desktop.assets.library.row import AssetRow
from funneldesk.desktop.assets.transfers.downloads.flow import download, download_as
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.files.feature import FilesFeature
from funneldesk.desktop.sections.actions import Action, Place, Takes


class FilesDownload(FilesFeature):
    """Entries in the menus of files, folders and the section; the work is the queue's."""

    def declare(self) -> Iterable[Action]:
        yield Action(
            "files.download",
            _("Download the selection…"),
            self.on_rows(self.download),
            icon="download",
            keys="Ctrl+Shift+D",
            places=Place.PALETTE | Place.RECORD_MENU,
            menu_title=_("Download…"),
            takes=Takes.SEVERAL,
        )
        yield Action(
            "files.download-as",
            _("Download as…"),
            self.on_row(self.download_as),
            icon="download",
            places=Place.RECORD_MENU,
            offered=self.is_file,
        )
        yield Action(
            "files.download-folder",
            _("Download this folder…"),
            lambda ids: self.download([AssetRow(ids[0], True)]),
            icon="download",
            places=Place.LIST_MENU,
            offered=lambda _place, ids: bool(ids[0]),
        )
        yield Action(
            "files.download-all",
            _("Download all files…"),
            lambda _ids: self.download([AssetRow("", True)]),
            icon="download",
            places=Place.PALETTE | Place.SECTION_MENU,
        )

    def download(self, rows: Sequence[AssetRow]) -> None:
        """Ask where to, and begin."""
        panel = self.panel
        panel.tasks.latest("download", download(panel, panel.workspace, rows))

    def download_as(self, row: AssetRow) -> None:
        """Ask for a name, and begin."""
        panel = self.panel
        panel.tasks.latest("download", download_as(panel, panel.workspace, row))
