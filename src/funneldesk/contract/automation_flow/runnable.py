"""Nodes that no run can get past, found before a flow is deployed.

Only what fails for every subject counts: what depends on a subject, or on records of the server,
is found by runs.
"""

from collections.abc import Callable
from typing import Any

from funneldesk.contract.automation_flow.conditions import BadCondition, condition
from funneldesk.contract.automation_flow.flow_nodes import DECIDING
from funneldesk.contract.automation_flow.graph import Graph, Node
from funneldesk.contract.automation_flow.intents import mailing, tagging, ticketing
from funneldesk.contract.automation_flow.limits import CALLS
from funneldesk.contract.automation_flow.outcome import NodeSettings, StepFailed

_ADDRESS = "someone@example.com"
_SUBJECT = {"email": _ADDRESS, "name": "Someone"}


def stuck_nodes(graph: Graph, entry_node: str | None, trigger: str) -> dict[str, str]:
    """A sentence for each node, by code, that runs come to and that none gets past."""
    entry = graph.entry(entry_node, trigger)
    if entry is None:
        return {}
    found: dict[str, str] = {}
    codes = [entry.code]
    for code in codes:
        node = graph.nodes[code]
        problem = _entry_problem(node) if node is entry and node.type == trigger else ""
        problem = problem or node_problem(node)
        if problem:
            found[code] = problem
        codes += [to for _output, to in graph.ways.get(code, ()) if to not in codes]
    return found


def node_problem(node: Node) -> str:
    """Why a step at this node fails for every subject; empty when it does not."""
    read = _READ.get(node.type)
    if read is None:
        return ""
    data = node.data if node.type in DECIDING else {k: _sample(v) for k, v in node.data.items()}
    try:
        read(NodeSettings(Node(node.code, node.type, data), _SUBJECT, 0))
    except StepFailed as failed:
        return str(failed)
    return ""


def _entry_problem(node: Node) -> str:
    """No run begins where the trigger's own condition is not understood."""
    only_if = node.data.get("condition")
    if isinstance(only_if, str) and only_if.strip():
        try:
            condition(only_if)
        except BadCondition as error:
            return f"The condition is not understood. {error}"
    return ""


def _sample(value: Any) -> Any:
    """A template stands for whatever a run may know."""
    return _ADDRESS if isinstance(value, str) and "{{" in value else value


def _needs(setting: str, sentence: str) -> Callable[[NodeSettings], object]:
    def read(step: NodeSettings) -> None:
        if not step.text(setting).strip():
            raise StepFailed(sentence)

    return read


_READ: dict[str, Callable[[NodeSettings], object]] = {
    **DECIDING,
    "add_tag": tagging,
    "send_email": mailing,
    "create_ticket": ticketing,
    "create_crm_entry": _needs("entity", "The node names no entity of the CRM."),
    **dict.fromkeys(CALLS, _needs("url", "The node names no address to call.")),
}
