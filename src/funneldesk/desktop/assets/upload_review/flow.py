"""Entry point of every section's uploads: from chosen files to a decided order."""

import asyncio
import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote_to_bytes, urlsplit

from PySide6.QtCore import QMimeData
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QWidget

from funneldesk.desktop.assets.transfers.uploads.order import UploadOrder
from funneldesk.desktop.assets.upload_review.inspection.inspector import Inspector
from funneldesk.desktop.assets.upload_review.review import UploadReview
from funneldesk.desktop.kit.tasks import end_under, in_thread
from funneldesk.desktop.workspace.workspace import Workspace

if TYPE_CHECKING:
    from funneldesk.desktop.assets.upload_review.dialog.dialog import UploadReviewDialog

URI_LIST = "text/uri-list"
UNSEEN_SECONDS = 1.0
"""A review that is ready by then needs no dialog."""


@dataclass(frozen=True, slots=True)
class Dropped:
    """Content of a drop or the clipboard: files and folders of this computer, and images that
    are no file yet."""

    paths: tuple[Path, ...] = ()
    pictures: tuple[QImage, ...] = ()


def dropped(mime: QMimeData) -> Dropped | None:
    """Files, folders and images in a drop or on the clipboard; None when there are none.

    An image that comes with its file is that file.
    """
    paths = _paths(mime)
    if paths:
        return Dropped(paths)
    image = mime.imageData() if mime.hasImage() else None
    if isinstance(image, QImage) and not image.isNull():
        return Dropped(pictures=(image,))
    return None


def holds_files(mime: QMimeData) -> bool:
    """Whether ``dropped`` would find something, told without unpacking an image."""
    return bool(_paths(mime)) or mime.hasImage()


def warm(workspace: Workspace) -> None:
    """Files are about to be chosen: have what looks at them ready by then."""
    workspace.shared(Inspector).warm()


async def prepare_upload(
    parent: QWidget,
    workspace: Workspace,
    sources: Sequence[Path] | Dropped,
    folder: str,
    *,
    reuse: bool = False,
) -> UploadOrder | None:
    """Look at what was chosen, have the user decide what is to be decided, and give what is to be
    sent into ``folder`` of the server; None when nothing is to be sent.

    Few good files that meet no others go without a question. ``reuse``: so do files that are there
    already to the byte; the order then has no item for them, but tells where they are. Raises
    LocalStoreProblem when this computer cannot keep a pasted image.
    """
    chosen = sources if isinstance(sources, Dropped) else Dropped(tuple(sources))
    review = UploadReview(workspace, folder, parent)
    order = None
    try:
        order = await _prepared(parent, review, chosen, reuse)
    finally:
        await review.give_up(order)
        await asyncio.gather(*end_under(review), return_exceptions=True)
        review.deleteLater()
    return order


async def _prepared(
    parent: QWidget, review: UploadReview, chosen: Dropped, reuse: bool
) -> UploadOrder | None:
    looking = asyncio.ensure_future(_look(review, chosen, reuse))
    try:
        await asyncio.wait([looking], timeout=UNSEEN_SECONDS)
        if looking.done() and await looking:
            return review.order()
        dialog_class = await in_thread(_dialog_class)
        dialog = dialog_class(parent, review)

        def seen(task: asyncio.Future[bool]) -> None:
            if task.cancelled() or task.exception() is not None:
                dialog.answer("")
            elif task.result() and not review.can_undo:
                dialog.answer("upload")
            else:
                dialog.begin()

        looking.add_done_callback(seen)
        answer = await dialog.ask()
        looking.remove_done_callback(seen)
        if looking.done():
            looking.result()
        return review.order() if answer == "upload" else None
    finally:
        looking.cancel()
        await asyncio.gather(looking, return_exceptions=True)


async def _look(review: UploadReview, chosen: Dropped, reuse: bool) -> bool:
    """Whether the files can go at once."""
    await review.look(chosen.paths, chosen.pictures)
    return await review.goes_at_once(reuse=reuse)


def _dialog_class() -> "type[UploadReviewDialog]":
    """Imported late and off the window's thread: most uploads need no dialog."""
    from funneldesk.desktop.assets.upload_review.dialog.dialog import UploadReviewDialog

    return UploadReviewDialog


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
