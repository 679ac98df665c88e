"""Kinds of node as a section declares them, and the kind of a node that nobody declared."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from funneldesk.desktop.kit.graph.model.graph import Graph
from funneldesk.desktop.kit.graph.model.items import COMMENT, Node
from funneldesk.desktop.local.texts import _

if TYPE_CHECKING:
    from funneldesk.desktop.kit.forms.field_spec import FieldSpec

Data = Mapping[str, Any]
MOST_PORTS = 40
"""Outputs of one node that are drawn; a hostile document may name thousands."""


@dataclass(frozen=True, slots=True)
class Port:
    """An output of a node: its name in the document, and what people read. "" is the only one."""

    name: str = ""
    label: str = ""


PLAIN: tuple[Port, ...] = (Port(),)


def _nothing(data: Data) -> str:
    return ""


def _right(data: Data) -> Sequence[str]:
    return ()


@dataclass(frozen=True, slots=True)
class NodeKind:
    """A kind of node. ``tone`` names a token of the theme that colours its icon and its edge.

    ``outputs`` are ports, or a function of a node's settings that gives them; ``has_input`` is
    whether edges may end at it. ``fields`` are the form of its settings (``Node.data``), or a
    function that gives them when it is opened. ``check`` gives a sentence for each thing that is
    wrong with settings. ``summary`` tells of settings in one line. ``listed`` kinds are offered
    for new nodes.
    """

    name: str
    title: str
    icon: str = "square"
    group: str = ""
    tone: str = "accent"
    has_input: bool = True
    outputs: "tuple[Port, ...] | Callable[[Data], tuple[Port, ...]]" = PLAIN
    fields: "Sequence[FieldSpec] | Callable[[], Sequence[FieldSpec]]" = ()
    defaults: Data = field(default_factory=dict)
    summary: Callable[[Data], str] = _nothing
    check: Callable[[Data], Sequence[str]] = _right
    hint: str = ""
    listed: bool = True

    def ports(self, data: Data) -> tuple[Port, ...]:
        """The outputs of a node with these settings."""
        return (self.outputs if isinstance(self.outputs, tuple) else self.outputs(data))[
            :MOST_PORTS
        ]

    def form(self) -> "Sequence[FieldSpec]":
        """The fields of its settings."""
        return self.fields() if callable(self.fields) else self.fields


COMMENT_KIND = NodeKind(
    COMMENT, _("Comment"), "message-square", tone="warning", has_input=False, outputs=()
)


class Kinds:
    """The kinds that a section knows, by name. ``title_of`` may give a node a title of its own."""

    def __init__(
        self, kinds: Sequence[NodeKind], title_of: Callable[[Node, NodeKind], str] | None = None
    ) -> None:
        self._kinds = {kind.name: kind for kind in (*kinds, COMMENT_KIND)}
        self._title_of = title_of

    def __iter__(self) -> Iterator[NodeKind]:
        return iter(self._kinds.values())

    def knows(self, name: str) -> bool:
        """Whether a kind was declared."""
        return name in self._kinds

    def of(self, name: str) -> NodeKind:
        """A kind; of one that nobody declared, a kind that says so."""
        known = self._kinds.get(name)
        if known is not None:
            return known
        title = _("Unknown: {name}").format(name=name[:60]) if name else _("Unknown")
        return NodeKind(name, title, "puzzle", tone="muted", listed=False)

    def listed(self) -> list[NodeKind]:
        """The kinds that are offered for new nodes."""
        return [kind for kind in self if kind.listed]

    def title(self, node: Node) -> str:
        """What a node is called."""
        kind = self.of(node.kind)
        own = self._title_of(node, kind) if self._title_of else ""
        return own or kind.title

    def outputs(self, graph: Graph, node: Node) -> tuple[Port, ...]:
        """The outputs of a node: its kind's, and those that edges of it name besides."""
        declared = self.of(node.kind).ports(node.data)
        names = {port.name for port in declared}
        used = dict.fromkeys(edge.output for edge in graph.leaving(node.key))
        more = tuple(Port(name, name) for name in used if name not in names)
        return (declared + more)[:MOST_PORTS]

    def problems(self, graph: Graph, node: Node) -> list[str]:
        """Sentences about what is wrong with a node's settings."""
        kind = self.of(node.kind)
        found = list(kind.check(node.data))
        for field_spec in kind.form():
            applies = field_spec.visible_when is None or field_spec.visible_when(node.data)
            said = applies and field_spec.problem(node.data.get(field_spec.name), node.data)
            if said and said not in found:
                found.append(said)
        return found
