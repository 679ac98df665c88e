"""A graph as one state, with what leads to and from each node. Changes of it can be reversed."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from funneldesk.desktop.kit.graph.model.items import (
    SETTINGS,
    Edge,
    Item,
    Key,
    Loose,
    Node,
    Settings,
    same,
)


@dataclass(frozen=True, slots=True)
class Change:
    """What one deed does: every item that differs, as it was and as it is; None: not there."""

    label: str
    items: Mapping[Key, tuple[Item | None, Item | None]]
    joins: str = ""
    """Deeds in a row that name the same are undone as one: typing into a field, say."""

    def __bool__(self) -> bool:
        return bool(self.items)

    def reversed(self) -> "Change":
        """The change that takes this one back."""
        turned = {key: (after, before) for key, (before, after) in self.items.items()}
        return Change(self.label, turned, self.joins)

    def then(self, later: "Change") -> "Change":
        """Both as one."""
        items = dict(self.items)
        for key, (before, after) in later.items.items():
            first = items[key][0] if key in items else before
            items[key] = (first, after)
        kept = {key: pair for key, pair in items.items() if not same(*pair)}
        return Change(later.label, kept, later.joins)


@dataclass(slots=True)
class Graph:
    """Nodes and edges by key. Only ``apply`` changes it."""

    nodes: dict[Key, Node] = field(default_factory=dict)
    edges: dict[Key, Edge] = field(default_factory=dict)
    loose: dict[Key, Loose] = field(default_factory=dict)
    settings: Settings = field(default_factory=Settings)
    next_key: Key = 0
    _leaving: dict[Key, dict[Key, None]] = field(default_factory=dict)
    _arriving: dict[Key, dict[Key, None]] = field(default_factory=dict)
    _codes: dict[str, Key] = field(default_factory=dict)

    def apply(self, change: Change) -> None:
        """Make a change. Items that a change makes may have any key that is free."""
        for key, (before, after) in change.items.items():
            self._drop(key, before)
            self._add(key, after)

    def copy(self) -> "Graph":
        """The same graph, which changes on its own."""
        return graph_of(self.items(), self.settings, self.next_key)

    def items(self) -> Iterator[Node | Edge | Loose]:
        """All items but the settings, in the order of the document."""
        together: dict[Key, Node | Edge | Loose] = {**self.nodes, **self.edges, **self.loose}
        return (together[key] for key in sorted(together))

    def in_order(self) -> list[Node]:
        """The nodes in the order of the document."""
        return [self.nodes[key] for key in sorted(self.nodes)]

    def get(self, key: Key) -> Item | None:
        """An item, or None."""
        if key == SETTINGS:
            return self.settings
        return self.nodes.get(key) or self.edges.get(key) or self.loose.get(key)

    def by_code(self, code: str) -> Node | None:
        """The node that a document calls by this code."""
        key = self._codes.get(code)
        return None if key is None else self.nodes[key]

    def codes(self) -> set[str]:
        """Every code that is taken."""
        return set(self._codes)

    def leaving(self, key: Key) -> list[Edge]:
        """Edges that begin at a node, in the order of the document."""
        return [self.edges[each] for each in sorted(self._leaving.get(key, ()))]

    def arriving(self, key: Key) -> list[Edge]:
        """Edges that end at a node, in the order of the document."""
        return [self.edges[each] for each in sorted(self._arriving.get(key, ()))]

    def touching(self, keys: Iterable[Key]) -> list[Edge]:
        """Edges that begin or end at one of these nodes, each once."""
        found: set[Key] = set()
        for key in keys:
            found.update(self._leaving.get(key, ()), self._arriving.get(key, ()))
        return [self.edges[each] for each in sorted(found)]

    def differs(self, other: "Graph") -> bool:
        """Whether anything is not as in another state of the graph."""
        return self.settings != other.settings or bool(touched(self, other))

    def _add(self, key: Key, item: Item | None) -> None:
        self.next_key = max(self.next_key, key + 1)
        if isinstance(item, Node):
            self.nodes[key] = item
            self._codes.setdefault(item.code, key)
        elif isinstance(item, Edge):
            self.edges[key] = item
            self._leaving.setdefault(item.source, {})[key] = None
            self._arriving.setdefault(item.target, {})[key] = None
        elif isinstance(item, Loose):
            self.loose[key] = item
        elif isinstance(item, Settings):
            self.settings = item

    def _drop(self, key: Key, item: Item | None) -> None:
        if isinstance(item, Node):
            del self.nodes[key]
            if self._codes.get(item.code) == key:
                del self._codes[item.code]
        elif isinstance(item, Edge):
            del self.edges[key]
            self._leaving[item.source].pop(key, None)
            self._arriving[item.target].pop(key, None)
        elif isinstance(item, Loose):
            del self.loose[key]


def graph_of(
    items: Iterable[Node | Edge | Loose], settings: Settings | None = None, next_key: Key = 0
) -> Graph:
    """A graph of these items; each must have a key of its own."""
    made = Graph(settings=settings or Settings(), next_key=next_key)
    for item in items:
        made._add(item.key, item)
    return made


def touched(before: Graph, after: Graph) -> dict[Key, tuple[Item | None, Item | None]]:
    """Every item that is not alike in two states of one graph, by key, in order."""
    one: dict[Key, Item] = {**before.nodes, **before.edges, **before.loose}
    other: dict[Key, Item] = {**after.nodes, **after.edges, **after.loose}
    return {
        key: (one.get(key), other.get(key))
        for key in sorted(one.keys() | other.keys())
        if one.get(key) is not other.get(key) and not same(one.get(key), other.get(key))
    }
