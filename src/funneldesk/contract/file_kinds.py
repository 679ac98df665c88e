"""What a file is, judged by its content (document: Limits, allowed upload MIME types; quirk 37).

What it is called decides only between kinds of text, and must not contradict the content.
"""

import codecs
import re
from collections.abc import Iterator
from typing import BinaryIO

from pydantic_core import from_json

SVG = "image/svg+xml"
ENDINGS: dict[str, tuple[str, ...]] = {
    "image/png": ("png", "apng"),
    "image/jpeg": ("jpg", "jpeg", "jfif"),
    "image/gif": ("gif",),
    "image/webp": ("webp",),
    "image/avif": ("avif",),
    "image/heic": ("heic", "heif"),
    "image/bmp": ("bmp",),
    "image/tiff": ("tif", "tiff"),
    "image/x-icon": ("ico", "cur"),
    "image/jp2": ("jp2",),
    SVG: ("svg",),
    "video/mp4": ("mp4", "m4v"),
    "video/webm": ("webm",),
    "video/quicktime": ("mov", "qt"),
    "font/ttf": ("ttf",),
    "font/otf": ("otf",),
    "font/woff": ("woff",),
    "font/woff2": ("woff2",),
    "text/css": ("css",),
    "text/javascript": ("js", "mjs"),
    "application/json": ("json", "map"),
}
"""The types that may be uploaded, each with the endings of its names, the usual one first."""

TYPES: dict[str, str] = {ending: kind for kind, endings in ENDINGS.items() for ending in endings}
_HEAD = 65_536
_PIECE = 262_144
_MAGIC: tuple[tuple[int, bytes, str], ...] = (
    (0, b"\x89PNG\r\n\x1a\n", "image/png"),
    (0, b"\xff\xd8\xff", "image/jpeg"),
    (0, b"GIF87a", "image/gif"),
    (0, b"GIF89a", "image/gif"),
    (8, b"WEBPVP8", "image/webp"),
    (0, b"\0\0\0\x0cjP  \r\n\x87\n", "image/jp2"),
    (0, b"II*\0", "image/tiff"),
    (0, b"MM\0*", "image/tiff"),
    (0, b"\0\0\1\0", "image/x-icon"),
    (0, b"\0\0\2\0", "image/x-icon"),
    (0, b"\0\1\0\0", "font/ttf"),
    (0, b"true", "font/ttf"),
    (0, b"OTTO", "font/otf"),
    (0, b"wOFF", "font/woff"),
    (0, b"wOF2", "font/woff2"),
    (0, b"%PDF-", "application/pdf"),
    (0, b"PK\3\4", "application/zip"),
    (0, b"PK\5\6", "application/zip"),
    (0, b"\x1f\x8b", "application/gzip"),
    (0, b"7z\xbc\xaf\x27\x1c", "application/x-7z-compressed"),
    (0, b"Rar!\x1a\7", "application/vnd.rar"),
    (0, b"MZ", "application/vnd.microsoft.portable-executable"),
    (0, b"\x7fELF", "application/x-executable"),
    (0, b"ID3", "audio/mpeg"),
    (0, b"\xff\xfb", "audio/mpeg"),
    (0, b"OggS", "application/ogg"),
    (8, b"WAVE", "audio/wav"),
    (8, b"AVI ", "video/x-msvideo"),
    (0, b"fLaC", "audio/flac"),
)
_BRANDS: dict[bytes, str] = {
    **dict.fromkeys((b"avif", b"avis"), "image/avif"),
    **dict.fromkeys((b"heic", b"heix", b"heim", b"heis", b"mif1", b"msf1"), "image/heic"),
    **dict.fromkeys((b"M4A ", b"M4B "), "audio/mp4"),
    b"qt  ": "video/quicktime",
}
_ATOMS = frozenset({b"moov", b"mdat", b"wide", b"free", b"skip", b"pnot"})
_BEFORE_ROOT = re.compile(
    r"(?:\s++|<\?xml[^>]*+>|<!--(?:[^-]|-(?!->))*+-->|<!DOCTYPE[^>\[]*+(?:\[[^\]]*+\])?+[^>]*+>)*+",
    re.IGNORECASE,
)
_HTML_DOCTYPE = re.compile(r"<!doctype\s+html\b", re.IGNORECASE)
_SVG_ROOT = re.compile(r"<(?:[\w.-]+:)?svg[\s/>]")
_MARKUP = re.compile(
    r"<(?:html|head|body|script|iframe|title|meta|base|link|style|div|form|table|h1|p|a"
    r"|img|object|embed)[\s/>]",
    re.IGNORECASE,
)
_PROGRAMS = (("<?php", "application/x-httpd-php"), ("#!", "text/x-shellscript"))


