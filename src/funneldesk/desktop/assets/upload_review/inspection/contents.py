"""Facts from the content of a file before it is sent: kind, dimensions, warnings."""

import io
import re
from typing import BinaryIO

from funneldesk.contract.file_kinds import ENDINGS, SVG, TYPES, ending_of, kind_of
from funneldesk.contract.files import LARGEST_FILE
from funneldesk.desktop.assets.image_formats import KINDS
from funneldesk.desktop.local.texts import _

HEAD = 65_536
"""Bytes of a file that is too large anyway that are looked at."""
PICTURE_HEAD = 1_048_576
LARGEST_SIDE = 1_000_000
LARGEST_SVG = 12 * 1024 * 1024

_SCRIPT = re.compile(rb"<(?:[\w.-]{1,40}:)?script[\s/>]|\son[a-z]{3,30}\s{0,8}=|javascript:", re.I)
_REMOTE = re.compile(
    rb"(?:href|src)\s{0,8}=\s{0,8}[\"']\s{0,8}(?:https?:|file:|//)"
    rb"|url\(\s{0,8}[\"']?\s{0,8}(?:https?:|file:|//)|@import\s",
    re.I,
)
_ENTITY = re.compile(rb"<!ENTITY\s", re.I)
_PNM = re.compile(rb"P[1-6][\s#]")
_OTHER_PICTURES = {
    "tga": "image/x-tga",
    "xbm": "image/x-xbitmap",
    "xpm": "image/x-xpixmap",
    "icns": "image/icns",
}
READABLE = frozenset({"image/x-portable-anymap", *_OTHER_PICTURES.values()})
"""Kinds that the server does not take, and that can be read here to convert them."""

REWRITTEN = READABLE | KINDS
"""Kinds that can be read here but not written: converted they become WebP."""


def content_kind(file: BinaryIO, name: str, size: int) -> str:
    """The type of the content, allowed or not. Of what is larger than may be sent only the
    beginning is read."""
    kind = _kind(file, name, size)
    return kind if kind in ENDINGS else (_other_picture(file, name) or kind)


def sides(file: BinaryIO, kind: str) -> tuple[int, int]:
    """Width and height of an image in pixels, nothing decoded; zeros where they are not told."""
    if not kind.startswith("image/") or kind == SVG:
        return 0, 0
    import imagesize  # type: ignore[import-untyped]

    file.seek(0)
    try:
        width, height = imagesize.get(io.BytesIO(file.read(PICTURE_HEAD)))
    except Exception:  # the library raises whatever a broken header leads it to
        return 0, 0
    if not (0 < width <= LARGEST_SIDE and 0 < height <= LARGEST_SIDE):
        return 0, 0
    return int(width), int(height)


def moves(file: BinaryIO, kind: str) -> bool:
    """Whether an image has more than one frame: GIF, APNG, WebP and AVIF can."""
    if kind not in ("image/gif", "image/png", "image/webp", "image/avif"):
        return False
    file.seek(0)
    head = file.read(PICTURE_HEAD)
    if kind == "image/avif":
        return head[8:12] == b"avis"
    if kind == "image/png":
        return 0 < head.find(b"acTL") < (head.find(b"IDAT") % (len(head) + 1))
    if kind == "image/webp":
        return head[12:16] == b"VP8X" and len(head) > 20 and bool(head[20] & 2)
    return _gif_frames(head) > 1


def notes_on(file: BinaryIO, kind: str) -> tuple[str, ...]:
    """Warnings about a file that is sent as it is."""
    if kind != SVG:
        return ()
    file.seek(0)
    text = file.read(LARGEST_SVG)
    told = []
    if _SCRIPT.search(text):
        told.append(
            _(
                "It contains script, which runs only where the file is opened by itself or set "
                "into a page's own code."
            )
        )
    if _REMOTE.search(text):
        told.append(_("It refers to other addresses, which browsers do not load inside an image."))
    if _ENTITY.search(text):
        told.append(_("It declares entities, which some programs refuse."))
    return tuple(told)


def _kind(file: BinaryIO, name: str, size: int) -> str:
    if size <= LARGEST_FILE:
        return kind_of(file, name)
    file.seek(0)
    kind = kind_of(io.BytesIO(_whole_characters(file.read(HEAD))), name)
    if kind == "text/plain" and TYPES.get(ending_of(name)) == "application/json":
        return "application/json"
    return kind


def _whole_characters(head: bytes) -> bytes:
    """A beginning that does not end within a character of UTF-8."""
    cut = len(head)
    while cut and len(head) - cut < 3 and head[cut - 1] & 0xC0 == 0x80:
        cut -= 1
    return head[: cut - 1] if cut and head[cut - 1] >= 0xC0 else head


def _other_picture(file: BinaryIO, name: str) -> str:
    file.seek(0)
    head = file.read(32)
    if _PNM.match(head):
        return "image/x-portable-anymap"
    kind = _OTHER_PICTURES.get(ending_of(name), "")
    if kind == "image/x-tga":
        # It has no mark of its own: a plausible type and depth stand for one.
        is_picture = len(head) >= 18 and head[1] < 2 and head[2] in (1, 2, 3, 9, 10, 11)
        return kind if is_picture and head[16] in (8, 15, 16, 24, 32) else ""
    return kind


def _gif_frames(data: bytes) -> int:
    """Number of frames of a GIF, counted to two."""
    if len(data) < 13:
        return 0
    place = 13 + (3 << ((data[10] & 7) + 1) if data[10] & 0x80 else 0)
    frames = 0
    while place < len(data) and frames < 2:
        mark = data[place]
        if mark == 0x2C and place + 9 < len(data):
            frames += 1
            flags = data[place + 9]
            place = _blocks_end(data, place + 11 + (3 << ((flags & 7) + 1) if flags & 0x80 else 0))
        elif mark == 0x21:
            place = _blocks_end(data, place + 2)
        else:
            break
    return frames


def _blocks_end(data: bytes, place: int) -> int:
    while place < len(data) and data[place]:
        place += data[place] + 1
    return place + 1
