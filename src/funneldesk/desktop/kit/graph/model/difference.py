"""What differs between two graphs, known by the codes of their nodes: two versions, say."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from funneldesk.desktop.kit.graph.model.graph import Graph
from funneldesk.desktop.kit.graph.model.items import COMMENT, Edge, Node

Way = tuple[str, str, str]
"""An edge by code of its source, its output, and code of its target."""


@dataclass(frozen=True, slots=True)
class Difference:
    """Codes of nodes and edges. A node that only moved is not changed."""

    added: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    changed: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """By code, the names of the settings that differ; "" is the kind itself."""
    moved: tuple[str, ...] = ()
    ways_added: tuple[Way, ...] = ()
    ways_removed: tuple[Way, ...] = ()
    settings: tuple[str, ...] = ()
    comments: bool = False
    """Whether comments differ."""

    def __bool__(self) -> bool:
        return bool(self.runs_differently or self.moved or self.comments)

    @property
    def runs_differently(self) -> bool:
        """Whether more differs than places and comments."""
        changed = self.added or self.removed or self.changed or self.settings
        return bool(changed or self.ways_added or self.ways_removed)


def difference(before: Graph, after: Graph) -> Difference:
    """What ``after`` has that ``before`` has not, and the other way round."""
    one, other = _by_code(before), _by_code(after)
    both = [code for code in other if code in one]
    ways, later = _ways(before), _ways(after)
    return Difference(
        added=tuple(code for code in other if code not in one),
        removed=tuple(code for code in one if code not in other),
        changed={code: names for code in both if (names := _changed(one[code], other[code]))},
        moved=tuple(code for code in both if _moved(one[code], other[code])),
        ways_added=tuple(way for way in later if way not in ways),
        ways_removed=tuple(way for way in ways if way not in later),
        settings=_names(before.settings.values, after.settings.values),
        comments=_comments(before) != _comments(after),
    )


def way_of(graph: Graph, edge: Edge) -> Way:
    """An edge by the codes that it joins."""
    return graph.nodes[edge.source].code, edge.output, graph.nodes[edge.target].code


def _by_code(graph: Graph) -> dict[str, Node]:
    return {node.code: node for node in reversed(graph.in_order()) if node.kind != COMMENT}


def _comments(graph: Graph) -> list[tuple[object, float, float]]:
    return [
        (node.data.get("text"), *((node.x, node.y) if node.placed else (0.0, 0.0)))
        for node in graph.in_order()
        if node.kind == COMMENT
    ]


def _ways(graph: Graph) -> dict[Way, None]:
    edges = (graph.edges[key] for key in sorted(graph.edges))
    return dict.fromkeys(way_of(graph, edge) for edge in edges)


def _changed(one: Node, other: Node) -> tuple[str, ...]:
    kind = ("",) if one.kind != other.kind else ()
    return kind + _names(one.data, other.data)


def _names(one: Mapping[str, object], other: Mapping[str, object]) -> tuple[str, ...]:
    missing = object()
    names = dict.fromkeys((*one, *other))
    return tuple(name for name in names if one.get(name, missing) != other.get(name, missing))


def _moved(one: Node, other: Node) -> bool:
    if not other.placed:
        return False
    return not one.placed or (one.x, one.y) != (other.x, other.y)