def kind_of(file: BinaryIO, name: str) -> str:
    """The MIME type of the content, allowed or not; the file is read from its beginning.

    ``name`` decides between stylesheet, script and JSON, which are all just text.
    """
    file.seek(0)
    head = file.read(_HEAD)
    if kind := _binary_kind(head):
        return kind
    text = _text_head(file, head)
    if text is None:
        return "application/octet-stream"
    if kind := _markup_kind(text):
        return kind
    wanted = TYPES.get(ending_of(name), "")
    if wanted == "application/json":
        return wanted if _is_json(file) else "text/plain"
    return wanted if wanted in ("text/css", "text/javascript") else "text/plain"


def ending_of(name: str) -> str:
    """What stands behind the last dot of a name, in small letters; empty when there is none."""
    stem, dot, ending = name.rpartition(".")
    return ending.lower() if dot and stem else ""


def _binary_kind(head: bytes) -> str | None:
    if head[4:8] == b"ftyp":
        return _BRANDS.get(head[8:12], "video/mp4")
    if head[4:8] in _ATOMS:
        return "video/quicktime"
    if head.startswith(b"\x1a\x45\xdf\xa3"):
        return "video/webm" if b"webm" in head[:64] else "video/x-matroska"
    if head.startswith(b"BM") and head[6:10] == bytes(4):
        return "image/bmp"
    for place, magic, kind in _MAGIC:
        if head.startswith(magic, place):
            return kind if kind != "font/ttf" or _is_font(head) else None
    return None


def _is_font(head: bytes) -> bool:
    """A plausible number of tables: the four bytes before are too common to be proof."""
    return 0 < int.from_bytes(head[4:6]) < 256


def _text_head(file: BinaryIO, head: bytes) -> str | None:
    """The beginning of a text, None when any part of the file is no text in UTF-8."""
    decoder = codecs.getincrementaldecoder("utf-8-sig")()
    try:
        begin = decoder.decode(head)
        rest = begin
        for piece in _pieces(file):
            if "\0" in rest:
                return None
            rest = decoder.decode(piece)
        decoder.decode(b"", final=True)
    except UnicodeDecodeError:
        return None
    return None if "\0" in rest else begin


def _pieces(file: BinaryIO) -> Iterator[bytes]:
    while piece := file.read(_PIECE):
        yield piece


def _markup_kind(text: str) -> str | None:
    start = text.lstrip()
    for beginning, kind in _PROGRAMS:
        if start[:8].lower().startswith(beginning):
            return kind
    before = _BEFORE_ROOT.match(start)
    root = before.end() if before else 0
    if _SVG_ROOT.match(start, root):
        return SVG
    if _HTML_DOCTYPE.search(start, 0, root) or _MARKUP.match(start, root):
        return "text/html"
    return "application/xml" if start.startswith("<?xml") else None


def _is_json(file: BinaryIO) -> bool:
    file.seek(0)
    try:
        from_json(file.read(), allow_inf_nan=False, cache_strings=False)
    except ValueError:
        return False
    return True
