"""The nodes that decide: conditions, delays, splits, and what kinds of node there are at all."""

from collections.abc import Callable, Mapping
from datetime import timedelta
from typing import Any

from funneldesk.server.parts.automations.engine.comparing import number_of
from funneldesk.server.parts.automations.engine.crm_effects import create_crm_entry, move_stage
from funneldesk.server.parts.automations.engine.deciding import chosen, holds
from funneldesk.server.parts.automations.engine.effects import add_tag, create_ticket, send_email
from funneldesk.server.parts.automations.engine.graph import TRIGGER_TYPES
from funneldesk.server.parts.automations.engine.steps import Result, Step, StepFailed, StepSkipped
from funneldesk.server.web.errors import Refused

LONGEST_DELAY = timedelta(days=400)
_UNITS = ("days", "hours", "minutes", "seconds")


def perform(step: Step) -> Result:
    """Do a step. Raises StepFailed, StepSkipped."""
    kind = step.node.type
    if kind in TRIGGER_TYPES:
        return Result("The run began here.")
    if kind in DECIDING:
        return DECIDING[kind](step)
    if kind not in CHANGING:
        raise StepSkipped(f"This platform does not know nodes of the type {kind}.")
    try:
        with step.session.begin_nested():
            return CHANGING[kind](step)
    except Refused as error:
        raise StepFailed(_sentences(error.body)) from error


def _condition(step: Step) -> Result:
    answer = holds(step.node.data, step.subject)
    return Result(
        "The condition holds." if answer else "The condition does not hold.", _word(answer)
    )


def _delay(step: Step) -> Result:
    data = step.node.data
    seconds = 0.0
    for unit in _UNITS:
        value = data.get(unit)
        number = 0.0 if value in (None, "") else number_of(value)
        if number is None or number < 0:
            raise StepFailed(f"The setting {unit} must be a number from 0 upwards.")
        seconds += min(number, 1e9) * timedelta(**{unit: 1}).total_seconds()
    wait = min(timedelta(seconds=min(seconds, 1e9)), LONGEST_DELAY)
    return Result(f"The run waits for {wait}.", wait=wait)


def _split(step: Step) -> Result:
    branches = step.node.data.get("branches")
    if not isinstance(branches, list) or not branches:
        raise StepFailed("The split has no branches.")
    weights: dict[str, float] = {}
    for place, branch in enumerate(branches):
        known = branch if isinstance(branch, Mapping) else {}
        weight = number_of(known.get("weight", 1))
        if weight is None or weight < 0:
            raise StepFailed("The weight of a branch must be a number from 0 upwards.")
        weights[str(known.get("name") or place + 1)] = weight
    name = chosen(weights, f"{step.run_id}/{step.node.code}")
    return Result(f"The run takes the branch {name}.", name)


def _sentences(body: Mapping[str, Any]) -> str:
    """The words of another part's refusal."""
    found = body.get("errors")
    if isinstance(found, Mapping):
        return " ".join(text for sentences in found.values() for text in sentences)
    return f"This was refused: {body.get('message') or body.get('error')}."


def _word(answer: bool) -> str:
    return "true" if answer else "false"


DECIDING: dict[str, Callable[[Step], Result]] = {
    "condition": _condition,
    "delay": _delay,
    "split": _split,
}
CHANGING: dict[str, Callable[[Step], Result]] = {
    "add_tag": add_tag,
    "send_email": send_email,
    "create_crm_entry": create_crm_entry,
    "move_stage": move_stage,
    "create_ticket": create_ticket,
}
"""What these changed is undone when they fail half way."""
