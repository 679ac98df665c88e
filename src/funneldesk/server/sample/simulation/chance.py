"""Weighted choices and delays from one seeded source: the same seed gives the same life."""

from bisect import bisect
from collections.abc import Iterable, Sequence
from itertools import accumulate
from random import Random
from typing import Generic, TypeVar

T = TypeVar("T")


class Choice(Generic[T]):
    """Something of which one is drawn, by weight. Raises ValueError when there is no weight."""

    def __init__(self, weighted: Iterable[tuple[T, float]]) -> None:
        pairs = [(value, weight) for value, weight in weighted if weight > 0]
        if not pairs:
            raise ValueError("There is nothing to choose from.")
        self.values: Sequence[T] = [value for value, _ in pairs]
        self._sums = list(accumulate(weight for _, weight in pairs))

    def draw(self, random: Random) -> T:
        """One of the values."""
        place = bisect(self._sums, random.random() * self._sums[-1])
        return self.values[min(place, len(self.values) - 1)]


def seeded(seed: int, *words: object) -> Random:
    """A source of its own for one purpose, so that one does not shift another."""
    return Random("/".join(map(str, (seed, *words))))  # noqa: S311 - it must be repeatable


def portions(total: int, weights: Sequence[float]) -> list[int]:
    """``total`` dealt out by weight, in whole numbers that add up to it exactly."""
    whole = sum(weights)
    if whole <= 0:
        return [0] * len(weights)
    ends = [round(total * part / whole) for part in accumulate(weights)]
    ends[-1] = total
    return [end - start for start, end in zip([0, *ends[:-1]], ends, strict=True)]


def hex_word(random: Random, length: int) -> str:
    """So many hex digits."""
    return f"{random.getrandbits(length * 4):0{length}x}"
