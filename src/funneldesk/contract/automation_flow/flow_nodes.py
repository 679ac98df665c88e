"""The nodes that only decide how a run goes on: conditions, delays, splits."""

from collections.abc import Callable, Mapping
from datetime import timedelta

from funneldesk.contract.automation_flow.comparing import number_of
from funneldesk.contract.automation_flow.deciding import chosen, holds
from funneldesk.contract.automation_flow.outcome import NodeSettings, Result, StepFailed

LONGEST_DELAY = timedelta(days=400)
UNITS = ("days", "hours", "minutes", "seconds")


def _condition(step: NodeSettings) -> Result:
    answer = holds(step.node.data, step.subject)
    return Result(
        "The condition holds." if answer else "The condition does not hold.",
        "true" if answer else "false",
    )


def _delay(step: NodeSettings) -> Result:
    data = step.node.data
    seconds = 0.0
    for unit in UNITS:
        value = data.get(unit)
        number = 0.0 if value in (None, "") else number_of(value)
        if number is None or number < 0:
            raise StepFailed(f"The setting {unit} must be a number from 0 upwards.")
        seconds += min(number, 1e9) * timedelta(**{unit: 1}).total_seconds()
    wait = min(timedelta(seconds=min(seconds, 1e9)), LONGEST_DELAY)
    return Result(f"The run waits for {wait}.", wait=wait)


def _split(step: NodeSettings) -> Result:
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


DECIDING: dict[str, Callable[[NodeSettings], Result]] = {
    "condition": _condition,
    "delay": _delay,
    "split": _split,
}
