"""Uploads: dropped on the section, pasted into it, or chosen; looked at first, then sent."""

from collections.abc import Iterable, Sequence
from pathlib import Path

from PySide6.QtCore import QMimeData
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMenu

from funneldesk.desktop.assets.transfers.queue import TransferQueue
from funneldesk.desktop.assets.upload_review.flow import Dropped, dropped, prepare_upload, warm
from funneldesk.desktop.kit.explain import explain
from funneldesk.desktop.kit.export.file_dialog import ask_folder
from funneldesk.desktop.kit.notices.notices import Notice
from funneldesk.desktop.kit.shortcuts import WITHIN, bind
from funneldesk.desktop.local.files.problems import LocalStoreProblem
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.files.browse.browser import FilesBrowser
from funneldesk.desktop.parts.files.feature import FilesFeature
from funneldesk.desktop.parts.files.transfers.upload_choice import ask_files
from funneldesk.desktop.sections.panel import Command

NOTICE = "files/upload"
PASTE_KEYS, FOLDER_KEYS = "Ctrl+V", "Ctrl+Shift+U"


class Uploading(FilesFeature):
    """Every way in ends at ``upload``."""

    def __init__(self, panel: FilesBrowser) -> None:
        super().__init__(panel)
        panel.files_dropped.connect(self._dropped)
        panel.asked_to_upload.connect(lambda: self._choose())
        for keys, act in ((PASTE_KEYS, self._paste), (FOLDER_KEYS, self._choose_folder)):
            bind(panel, keys, act, WITHIN)

    def commands(self) -> Iterable[Command]:
        if self.panel.may_write:
            yield Command(_("Upload files…"), self._choose, "Ctrl+N", "upload")
            yield Command(_("Upload a folder…"), self._choose_folder, FOLDER_KEYS, "folder-up")
            yield Command(_("Paste files or an image"), self._paste, PASTE_KEYS, "upload")

    def shortcuts(self) -> Iterable[tuple[str, str]]:
        yield "Ctrl+N", _("Upload files")
        yield FOLDER_KEYS, _("Upload a folder")
        yield PASTE_KEYS, _("Upload the files or the image on the clipboard")

    def fill_folder_menu(self, menu: QMenu, folder: str) -> None:
        if not self.panel.may_write:
            return
        menu.addAction(_("Upload files here…"), lambda: self._choose(folder))
        menu.addAction(_("Upload a folder here…"), lambda: self._choose_folder(folder))
        menu.addAction(_("Paste here"), lambda: self._paste(folder))

    def fill_section_menu(self, menu: QMenu) -> None:
        if self.panel.may_write:
            menu.addAction(_("Upload files…"), lambda: self._choose())
            menu.addAction(_("Upload a folder…"), lambda: self._choose_folder())

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

    def _paste(self, folder: str | None = None) -> None:
        if not self.panel.may_write:
            return
        found = dropped(QGuiApplication.clipboard().mimeData())
        if found is not None:
            self._start(found, self.panel.folder if folder is None else folder)
        else:
            self._tell(
                _("There is nothing to upload on the clipboard"),
                _("Copy files, folders or an image first."),
            )

    def _choose(self, folder: str | None = None) -> None:
        self.panel.tasks.latest("choose", self._chosen(folder))

    def _choose_folder(self, folder: str | None = None) -> None:
        self.panel.tasks.latest("choose", self._chosen(folder, trees=True))

    async def _chosen(self, folder: str | None, *, trees: bool = False) -> None:
        target = self.panel.folder if folder is None else folder
        paths: Sequence[Path]
        warm(self.panel.workspace)
        if trees:
            chosen = await ask_folder(self.panel, _("A folder to upload"))
            paths = [chosen] if chosen is not None else []
        else:
            paths = await ask_files(self.panel, _("Files to upload"))
        if paths:
            self._start(paths, target)

    def _tell(self, title: str, text: str) -> None:
        self.panel.workspace.notifications.post(Notice(title, text, "info", key=NOTICE))
