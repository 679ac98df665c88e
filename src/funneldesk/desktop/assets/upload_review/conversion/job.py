"""In the worker: an image converted, that is turned upright, shrunk and written anew.

Qt's image classes are imported by the job itself: the process does other jobs without them.
"""

import io
import os
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from funneldesk.contract.file_kinds import kind_of
from funneldesk.contract.files import LARGEST_FILE
from funneldesk.desktop.assets import image_formats
from funneldesk.desktop.assets.upload_review.kind_labels import MOST_PIXELS
from funneldesk.desktop.kit.sizes import size_words
from funneldesk.desktop.kit.workers.child import JobError
from funneldesk.desktop.local.texts import _

if TYPE_CHECKING:
    from PySide6.QtGui import QImage, QImageReader

MOVES = _("It is a moving image, which converting would freeze.")
NO_MEMORY = _("There is not enough memory to unfold it on this computer.")
LARGEST_SOURCE = 256 * 1024 * 1024
UNFOLDED_MEGABYTES = 512
LONGEST_SIDE = {"webp": 16_383, "jpg": 65_500}
OWN_FORMATS = {
    "png": "png",
    "jpeg": "jpg",
    "jpg": "jpg",
    "webp": "webp",
    "bmp": "bmp",
    "tiff": "tiff",
}


def convert(
    source: str,
    target: str,
    format: str,
    width: int,
    quality: int,
    most: int = LARGEST_FILE,
    square: bool = False,
    cut: Sequence[float] = (),
) -> dict[str, Any]:
    """Convert the image in ``source`` and write it to ``target``, a new file of at most ``most``
    bytes; ``format`` "" keeps its own, ``square`` cuts out the middle, ``cut`` a part (left, top,
    width and height in shares of the image). Return its ``size``, ``width`` and ``height``."""
    image, own = _read(source)
    kind = format or OWN_FORMATS.get(own, "webp")
    if cut:
        image = _part(image, cut)
    image = _fitted(_middle(image) if square else image, width)
    longest = LONGEST_SIDE.get(kind, 0)
    if longest and max(image.width(), image.height()) > longest:
        raise JobError(
            _("It is longer than {longest:,} pixels: choose a smaller width.").format(
                longest=longest
            )
        )
    data = _written(image, kind, quality)
    if len(data) > most:
        raise JobError(
            _("It still has {size} after that: choose a smaller width.").format(
                size=size_words(len(data))
            )
        )
    _keep(data, Path(target))
    return {"size": len(data), "width": image.width(), "height": image.height()}


def _part(image: "QImage", cut: Sequence[float]) -> "QImage":
    """A part of an image, at least a pixel of it."""
    left, top, wide, high = (min(1.0, max(0.0, each)) for each in cut)
    across, down = image.width(), image.height()
    x, y = min(across - 1, round(left * across)), min(down - 1, round(top * down))
    size = (
        max(1, min(across - x, round(wide * across))),
        max(1, min(down - y, round(high * down))),
    )
    return image.copy(x, y, *size)


