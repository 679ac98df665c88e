"""Images kept on disk, found, decoded and written on a thread of their own."""

import contextlib
import os
import stat
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QImage

from funneldesk.contract.file_kinds import SVG
from funneldesk.desktop.kit.tasks import TaskScope
from funneldesk.desktop.local.cache.thumbnails import Content, Shown, ThumbStore
from funneldesk.desktop.local.database.worker import Worker, WorkerClosedError

_PRUNE_AFTER = 2.0
"""Seconds of quiet after which what is over the budget is deleted."""
Found = tuple[Content | None, QImage | None, bool]


class KeptThumbs(QObject):
    """The window's end of ``ThumbStore``; closed with its owner."""

    def __init__(self, owner: QObject, folder: Path) -> None:
        super().__init__(owner)
        self._store = ThumbStore(folder)
        self._thread = Worker("thumbs", quiet_after=_PRUNE_AFTER, when_quiet=self._prune)
        self._tasks = TaskScope(self)
        self._living = False

    async def find(self, wanted: Sequence[tuple[Shown, int]]) -> list[Found]:
        """Of each file and side: what is known of the file; its image of this side, else the
        nearest; whether it is as large as one can be made."""
        self._live()
        return await self._thread.droppable(lambda: [self._find(*each) for each in wanted])

    def keep(self, shown: Shown, content: Content, side: int, picture: bytes) -> None:
        """Keep an image that was made, soon."""
        self._live()
        with contextlib.suppress(WorkerClosedError):
            self._thread.submit(lambda: self._store.keep(shown, content, side, picture))

    async def content(self, shown: Shown) -> Content | None:
        """Facts of a file by its content, if it has not changed since they were found."""
        self._live()
        return await self._thread.droppable(lambda: self._store.content(shown))

    async def facts(self, paths: Sequence[Path]) -> list[Shown | None]:
        """Regular files on this computer as they are now; None for one that is not there."""
        self._live()
        return await self._thread.droppable(lambda: [_facts(path) for path in paths])

    def _find(self, shown: Shown, side: int) -> Found:
        content = self._store.content(shown)
        if content is None:
            return None, None, False
        while (picture := self._store.picture(content.sha, side)) is not None:
            image = QImage.fromData(picture)
            if not image.isNull():
                whole = self._store.has(content.sha, _enough(content, side))
                return content, _for_screen(_within(image, side)), whole
            # Damaged: all that is kept of this content is made again.
            self._store.forget_all(content.sha)
        return content, None, False

    def _prune(self) -> None:
        while self._store.prune():
            pass

    def _live(self) -> None:
        if not self._living:
            self._living = self._tasks.at_end(self._close_with_owner)

    async def _close_with_owner(self) -> None:
        self._thread.submit(self._store.close)
        await self._thread.close(1.0)


def _enough(content: Content, side: int) -> int:
    """The side beyond which an image has no more to show."""
    raster = content.kind.startswith("image/") and content.kind != SVG
    return min(side, max(content.width, content.height)) if raster else side


def _within(image: QImage, side: int) -> QImage:
    if max(image.width(), image.height()) <= side:
        return image
    keep, smooth = Qt.AspectRatioMode.KeepAspectRatio, Qt.TransformationMode.SmoothTransformation
    return image.scaled(side, side, keep, smooth)


def _for_screen(image: QImage) -> QImage:
    """In the form that needs no more work to be painted."""
    alpha = image.hasAlphaChannel()
    form = QImage.Format.Format_ARGB32_Premultiplied if alpha else QImage.Format.Format_RGB32
    return image.convertToFormat(form)


def _facts(path: Path) -> Shown | None:
    try:
        found = path.stat()
    except OSError:
        return None
    if not stat.S_ISREG(found.st_mode):
        return None
    return Shown(f"file\n{os.fsencode(path).hex()}", found.st_size, found.st_mtime_ns)
