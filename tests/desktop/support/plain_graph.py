"""A small kind of document and its nodes, to try the graph editor on, and generated graphs."""

import copy
import random
from collections.abc import Collection
from dataclasses import replace
from typing import Any

from funneldesk.desktop.kit.forms.field_spec import FieldSpec
from funneldesk.desktop.kit.graph.model import deeds
from funneldesk.desktop.kit.graph.model.format import CannotRead
from funneldesk.desktop.kit.graph.model.graph import Change, Graph, graph_of, touched
from funneldesk.desktop.kit.graph.model.items import COMMENT, Edge, Loose, Node
from funneldesk.desktop.kit.graph.model.kinds import Kinds, NodeKind, Port


def _too_small(data: Any) -> list[str]:
    return ["The size is too small."] if data.get("size") == 0 else []


KINDS = Kinds(
    (
        NodeKind("start", "Start", "play", tone="success", has_input=False),
        NodeKind(
            "step",
            "Step",
            "zap",
            fields=(FieldSpec("name", "Name"), FieldSpec("size", "Size", "integer")),
            defaults={"name": "new"},
            summary=lambda data: str(data.get("name", "")),
            check=_too_small,
        ),
        NodeKind("fork", "Fork", "split", outputs=(Port("yes", "Yes"), Port("no", "No"))),
    )
)


class PlainFormat:
    """``{nodes: [{id, type, x, y, data}], ways: [[from, output, to]]}`` with whatever besides."""

    name = "plain"

    def read(self, document: Any) -> Graph:
        if not isinstance(document, dict) or not isinstance(document.get("nodes"), list):
            raise CannotRead("It has no nodes.")
        items: list[Node | Edge | Loose] = []
        codes: dict[str, int] = {}
        for place, raw in enumerate(document["nodes"]):
            if not isinstance(raw, dict) or str(raw.get("id")) in codes:
                items.append(Loose(place, "Two nodes have one id.", raw, place))
                continue
            codes[str(raw.get("id"))] = place
            data = raw.get("data") if isinstance(raw.get("data"), dict) else {}
            x, y = (float(raw.get(name, "nan")) for name in ("x", "y"))
            code, kind = str(raw.get("id")), str(raw.get("type", ""))
            items.append(Node(place, code, kind, data or {}, x, y, raw, place))
        key = len(document["nodes"])
        for number, (begin, output, end) in enumerate(document.get("ways", ())):
            if begin in codes and end in codes:
                items.append(Edge(key + number, codes[begin], codes[end], output, origin=number))
            else:
                items.append(Loose(key + number, "A way leads nowhere.", (begin, output, end)))
        return graph_of(items)

    def write(self, document: Any, before: Graph, after: Graph) -> Any:
        made = copy.deepcopy(document)
        changes = touched(before, after)
        nodes = made["nodes"]
        for one, other in changes.values():
            if isinstance(one, Node) and isinstance(other, Node):
                nodes[one.origin] = self._body(other)
        gone = {
            one.origin for one, other in changes.values() if isinstance(one, Node) and not other
        }
        made["nodes"] = [each for place, each in enumerate(nodes) if place not in gone]
        made["nodes"] += [
            self._body(new) for old, new in changes.values() if isinstance(new, Node) and not old
        ]
        if any(isinstance(item, Edge) for pair in changes.values() for item in pair):
            codes = {node.key: node.code for node in after.nodes.values()}
            made["ways"] = [
                [codes[edge.source], edge.output, codes[edge.target]]
                for edge in sorted(after.edges.values(), key=lambda edge: edge.key)
            ]
        return made

    def new_code(self, kind: str, taken: Collection[str]) -> str:
        return next(code for n in range(100_000) if (code := f"{kind}-{n}") not in taken)

    def pasted(self, node: Node, code: str) -> Node:
        return replace(node, raw={**node.raw, "id": code})

    def _body(self, node: Node) -> dict[str, Any]:
        body = {**node.raw, "id": node.code, "type": node.kind, "data": dict(node.data)}
        return {**body, "x": node.x, "y": node.y} if node.placed else body


def sample() -> dict[str, Any]:
    """Start, a fork, two steps, and a node of a kind that nobody knows."""
    return {
        "nodes": [
            {"id": "a", "type": "start", "x": 0, "y": 100, "theirs": {"deep": [1, None]}},
            {"id": "b", "type": "fork", "x": 320, "y": 100},
            {"id": "c", "type": "step", "x": 640, "y": 0, "data": {"name": "Left", "q": 1}},
            {"id": "d", "type": "step", "x": 640, "y": 200, "data": {"name": "Right"}},
            {"id": "e", "type": "teleport", "x": 960, "y": 100, "data": {"to": "Mars"}},
        ],
        "ways": [["a", "", "b"], ["b", "yes", "c"], ["b", "no", "d"], ["c", "", "e"]],
        "theirs": "kept",
    }


def large(count: int, seed: int = 1) -> dict[str, Any]:
    """A tree of steps with some ways across; no node has a place."""
    dice = random.Random(seed)
    ways = [[str(dice.randrange(max(0, n - 8), n)), "", str(n)] for n in range(1, count)]
    ways += [
        [str(dice.randrange(count)), "", str(dice.randrange(count))] for _ in range(count // 9)
    ]
    return {"nodes": [{"id": str(n), "type": "step"} for n in range(count)], "ways": ways}


def random_deed(graph: Graph, dice: random.Random) -> Change:
    """Something that a user may do to a graph."""
    keys = sorted(graph.nodes)
    some = dice.sample(keys, min(len(keys), dice.randrange(1, 4)))
    choice = dice.randrange(8)
    if choice == 0 or len(keys) < 3:
        kind = dice.choice(("step", "fork", COMMENT, "strange"))
        code = PlainFormat().new_code(kind, graph.codes())
        node = Node(-2, code, kind, {"text": "?"}, dice.random() * 900, dice.random() * 900)
        return deeds.add(graph, node, after=(dice.choice(keys), "yes") if keys else None)
    if choice == 1:
        return deeds.remove(graph, some)
    if choice == 2 and graph.edges:
        return deeds.remove(graph, [dice.choice(sorted(graph.edges))])
    if choice == 3 and graph.edges:
        edge = graph.edges[dice.choice(sorted(graph.edges))]
        return deeds.reconnect(graph, edge, dice.choice(keys))
    if choice == 4:
        return deeds.connect(graph, dice.choice(keys), dice.choice(("", "yes")), dice.choice(keys))
    if choice == 5:
        return deeds.set_data(graph, some[0], {"name": dice.choice("xyz"), "size": dice.random()})
    if choice == 6:
        nodes = [graph.nodes[key] for key in some]
        return deeds.insert(graph, PlainFormat(), nodes, graph.touching(some), "Paste")
    return deeds.move(graph, {key: (dice.random() * 900, dice.random() * 900) for key in some})
