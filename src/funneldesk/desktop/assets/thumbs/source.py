"""Small pictures of the brand's files, and of files on this computer, as soon as there are any."""

from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QPixmap

from funneldesk.desktop.assets.row import AssetRow
from funneldesk.desktop.workspace import Workspace


class Thumbnails(QObject):
    """One for all sections of a brand: ``workspace.shared(Thumbnails)``.

    ``ready`` tells the path of a file (of one on this computer: its whole path) whose picture is
    there now, or is known not to come: then ``failure`` says why.
    """

    ready = Signal(str)

    def __init__(self, workspace: Workspace, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._workspace = workspace

    def picture(self, row: AssetRow, side: int) -> QPixmap | None:
        """The picture of a file, at most ``side`` device pixels wide and high.

        None while it is on its way or when there is none; asking again makes it more urgent.
        """
        return None

    def local(self, path: Path, side: int) -> QPixmap | None:
        """The picture of a file on this computer, as ``picture`` gives it."""
        return None

    def failure(self, key: str) -> str:
        """Why a file has no picture, in a sentence; empty when it may still come."""
        return ""

    def forget_failures(self) -> None:
        """F5: what had no picture is tried once more when it is next asked for."""
