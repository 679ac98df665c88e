"""The kinds of node that there are, and how each is done."""

from collections.abc import Callable, Mapping
from typing import Any

from funneldesk.contract.automation_flow.flow_nodes import DECIDING
from funneldesk.contract.automation_flow.graph import TRIGGER_TYPES
from funneldesk.contract.automation_flow.outcome import (
    Result,
    StepFailed,
    StepSkipped,
    unknown_kind,
)
from funneldesk.server.parts.automations.engine.crm_effects import create_crm_entry, move_stage
from funneldesk.server.parts.automations.engine.effects import add_tag, create_ticket, send_email
from funneldesk.server.parts.automations.engine.steps import Step
from funneldesk.server.web.errors import Refused


def perform(step: Step) -> Result:
    """Do a step. Raises StepFailed, StepSkipped."""
    kind = step.node.type
    if kind in TRIGGER_TYPES:
        return Result("The run began here.")
    if kind in DECIDING:
        return DECIDING[kind](step)
    if kind not in CHANGING:
        raise StepSkipped(unknown_kind(kind))
    try:
        with step.session.begin_nested():
            return CHANGING[kind](step)
    except Refused as error:
        raise StepFailed(_sentences(error.body)) from error


def _sentences(body: Mapping[str, Any]) -> str:
    """The words of another part's refusal."""
    found = body.get("errors")
    if isinstance(found, Mapping):
        return " ".join(text for sentences in found.values() for text in sentences)
    return f"This was refused: {body.get('message') or body.get('error')}."


CHANGING: dict[str, Callable[[Step], Result]] = {
    "add_tag": add_tag,
    "send_email": send_email,
    "create_crm_entry": create_crm_entry,
    "move_stage": move_stage,
    "create_ticket": create_ticket,
}
"""What these changed is undone when they fail half way."""
