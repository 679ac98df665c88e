"""Builder documents as graphs (document: Automation, builder document; quirk 55)."""

import copy
import math
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from funneldesk.contract.automation_flow.graph import TRIGGER_TYPES, code_of, ends_of
from funneldesk.desktop.kit.graph.model.format import CannotRead
from funneldesk.desktop.kit.graph.model.graph import Graph, graph_of, touched
from funneldesk.desktop.kit.graph.model.items import (
    COMMENT,
    Edge,
    Item,
    Key,
    Loose,
    Node,
    Settings,
)
from funneldesk.desktop.local.texts import _

TRIGGER = "trigger_node_type"
_COMMENT_CODE = "//comment/{number}"
Origin = tuple[str, Any]
"""Which part of the configuration an entry stands in, and its index or key there."""


class BuilderFormat:
    """``{config: {nodes, connections, comments}, version, trigger_node_type}``.

    Nodes and connections are lists or objects; a place is ``position: {x, y}`` or ``x`` and ``y``
    of the node. The server keeps ``comments`` without a look at them.
    """

    name = "automation"

    def read(self, document: Any) -> Graph:
        """The graph of a document; an empty one for none. Raises CannotRead."""
        document = {} if document is None else document
        config = document.get("config") if isinstance(document, Mapping) else None
        config = {} if config in (None, []) else config
        if not isinstance(document, Mapping) or not isinstance(config, Mapping):
            raise CannotRead(_("Its configuration isn't an object."))
        reading = _Reading()
        for origin, raw in _entries(config, "nodes"):
            reading.node(origin, raw)
        for origin, raw in _entries(config, "connections"):
            reading.connection(origin, raw)
        for origin, raw in _entries(config, "comments"):
            reading.comment(origin, raw)
        known = {TRIGGER: document[TRIGGER]} if TRIGGER in document else {}
        return graph_of(reading.items, Settings(known))

    def write(self, document: Any, before: Graph, after: Graph) -> Any:
        """The document with what differs between the graphs."""
        made: dict[str, Any] = copy.deepcopy(dict(document)) if document else {}
        if made.get("config") in (None, []):
            made["config"] = {"nodes": [], "connections": []}
            made.setdefault("version", 1)
        changes = touched(before, after)
        bodies = _Bodies(after)
        for name in ("nodes", "connections", "comments"):
            own = {key: pair for key, pair in changes.items() if _part(pair) == name}
            if own:
                _patch(made["config"], name, own, bodies.of)
        if after.settings != before.settings:
            made.update(after.settings.values)
        triggers = triggers_of(after)
        if triggers and triggers != triggers_of(before) and made.get(TRIGGER) not in triggers:
            made[TRIGGER] = triggers[0]  # Without it nothing ever starts a run.
        return made

    def new_code(self, kind: str, taken: Collection[str]) -> str:
        """A code after the kind: ``send_email_2``."""
        stem = _COMMENT_CODE.format(number="") if kind == COMMENT else f"{kind[:60] or 'node'}_"
        number = 1
        while f"{stem}{number}" in taken:
            number += 1
        return f"{stem}{number}"

    def pasted(self, node: Node, code: str) -> Node:
        """A copy under another code."""
        raw = {name: value for name, value in node.raw.items() if name not in ("id", "code")}
        return replace(node, code=code, raw=raw)


@dataclass(slots=True)
class _Reading:
    """Collects items; keys follow the order of the document."""

    items: list[Node | Edge | Loose] = field(default_factory=list)
    keys: dict[str, Key] = field(default_factory=dict)

    def node(self, origin: Origin, raw: Any) -> None:
        where = origin[1]
        if not isinstance(raw, Mapping):
            self._loose(_("A node isn't an object."), raw, origin)
            return
        code = code_of({"code": where, **raw} if isinstance(where, str) else raw)
        if not code:
            self._loose(_("A node has no code."), raw, origin)
        elif code in self.keys:
            text = _("Two nodes have the code “{code}”; only the first can be run.")
            self._loose(text.format(code=code[:60]), raw, origin)
        else:
            self.keys[code] = len(self.items)
            data, kind = raw.get("data"), raw.get("type")
            settings = data if isinstance(data, Mapping) else {}
            x, y = place_of(raw)
            name = kind if isinstance(kind, str) else ""
            self.items.append(Node(len(self.items), code, name, settings, x, y, raw, origin))

    def connection(self, origin: Origin, raw: Any) -> None:
        begin, end = ends_of(raw) if isinstance(raw, Mapping) else ("", "")
        if begin not in self.keys or end not in self.keys:
            self._loose(_("A connection leads to a node that isn't there."), raw, origin)
            return
        output = raw.get("output")
        name = output if isinstance(output, str) else ""
        ends = self.keys[begin], self.keys[end]
        self.items.append(Edge(len(self.items), *ends, name, raw=raw, origin=origin))

    def comment(self, origin: Origin, raw: Any) -> None:
        if not isinstance(raw, Mapping):
            self._loose(_("A comment isn't an object."), raw, origin)
            return
        key = len(self.items)
        code, x, y = _COMMENT_CODE.format(number=f"at{key}"), *place_of(raw)
        self.items.append(Node(key, code, COMMENT, {"text": raw.get("text")}, x, y, raw, origin))

    def _loose(self, reason: str, raw: Any, origin: Origin) -> None:
        self.items.append(Loose(len(self.items), reason, raw, origin))


