"""Which items of a graph are chosen, and at which node the keyboard is."""

from collections.abc import Iterable

from funneldesk.desktop.kit.graph.model.graph import Graph
from funneldesk.desktop.kit.graph.model.items import Key


class Choice:
    """Chosen nodes and edges by key. ``current`` is the node that the keyboard walks from."""

    def __init__(self) -> None:
        self.keys: set[Key] = set()
        self.current: Key | None = None

    def only(self, key: Key | None) -> None:
        """Choose one item, or none."""
        self.keys = set() if key is None else {key}
        if key is not None:
            self.current = key

    def toggle(self, key: Key) -> None:
        """Add an item, or take it out."""
        self.keys ^= {key}
        if key in self.keys:
            self.current = key

    def take(self, keys: Iterable[Key], *, more: bool = False) -> None:
        """Choose these, or these as well."""
        found = list(keys)
        self.keys = self.keys.union(found) if more else set(found)
        if found:
            self.current = found[0]

    def settle(self, graph: Graph) -> None:
        """Forget what is no longer there."""
        self.keys = {key for key in self.keys if key in graph.nodes or key in graph.edges}
        if self.current not in graph.nodes:
            self.current = next((key for key in self.keys if key in graph.nodes), None)

    def nodes(self, graph: Graph) -> list[Key]:
        """The chosen nodes, in the order of the document."""
        return sorted(key for key in self.keys if key in graph.nodes)

    def edges(self, graph: Graph) -> list[Key]:
        """The chosen edges."""
        return sorted(key for key in self.keys if key in graph.edges)
