"""Opening and writing a document, off the window's thread."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from funneldesk.desktop.kit.graph.model.format import MOST_NODES, CannotRead, GraphFormat
from funneldesk.desktop.kit.graph.model.graph import Graph
from funneldesk.desktop.kit.graph.model.items import COMMENT, Key
from funneldesk.desktop.kit.graph.model.kinds import Kinds
from funneldesk.desktop.kit.graph.model.layout import Places, missing_places
from funneldesk.desktop.local.texts import _


@dataclass(frozen=True, slots=True)
class Opened:
    """A document with the graph that was read from it, which stays as it was read."""

    document: Any
    graph: Graph
    places: Places
    problems: Mapping[Key, str]


def opened(form: GraphFormat, kinds: Kinds, document: Any) -> Opened:
    """Read a document. Raises CannotRead."""
    try:
        graph = form.read(document)
    except RecursionError as error:
        raise CannotRead(_("It is nested too deeply.")) from error
    if len(graph.nodes) > MOST_NODES:
        raise CannotRead(
            _("It has {count:,} nodes; up to {most:,} can be shown.").format(
                count=len(graph.nodes), most=MOST_NODES
            )
        )
    return Opened(
        document, graph, missing_places(graph, kinds), problems_of(kinds, graph, graph.nodes)
    )


def problems_of(kinds: Kinds, graph: Graph, keys: Iterable[Key]) -> dict[Key, str]:
    """What is wrong with the settings of nodes, in sentences."""
    return {
        key: " ".join(found)
        for key in keys
        if graph.nodes[key].kind != COMMENT and (found := kinds.problems(graph, graph.nodes[key]))
    }


def written(form: GraphFormat, read: Opened, graph: Graph) -> Any:
    """The document that reads as the graph."""
    return form.write(read.document, read.graph, graph)
