"""The flow's document as a graph and back: what is not known here stays as it stands (quirk 54)."""

import copy
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import replace
from typing import Any

from funneldesk.contract.quiz_flow import NOTE, by_name, screen_of, ways_in
from funneldesk.desktop.kit.graph.model.format import CannotRead
from funneldesk.desktop.kit.graph.model.graph import Graph, graph_of, touched
from funneldesk.desktop.kit.graph.model.items import COMMENT, NO_PLACE, Edge, Loose, Node
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.quizzes.open_quiz import PlayedScreen

MISSING = "missing-screen"
"""The kind of a node whose screen is not there."""
SCREEN = "screen"
"""The setting of a node that names its screen by its code; the kind of a node that has none yet."""
INPUT = "input_1"
PLACE = ("drawflow", "Home", "data")  # not shown
Raw = dict[str, Any]


class DrawflowFormat:
    """``drawflow.Home.data``: nodes by id, each with its outputs and, mirrored, its inputs."""

    name = "quiz flow"  # not shown

    def __init__(self, screens: Callable[[], Collection[PlayedScreen]]) -> None:
        self._screens = screens

    def read(self, document: Any) -> Graph:
        """The graph of a flow. Raises CannotRead."""
        data = _data(document)
        named = by_name(list(self._screens()))
        items: list[Node | Edge | Loose] = []
        keys: dict[str, int] = {}
        for place, (code, raw) in enumerate(data.items()):
            if isinstance(raw, dict):
                keys[str(code)] = place
                items.append(self._node(place, str(code), raw, named))
            else:
                items.append(Loose(place, _("It is no node."), raw, str(code)))
        key = len(data)
        for code, raw in data.items():
            for edge in _edges(key, keys, str(code), raw):
                items.append(edge)
                key += 1
        return graph_of(items, next_key=key)

    def write(self, document: Any, before: Graph, after: Graph) -> Any:
        """``document`` with the nodes and edges that differ changed in place."""
        made = copy.deepcopy(document) if isinstance(document, dict) else {}
        changes = touched(before, after)
        data = _made(made)
        for one, _other in changes.values():
            if isinstance(one, Edge):
                _unlink(data, before, one)
        for one, other in changes.values():
            if isinstance(one, Node) and other is None:
                data.pop(one.code, None)
            elif isinstance(one, Loose) and other is None and isinstance(one.origin, str):
                data.pop(one.origin, None)
            elif isinstance(other, Node):
                known = data.get(other.code) if isinstance(one, Node) else None
                data[other.code] = self._body(other, known)
        for _one, other in changes.values():
            if isinstance(other, Edge):
                _link(data, after, other)
        return made

    def new_code(self, kind: str, taken: Collection[str]) -> str:
        """The number after the largest one that is there."""
        return str(max((int(each) for each in taken if each.isdecimal()), default=0) + 1)

    def pasted(self, node: Node, code: str) -> Node:
        """A node under another number, without the ways of the one that was copied."""
        raw = {**node.raw, "id": int(code) if code.isdecimal() else code}
        return replace(node, raw={**raw, "inputs": {}, "outputs": {}})

    def _node(self, key: int, code: str, raw: Raw, named: Mapping[str, PlayedScreen]) -> Node:
        x, y = _number(raw.get("pos_x")), _number(raw.get("pos_y"))
        if raw.get("name") == NOTE:
            text = _mapping(raw, "data").get("text")
            return Node(key, code, COMMENT, {"text": str(text or "")}, x, y, raw, code)
        screen = screen_of(raw, named)
        if screen is None:
            told = str(raw.get("html") or raw.get("name") or "")
            return Node(key, code, MISSING, {SCREEN: "", "was": told[:200]}, x, y, raw, code)
        return Node(key, code, screen.type or MISSING, {SCREEN: screen.code}, x, y, raw, code)

    def _body(self, node: Node, known: Raw | None) -> Raw:
        body = copy.deepcopy(known) if known is not None else copy.deepcopy(dict(node.raw))
        if node.placed:
            body |= {"pos_x": node.x, "pos_y": node.y}
        if known is None:
            code = int(node.code) if node.code.isdecimal() else node.code
            body |= {"id": code, "typenode": False, "inputs": {}, "outputs": {}}
        if node.kind == COMMENT:
            return {**body, "name": NOTE, "data": {"text": node.data.get("text", "")}}
        screen = next((s for s in self._screens() if s.code == node.data.get(SCREEN)), None)
        told = _mapping(body, "data")
        if screen is None:
            return {"name": SCREEN, "class": SCREEN, "html": "", "data": told, **body}
        if told.get("screen_code") != screen.code or known is None:
            names = {"screen_id": screen.id, "screen_code": screen.code}
            kind = {"name": screen.type, "class": screen.type}
            body |= {**kind, "data": {**told, **names}}
        return body


