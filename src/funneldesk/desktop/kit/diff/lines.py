"""The differences of two texts, line by line."""

from dataclasses import dataclass
from itertools import accumulate
from typing import Literal

from funneldesk.desktop.kit.diff.alike import matches
from funneldesk.desktop.kit.diff.pieces import pieces


@dataclass(frozen=True, slots=True)
class Hunk:
    """A stretch that is the same on both sides, or changed.

    ``…_start`` and ``…_end`` count lines from 0, the end exclusive, as ``pieces`` gives them: a
    line of more than 600 characters counts as several. ``…_from`` and ``…_to`` are character
    offsets. A changed hunk may be empty on one side.
    """

    kind: Literal["same", "changed"]
    left_start: int
    left_end: int
    right_start: int
    right_end: int
    left_from: int
    left_to: int
    right_from: int
    right_to: int

    def restored(self, left: str, right: str) -> str:
        """``right`` with this hunk as it is on the left."""
        return (
            right[: self.right_from] + left[self.left_from : self.left_to] + right[self.right_to :]
        )


def hunks(left: str, right: str) -> list[Hunk]:
    """The whole of both texts, same and changed in turn; empty when both are.

    The left sides joined give ``left``, the right sides ``right``. Runs for up to half a second
    where two pages of 1 MB have little in common: not for the window's thread.
    """
    return hunks_of(pieces(left), pieces(right))


def hunks_of(left: list[str], right: list[str]) -> list[Hunk]:
    """As ``hunks``, of pieces."""
    left_at = [0, *accumulate(map(len, left))]
    right_at = [0, *accumulate(map(len, right))]
    found: list[Hunk] = []

    def add(kind: Literal["same", "changed"], a: int, a_end: int, b: int, b_end: int) -> None:
        if a_end > a or b_end > b:
            places = (left_at[a], left_at[a_end], right_at[b], right_at[b_end])
            found.append(Hunk(kind, a, a_end, b, b_end, *places))

    a = b = 0
    for at, other, count in matches(left, right):
        add("changed", a, at, b, other)
        a, b = at + count, other + count
        add("same", at, a, other, b)
    add("changed", a, len(left), b, len(right))
    return found
