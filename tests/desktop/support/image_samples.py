"""Pictures, drawings and fonts for tests: whole ones, broken ones, and ones that mean harm."""

import struct
import zlib
from pathlib import Path

from PySide6.QtCore import QBuffer, QIODevice
from PySide6.QtGui import QColor, QImage

from funneldesk.resources import resource


def picture(width: int, height: int, colour: str = "#C4653A", form: str = "PNG") -> bytes:
    """A whole picture of one colour."""
    image = QImage(width, height, QImage.Format.Format_RGB32)
    image.fill(QColor(colour))
    return encoded(image, form)


def encoded(image: QImage, form: str) -> bytes:
    """An image as a file."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    assert image.save(buffer, form)  # type: ignore[call-overload]
    return bytes(buffer.data().data())


def bomb(width: int = 40_000, height: int = 40_000) -> bytes:
    """A small PNG that says it is a very large picture, and is one."""
    packer = zlib.compressobj(9)
    row = bytes(1 + (width + 7) // 8)
    rows = b"".join(packer.compress(row) for _ in range(height)) + packer.flush()
    head = struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0)
    chunks = _chunk(b"IHDR", head) + _chunk(b"IDAT", rows) + _chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + chunks


def wide_gif(size: int = 1_000_000) -> bytes:
    """A GIF of 65,535 by 65,535 pixels, as it says, with this many bytes of content."""
    head = b"GIF89a" + struct.pack("<HHBBB", 65_535, 65_535, 0x80, 0, 0) + bytes(6)
    frame = b"," + struct.pack("<HHHHB", 0, 0, 65_535, 65_535, 0) + b"\x02"
    blocks = (b"\xff" + b"\x84\x8f\xa9" * 85) * (size // 256)
    return head + frame + blocks + b"\0;"


def turned_photo() -> bytes:
    """A JPEG of 60 by 20 pixels whose EXIF says that it stands on its side."""
    plain = picture(60, 20, form="JPG")
    tiff = b"II*\0\x08\0\0\0\x01\0" + struct.pack("<HHIHH", 0x0112, 3, 1, 6, 0) + bytes(4)
    exif = b"Exif\0\0" + tiff
    return plain[:2] + b"\xff\xe1" + struct.pack(">H", len(exif) + 2) + exif + plain[2:]


def font() -> bytes:
    """A font that ships with the program."""
    return Path(resource("fonts", "Inter-Regular.otf")).read_bytes()


def drawing(inside: str, about: str = "") -> bytes:
    """An SVG of 40 by 40 with something in it."""
    spaces = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
    return f'{about}<svg {spaces} width="40" height="40">{inside}</svg>'.encode()


def _chunk(name: bytes, content: bytes) -> bytes:
    body = name + content
    return struct.pack(">I", len(content)) + body + struct.pack(">I", zlib.crc32(body))
