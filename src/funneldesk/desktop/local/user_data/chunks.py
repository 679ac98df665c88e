"""Chunks of texts, cut by content: two texts that are nearly alike share nearly all of them.

A key typed into a page moves everything behind it, so pieces of fixed length would all be new. A
cut lies after a line's or a tag's end whose neighbourhood has a certain checksum, wherever it is.
"""

import re
import zlib

SHORTEST, LONGEST = 4 * 1024, 64 * 1024
"""Bytes of a piece, at least and at most; the last one may be shorter."""

_END = re.compile(rb"[\n>;}]")
_NEIGHBOURS = 24
_ONE_OF = 16


def cut(data: bytes) -> list[bytes]:
    """The pieces of ``data`` in order; joined they are ``data``. Empty for empty data."""
    pieces: list[bytes] = []
    start = 0
    while start < len(data):
        end = _end_of_piece(data, start)
        pieces.append(data[start:end])
        start = end
    return pieces


def _end_of_piece(data: bytes, start: int) -> int:
    limit = min(start + LONGEST, len(data))
    for found in _END.finditer(data, start + SHORTEST, limit):
        end = found.end()
        if zlib.crc32(data[end - _NEIGHBOURS : end]) % _ONE_OF == 0:
            return end
    return limit
