"""Small pictures of pages as visitors meet them, taken one by one and kept until a page changes."""

import hashlib
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QObject, Qt, Signal
from PySide6.QtGui import QImage, QImageWriter, QPainter, QPixmap
from PySide6.QtWidgets import QWidget

from funneldesk.contract.markup import scan
from funneldesk.desktop.assets.preview.combinations import default_combination
from funneldesk.desktop.assets.preview.drawing import Drawing, PageSource, View
from funneldesk.desktop.kit.export.writing import CannotWrite, write_bytes
from funneldesk.desktop.kit.tasks import TaskScope, in_thread
from funneldesk.desktop.sections.operations import optional
from funneldesk.desktop.workspace.workspace import Workspace

if TYPE_CHECKING:
    from funneldesk.desktop.kit.web.preview.capture import Photographer

PAGE_WIDTH, PAGE_HEIGHT = 1280, 720
"""CSS pixels of a page that a picture shows, from its top."""
WIDTH, HEIGHT = 400, 225
"""Pixels of a picture; on screens with two for each of a window's it is half as large."""
IN_MEMORY, ON_DISK = 200, 600
Source = Callable[[], Awaitable[tuple[str, str]]]
"""Gives html and css; may raise ``ApiError``."""


@dataclass(frozen=True, slots=True)
class Subject:
    """What a picture is of. ``key`` names it for good, in letters that a file may have;
    ``stamp`` changes with its look."""

    key: str
    stamp: str
    source: Source = field(compare=False)


class Shots(QObject):
    """Pictures for one view, which asks for what it paints. ``ready`` carries a key."""

    ready = Signal(str)

    def __init__(self, workspace: Workspace, owner: QWidget) -> None:
        super().__init__(owner)
        self._workspace, self._owner = workspace, owner
        self._folder = workspace.cache / "shots"
        self._known: OrderedDict[Subject, QPixmap | None] = OrderedDict()
        self._wanted: OrderedDict[Subject, None] = OrderedDict()
        self._drawing: Drawing | None = None
        self._pages = 0
        self.tasks = TaskScope(self)

    def picture(self, subject: Subject) -> QPixmap | None:
        """The picture, None while it is on its way or when none can be taken."""
        if subject in self._known:
            self._known.move_to_end(subject)
            return self._known[subject]
        if subject not in self._wanted:
            self._wanted[subject] = None
            if len(self._wanted) == 1:
                self.tasks.latest("take", self._take_all())
        return None

    async def _take_all(self) -> None:
        await in_thread(_prune, self._folder)
        camera: Photographer | None = None
        try:
            while self._wanted:
                subject = next(iter(self._wanted))
                image = await in_thread(_kept, self._folder, subject)
                if image is None:
                    camera = camera or await self._camera()
                    image = await self._taken(subject, camera)
                self._take(subject, image)
        finally:
            self._wanted.clear()
            if camera is not None:
                camera.end()

    async def _camera(self) -> "Photographer":
        from funneldesk.desktop.kit.web.preview.capture import Photographer

        await self._workspace.settled()
        self._drawing = self._drawing or Drawing(self._workspace, self)
        base = f"{self._workspace.base_url}/cdn"
        return Photographer(self._drawing.load_asset, base, self._owner)

    async def _taken(self, subject: Subject, camera: "Photographer") -> QImage | None:
        from funneldesk.desktop.kit.web.preview.capture import CannotPicture

        drawing = self._drawing
        if drawing is None:
            return None
        with optional(), suppress(CannotPicture):
            html, css = await subject.source()
            self._pages += 1
            blocks = await in_thread(scan, html)
            drawing.source = PageSource(html, css, blocks, self._pages)
            view = View(subject.key, subject.key, "", default_combination(blocks), PAGE_WIDTH)
            frame = (await drawing.frames_of([view]))[0]
            photo = await camera.picture(frame, PAGE_HEIGHT)
            return await in_thread(_reduced, self._folder, subject, photo.image)
        return None

    def _take(self, subject: Subject, image: QImage | None) -> None:
        self._wanted.pop(subject, None)
        self._known[subject] = QPixmap.fromImage(image) if image is not None else None
        while len(self._known) > IN_MEMORY:
            self._known.popitem(last=False)
        if image is not None:
            self.ready.emit(subject.key)


# The disk: in a thread


def _place(folder: Path, subject: Subject) -> Path:
    mark = hashlib.sha256(subject.stamp.encode()).hexdigest()[:16]
    return folder / f"{subject.key}.{mark}.png"


def _kept(folder: Path, subject: Subject) -> QImage | None:
    with suppress(OSError):
        image = QImage.fromData(_place(folder, subject).read_bytes())
        return image if not image.isNull() else None
    return None


def _reduced(folder: Path, subject: Subject, whole: QImage) -> QImage:
    """The picture of a page's image, kept in place of those of its earlier looks."""
    image = QImage(WIDTH, HEIGHT, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.white)
    small = whole.scaledToWidth(WIDTH, Qt.TransformationMode.SmoothTransformation)
    _draw_top(image, small)
    content = png_of(image)
    with suppress(OSError, CannotWrite):
        folder.mkdir(parents=True, exist_ok=True)
        for old in folder.glob(f"{subject.key}.*.png"):
            old.unlink(missing_ok=True)
        write_bytes(_place(folder, subject), content)
    return image


def png_of(image: QImage) -> bytes:
    """An image as a PNG file."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    QImageWriter(buffer, QByteArray(b"png")).write(image)
    return bytes(buffer.data().data())


def _draw_top(image: QImage, small: QImage) -> None:
    painter = QPainter(image)
    painter.drawImage(0, 0, small)
    painter.end()


def _prune(folder: Path) -> None:
    """Drop the pictures that were made longest ago, once there are too many."""
    with suppress(OSError):
        files = sorted(folder.glob("*.png"), key=lambda each: each.stat().st_mtime)
        for old in files[:-ON_DISK]:
            old.unlink(missing_ok=True)
