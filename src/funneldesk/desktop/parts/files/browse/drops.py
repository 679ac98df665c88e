"""Drops on the files: from outside, and files of this brand on a folder."""

from PySide6.QtCore import QEvent, QMimeData, QObject
from PySide6.QtGui import QDragMoveEvent, QDropEvent

from funneldesk.desktop.kit.grid.drops import GROUND
from funneldesk.desktop.parts.files.browse.browser import FilesBrowser

ASSETS_MIME = "application/x-funneldesk-assets"
"""Type of dragged files: a JSON list of {path, src, name, kind, width, height,
srcset}."""


class FilesDrops(QObject):
    """Judges for the panel, and has it tell what was dropped on which folder."""

    def __init__(self, panel: FilesBrowser) -> None:
        super().__init__(panel)
        self._panel = panel
        grid, tree = panel.list.grid, panel.tree
        grid.drops.accept(self._judge)
        grid.drops.dropped.connect(self._dropped_on_grid)
        tree.drops.accept(self._judge_on_tree)
        tree.dropped_on.connect(self._tell)
        # Where no file is shown there is no grid to drop on.
        panel.list.views.setAcceptDrops(True)
        panel.list.views.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QDragMoveEvent | QDropEvent):
            mime = event.mimeData()
            if self._judge(mime, GROUND) is None:
                event.ignore()
                return True
            event.acceptProposedAction()
            if event.type() == QEvent.Type.Drop:
                self._tell(mime, self._panel.folder)
            return True
        return super().eventFilter(watched, event)

    def _judge(self, mime: QMimeData, place: int) -> int | None:
        """Folders take what is dropped on them, everything else is dropped on the ground."""
        if not self._is_welcome(mime):
            return None
        under = self._panel.list.grid.row_at(place)
        if under is not None and under.is_folder:
            return place
        # Its own files are dropped on the folder in which they lie: nothing would happen.
        own = mime.hasFormat(ASSETS_MIME) and not self._panel.list.query.narrows
        return None if own else GROUND

    def _judge_on_tree(self, mime: QMimeData, place: int) -> int | None:
        return place if place >= 0 and self._is_welcome(mime) else None

    def _is_welcome(self, mime: QMimeData) -> bool:
        known = mime.hasFormat(ASSETS_MIME) or mime.hasUrls() or mime.hasImage()
        return known and self._panel.may_write

    def _dropped_on_grid(self, mime: QMimeData, place: int) -> None:
        under = self._panel.list.grid.row_at(place) if place != GROUND else None
        self._tell(mime, under.path if under is not None else self._panel.folder)

    def _tell(self, mime: QMimeData, folder: str) -> None:
        own = mime.hasFormat(ASSETS_MIME)
        (self._panel.assets_dropped if own else self._panel.files_dropped).emit(mime, folder)
