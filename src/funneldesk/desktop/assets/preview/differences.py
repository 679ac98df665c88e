"""Where images of pages differ."""

from collections.abc import Sequence
from typing import cast

from PySide6.QtGui import QImage


def first_difference(images: Sequence[QImage]) -> int:
    """The first line of pixels that is not the same in all images; 0 where none differs."""
    first, *others = images
    for y in range(min((each.height() for each in images), default=0)):
        row = _line(first, y)
        if any(_line(each, y) != row for each in others):
            return y
    return 0


def _line(image: QImage, y: int) -> bytes:
    return bytes(cast("memoryview", image.constScanLine(y)))


def differ(before: QImage, after: QImage) -> bool:
    """Whether two images are not the same, pixel by pixel."""
    return before != after
