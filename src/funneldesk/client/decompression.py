"""Bodies of answers as they unfold: at no moment is there more than a piece over the limit.

A few kilobytes of gzip can stand for gigabytes. So nothing is unfolded further than it is taken,
and only what was asked for is unfolded at all: one layer of gzip, never several or another kind.
"""

import asyncio
import zlib
from collections.abc import AsyncGenerator, AsyncIterable, AsyncIterator, Mapping

PIECE = 262_144
"""Bytes that are unfolded at a time."""

_GZIP = 16 + zlib.MAX_WBITS


class TooLarge(Exception):
    """The body exceeds the limit."""


class Torn(ValueError):
    """The body is packed in a way that was not asked for, spoilt, or cut off."""


async def unfolded(
    headers: Mapping[str, str], body: AsyncIterable[bytes], limit: int
) -> AsyncGenerator[bytes, None]:
    """A body in pieces, at most ``limit`` bytes in all, counted unfolded.

    Raises TooLarge, as early as it is known, and Torn.
    """
    said = headers.get("content-length", "").strip()
    if said.isascii() and said.isdigit() and (len(said) > 18 or int(said) > limit):
        raise TooLarge
    packing = headers.get("content-encoding", "").strip().lower()
    if packing not in ("", "identity", "gzip", "x-gzip"):
        raise Torn("it is packed in a way that was not asked for")
    pieces = _unzipped(body) if packing.endswith("gzip") else body
    size = 0
    async for piece in pieces:
        size += len(piece)
        if size > limit:
            raise TooLarge
        yield piece


async def _unzipped(source: AsyncIterable[bytes]) -> AsyncIterator[bytes]:
    """Members one behind the other, as gzip allows; what follows them is passed over."""
    member: zlib._Decompress | None = None
    async for packed in source:
        rest = packed
        while rest or (member is not None and not member.eof):
            if member is None or member.eof:
                if member is not None and not rest.startswith(b"\x1f"):
                    break
                member = zlib.decompressobj(_GZIP)
            try:
                piece = member.decompress(rest, PIECE)
            except zlib.error as error:
                raise Torn("it is no gzip") from error
            if piece:
                yield piece
                await asyncio.sleep(0)
            rest = member.unused_data if member.eof else member.unconsumed_tail
            if not rest and len(piece) < PIECE:
                break
    if member is not None and not member.eof:
        raise Torn("it was cut off")
