"""What is wrong with an automation as a whole."""

from collections.abc import Callable

from funneldesk.contract.automation_flow.graph import TRIGGER_TYPES
from funneldesk.desktop.kit.graph.model.graph import Graph
from funneldesk.desktop.kit.graph.model.items import COMMENT, Key
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.automations.builder.format import trigger_of

MOST_NODES, MOST_CONNECTIONS = 500, 2_000
"""What the server takes (422 beyond)."""


def reached(graph: Graph, starts: list[Key]) -> set[Key]:
    """Nodes that a run can come to."""
    seen, walk = set(starts), list(starts)
    for key in walk:
        for edge in graph.leaving(key):
            if edge.target not in seen:
                seen.add(edge.target)
                walk.append(edge.target)
    return seen


def starts_of(graph: Graph, trigger: str, entry: str | None) -> list[Key]:
    """Where a run begins: the named entry, the first node of the trigger, else one without a past,
    as the server decides it."""
    named = graph.by_code(entry) if entry else None
    if named is not None:
        return [named.key]
    nodes = [node for node in graph.in_order() if node.kind != COMMENT]
    for node in nodes:
        if node.kind == trigger:
            return [node.key]
    return [node.key for node in nodes if not graph.arriving(node.key)][:1]


def whole_check(facts: Callable[[], tuple[str, str | None]]) -> Callable[[Graph], dict[Key, str]]:
    """The check of a graph whose trigger and entry ``facts`` gives."""

    def check(graph: Graph) -> dict[Key, str]:
        declared, entry = facts()
        starts = starts_of(graph, trigger_of(graph, declared), entry)
        alive = reached(graph, starts)
        found: dict[Key, str] = {}
        for node in graph.in_order():
            if node.kind == COMMENT or node.key in alive:
                continue
            if node.kind in TRIGGER_TYPES:
                found[node.key] = _("No run begins here: another trigger comes first.")
            else:
                found[node.key] = _("No run gets here. Connect it, or remove it.")
        return found

    return check


def refusal(graph: Graph) -> str:
    """Why the server would not take a graph, in a sentence; "" when it would."""
    nodes = sum(node.kind != COMMENT for node in graph.nodes.values())
    if graph.loose:
        return _("Remove the entries that can't be shown first: the server refuses them.")
    if nodes > MOST_NODES:
        return _("The server takes up to {most:,} nodes.").format(most=MOST_NODES)
    if len(graph.edges) > MOST_CONNECTIONS:
        return _("The server takes up to {most:,} connections.").format(most=MOST_CONNECTIONS)
    if any(not node.kind for node in graph.nodes.values()):
        return _("A node has no type.")
    return ""