def _middle(image: "QImage") -> "QImage":
    """The largest square around the middle of an image."""
    side = min(image.width(), image.height())
    return image.copy((image.width() - side) // 2, (image.height() - side) // 2, side, side)


def _read(source: str) -> "tuple[QImage, str]":
    """The image, upright, and its format. Raises JobError."""
    from PySide6.QtGui import QImageReader

    content = _content(source)
    kind = kind_of(io.BytesIO(content), source)
    if kind in image_formats.KINDS:
        return _unfolded(content), kind.partition("/")[2]
    QImageReader.setAllocationLimit(UNFOLDED_MEGABYTES)
    with image_formats.opened(content) as reader:
        return _first_frame(reader, source)


def _first_frame(reader: "QImageReader", source: str) -> "tuple[QImage, str]":
    from PySide6.QtCore import QByteArray

    reader.setAutoTransform(True)
    if not reader.canRead() and source.lower().endswith(".tga"):
        reader.setFormat(QByteArray(b"tga"))
    own = bytes(reader.format().data()).decode("ascii", "replace")
    if own in ("svg", "svgz", "pdf", "") or not reader.canRead():
        raise JobError(_("It cannot be read as an image."))
    size = reader.size()
    if size.isValid() and size.width() * size.height() > MOST_PIXELS:
        raise JobError(
            _(
                "It has {width:,} × {height:,} pixels, which are too many to be unfolded on this "
                "computer."
            ).format(width=size.width(), height=size.height())
        )
    if reader.supportsAnimation() and reader.imageCount() > 1:
        raise JobError(MOVES)
    try:
        image = reader.read()
    except MemoryError:
        raise JobError(NO_MEMORY) from None
    if image.isNull():
        raise JobError(_("It is damaged: it cannot be read to its end."))
    return image, own


def _unfolded(content: bytes) -> "QImage":
    """An image that Qt does not read. Raises JobError."""
    try:
        found = image_formats.unfold(content, MOST_PIXELS)
    except image_formats.CannotUnfold as problem:
        raise JobError(str(problem)) from None
    except MemoryError:
        raise JobError(NO_MEMORY) from None
    if found.moves:
        raise JobError(MOVES)
    return found.image


def _content(source: str) -> bytes:
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOFOLLOW", 0)
    try:
        handle = os.open(source, flags | getattr(os, "O_BINARY", 0))
        with open(handle, "rb") as file:  # noqa: PTH123 - a handle
            data = file.read(LARGEST_SOURCE + 1)
    except OSError as error:
        raise JobError(
            _("It cannot be read: {reason}.").format(
                reason=error.strerror or _("the system refuses")
            )
        ) from None
    if len(data) > LARGEST_SOURCE:
        raise JobError(_("It is larger than {size}.").format(size=size_words(LARGEST_SOURCE)))
    return data


def _fitted(image: "QImage", width: int) -> "QImage":
    """In the colours of the web, and no wider than asked."""
    from PySide6.QtCore import Qt
    from PySide6.QtGui import QColorSpace

    space = QColorSpace(QColorSpace.NamedColorSpace.SRgb)
    if image.colorSpace().isValid() and image.colorSpace() != space:
        image.convertToColorSpace(space)
    if width and image.width() > width:
        image = image.scaledToWidth(width, Qt.TransformationMode.SmoothTransformation)
    return image


def _written(image: "QImage", kind: str, quality: int) -> bytes:
    """The image as a file's content, which was proven to be readable. Raises JobError."""
    from PySide6.QtCore import QBuffer, QByteArray, QIODevice
    from PySide6.QtGui import QImageWriter

    held = QBuffer()
    held.open(QIODevice.OpenModeFlag.ReadWrite)
    writer = QImageWriter(held, QByteArray(kind.encode("ascii")))
    if kind in ("webp", "jpg"):
        writer.setQuality(quality)
    if not writer.write(image):
        del writer
        raise JobError(_("It could not be written in the new form."))
    del writer  # before its buffer: it may still write while it closes
    data = bytes(held.data().data())
    with image_formats.opened(data) as reader:
        if reader.size() != image.size():
            raise JobError(_("What was written is not the image: it goes only as it is."))
    return data


def _keep(data: bytes, target: Path) -> None:
    made = False
    try:
        handle = os.open(
            target, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o600
        )
        made = True
        with open(handle, "wb") as file:  # noqa: PTH123 - a handle
            file.write(data)
            file.flush()
            os.fsync(handle)
    except FileExistsError:
        raise JobError(_("A file of this name is there already. It was left as it is.")) from None
    except OSError as error:
        if made:
            with suppress(OSError):
                target.unlink(missing_ok=True)
        words = error.strerror or _("the system refuses")
        raise JobError(
            _("There is no room for it on this computer: {words}.").format(words=words)
        ) from None
