"""Whether a run begins at a node for a subject."""

from collections.abc import Mapping
from typing import Any

from funneldesk.contract.automation_flow.deciding import holds
from funneldesk.contract.automation_flow.graph import Node
from funneldesk.contract.automation_flow.outcome import StepFailed
from funneldesk.contract.automation_flow.subject import plain

POSTBACK = "postback"


def wants(entry: Node, trigger: str, subject: Mapping[str, Any]) -> bool:
    """Whether the node where a run would begin is meant for such a subject."""
    if entry.type != trigger:
        return True
    for name in ("collection_code", "tag"):
        wanted = entry.data.get(name)
        if wanted and subject.get(name) != wanted:
            return False
    only_if = entry.data.get("condition")
    if not isinstance(only_if, str) or not only_if.strip():
        return True
    try:
        return holds({"expression": only_if}, plain(subject))
    except StepFailed:
        return False
