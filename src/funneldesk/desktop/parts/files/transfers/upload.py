"""Uploads: dropped on the section, pasted into it, or chosen; looked at first, then sent."""

from collections.abc import Iterable, Sequence
from pathlib import Path

from PySide6.QtCore import QMimeData
from PySide6.QtGui import QGuiApplication

from funneldesk.desktop.assets.transfers.queue import TransferQueue
from funneldesk.desktop.assets.upload_review.flow import Dropped, dropped, prepare_upload, warm
from funneldesk.desktop.kit.explain import explain
from funneldesk.desktop.kit.export.file_dialog import ask_folder
from funneldesk.desktop.kit.notices.notices import Notice
from funneldesk.desktop.local.files.problems import LocalStoreProblem
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.files.browse.browser import WRITES, FilesBrowser
from funneldesk.desktop.parts.files.feature import FilesFeature
from funneldesk.desktop.parts.files.transfers.upload_choice import ask_files
from funneldesk.desktop.sections.actions import Action, Place, Title

NOTICE = "files/upload"


class Uploading(FilesFeature):
    """Every way in ends at ``upload``."""

    def __init__(self, panel: FilesBrowser) -> None:
        super().__init__(panel)
        panel.files_dropped.connect(self._dropped)
        panel.asked_to_upload.connect(lambda: self._choose(panel.folder))

    def declare(self) -> Iterable[Action]:
        places = Place.PALETTE | Place.LIST_MENU | Place.SECTION_MENU
        yield Action(
            "files.upload",
            _titled(_("Upload files…"), _("Upload files here…")),
            self.in_folder(self._choose),
            icon="upload",
            keys="Ctrl+N",
            places=places,
            writes=WRITES,
            window_keys=True,
        )
        yield Action(
            "files.upload-folder",
            _titled(_("Upload a folder…"), _("Upload a folder here…")),
            self.in_folder(self._choose_folder),
            icon="folder-up",
            keys="Ctrl+Shift+U",
            places=places,
            writes=WRITES,
        )
        yield Action(
            "files.paste",
            _titled(_("Paste files or an image"), _("Paste here")),
            self.in_folder(self._paste),
            icon="upload",
            keys="Ctrl+V",
            places=Place.PALETTE | Place.LIST_MENU,
            writes=WRITES,
            tip=_("Upload the files or the image on the clipboard"),
        )

    async def upload(self, sources: Sequence[Path] | Dropped, folder: str) -> None:
        """Look at files, have what is open decided, and hand them to the queue."""
        workspace = self.panel.workspace
        try:
            order = await prepare_upload(self.panel, workspace, sources, folder)
            if order is not None and order.items:
                await workspace.shared(TransferQueue).upload(order)
        except LocalStoreProblem as problem:
            workspace.notifications.post(explain(problem, _("Preparing the upload")).notice(NOTICE))

    # Ways in

    def _start(self, sources: Sequence[Path] | Dropped, folder: str) -> None:
        self.panel.tasks.start(self.upload(sources, folder))

    def _dropped(self, mime: QMimeData, folder: str) -> None:
        found = dropped(mime)
        if found is not None:
            self._start(found, folder)
        else:
            self._tell(
                _("There is nothing to upload in what was dropped"),
                _("Drop files, folders or an image."),
            )

    def _paste(self, folder: str) -> None:
        found = dropped(QGuiApplication.clipboard().mimeData())
        if found is not None:
            self._start(found, folder)
        else:
            self._tell(
                _("There is nothing to upload on the clipboard"),
                _("Copy files, folders or an image first."),
            )

    def _choose(self, folder: str) -> None:
        self.panel.tasks.latest("choose", self._chosen(folder))

    def _choose_folder(self, folder: str) -> None:
        self.panel.tasks.latest("choose", self._chosen(folder, trees=True))

    async def _chosen(self, folder: str, *, trees: bool = False) -> None:
        paths: Sequence[Path]
        warm(self.panel.workspace)
        if trees:
            chosen = await ask_folder(self.panel, _("A folder to upload"))
            paths = [chosen] if chosen is not None else []
        else:
            paths = await ask_files(self.panel, _("Files to upload"))
        if paths:
            self._start(paths, folder)

    def _tell(self, title: str, text: str) -> None:
        self.panel.workspace.notifications.post(Notice(title, text, "info", key=NOTICE))


def _titled(plain: str, here: str) -> Title:
    """``here`` in the menu of a folder, ``plain`` everywhere else."""
    return lambda ids: here if ids else plain
