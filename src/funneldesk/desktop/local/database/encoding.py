"""How JSON lies in the database: compact text, and packed where a record is large."""

import json
import zlib
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


def pack(value: object) -> bytes:
    """JSON, compressed: html shrinks to a fifth."""
    return zlib.compress(encode(value).encode("ascii"), 1)


def unpack(data: bytes) -> Any:
    """The value that ``pack`` was given. Raises sqlite3.DatabaseError for what was spoilt."""
    try:
        return json.loads(zlib.decompress(data))
    except (zlib.error, ValueError, TypeError, RecursionError):
        raise damage("a spoilt record") from None
