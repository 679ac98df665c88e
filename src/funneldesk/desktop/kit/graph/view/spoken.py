"""What a screen reader says of a graph: the current node, where it leads, what is wrong with it."""

from funneldesk.desktop.kit.graph.model.graph import Graph
from funneldesk.desktop.kit.graph.model.items import COMMENT, Key
from funneldesk.desktop.kit.graph.model.kinds import Kinds
from funneldesk.desktop.kit.graph.model.marks import NO_MARK
from funneldesk.desktop.kit.graph.model.sizes import text_of
from funneldesk.desktop.kit.graph.model.walking import ordered
from funneldesk.desktop.kit.graph.view.painter import Shown
from funneldesk.desktop.local.texts import _, ngettext

MOST_WAYS = 6


def spoken(graph: Graph, kinds: Kinds, shown: Shown) -> str:
    """The current node in a sentence or two; without one, how much there is."""
    if shown.current not in graph.nodes:
        count = len(graph.nodes)
        return ngettext("{count:,} node", "{count:,} nodes", count).format(count=count)
    parts = [node_words(graph, kinds, shown.current), ways_words(graph, kinds, shown.current)]
    parts += [shown.marks.get(shown.current, NO_MARK).spoken()]
    parts += [shown.problems.get(shown.current, "")]
    others = len(shown.chosen) - (shown.current in shown.chosen)
    if others:
        parts.append(ngettext("{count:,} more chosen", "{count:,} more chosen", others))
        parts[-1] = parts[-1].format(count=others)
    return ". ".join(part for part in parts if part)


def node_words(graph: Graph, kinds: Kinds, key: Key) -> str:
    """A node by its title and what its settings say."""
    node = graph.nodes[key]
    said = text_of(node) if node.kind == COMMENT else kinds.of(node.kind).summary(node.data)
    return f"{kinds.title(node)}: {said}" if said else kinds.title(node)


def ways_words(graph: Graph, kinds: Kinds, key: Key) -> str:
    """The nodes that a node leads to, with the names of the outputs."""
    node = graph.nodes[key]
    if node.kind == COMMENT:
        return ""
    labels = {port.name: port.label for port in kinds.outputs(graph, node)}
    ways = ordered(graph, kinds, key)
    if not ways:
        return _("Leads nowhere")
    said = []
    for edge in ways[:MOST_WAYS]:
        title, label = kinds.title(graph.nodes[edge.target]), labels.get(edge.output, "")
        said.append(f"{label}: {title}" if label else title)
    return _("Leads to {nodes}").format(nodes="; ".join(said))
