"""What a graph is made of: nodes, edges, and entries of its document that could not be read."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

Key = int
"""Identity of an item within one graph; items stand in the document in the order of their keys."""

COMMENT = "//comment"
"""The kind of a node that only tells people something; ``data["text"]`` is what it says."""

NO_PLACE = math.nan
FARTHEST = 1_000_000.0
"""Scene units from the middle; a place beyond counts as none, since nobody would find it."""


@dataclass(frozen=True, slots=True)
class Node:
    """A node. ``raw`` is its entry in the document, all keys included; ``code`` is its name there.

    ``x`` and ``y`` are the upper left corner in scene units, nan where the document has none.
    ``origin`` says where the entry stood in the document, for the format alone.
    """

    key: Key
    code: str
    kind: str
    data: Mapping[str, Any] = field(default_factory=dict)
    x: float = NO_PLACE
    y: float = NO_PLACE
    raw: Mapping[str, Any] = field(default_factory=dict)
    origin: Any = None

    @property
    def placed(self) -> bool:
        """Whether the document says where it stands, at a place that can be shown."""
        return abs(self.x) <= FARTHEST and abs(self.y) <= FARTHEST


@dataclass(frozen=True, slots=True)
class Edge:
    """A connection from an output of a node to an input of another. An output may be nameless."""

    key: Key
    source: Key
    target: Key
    output: str = ""
    input: str = ""
    raw: Mapping[str, Any] = field(default_factory=dict)
    origin: Any = None


@dataclass(frozen=True, slots=True)
class Loose:
    """An entry that is no node and no edge here, such as one of a code that is taken.

    It is kept, told of by ``reason`` (a sentence), and goes only when somebody removes it.
    """

    key: Key
    reason: str
    raw: Any = None
    origin: Any = None


@dataclass(frozen=True, slots=True)
class Settings:
    """What belongs to the whole graph, such as its trigger."""

    values: Mapping[str, Any] = field(default_factory=dict)


Item = Node | Edge | Loose | Settings
SETTINGS: Key = -1
"""The key of the settings."""


def same(one: Item | None, other: Item | None) -> bool:
    """Whether two items are alike; two missing places are (nan is not equal to itself)."""
    if isinstance(one, Node) and isinstance(other, Node):
        return _comparable(one) == _comparable(other)
    return one == other


def _comparable(node: Node) -> tuple[Any, ...]:
    x, y = (None if math.isnan(value) else value for value in (node.x, node.y))
    return (node.key, node.code, node.kind, node.data, x, y, node.raw, node.origin)
