"""Three texts brought together: what they both came from, mine and theirs."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from funneldesk.desktop.kit.diff.alike import Match, matches
from funneldesk.desktop.kit.diff.pieces import pieces

ChunkKind = Literal["same", "mine", "theirs", "both_same", "conflict"]
Choice = Literal["mine", "theirs", "base", "mine_theirs", "theirs_mine"]
"""Choice for the result; the last two are both, one after the other."""


@dataclass(frozen=True, slots=True)
class Chunk:
    """A stretch of the three texts, as pieces.

    ``mine`` and ``theirs``: only that side changed it; ``both_same``: both changed it to the
    same; ``conflict``: both changed it, each in a way of their own.
    """

    kind: ChunkKind
    base: tuple[str, ...]
    mine: tuple[str, ...]
    theirs: tuple[str, ...]

    @property
    def usual(self) -> Choice | None:
        """Default choice for the result; None for a conflict."""
        if self.kind == "conflict":
            return None
        return "theirs" if self.kind == "theirs" else "mine"

    def text(self, choice: Choice) -> str:
        """Lines that a choice puts into the result."""
        mine, theirs = "".join(self.mine), "".join(self.theirs)
        if choice == "base":
            return "".join(self.base)
        if choice == "mine_theirs":
            return _one_after_the_other(mine, theirs)
        if choice == "theirs_mine":
            return _one_after_the_other(theirs, mine)
        return mine if choice == "mine" else theirs


@dataclass(frozen=True, slots=True)
class Merge:
    """Joined, the chunks' bases give the base, their mines mine, their theirs theirs."""

    chunks: tuple[Chunk, ...]

    @property
    def conflicts(self) -> tuple[int, ...]:
        """The chunks that somebody has to decide."""
        return tuple(i for i, chunk in enumerate(self.chunks) if chunk.kind == "conflict")

    def text(self, choices: Mapping[int, Choice] | None = None) -> str:
        """The result. ``choices`` are by chunk. Raises ValueError for an undecided conflict."""
        wanted = choices or {}
        parts = []
        for index, chunk in enumerate(self.chunks):
            choice = wanted.get(index) or chunk.usual
            if choice is None:
                raise ValueError(f"Chunk {index} is a conflict that nobody has decided.")
            parts.append(chunk.text(choice))
        return "".join(parts)


def merge(base: str, mine: str, theirs: str) -> Merge:
    """Where only one side changed lines these are taken; where both did it is a conflict.

    Runs for up to a second with pages of 1 MB that have little in common: not for the window's
    thread.
    """
    old, ours, others = pieces(base), pieces(mine), pieces(theirs)
    chunks: list[Chunk] = []
    b = m = t = 0
    for at, mine_at, theirs_at, count in _in_all_three(
        matches(old, ours), matches(old, others), (len(old), len(ours), len(others))
    ):
        if at > b or mine_at > m or theirs_at > t:
            chunks.append(_chunk(old[b:at], ours[m:mine_at], others[t:theirs_at]))
        b, m, t = at + count, mine_at + count, theirs_at + count
        if count:
            same = tuple(old[at:b])
            chunks.append(Chunk("same", same, same, same))
    return Merge(tuple(chunks))


def _chunk(base: list[str], mine: list[str], theirs: list[str]) -> Chunk:
    kind: ChunkKind = "conflict"
    if mine == theirs:
        kind = "both_same"
    elif base == mine:
        kind = "theirs"
    elif base == theirs:
        kind = "mine"
    return Chunk(kind, tuple(base), tuple(mine), tuple(theirs))


def _in_all_three(
    mine: list[Match], theirs: list[Match], ends: tuple[int, int, int]
) -> Iterator[tuple[int, int, int, int]]:
    """Where the base is unchanged on both sides: its place, mine, theirs, and the length."""
    i = j = 0
    while i < len(mine) and j < len(theirs):
        at, mine_at, mine_count = mine[i]
        other, theirs_at, theirs_count = theirs[j]
        start = max(at, other)
        end = min(at + mine_count, other + theirs_count)
        if start < end:
            yield start, mine_at + start - at, theirs_at + start - other, end - start
        if at + mine_count < other + theirs_count:
            i += 1
        else:
            j += 1
    yield (*ends, 0)


def _one_after_the_other(first: str, second: str) -> str:
    """A line end goes between them where the first one lacks it."""
    seam = "\n" if first and second and not first.endswith("\n") and "\n" in second else ""
    return f"{first}{seam}{second}"
