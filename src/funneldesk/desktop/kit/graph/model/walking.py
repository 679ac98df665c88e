"""Steps of the keyboard over a graph: along edges, and to what stands above or below."""

from collections.abc import Mapping
from typing import Literal

from funneldesk.desktop.kit.graph.model.graph import Graph
from funneldesk.desktop.kit.graph.model.items import Edge, Key
from funneldesk.desktop.kit.graph.model.kinds import Kinds

Places = Mapping[Key, tuple[float, float]]
Step = Literal["onward", "back", "up", "down"]


def stepped(graph: Graph, kinds: Kinds, places: Places, key: Key, step: Step) -> Key | None:
    """The node one step from a node; None where there is none.

    Onward and back follow edges, outputs in their order. Up and down go to those that the same
    node leads to, and where there are none, to the nearest node above or below.
    """
    if step == "onward":
        edges = ordered(graph, kinds, key)
        return edges[0].target if edges else _nearest(places, key, 1, 0)
    if step == "back":
        arriving = graph.arriving(key)
        return arriving[0].source if arriving else _nearest(places, key, -1, 0)
    by = 1 if step == "down" else -1
    beside = _beside(graph, kinds, key)
    if key in beside and 0 <= (place := beside.index(key) + by) < len(beside):
        return beside[place]
    return _nearest(places, key, 0, by)


def ordered(graph: Graph, kinds: Kinds, key: Key) -> list[Edge]:
    """The edges that leave a node, by its outputs from above."""
    names = [port.name for port in kinds.outputs(graph, graph.nodes[key])]
    place = {name: number for number, name in enumerate(names)}
    return sorted(graph.leaving(key), key=lambda edge: place.get(edge.output, len(names)))


def _beside(graph: Graph, kinds: Kinds, key: Key) -> list[Key]:
    arriving = graph.arriving(key)
    if not arriving:
        return []
    return list(dict.fromkeys(edge.target for edge in ordered(graph, kinds, arriving[0].source)))


def _nearest(places: Places, key: Key, across: int, down: int) -> Key | None:
    """The node that is nearest in a direction; aside counts twice as far."""
    here = places.get(key)
    if here is None:
        return None
    best, nearest = None, float("inf")
    for other, (x, y) in places.items():
        along = (x - here[0]) * across + (y - here[1]) * down
        aside = abs(x - here[0]) * abs(down) + abs(y - here[1]) * abs(across)
        if other != key and along > 0 and (far := along + 2 * aside) < nearest:
            best, nearest = other, far
    return best
