"""Quick look at videos: a poster, and a button for the computer's own player."""

import shutil
from pathlib import Path

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices, QKeyEvent

from funneldesk.desktop.assets.library.row import AssetRow
from funneldesk.desktop.assets.transfers.downloads.names import safe_step
from funneldesk.desktop.kit.controls.buttons import Button
from funneldesk.desktop.kit.notices.notices import Notice
from funneldesk.desktop.kit.tasks import in_thread
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.files.quick_look.image import PictureStage
from funneldesk.desktop.workspace.workspace import Workspace

NO_PLAYER = _("This computer has no player for it. Download the video to open it elsewhere.")


class VideoStage(PictureStage):
    """The player gets a copy of the file; there is one at a time on this computer."""

    def __init__(self, workspace: Workspace) -> None:
        super().__init__(workspace)
        self.player = Button(
            _("Open in player"), icon_name="play", tip=_("Play with this computer's player (K)")
        )
        self.player.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.player.clicked.connect(self.play)
        self.bar.addWidget(self.player)

    def takes(self, file: AssetRow) -> bool:
        return file.kind == "video"

    def play(self) -> None:
        """Open the video in the computer's own player."""
        if self._file is not None and self._content:
            self.tasks.latest("play", self._play(self._file.name, self._content))

    def takes_key(self, event: QKeyEvent) -> bool:
        if event.key() == Qt.Key.Key_K:
            self.play()
            return True
        return super().takes_key(event)

    async def _play(self, name: str, content: bytes) -> None:
        try:
            place = await in_thread(_written, self.workspace.cache / "player", name, content)
        except OSError as error:
            self._refuse(
                _("A copy for the player couldn't be written: {strerror}.").format(
                    strerror=error.strerror
                )
            )
            return
        if not QDesktopServices.openUrl(QUrl.fromLocalFile(str(place))):
            self._refuse(NO_PLAYER)

    def _refuse(self, why: str) -> None:
        self.workspace.notifications.post(
            Notice(_("The video wasn't opened."), why, "warning", key="player")
        )


def _written(folder: Path, name: str, content: bytes) -> Path:
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    place = folder / safe_step(name)
    place.write_bytes(content)
    return place
