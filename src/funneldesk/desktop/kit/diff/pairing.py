"""Pairing of changed lines by resemblance, to show them side by side."""

import re
from collections import Counter
from collections.abc import Sequence
from itertools import zip_longest

Pair = tuple[int | None, int | None]
"""Places on the left and on the right; None where that side has no such line."""

MOST = 1600
"""Comparisons within one change; in a larger one lines are paired as they come."""
_ALIKE = 0.4

_WORD = re.compile(r"\w+|[^\w\s]")


def paired(left: Sequence[str], right: Sequence[str]) -> list[Pair]:
    """All lines of both sides, in order. Lines with at least two fifths of their words in common
    are paired, as many words as possible in all."""
    if not left or not right or len(left) * len(right) > MOST:
        return list(zip_longest(range(len(left)), range(len(right))))
    alike = _resemblances(left, right)
    best = _best(alike)
    pairs: list[Pair] = []
    a = b = 0
    while a < len(left) and b < len(right):
        if alike[a][b] and best[a][b] == alike[a][b] + best[a + 1][b + 1]:
            pairs.append((a, b))
            a, b = a + 1, b + 1
        elif best[a][b] == best[a + 1][b]:
            pairs.append((a, None))
            a += 1
        else:
            pairs.append((None, b))
            b += 1
    pairs += [(rest, None) for rest in range(a, len(left))]
    pairs += [(None, rest) for rest in range(b, len(right))]
    return _side_by_side(pairs)


def _resemblances(left: Sequence[str], right: Sequence[str]) -> list[list[int]]:
    """Words in common, 0 where they are too few."""
    ours = [Counter(_WORD.findall(line)) for line in left]
    others = [Counter(_WORD.findall(line)) for line in right]
    return [
        [
            common if (common := (one & other).total()) >= _ALIKE * most else 0
            for other in others
            if (most := max(one.total(), other.total(), 1))
        ]
        for one in ours
    ]


def _best(alike: list[list[int]]) -> list[list[int]]:
    """The most words that can be paired from each place on."""
    height, width = len(alike), len(alike[0])
    best = [[0] * (width + 1) for _ in range(height + 1)]
    for a in range(height - 1, -1, -1):
        for b in range(width - 1, -1, -1):
            together = alike[a][b] + best[a + 1][b + 1] if alike[a][b] else 0
            best[a][b] = max(together, best[a + 1][b], best[a][b + 1])
    return best


def _side_by_side(pairs: list[Pair]) -> list[Pair]:
    """Let lines without a partner share rows all the same, between those that have one."""
    made: list[Pair] = []
    went: list[int] = []
    came: list[int] = []
    for a, b in [*pairs, (-1, -1)]:
        if b is None and a is not None:
            went.append(a)
        elif a is None and b is not None:
            came.append(b)
        else:
            made += zip_longest(went, came)
            went, came = [], []
            made.append((a, b))
    return made[:-1]
