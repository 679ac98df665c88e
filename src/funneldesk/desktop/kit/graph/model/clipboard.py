"""Nodes as text: copied from one graph, pasted into another one, of another brand or program."""

import json
import math
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from funneldesk.desktop.kit.graph.model.graph import Graph
from funneldesk.desktop.kit.graph.model.items import Edge, Key, Node
from funneldesk.desktop.local.texts import _

MARK = "funneldesk_graph"
VERSION = 1
LONGEST = 4_000_000
"""Characters of a text that is looked at."""
MOST = 2_000


class NotNodes(Exception):
    """A text that holds no nodes of this kind of graph; the message is a sentence."""


def copied(graph: Graph, keys: Iterable[Key], form: str) -> str:
    """The nodes, and the edges between them, as text."""
    chosen = sorted(key for key in keys if key in graph.nodes)
    inside = set(chosen)
    edges = [
        edge for edge in graph.touching(chosen) if edge.source in inside and edge.target in inside
    ]
    body = {
        MARK: VERSION,
        "format": form,
        "nodes": [_node_body(graph.nodes[key]) for key in chosen],
        "edges": [_edge_body(edge) for edge in edges],
    }
    return json.dumps(body, ensure_ascii=False, indent=1)


def pasted(text: str, form: str) -> tuple[list[Node], list[Edge]]:
    """The nodes and edges of a text; keys are those of the text alone. Raises NotNodes."""
    body = _body(text)
    if body.get("format") != form:
        raise NotNodes(_("What you copied belongs to another kind of graph."))
    nodes, edges = body.get("nodes"), body.get("edges")
    if not isinstance(nodes, list) or not isinstance(edges, list) or not nodes:
        raise NotNodes(_("The clipboard holds no nodes."))
    if len(nodes) > MOST or len(edges) > 5 * MOST:
        raise NotNodes(_("At most {most:,} nodes can be pasted at once.").format(most=MOST))
    read = [_node(found) for found in nodes]
    keys = {node.key for node in read}
    if len(keys) != len(read):
        raise NotNodes(_("The clipboard holds nodes that are not whole."))
    return read, [edge for edge in map(_edge, edges) if edge.source in keys and edge.target in keys]


def shifted(nodes: list[Node], x: float, y: float) -> list[Node]:
    """The nodes with their upper left corner at a place; those without one are put below it."""
    placed = [node for node in nodes if node.placed]
    left = min((node.x for node in placed), default=0.0)
    top = min((node.y for node in placed), default=0.0)
    return [
        replace(node, x=x + node.x - left, y=y + node.y - top)
        if node.placed
        else replace(node, x=x, y=y + 100.0 * place)
        for place, node in enumerate(nodes)
    ]


def _body(text: str) -> dict[str, Any]:
    try:
        found = json.loads(text) if len(text) <= LONGEST else None
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict) or found.get(MARK) != VERSION:
        raise NotNodes(_("The clipboard holds no nodes."))
    return found


def _node_body(node: Node) -> dict[str, Any]:
    body = {
        "key": node.key,
        "code": node.code,
        "kind": node.kind,
        "data": node.data,
        "raw": node.raw,
    }
    return {**body, "x": node.x, "y": node.y} if node.placed else body


def _edge_body(edge: Edge) -> dict[str, Any]:
    names = ("source", "target", "output", "input", "raw")
    return {name: getattr(edge, name) for name in names}


def _node(found: Any) -> Node:
    x, y = (_number(found, name) for name in ("x", "y"))
    key, code = _of(found, "key", int), _of(found, "code", str)
    kind, data, raw = (_of(found, name, of) for name, of in _PARTS)
    return Node(key, code, kind, data, x, y, raw)


_PARTS: tuple[tuple[str, type], ...] = (("kind", str), ("data", dict), ("raw", dict))


def _edge(found: Any) -> Edge:
    source, target = _of(found, "source", int), _of(found, "target", int)
    output, into = _of(found, "output", str), _of(found, "input", str)
    return Edge(-2, source, target, output, into, _of(found, "raw", dict))


def _of(found: Any, name: str, kind: type) -> Any:
    value = found.get(name) if isinstance(found, dict) else None
    if not isinstance(value, kind) or isinstance(value, bool):
        raise NotNodes(_("The clipboard holds nodes that are not whole."))
    return value


def _number(found: Any, name: str) -> float:
    value = found.get(name) if isinstance(found, dict) else None
    if isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < 1e6:
        return float(value)
    return math.nan
