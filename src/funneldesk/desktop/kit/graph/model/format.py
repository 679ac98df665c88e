"""How a document becomes a graph and a graph a document again, as a section says it."""

from collections.abc import Collection
from typing import Any, Protocol

from funneldesk.desktop.kit.graph.model.graph import Graph
from funneldesk.desktop.kit.graph.model.items import Node

MOST_NODES = 10_000
"""A document with more nodes is not opened: a sentence says so instead."""


class CannotRead(Exception):
    """A document that is not shown as a graph; the message is a sentence for the user."""


class GraphFormat(Protocol):
    """Reads and writes one kind of document, plain JSON. Called off the window's thread."""

    name: str
    """The format's name, which copied nodes carry: only nodes of the same format are pasted."""

    def read(self, document: Any) -> Graph:
        """The graph of a document. Raises CannotRead."""
        ...

    def write(self, document: Any, before: Graph, after: Graph) -> Any:
        """``document``, which was read as ``before``, so that it reads as ``after``.

        Whatever is alike in both stays as it stands in ``document``, unknown keys included.
        """
        ...

    def new_code(self, kind: str, taken: Collection[str]) -> str:
        """A code for a new node that none of ``taken`` has."""
        ...

    def pasted(self, node: Node, code: str) -> Node:
        """A node under another code: what names the old one in ``raw`` and ``data`` follows."""
        ...
