"""Images that Qt does not read: AVIF, HEIC and JPEG 2000.

To be unfolded in worker processes only: their readers are large, and what they read is
foreign. All of it is imported there, by the job itself.
"""

import io
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from funneldesk.desktop.local.texts import _

if TYPE_CHECKING:
    from PIL.Image import Image
    from PySide6.QtGui import QImage, QImageReader

KINDS = frozenset({"image/avif", "image/heic", "image/jp2"})
_FORMATS = ("AVIF", "HEIF", "JPEG2000")
_ORIENTATION = 0x0112
_ON_ITS_SIDE = 5
_DAMAGED = _("This image is damaged: it cannot be read to its end.")


class CannotUnfold(Exception):
    """The text is a sentence for the user."""


@dataclass(frozen=True, slots=True)
class Unfolded:
    """``image`` is upright and has its colour space; ``width`` and ``height`` are those of the
    whole image; ``moves``: it has more than one frame, of which this is the first."""

    image: "QImage"
    width: int
    height: int
    moves: bool


@contextmanager
def opened(content: bytes) -> "Iterator[QImageReader]":
    """Give Qt's reader of an image in memory.

    The reader is destroyed before its buffer, whatever happens: a TIFF reader still reads the
    buffer while it closes, and freed memory would end the process.
    """
    import shiboken6
    from PySide6.QtCore import QBuffer, QByteArray, QIODevice
    from PySide6.QtGui import QImageReader

    buffer = QBuffer()
    buffer.setData(QByteArray(content))
    buffer.open(QIODevice.OpenModeFlag.ReadOnly)
    reader = QImageReader(buffer)
    try:
        yield reader
    finally:
        shiboken6.delete(reader)


def unfold(content: bytes, most_pixels: int, side: int = 0) -> Unfolded:
    """Read an image, no larger than ``side`` pixels if given. Raises CannotUnfold, MemoryError."""
    from pi_heif import register_heif_opener  # type: ignore[import-untyped]
    from PIL import Image, ImageOps, UnidentifiedImageError

    register_heif_opener()
    # The size is judged here, before anything is unfolded, and by our own words.
    Image.MAX_IMAGE_PIXELS = None
    try:
        with Image.open(io.BytesIO(content), formats=_FORMATS) as opened:
            width, height = opened.size
            if width * height > most_pixels:
                raise CannotUnfold(
                    _("{width:,} × {height:,} pixels are too many to be unfolded here.").format(
                        width=width, height=height
                    )
                )
            moves = getattr(opened, "n_frames", 1) > 1
            if opened.getexif().get(_ORIENTATION, 1) >= _ON_ITS_SIDE:
                width, height = height, width
            if side:
                opened.thumbnail((side, side))
            return Unfolded(_in_qt(ImageOps.exif_transpose(opened)), width, height, moves)
    except UnidentifiedImageError:
        raise CannotUnfold(_("This image is damaged: its beginning cannot be read.")) from None
    except (OSError, ValueError, SyntaxError, EOFError, ArithmeticError, LookupError, RuntimeError):
        raise CannotUnfold(_DAMAGED) from None


def _in_qt(picture: "Image") -> "QImage":
    from PySide6.QtCore import QByteArray
    from PySide6.QtGui import QColorSpace, QImage

    see_through = picture.has_transparency_data
    profile = picture.info.get("icc_profile") if picture.mode in ("RGB", "RGBA") else None
    plain = picture.convert("RGBA" if see_through else "RGBX")
    form = QImage.Format.Format_RGBA8888 if see_through else QImage.Format.Format_RGBX8888
    pixels = plain.tobytes()
    # A copy: the image must not live longer than the bytes.
    image = QImage(pixels, plain.width, plain.height, plain.width * 4, form).copy()
    if image.isNull():
        raise MemoryError
    if profile:
        space = QColorSpace.fromIccProfile(QByteArray(profile))
        if space.isValid():
            image.setColorSpace(space)
    return image
