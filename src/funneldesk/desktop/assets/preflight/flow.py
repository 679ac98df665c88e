"""From files that were chosen to a decided upload: the one way in for every section."""

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote_to_bytes, urlsplit

from PySide6.QtCore import QMimeData
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QWidget

from funneldesk.desktop.assets.order import UploadItem, UploadOrder
from funneldesk.desktop.kit.tasks import in_thread
from funneldesk.desktop.workspace import Workspace

URI_LIST = "text/uri-list"


@dataclass(frozen=True, slots=True)
class Dropped:
    """What a drop or the clipboard holds: files and folders of this computer, and pictures that
    are no file yet."""

    paths: tuple[Path, ...] = ()
    pictures: tuple[QImage, ...] = ()


def dropped(mime: QMimeData) -> Dropped | None:
    """Files, folders and pictures in a drop or on the clipboard; None when there are none.

    A picture that comes with its file is that file.
    """
    paths = _paths(mime)
    if paths:
        return Dropped(paths)
    image = mime.imageData() if mime.hasImage() else None
    if isinstance(image, QImage) and not image.isNull():
        return Dropped(pictures=(image,))
    return None


def holds_files(mime: QMimeData) -> bool:
    """Whether ``dropped`` would find something, told without unpacking a picture."""
    return bool(_paths(mime)) or mime.hasImage()


async def prepare_upload(
    parent: QWidget, workspace: Workspace, sources: Sequence[Path] | Dropped, folder: str
) -> UploadOrder | None:
    """Look at what was chosen, have the user decide what is to be decided, and give what is to be
    sent into ``folder`` of the platform; None when nothing is to be sent."""
    paths = sources.paths if isinstance(sources, Dropped) else tuple(sources)
    items = await in_thread(_items, paths, folder)
    return UploadOrder(f"{len(items):,} files", tuple(items)) if items else None


def _items(paths: Sequence[Path], folder: str) -> list[UploadItem]:
    found = []
    for path in paths:
        if path.is_file():
            state = path.stat()
            found.append(
                UploadItem(path, folder, path.name, state.st_size, state.st_mtime_ns, path.name)
            )
    return found


def _paths(mime: QMimeData) -> tuple[Path, ...]:
    """The local files of a list of addresses. Read from its bytes: Qt's own addresses lose names
    that are no text."""
    if os.name == "nt":
        return tuple(Path(url.toLocalFile()) for url in mime.urls() if url.isLocalFile())
    found: dict[Path, None] = {}
    for line in bytes(mime.data(URI_LIST).data()).splitlines():
        if line[:5].lower() != b"file:":
            continue
        try:
            parts = urlsplit(line.strip().decode("ascii", "surrogateescape"))
        except ValueError:
            continue
        raw = unquote_to_bytes(parts.path.encode("ascii", "surrogateescape"))
        if raw.startswith(b"/") and b"\0" not in raw:
            found[Path(os.fsdecode(raw))] = None
    return tuple(found)
