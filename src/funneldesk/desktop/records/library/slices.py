"""Lists of the client in slices, for a library to take piece by piece."""

from collections.abc import AsyncIterator, Sequence
from typing import TypeVar

T = TypeVar("T")


async def in_slices(records: AsyncIterator[T], size: int = 100) -> AsyncIterator[Sequence[T]]:
    """What comes one by one, ``size`` at a time."""
    piece: list[T] = []
    async for record in records:
        piece.append(record)
        if len(piece) >= size:
            yield piece
            piece = []
    if piece:
        yield piece
