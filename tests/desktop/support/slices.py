"""Lists of the client in slices, for a library to take piece by piece."""

from collections.abc import AsyncIterator
from typing import TypeVar

from funneldesk.contract.listing import Listing

T = TypeVar("T")


async def in_slices(records: AsyncIterator[T], size: int = 100) -> AsyncIterator[Listing[T]]:
    """What comes one by one, ``size`` at a time."""
    piece: list[T] = []
    async for record in records:
        piece.append(record)
        if len(piece) >= size:
            yield Listing(tuple(piece))
            piece = []
    if piece:
        yield Listing(tuple(piece))