class _Bodies:
    """What new and changed items are in the document."""

    def __init__(self, graph: Graph) -> None:
        self._graph = graph

    def of(self, before: Item | None, after: Item) -> dict[str, Any]:
        if isinstance(after, Edge):
            return self._connection(before if isinstance(before, Edge) else None, after)
        if isinstance(after, Node):
            return self._node(before if isinstance(before, Node) else None, after)
        return dict(after.raw) if isinstance(after, Loose) else {}

    def _node(self, before: Node | None, after: Node) -> dict[str, Any]:
        body = dict(after.raw)
        if after.kind == COMMENT:
            body["text"] = after.data.get("text")
        else:
            if before is None or after.code != before.code:
                body["id" if "id" in body and "code" not in body else "code"] = after.code
            if before is None or after.kind != before.kind:
                body["type"] = after.kind
            if before is None or after.data != before.data:
                body["data"] = dict(after.data)
        moved = before is None or (after.x, after.y) != (before.x, before.y)
        return _placed(body, after) if moved and after.placed else body

    def _connection(self, before: Edge | None, after: Edge) -> dict[str, Any]:
        body, nodes = dict(after.raw), self._graph.nodes
        for name, other, key in (("from", "source", after.source), ("to", "target", after.target)):
            body[other if other in body and name not in body else name] = nodes[key].code
        if after.output or "output" in body:
            body["output"] = after.output
        return body


def triggers_of(graph: Graph) -> list[str]:
    """The types of the nodes at which runs begin, in their order."""
    return [node.kind for node in graph.in_order() if node.kind in TRIGGER_TYPES]


def trigger_of(graph: Graph, declared: str) -> str:
    """The trigger that starts it: the declared one, unless another one was drawn."""
    drawn = triggers_of(graph)
    return declared if not drawn or declared in drawn else drawn[0]


def place_of(raw: Mapping[str, Any]) -> tuple[float, float]:
    """Where an entry stands, nan where it says nothing."""
    position = raw.get("position")
    found = position if isinstance(position, Mapping) else raw
    return _number(found.get("x")), _number(found.get("y"))


def _placed(body: dict[str, Any], node: Node) -> dict[str, Any]:
    place = {"x": _plain(node.x), "y": _plain(node.y)}
    if "position" not in body and ("x" in body or "y" in body or node.kind == COMMENT):
        return {**body, **place}
    known = body.get("position")
    return {**body, "position": {**known, **place} if isinstance(known, Mapping) else place}


def _number(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or abs(value) > 1e15:
        return math.nan
    return float(value)


def _plain(value: float) -> float | int:
    return int(value) if float(value).is_integer() else value


def _entries(config: Mapping[str, Any], name: str) -> Iterator[tuple[Origin, Any]]:
    found = config.get(name)
    if found is None:
        return
    if isinstance(found, Mapping):
        yield from (((name, key), raw) for key, raw in found.items())
    elif isinstance(found, list):
        yield from (((name, place), raw) for place, raw in enumerate(found))
    else:
        raise CannotRead(_("Its nodes or connections are neither a list nor an object."))


def _part(pair: tuple[Item | None, Item | None]) -> str:
    item = pair[1] or pair[0]
    origin = getattr(pair[0], "origin", None) or getattr(pair[1], "origin", None)
    if origin is not None:
        return str(origin[0])
    if isinstance(item, Node):
        return "comments" if item.kind == COMMENT else "nodes"
    return "connections"


Pairs = Mapping[Key, tuple[Item | None, Item | None]]


def _patch(
    config: dict[str, Any],
    name: str,
    changes: Pairs,
    body: Callable[[Item | None, Item], dict[str, Any]],
) -> None:
    """Put changed entries in the place of the old ones, new ones at the end; take out the rest."""
    found = config.get(name)
    entries = dict(found) if isinstance(found, Mapping) else dict(enumerate(found or ()))
    added = []
    for before, after in changes.values():
        origin = getattr(before, "origin", None)
        if after is None:
            entries.pop(origin[1] if origin else None, None)
        elif origin is None:
            added.append((after, body(before, after)))
        else:
            entries[origin[1]] = body(before, after)
    if isinstance(found, Mapping):
        for item, made in added:
            key = item.code if isinstance(item, Node) else f"new_{len(entries)}"
            entries[key] = made
        config[name] = entries
    else:
        config[name] = [entries[place] for place in sorted(entries)] + [each[1] for each in added]
