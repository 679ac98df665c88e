"""Common parts of two sequences, in order: unique ones first, in bounded time."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Hashable, Iterator, Sequence

Match = tuple[int, int, int]
"""Where it stands on the left, on the right, and how many elements are alike there."""

Region = tuple[int, int, int, int]

_STEPS = 1_500_000
_LEAST_EFFORT, MOST_EFFORT = 24, 800
_DEPTH = 30
_NOWHERE = -(10**9)


def matches(
    left: Sequence[Hashable], right: Sequence[Hashable], most_effort: int = MOST_EFFORT
) -> list[Match]:
    """The runs of equal elements, in the order of both sides, no two of them touching.

    Elements that are unique on both sides anchor the answer (patience); between anchors the
    shortest way is sought, with an effort that is bounded: where that does not suffice the answer
    is still right, only longer than it could be. ``most_effort`` bounds the differences that are
    looked past in one go.
    """
    a, b = _as_numbers(left, right)
    effort = max(_LEAST_EFFORT, min(most_effort, _STEPS // (len(a) + len(b) + 1)))
    found: list[Match] = []
    waiting = [(0, len(a), 0, len(b), 0)]
    while waiting:
        a_from, a_to, b_from, b_to, depth = waiting.pop()
        region = _trimmed(a, b, (a_from, a_to, b_from, b_to), found)
        if region[0] == region[1] or region[2] == region[3]:
            continue
        anchors = _anchors(a, b, region) if depth < _DEPTH else []
        if anchors:
            waiting.extend((*part, depth + 1) for part in _between(region, anchors))
            found.extend((at, other, 1) for at, other in anchors)
        else:
            found.extend(_shortest(a, b, region, effort))
    return _joined(sorted(found))


def _as_numbers(left: Sequence[Hashable], right: Sequence[Hashable]) -> tuple[list[int], list[int]]:
    known: dict[Hashable, int] = {}
    return (
        [known.setdefault(each, len(known)) for each in left],
        [known.setdefault(each, len(known)) for each in right],
    )


def _trimmed(a: list[int], b: list[int], region: Region, found: list[Match]) -> Region:
    """The rest between the equal ends, which are recorded."""
    a_from, a_to, b_from, b_to = region
    head = 0
    most = min(a_to - a_from, b_to - b_from)
    while head < most and a[a_from + head] == b[b_from + head]:
        head += 1
    tail = 0
    while tail < most - head and a[a_to - 1 - tail] == b[b_to - 1 - tail]:
        tail += 1
    if head:
        found.append((a_from, b_from, head))
    if tail:
        found.append((a_to - tail, b_to - tail, tail))
    return a_from + head, a_to - tail, b_from + head, b_to - tail


def _anchors(a: list[int], b: list[int], region: Region) -> list[tuple[int, int]]:
    """Elements that stand once on each side, as many of them as keep their order."""
    a_from, a_to, b_from, b_to = region
    here, there = Counter(a[a_from:a_to]), Counter(b[b_from:b_to])
    places = {b[at]: at for at in range(b_from, b_to) if there[b[at]] == 1}
    pairs = [
        (at, places[a[at]]) for at in range(a_from, a_to) if here[a[at]] == 1 and a[at] in places
    ]
    return _longest_rising(pairs)


def _longest_rising(pairs: list[tuple[int, int]]) -> list[tuple[int, int]]:
    tops: list[int] = []
    piles: list[int] = []
    before: list[int] = []
    for index, (_, other) in enumerate(pairs):
        pile = bisect_left(tops, other)
        before.append(piles[pile - 1] if pile else -1)
        if pile == len(tops):
            tops.append(other)
            piles.append(index)
        else:
            tops[pile], piles[pile] = other, index
    chosen: list[tuple[int, int]] = []
    at = piles[-1] if piles else -1
    while at >= 0:
        chosen.append(pairs[at])
        at = before[at]
    return chosen[::-1]


def _between(region: Region, anchors: list[tuple[int, int]]) -> Iterator[Region]:
    a_from, a_to, b_from, b_to = region
    for at, other in anchors:
        if at > a_from and other > b_from:
            yield a_from, at, b_from, other
        a_from, b_from = at + 1, other + 1
    if a_from < a_to and b_from < b_to:
        yield a_from, a_to, b_from, b_to


def _shortest(a: list[int], b: list[int], region: Region, effort: int) -> Iterator[Match]:
    """The greedy shortest path; after ``effort`` differences the best of it is kept, and the
    search goes on from there. So the work grows with the length, not with its square."""
    a_from, a_to, b_from, b_to = region
    while a_from < a_to and b_from < b_to:
        path = _path(a, b, (a_from, a_to, b_from, b_to), effort)
        yield from _runs((a_from, b_from), path)
        a_from, b_from = path[-1]


def _path(a: list[int], b: list[int], region: Region, effort: int) -> list[tuple[int, int]]:
    """The corners of the way, the end last: the region's, or the furthest place reached."""
    a_from, a_to, b_from, b_to = region
    reached = {1: a_from}  # one step above the start, from where the way begins
    trail: list[dict[int, int]] = []
    shift = b_from - a_from
    for cost in range(effort + 1):
        fresh: dict[int, int] = {}
        for k in range(-cost, cost + 1, 2):
            above, beside = reached.get(k + 1, _NOWHERE), reached.get(k - 1, _NOWHERE)
            x = above if beside < above else beside + 1
            y = x - k + shift
            if not (a_from <= x <= a_to and b_from <= y <= b_to):
                continue
            while x < a_to and y < b_to and a[x] == b[y]:
                x += 1
                y += 1
            fresh[k] = x
            if x == a_to and y == b_to:
                trail.append(fresh)
                return _back(trail, k, shift)
        trail.append(fresh)
        reached = fresh
    best = max(reached, key=lambda k: 2 * reached[k] - k)
    return _back(trail, best, shift)


def _back(trail: list[dict[int, int]], k: int, shift: int) -> list[tuple[int, int]]:
    corners: list[tuple[int, int]] = []
    for cost in range(len(trail) - 1, -1, -1):
        x = trail[cost][k]
        corners.append((x, x - k + shift))
        if cost:
            before = trail[cost - 1]
            k = k + 1 if before.get(k - 1, _NOWHERE) < before.get(k + 1, _NOWHERE) else k - 1
    return corners[::-1]


def _runs(start: tuple[int, int], corners: list[tuple[int, int]]) -> Iterator[Match]:
    """Each corner ends a run of equal elements; before that run at most one step was taken."""
    x, y = start
    for to_x, to_y in corners:
        count = min(to_x - x, to_y - y)
        if count > 0:
            yield to_x - count, to_y - count, count
        x, y = to_x, to_y


def _joined(found: list[Match]) -> list[Match]:
    whole: list[Match] = []
    for at, other, count in found:
        if whole:
            last_at, last_other, length = whole[-1]
            if last_at + length == at and last_other + length == other:
                whole[-1] = (last_at, last_other, length + count)
                continue
        whole.append((at, other, count))
    return whole
