"""Small files of every kind, made by hand."""

import json
import struct
import zlib


def png(width: int = 4, height: int = 3) -> bytes:
    """A whole picture, all black."""

    def chunk(name: bytes, content: bytes) -> bytes:
        body = name + content
        return struct.pack(">I", len(content)) + body + struct.pack(">I", zlib.crc32(body))

    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    rows = zlib.compress(b"".join(b"\0" + bytes(width) for _ in range(height)))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


def gif(width: int = 4, height: int = 3) -> bytes:
    """The head of a picture."""
    return b"GIF89a" + struct.pack("<HH", width, height) + b"\0\0\0;"


def jpeg(width: int = 4, height: int = 3) -> bytes:
    """The head of a picture."""
    size = struct.pack(">HBHHB", 11, 8, height, width, 1) + b"\1\x11\0"
    return b"\xff\xd8\xff\xe0\0\x10JFIF\0\1\1\0\0\1\0\1\0\0\xff\xc0" + size + b"\xff\xd9"


def webp(width: int = 4, height: int = 3) -> bytes:
    """The head of a picture, in its extended form."""
    sides = struct.pack("<I", width - 1)[:3] + struct.pack("<I", height - 1)[:3]
    chunk = b"VP8X" + struct.pack("<I", 10) + b"\0\0\0\0" + sides
    return b"RIFF" + struct.pack("<I", 4 + len(chunk)) + b"WEBP" + chunk


SVG = b'<?xml version="1.0"?>\n<!-- drawn --><svg xmlns="http://www.w3.org/2000/svg"/>'
MP4 = b"\0\0\0\x18ftypmp42\0\0\0\0mp42isom" + bytes(16)
MOV = b"\0\0\0\x14ftypqt  \0\0\0\0qt  " + bytes(16)
WEBM = b"\x1a\x45\xdf\xa3\x9fB\x86\x81\1B\x82\x84webm" + bytes(16)
TTF = b"\0\1\0\0\0\x0a\0\x80" + bytes(16)
ALLOWED: dict[str, tuple[str, bytes]] = {
    "a.png": ("image/png", png()),
    "a.gif": ("image/gif", gif()),
    "a.jpg": ("image/jpeg", jpeg()),
    "a.webp": ("image/webp", webp()),
    "a.svg": ("image/svg+xml", SVG),
    "a.avif": ("image/avif", b"\0\0\0\x1cftypavif" + bytes(20)),
    "a.bmp": ("image/bmp", b"BM\x46\0\0\0\0\0\0\0" + bytes(20)),
    "a.ico": ("image/x-icon", b"\0\0\1\0\1\0\x10\x10" + bytes(20)),
    "a.mp4": ("video/mp4", MP4),
    "a.mov": ("video/quicktime", MOV),
    "a.webm": ("video/webm", WEBM),
    "a.ttf": ("font/ttf", TTF),
    "a.otf": ("font/otf", b"OTTO\0\x0a" + bytes(16)),
    "a.woff": ("font/woff", b"wOFF\0\1\0\0" + bytes(16)),
    "a.woff2": ("font/woff2", b"wOF2\0\1\0\0" + bytes(16)),
    "a.css": ("text/css", "a::after { content: '→' }".encode()),
    "a.js": ("text/javascript", b"export default () => 1 < 2;\n"),
    "a.json": ("application/json", json.dumps({"a": [1, None]}).encode()),
}
"""A file of each kind that the document lists, by name: its type and content."""

REFUSED: dict[str, tuple[str, bytes]] = {
    "a.pdf": ("application/pdf", b"%PDF-1.7\n"),
    "a.zip": ("application/zip", b"PK\3\4" + bytes(26)),
    "a.mp3": ("audio/mpeg", b"ID3\4" + bytes(20)),
    "a.wav": ("audio/wav", b"RIFF\x24\0\0\0WAVEfmt "),
    "a.exe": ("application/vnd.microsoft.portable-executable", b"MZ\x90\0" + bytes(20)),
    "a.html": ("text/html", b"<!doctype html><script>alert(1)</script>"),
    "a.mkv": ("video/x-matroska", b"\x1a\x45\xdf\xa3\x9fB\x86\x81\1B\x82\x88matroska"),
    "a.php": ("application/x-httpd-php", b"<?php system('id');"),
    "a.sh": ("text/x-shellscript", b"#!/bin/sh\nid\n"),
    "a.xml": ("application/xml", b"<?xml version='1.0'?><feed/>"),
    "a.txt": ("text/plain", b"just words"),
    "a.bin": ("application/octet-stream", b"\xfe\x00\x12\x34"),
}
"""Files of other kinds."""
