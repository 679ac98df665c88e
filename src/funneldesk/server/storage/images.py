"""How large an image is, without unfolding it (document: Bulk result entry, width and height)."""

import io
from typing import BinaryIO

from funneldesk.contract.file_kinds import SVG

MOST_READ = 1_048_576
"""Bytes of a file that are looked at: sizes stand near the beginning, and nothing is decoded."""

LARGEST_SIDE = 1_000_000


def image_size(file: BinaryIO, kind: str) -> tuple[int, int] | None:
    """Width and height in pixels; None for what is no raster image or does not tell them.

    Vector images have none (quirk 37).
    """
    if not kind.startswith("image/") or kind == SVG:
        return None
    import imagesize  # type: ignore[import-untyped]

    file.seek(0)
    head = io.BytesIO(file.read(MOST_READ))
    try:
        width, height = imagesize.get(head)
    except Exception:  # the library raises whatever a broken header leads it to
        return None
    if not (0 < width <= LARGEST_SIDE and 0 < height <= LARGEST_SIDE):
        return None
    return int(width), int(height)
