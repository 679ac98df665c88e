"""One connected piece of a graph in layers from left to right: the order in each layer by the
middles of its neighbours, as Sugiyama, Tagawa and Toda have it; heights by least squares."""

from bisect import bisect_right, insort
from collections.abc import Mapping, Sequence
from itertools import pairwise

from funneldesk.desktop.kit.graph.model.items import Key
from funneldesk.desktop.kit.graph.model.sizes import ACROSS, BETWEEN, Size

ROUNDS, SETTLING = 24, 12
"""Sweeps to and fro in which crossings are sought away, and in which heights settle."""
Ways = Sequence[tuple[Key, Key]]
Layers = list[list[int]]


class _Piece:
    """Items are the nodes, and a point for each layer that a long way crosses."""

    def __init__(self, keys: Sequence[Key], ways: Ways, ranks: Mapping[Key, int]) -> None:
        self.keys = list(keys)
        lowest = min(ranks[key] for key in keys)
        self.rank = [ranks[key] - lowest for key in keys]
        self.before: list[list[int]] = [[] for _ in keys]
        self.after: list[list[int]] = [[] for _ in keys]
        places = {key: place for place, key in enumerate(keys)}
        for one, other in ways:
            self._lead(places[one], places[other])
        self.layers: Layers = [[] for _ in range(max(self.rank) + 1)]
        self._order_at_first()

    def _lead(self, one: int, other: int) -> None:
        last = one
        for rank in range(self.rank[one] + 1, self.rank[other]):
            self.rank.append(rank)
            self.before.append([])
            self.after.append([])
            self._join(last, len(self.rank) - 1)
            last = len(self.rank) - 1
        self._join(last, other)

    def _join(self, one: int, other: int) -> None:
        self.after[one].append(other)
        self.before[other].append(one)

    def _order_at_first(self) -> None:
        """As a walk from the first nodes meets them: what hangs together stands together."""
        seen: set[int] = set()
        for root in sorted(range(len(self.rank)), key=lambda each: self.rank[each]):
            walk = [root]
            while walk:
                each = walk.pop()
                if each not in seen:
                    seen.add(each)
                    self.layers[self.rank[each]].append(each)
                    walk += [to for to in reversed(self.after[each]) if to not in seen]

    def uncross(self) -> None:
        """Keep the order with the fewest crossings of some sweeps."""
        best, fewest = [list(layer) for layer in self.layers], self._crossings()
        for number in range(ROUNDS):
            onward = number % 2 == 0
            order = self.layers if onward else self.layers[::-1]
            for fixed, layer in pairwise(order):
                _sort(layer, fixed, self.before if onward else self.after)
            crossed = self._crossings()
            if crossed < fewest:
                best, fewest = [list(layer) for layer in self.layers], crossed
            if not fewest:
                break
        self.layers = best

    def _crossings(self) -> int:
        place = {each: at for layer in self.layers for at, each in enumerate(layer)}
        found = 0
        for layer in self.layers:
            met: list[int] = []
            for each in layer:
                ends = sorted(place[to] for to in self.after[each])
                found += sum(len(met) - bisect_right(met, end) for end in ends)
                for end in ends:
                    insort(met, end)
        return found

    def middles(self, heights: Sequence[float]) -> list[float]:
        """The height of each item's middle: near its neighbours, in order and apart."""
        found = [0.0] * len(self.rank)
        for layer in self.layers:
            for each, at in zip(layer, _apart([0.0] * len(layer), layer, heights), strict=True):
                found[each] = at
        for number in range(SETTLING):
            onward = number % 2 == 0
            for layer in self.layers if onward else reversed(self.layers):
                wanted = [self._wanted(each, found, onward=onward) for each in layer]
                for each, at in zip(layer, _apart(wanted, layer, heights), strict=True):
                    found[each] = at
        return found

    def _wanted(self, each: int, found: Sequence[float], *, onward: bool) -> float:
        near = (self.before if onward else self.after)[each] or self.before[each]
        near = near or self.after[each]
        return sum(found[other] for other in near) / len(near) if near else found[each]


def _sort(layer: list[int], fixed: list[int], near: list[list[int]]) -> None:
    """Order a layer by the middles of those in the fixed one that its items are joined to."""
    place = {each: at for at, each in enumerate(fixed)}
    own = {each: at for at, each in enumerate(layer)}
    layer.sort(
        key=lambda each: (
            sum(place[other] for other in near[each]) / len(near[each]) if near[each] else own[each]
        )
    )


def _apart(wanted: list[float], layer: list[int], heights: Sequence[float]) -> list[float]:
    """The places nearest to those that are wanted, by least squares, at which nothing overlaps:
    without the room between them a rising row, which pools of equal places give."""
    offsets, reach = [], 0.0
    for at, each in enumerate(layer):
        reach += (heights[layer[at - 1]] + heights[each]) / 2 + BETWEEN if at else 0.0
        offsets.append(reach)
    pools: list[tuple[float, int]] = []
    for place, offset in zip(wanted, offsets, strict=True):
        total, count = place - offset, 1
        while pools and pools[-1][0] * count >= total * pools[-1][1]:
            before, many = pools.pop()
            total, count = total + before, count + many
        pools.append((total, count))
    levels = [total / count for total, count in pools for _ in range(count)]
    return [level + offset for level, offset in zip(levels, offsets, strict=True)]


def in_layers(
    keys: Sequence[Key], ways: Ways, ranks: Mapping[Key, int], sizes: Mapping[Key, Size]
) -> dict[Key, tuple[float, float]]:
    """Upper left corners of the nodes of one piece; each way leads to a later layer."""
    piece = _Piece(keys, ways, ranks)
    piece.uncross()
    heights = [sizes[key][1] for key in keys] + [0.0] * (len(piece.rank) - len(keys))
    middles = piece.middles(heights)
    lefts, left = [], 0.0
    for layer in piece.layers:
        lefts.append(left)
        left += max((sizes[piece.keys[e]][0] for e in layer if e < len(keys)), default=0.0) + ACROSS
    return {
        key: (lefts[piece.rank[place]], middles[place] - sizes[key][1] / 2)
        for place, key in enumerate(keys)
    }
