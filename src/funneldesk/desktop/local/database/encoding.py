"""JSON in the database: compact text, and packed where a record is large."""

import json
import zlib
from hashlib import blake2b
from typing import Any

from funneldesk.desktop.local.files.problems import damage


def encode(value: object) -> str:
    """Compact ASCII JSON, which SQLite can store whatever code points a text holds."""
    return json.dumps(value, separators=(",", ":"))


def decode(text: str) -> Any:
    """The value that ``encode`` was given. Raises sqlite3.DatabaseError for what was spoilt."""
    try:
        return json.loads(text)
    except (ValueError, TypeError, RecursionError):
        raise damage("spoilt JSON") from None


def seal(*pieces: str) -> str:
    """A checksum over texts and where each ends: none of them can be spoilt unnoticed."""
    digest = blake2b(digest_size=8)
    for piece in map(text_bytes, pieces):
        digest.update(len(piece).to_bytes(8, "big"))
        digest.update(piece)
    return digest.hexdigest()


def text_bytes(text: str) -> bytes:
    """UTF-8, with lone surrogates as they are."""
    return text.encode("utf-8", "surrogatepass")


def pack(value: object) -> bytes:
    """JSON, compressed: html shrinks to a fifth."""
    return zlib.compress(encode(value).encode("ascii"), 1)


def unpack(data: bytes) -> Any:
    """The value that ``pack`` was given. Raises sqlite3.DatabaseError for what was spoilt."""
    try:
        return json.loads(zlib.decompress(data))
    except (zlib.error, ValueError, TypeError, RecursionError):
        raise damage("a spoilt record") from None
