"""A builder document as a graph that can be walked (document: Automation, builder document).

A node is ``{code, type, data}``, a connection ``{from, to, output}``. A node may carry its code as
``id``, a connection its ends as ``source`` and ``target``, and nodes may stand under their codes.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

TRIGGER_TYPES = ("form_submission", "purchase", "tag_added", "postback", "webhook_received")
"""Types of nodes at which a run begins; any node may also be named as the entry."""


@dataclass(frozen=True, slots=True)
class Node:
    """A step of an automation; ``data`` holds its settings."""

    code: str
    type: str
    data: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Graph:
    """The nodes by code, and for each node the ``(output, code)`` pairs that leave it."""

    nodes: Mapping[str, Node]
    ways: Mapping[str, tuple[tuple[str, str], ...]] = field(default_factory=dict)

    def after(self, code: str, output: str | None) -> list[str]:
        """The nodes that follow on ``output``; a way without a name is one for all but ``false``.

        None is the output of a node with one kind of result: it takes every way that leaves it.
        """
        ways = self.ways.get(code, ())
        if output is None:
            return list(dict.fromkeys(to for _name, to in ways))
        taken = (to for name, to in ways if name == output or (not name and output != "false"))
        return list(dict.fromkeys(taken))

    def entry(self, named: str | None, trigger: str) -> Node | None:
        """Where a run begins: at the named node, at one for the trigger, at one without a past."""
        if named is not None and named in self.nodes:
            return self.nodes[named]
        for node in self.nodes.values():
            if node.type == trigger:
                return node
        reached = {to for ways in self.ways.values() for _name, to in ways}
        return next((node for node in self.nodes.values() if node.code not in reached), None)


@lru_cache(maxsize=32)
def parsed(document: str) -> Graph:
    """The graph in a stored document; the same text gives the same graph without new work."""
    return graph_of(json.loads(document))


def graph_of(document: Mapping[str, Any]) -> Graph:
    """The graph in a document. What is no node and no connection is left out."""
    config = document.get("config")
    if not isinstance(config, Mapping):
        return Graph({})
    nodes: dict[str, Node] = {}
    for found in nodes_of(config) or ():
        if isinstance(found, Mapping) and code_of(found) not in nodes:
            code, data = code_of(found), found.get("data")
            settings = data if isinstance(data, Mapping) else {}
            nodes[code] = Node(code, _text(found.get("type")), settings)
    ways: dict[str, list[tuple[str, str]]] = {}
    for connection in connections_of(config):
        begin, end = ends_of(connection)
        if begin in nodes and end in nodes:
            ways.setdefault(begin, []).append((_text(connection.get("output")), end))
    return Graph(nodes, {code: tuple(found) for code, found in ways.items()})


def nodes_of(config: Mapping[str, Any]) -> Any:
    """The nodes of a configuration as a list, also when they stand under their codes."""
    found = config.get("nodes") or []
    if isinstance(found, dict):
        return [
            {"code": code, **node} if isinstance(node, dict) else node
            for code, node in found.items()
        ]
    return found


def connections_of(config: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The connections of a configuration, also when they stand under keys of their own."""
    found = config.get("connections") or []
    each = found.values() if isinstance(found, Mapping) else found
    return [one for one in each if isinstance(one, Mapping)] if each else []


def code_of(node: Mapping[str, Any]) -> str:
    """The code of a node; empty when it has none."""
    return _text(node.get("code", node.get("id")))


def ends_of(connection: Mapping[str, Any]) -> tuple[str, str]:
    """The codes of the nodes that a connection joins."""
    begin = connection.get("from", connection.get("source"))
    end = connection.get("to", connection.get("target"))
    return _text(begin), _text(end)


def _text(value: Any) -> str:
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    return value if isinstance(value, str) else ""
