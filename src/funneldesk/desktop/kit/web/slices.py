"""A text made of pieces of another one, with the way from a place in either to the other."""

from bisect import bisect_right
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import accumulate

Piece = tuple[int, int] | str
"""A range of the source that was kept, or text that stands in no source."""

Same = Callable[[int, int], bool]

_BLOCK = 16_384


@dataclass(frozen=True, slots=True)
class Slices:
    """``text`` and the ranges of its source in it, in the order of both.

    ``starts`` are the places in ``text`` where kept ranges begin, ``ranges`` those ranges.
    """

    text: str
    starts: tuple[int, ...]
    ranges: tuple[tuple[int, int], ...]

    @classmethod
    def of(cls, source: str, pieces: Iterable[Piece]) -> "Slices":
        """Put together from pieces whose ranges lie one behind the other in ``source``."""
        kept = [piece for piece in pieces if isinstance(piece, str) or piece[0] < piece[1]]
        texts = [each if isinstance(each, str) else source[slice(*each)] for each in kept]
        places = accumulate((len(text) for text in texts), initial=0)
        found = [
            (place, piece)
            for place, piece in zip(places, kept, strict=False)
            if not isinstance(piece, str)
        ]
        return cls(
            "".join(texts), tuple(place for place, _ in found), tuple(piece for _, piece in found)
        )

    @classmethod
    def whole(cls, text: str) -> "Slices":
        """A text that is its own source."""
        return cls.of(text, [(0, len(text))])

    def source_of(self, place: int) -> int | None:
        """Where in the source a place of the text comes from; None for what has no source.

        The end of the last kept range is a place in it.
        """
        number = bisect_right(self.starts, place) - 1
        if number < 0:
            return None
        start, end = self.ranges[number]
        offset = start + place - self.starts[number]
        return offset if offset <= end else None

    def source_range(self, start: int, end: int) -> tuple[int, int] | None:
        """The range of the source that a range of the text comes from, from its first character
        to its last; None when either has no source."""
        first = self.source_of(start)
        last = self.source_of(end - 1) if end > start else None
        if first is None or (end > start and last is None):
            return None
        return first, first if last is None else last + 1

    def place_of(self, offset: int) -> int | None:
        """Where in the text a place of the source is; None when it was left out."""
        number = bisect_right(self.ranges, (offset, len(self.text) + offset)) - 1
        if number < 0:
            return None
        start, end = self.ranges[number]
        return self.starts[number] + offset - start if offset <= end else None

    def over(self, inner: "Slices") -> "Slices":
        """This text as one made of the source of ``inner``, whose text this one is made of."""
        starts: list[int] = []
        ranges: list[tuple[int, int]] = []
        for begins, (start, end) in zip(self.starts, self.ranges, strict=True):
            first = max(0, bisect_right(inner.starts, start) - 1)
            for at, (low, high) in zip(inner.starts[first:], inner.ranges[first:], strict=True):
                if at >= end:
                    break
                left, right = max(start, at), min(end, at + high - low)
                if left < right:
                    starts.append(begins + left - start)
                    ranges.append((low + left - at, low + right - at))
        return Slices(self.text, tuple(starts), tuple(ranges))


def changed_part(old: str, new: str) -> tuple[int, int, str]:
    """The one edit that makes ``new`` of ``old``: start, end, and what stands there then.

    Linear, without a turn of Python for each character.
    """
    most = min(len(old), len(new))
    head = _alike(most, lambda at, end: old[at:end] == new[at:end])
    most -= head
    long, short = len(old), len(new)
    tail = _alike(
        most, lambda at, end: old[long - end : long - at] == new[short - end : short - at]
    )
    return head, len(old) - tail, new[head : len(new) - tail]


def _alike(most: int, same: Same) -> int:
    """Number of equal characters from one end on, at most ``most``."""
    at = 0
    while at < most and same(at, min(at + _BLOCK, most)):
        at = min(at + _BLOCK, most)
    step = _BLOCK
    while step:
        end = min(at + step, most)
        if at < end and same(at, end):
            at = end
        step //= 2
    return at
