"""QR codes of short links: as an image, as PNG and as SVG."""

from io import BytesIO

from PySide6.QtCore import Qt
from PySide6.QtGui import QImage

QUIET = 4
"""Modules of white around a code, as scanners need them."""
PNG_SCALE = 16


def image_of(text: str) -> QImage:
    """A pixel for each module; the quiet zone is part of it. Raises ValueError for a text that
    is too long."""
    rows = _code(text).matrix
    side = len(rows) + 2 * QUIET
    image = QImage(side, side, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.white)
    for y, line in enumerate(rows, start=QUIET):
        for x, module in enumerate(line, start=QUIET):
            if module:
                image.setPixel(x, y, 0xFF000000)
    return image


def png_of(text: str) -> bytes:
    """A file of about 600 pixels a side. Raises ValueError."""
    return _saved(text, "png", PNG_SCALE)


def svg_of(text: str) -> bytes:
    """A file that can be printed at any size. Raises ValueError."""
    return _saved(text, "svg", 1)


def _code(text: str):  # type: ignore[no-untyped-def]  # the library has no types
    import segno

    return segno.make_qr(text, error="m")


def _saved(text: str, kind: str, scale: int) -> bytes:
    file = BytesIO()
    _code(text).save(file, kind=kind, scale=scale, border=QUIET)
    return file.getvalue()
