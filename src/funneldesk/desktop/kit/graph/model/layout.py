"""Tidy places for nodes: layers from left to right, with few crossings. Takes its time in a thread.

Every layer that a long edge crosses takes a place, so what is laid out has no cycles, few long
edges, and a size that can be done in a second or two.
"""

from collections.abc import Iterable, Mapping, Sequence

from funneldesk.desktop.kit.graph.model.graph import Graph
from funneldesk.desktop.kit.graph.model.items import COMMENT, Key
from funneldesk.desktop.kit.graph.model.kinds import Kinds
from funneldesk.desktop.kit.graph.model.layers import in_layers
from funneldesk.desktop.kit.graph.model.sizes import BETWEEN, Size, on_grid, size_of

MOST = 1_000
"""Nodes that are laid out in layers; more are put in rows, in the order of the document."""
MOST_CROSSED = 6_000
"""Layers that long edges may cross in all; edges beyond, the longest first, are not looked at."""
COLUMNS = 24

Places = dict[Key, tuple[float, float]]
Ways = Sequence[tuple[Key, Key]]


class TooLarge(Exception):
    """More nodes than can be laid out at once."""


def tidied(graph: Graph, kinds: Kinds, keys: Iterable[Key] | None = None) -> Places:
    """Places for nodes (all, comments left out) in layers. Raises TooLarge."""
    chosen = [k for k in sorted(keys or graph.nodes) if graph.nodes[k].kind != COMMENT]
    if len(chosen) > MOST:
        raise TooLarge
    nodes = graph.nodes
    sizes = {key: size_of(nodes[key], kinds.outputs(graph, nodes[key])) for key in chosen}
    ways = [
        (edge.source, edge.target)
        for edge in graph.touching(chosen)
        if edge.source in sizes and edge.target in sizes
    ]
    return _settled(layered(chosen, ways, sizes))


def missing_places(graph: Graph, kinds: Kinds) -> Places:
    """Places for the nodes whose document gives none: among others, below them."""
    without = [node.key for node in graph.in_order() if not node.placed]
    if not without:
        return {}
    with_place = [node for node in graph.nodes.values() if node.placed]
    drawn = [key for key in without if graph.nodes[key].kind != COMMENT]
    places = tidied(graph, kinds, drawn) if 0 < len(drawn) <= MOST else in_rows(drawn)
    below = max((node.y for node in with_place), default=-2 * BETWEEN - 60) + 60 + 2 * BETWEEN
    left = min((node.x for node in with_place), default=0.0)
    lowest = max((y for _x, y in places.values()), default=-160.0) + 160
    for place, key in enumerate(key for key in without if key not in places):
        places[key] = (place % COLUMNS * 240.0, lowest + place // COLUMNS * 160.0)
    return {key: (x + left, y + below) for key, (x, y) in places.items()}


def in_rows(keys: Iterable[Key]) -> Places:
    """Places in rows, one after the other."""
    return {
        key: (place % COLUMNS * 300.0, place // COLUMNS * 112.0) for place, key in enumerate(keys)
    }


def layered(keys: Sequence[Key], ways: Ways, sizes: Mapping[Key, Size]) -> Places:
    """Each connected piece in layers, one piece below the other."""
    forward = _without_cycles(keys, ways)
    ranks = _ranks(keys, forward)
    near = _near(forward, ranks)
    places: Places = {}
    top = 0.0
    for piece in _pieces(keys, near):
        inside = set(piece)
        own = in_layers(piece, [way for way in near if way[0] in inside], ranks, sizes)
        left = min(x for x, _y in own.values())
        upper = min(y for _x, y in own.values())
        places |= {key: (x - left, y - upper + top) for key, (x, y) in own.items()}
        top = max(places[key][1] + sizes[key][1] for key in piece) + 2 * BETWEEN
    return places


def _without_cycles(keys: Sequence[Key], ways: Ways) -> list[tuple[Key, Key]]:
    """The ways, each once, without those that lead back to where a walk came from."""
    onward: dict[Key, dict[Key, None]] = {key: {} for key in keys}
    for source, target in ways:
        if source != target:
            onward[source][target] = None
    arrived = {target for _source, target in ways}
    kept: list[tuple[Key, Key]] = []
    state: dict[Key, int] = {}
    for root in sorted(keys, key=lambda key: key in arrived):
        if root in state:
            continue
        state[root], walk = 1, [(root, iter(onward[root]))]
        while walk:
            key, rest = walk[-1]
            for target in rest:
                if state.get(target) == 1:
                    continue
                kept.append((key, target))
                if target not in state:
                    state[target] = 1
                    walk.append((target, iter(onward[target])))
                    break
            else:
                state[key] = 2
                walk.pop()
    return kept


def _ranks(keys: Sequence[Key], ways: Ways) -> dict[Key, int]:
    """The layer of each node: one behind the last of those that lead to it."""
    onward: dict[Key, list[Key]] = {key: [] for key in keys}
    waiting = dict.fromkeys(keys, 0)
    for source, target in ways:
        onward[source].append(target)
        waiting[target] += 1
    ranks = dict.fromkeys(keys, 0)
    ready = [key for key in keys if not waiting[key]]
    for key in ready:
        for target in onward[key]:
            ranks[target] = max(ranks[target], ranks[key] + 1)
            waiting[target] -= 1
            if not waiting[target]:
                ready.append(target)
    return ranks


def _near(ways: Ways, ranks: Mapping[Key, int]) -> list[tuple[Key, Key]]:
    """The ways without the longest ones, once they cross too many layers."""
    room, kept = MOST_CROSSED, []
    for way in sorted(ways, key=lambda way: ranks[way[1]] - ranks[way[0]]):
        room -= ranks[way[1]] - ranks[way[0]] - 1
        if room >= 0:
            kept.append(way)
    return kept


def _pieces(keys: Sequence[Key], ways: Ways) -> list[list[Key]]:
    """The nodes that hang together, in their order."""
    beside: dict[Key, list[Key]] = {key: [] for key in keys}
    for source, target in ways:
        beside[source].append(target)
        beside[target].append(source)
    seen: set[Key] = set()
    pieces = []
    for key in keys:
        if key in seen:
            continue
        piece = [key]
        seen.add(key)
        for each in piece:
            for other in beside[each]:
                if other not in seen:
                    seen.add(other)
                    piece.append(other)
        pieces.append(sorted(piece))
    return pieces


def _settled(places: Places) -> Places:
    return {key: (on_grid(x), on_grid(y)) for key, (x, y) in places.items()}