def _data(document: Any) -> Mapping[str, Any]:
    """The nodes; an empty flow may be null, an empty object, or hold an empty list."""
    found = document
    for step in PLACE:
        if found in (None, {}, []):
            return {}
        if not isinstance(found, dict):
            raise CannotRead(_("It is no flow that this program knows."))
        found = found.get(step)
    if found in (None, []):
        return {}
    if not isinstance(found, dict):
        raise CannotRead(_("Its nodes are no object."))
    return found


def _made(document: Raw) -> Raw:
    """The nodes of a document, to be changed; made where there are none."""
    place = document
    for step in PLACE:
        if not isinstance(place.get(step), dict):
            place[step] = {}
        place = place[step]
    return place


def _edges(key: int, keys: Mapping[str, int], code: str, raw: Any) -> Iterable[Edge | Loose]:
    for output, entries in _mapping(raw, "outputs").items():
        for place, way in enumerate(ways_in(entries)):
            target = str(way.get("node")) if isinstance(way, dict) else ""
            if target in keys:
                into = str(way.get("output") or INPUT)
                yield Edge(key, keys[code], keys[target], str(output), into, way, place)
            else:
                told = _("A way from node {node} leads nowhere.").format(node=code[:40])
                yield Loose(key, told, way, (code, str(output), place))
            key += 1


def _unlink(data: Raw, graph: Graph, edge: Edge) -> None:
    source, target = graph.nodes[edge.source].code, graph.nodes[edge.target].code
    _drop(data, source, "outputs", edge.output, lambda way: way == edge.raw)
    _drop(
        data,
        target,
        "inputs",
        edge.input,
        lambda way: str(way.get("node")) == source and way.get("input") == edge.output,
    )


def _drop(data: Raw, code: str, side: str, port: str, fits: Callable[[Raw], bool]) -> None:
    ways = _mapping(_mapping(_mapping(data, code), side), port).get("connections")
    if isinstance(ways, list | dict):
        pairs = ways.items() if isinstance(ways, dict) else enumerate(ways)
        at = next((place for place, way in pairs if isinstance(way, dict) and fits(way)), None)
        if at is not None:
            del ways[at]


def _link(data: Raw, graph: Graph, edge: Edge) -> None:
    source, target = graph.nodes[edge.source].code, graph.nodes[edge.target].code
    output, into = edge.output or "output_1", edge.input or INPUT
    way = {**edge.raw, "node": target, "output": into}
    _add(data[source], "outputs", output, way)
    _add(data[target], "inputs", into, {"node": source, "input": output})


def _add(node: Raw, side: str, port: str, way: Raw) -> None:
    """Add a way to a port, which is made where it is missing."""
    ports = node[side] = _mapping(node, side)
    held = ports[port] = _mapping(ports, port)
    ways = held.get("connections")
    if isinstance(ways, dict) and ways:
        ways[str(max((int(key) for key in ways if str(key).isdecimal()), default=-1) + 1)] = way
    else:
        held["connections"] = [*(ways if isinstance(ways, list) else ()), way]


def _mapping(value: Any, name: str) -> Raw:
    found = value.get(name) if isinstance(value, dict) else None
    return found if isinstance(found, dict) else {}


def _number(value: Any) -> float:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    try:
        return float(value) if is_number or isinstance(value, str) else NO_PLACE
    except (ValueError, OverflowError):
        return NO_PLACE
