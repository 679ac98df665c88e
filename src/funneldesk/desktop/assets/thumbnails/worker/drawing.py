"""In the worker: an image, a drawing, a font or a video becomes an image that fits in a square."""

import io
from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QColorSpace, QImage, QImageReader

from funneldesk.contract.file_kinds import SVG, kind_of
from funneldesk.desktop.assets import image_formats
from funneldesk.desktop.kit.workers.child import JobError
from funneldesk.desktop.local.texts import _

MEGABYTES = 512
"""The most that one image may take while it is read."""
LARGEST_SIDE = 6000
"""Pixels of an answer, at most."""
_QUALITY = 88
_PLAIN = (QImage.Format.Format_RGB32, QImage.Format.Format_ARGB32_Premultiplied)


def drawn(content: bytes, asked: Mapping[str, Any]) -> tuple[dict[str, Any], bytes]:
    """Facts and image of a file's content, at most ``asked["side"]`` pixels wide and high.

    The image is bare pixels (four bytes each, premultiplied); with ``asked["file"]`` the same as
    a file to keep comes behind them (JPEG, or WebP where something shows through). Facts:
    ``kind`` by content, ``width`` and ``height`` of the whole image, ``across``, ``down`` and
    ``alpha`` of the image. Raises JobError.
    """
    side = max(16, min(int(asked["side"]), LARGEST_SIDE))
    kind = kind_of(io.BytesIO(content), str(asked.get("name", "")))
    image, whole = _image(content, kind, side, asked)
    alpha = image.hasAlphaChannel()
    image = image.convertToFormat(_PLAIN[alpha])
    if image.isNull():
        raise JobError(_("This image is too large to be drawn here."))
    facts = {
        "kind": kind,
        "width": max(0, whole.width()),
        "height": max(0, whole.height()),
        "across": image.width(),
        "down": image.height(),
        "alpha": alpha,
    }
    pixels = bytes(image.constBits())[: image.bytesPerLine() * image.height()]
    return facts, pixels + _file(image, pixels) if asked.get("file") else pixels


def _image(content: bytes, kind: str, side: int, asked: Mapping[str, Any]) -> tuple[QImage, QSize]:
    if kind == SVG:
        from funneldesk.desktop.assets.thumbnails.worker.vectors import vector

        return vector(content, side)
    if kind.startswith("font/"):
        from funneldesk.desktop.assets.thumbnails.worker.specimens import specimen

        return specimen(content, side, asked)
    if kind.startswith("image/"):
        return _picture(content, kind, side)
    if kind.startswith("video/"):
        from funneldesk.desktop.assets.thumbnails.worker.poster import poster

        return poster(content, str(asked.get("name", "")), side)
    raise JobError(_("The content of this file is not an image."))


def _picture(content: bytes, kind: str, side: int) -> tuple[QImage, QSize]:
    if kind in image_formats.KINDS:
        return _foreign(content, side)
    QImageReader.setAllocationLimit(MEGABYTES)
    with image_formats.opened(content) as reader:
        return _read(reader, kind, side)


def _read(reader: QImageReader, kind: str, side: int) -> tuple[QImage, QSize]:
    reader.setDecideFormatFromContent(True)
    reader.setAutoTransform(True)
    if not reader.canRead():
        raise JobError(_("This image is damaged: its beginning cannot be read."))
    if kind == "image/x-icon":
        _choose_icon(reader, side)
    size = reader.size()
    if size.width() > side or size.height() > side:
        fitting = size.scaled(side, side, Qt.AspectRatioMode.KeepAspectRatio)
        reader.setScaledSize(fitting.expandedTo(QSize(1, 1)))
    image = reader.read()
    if image.isNull():
        raise JobError(_why(size))
    if max(image.width(), image.height()) > side:
        keep, smooth = (
            Qt.AspectRatioMode.KeepAspectRatio,
            Qt.TransformationMode.SmoothTransformation,
        )
        image = image.scaled(side, side, keep, smooth)
    turned = bool(reader.transformation().value & 4)
    whole = size.transposed() if turned else size
    return _in_srgb(image), whole if whole.isValid() else image.size()


def _foreign(content: bytes, side: int) -> tuple[QImage, QSize]:
    try:
        found = image_formats.unfold(content, MEGABYTES * 262_144, side)
    except image_formats.CannotUnfold as problem:
        raise JobError(str(problem)) from None
    return _in_srgb(found.image), QSize(found.width, found.height)


def _choose_icon(reader: QImageReader, side: int) -> None:
    """Of an icon's images the smallest that is large enough, else the largest."""
    sizes: dict[int, int] = {}
    for number in range(min(reader.imageCount(), 64)):
        if reader.jumpToImage(number):
            sizes.setdefault(reader.size().width(), number)
    enough = [width for width in sizes if width >= side]
    if sizes:
        reader.jumpToImage(sizes[min(enough) if enough else max(sizes)])


def _why(size: QSize) -> str:
    if size.width() * size.height() * 4 > MEGABYTES * 1_048_576:
        return _("{width:,} × {height:,} pixels are too many to be drawn here.").format(
            width=size.width(), height=size.height()
        )
    return _("This image is damaged: it cannot be read to its end.")


def _in_srgb(image: QImage) -> QImage:
    if image.format() == QImage.Format.Format_CMYK8888:
        return image.convertToFormat(QImage.Format.Format_RGB32)
    space = image.colorSpace()
    srgb = QColorSpace(QColorSpace.NamedColorSpace.SRgb)
    if space.isValid() and space != srgb:
        converted = image.convertedToColorSpace(srgb)
        return image if converted.isNull() else converted
    return image


def _file(image: QImage, pixels: bytes) -> bytes:
    # Pillow writes a JPEG in a quarter of the time that Qt takes: its library is the faster build.
    from PIL import Image

    alpha = image.hasAlphaChannel()
    form, mode, order = ("WEBP", "RGBA", "BGRa") if alpha else ("JPEG", "RGB", "BGRX")
    size, line = (image.width(), image.height()), image.bytesPerLine()
    made = Image.frombuffer(mode, size, pixels, "raw", order, line, 1)
    file = io.BytesIO()
    try:
        made.save(file, form, quality=_QUALITY)
    except (OSError, ValueError):
        raise JobError(_("This image cannot be made small here.")) from None
    return file.getvalue()
