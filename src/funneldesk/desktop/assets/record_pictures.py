"""Pictures of records behind an address, made as those of files are, and pictures on their way
to become one."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QPixmap

from funneldesk.client.uploads import Upload
from funneldesk.desktop.assets.library.addressed_row import picture_row
from funneldesk.desktop.assets.thumbnails.source import Thumbnails
from funneldesk.desktop.assets.transfers.uploads.order import Conversion
from funneldesk.desktop.assets.upload_review.conversion.conversion import Converter
from funneldesk.desktop.assets.upload_review.spool import spool_folder
from funneldesk.desktop.kit.tasks import in_thread
from funneldesk.desktop.workspace.workspace import Workspace

LIKE_IMAGES = (".png", ".jpg", ".jpeg", ".webp")


class AddressPictures(QObject):
    """``ready`` tells the address of a picture that is there now. An image has an address of its
    own for each of its versions: nothing else has to tell them apart."""

    ready = Signal(str)

    def __init__(self, workspace: Workspace) -> None:
        super().__init__()
        self._thumbnails = workspace.shared(Thumbnails)
        self._thumbnails.ready.connect(self.ready)

    def at(self, address: str, side: int) -> QPixmap | None:
        """The picture behind an address; None while it is on its way or when there is none."""
        return self._thumbnails.picture(picture_row(address), side)


@asynccontextmanager
async def shrunk(
    workspace: Workspace,
    path: Path,
    wanted: Conversion,
    *,
    square: bool = False,
    cut: Sequence[float] = (),
) -> AsyncIterator[Upload]:
    """A picture of this computer as it goes out, shrunk where it is large; its file goes
    afterwards. ``cut`` is the part that is wanted: left, top, width and height in shares of it.
    Raises ConversionFailed."""
    converter, folder = workspace.shared(Converter), spool_folder(workspace)
    made = await converter.convert(path, wanted, folder, square=square, cut=cut)
    own = path.suffix.lower()
    try:
        yield Upload(f"{path.stem}{own if own in LIKE_IMAGES else '.webp'}", made.path)
    finally:
        await in_thread(_removed, made.path)


async def looked_at(workspace: Workspace, path: Path, side: int) -> QPixmap:
    """A picture of this computer to be shown, read in a process of its own. Raises
    ConversionFailed."""
    converter, folder = workspace.shared(Converter), spool_folder(workspace)
    made = await converter.convert(path, Conversion("png", side), folder)
    try:
        content = await in_thread(made.path.read_bytes)
    finally:
        await in_thread(_removed, made.path)
    shown = QPixmap()
    shown.loadFromData(content)
    return shown


def _removed(path: Path) -> None:
    with suppress(OSError):
        path.unlink()
