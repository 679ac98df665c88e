"""What can be done to a graph: each deed is a change, made from the state that it will change."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from funneldesk.desktop.kit.graph.model.format import GraphFormat
from funneldesk.desktop.kit.graph.model.graph import Change, Graph
from funneldesk.desktop.kit.graph.model.items import Edge, Item, Key, Node, Settings, same
from funneldesk.desktop.local.texts import _, ngettext

Place = tuple[float, float]
Pairs = dict[Key, tuple[Item | None, Item | None]]


def move(graph: Graph, places: Mapping[Key, Place], label: str = "", joins: str = "") -> Change:
    """Put nodes to places (upper left corners, scene units)."""
    items: Pairs = {}
    for key, (x, y) in places.items():
        node = graph.nodes.get(key)
        if node is not None and (node.x, node.y) != (x, y):
            items[key] = (node, replace(node, x=x, y=y))
    count = len(items)
    words = label or ngettext("Move {count:,} node", "Move {count:,} nodes", count)
    return Change(words.format(count=count), items, joins)


def remove(graph: Graph, keys: Iterable[Key]) -> Change:
    """Remove items, and the edges of every node that goes."""
    wanted = dict.fromkeys(keys)
    items: Pairs = {
        edge.key: (edge, None)
        for edge in graph.touching(key for key in wanted if key in graph.nodes)
    }
    for key in wanted:
        item = graph.get(key)
        if item is not None and not isinstance(item, Settings):
            items[key] = (item, None)
    nodes = sum(isinstance(before, Node) for before, _after in items.values())
    label = ngettext("Remove {count:,} node", "Remove {count:,} nodes", nodes).format(count=nodes)
    return Change(label if nodes else _("Remove connections"), items)


def connect(graph: Graph, source: Key, output: str, target: Key) -> Change:
    """Lead an output to a node; an edge that is there already is not made twice."""
    known = any(edge.output == output and edge.target == target for edge in graph.leaving(source))
    if known or source not in graph.nodes or target not in graph.nodes:
        return Change("", {})
    key = graph.next_key
    return Change(_("Connect"), {key: (None, Edge(key, source, target, output))})


def reconnect(graph: Graph, edge: Edge, target: Key) -> Change:
    """Lead an edge to another node."""
    if target == edge.target or target not in graph.nodes:
        return Change("", {})
    return Change(_("Reconnect"), {edge.key: (edge, replace(edge, target=target))})


def add(
    graph: Graph,
    node: Node,
    after: tuple[Key, str] | None = None,
    on: Edge | None = None,
    output: str = "",
) -> Change:
    """Add a node (its key is given here): after an output of another node, or on an edge.

    On an edge, ``output`` of the new node leads to where the edge led.
    """
    key = graph.next_key
    items: Pairs = {key: (None, replace(node, key=key))}
    if on is not None:
        items[on.key] = (on, replace(on, target=key))
        items[key + 1] = (None, Edge(key + 1, key, on.target, output, on.input))
    elif after is not None:
        items[key + 1] = (None, Edge(key + 1, after[0], key, after[1]))
    return Change(_("Add a node"), items)


def set_data(graph: Graph, key: Key, data: Mapping[str, Any], label: str = "") -> Change:
    """Give a node other settings. Deeds in a row on one node are undone as one."""
    node = graph.nodes[key]
    changed = replace(node, data=dict(data))
    items: Pairs = {} if same(node, changed) else {key: (node, changed)}
    return Change(label or _("Change settings"), items, f"data/{key}")


def insert(
    graph: Graph, form: GraphFormat, nodes: Iterable[Node], edges: Iterable[Edge], label: str
) -> Change:
    """Add copies of nodes and of the edges between them, under codes of their own."""
    taken, keys, key = graph.codes(), {}, graph.next_key
    items: Pairs = {}
    for node in nodes:
        code = (
            node.code if node.code and node.code not in taken else form.new_code(node.kind, taken)
        )
        taken.add(code)
        keys[node.key] = key
        items[key] = (None, replace(form.pasted(node, code), key=key, code=code, origin=None))
        key += 1
    for edge in edges:
        if edge.source in keys and edge.target in keys:
            copy = replace(
                edge, key=key, source=keys[edge.source], target=keys[edge.target], origin=None
            )
            items[key] = (None, copy)
            key += 1
    return Change(label, items)


def disconnected(graph: Graph) -> list[Key]:
    """Edges whose ends are not both there: none, unless a deed was put together wrongly."""
    ends = graph.nodes
    return [e.key for e in graph.edges.values() if e.source not in ends or e.target not in ends]
