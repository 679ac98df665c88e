"""Conditions as nodes hold them, and the choice between weighted branches."""

import hashlib
import math
from collections.abc import Mapping
from typing import Any

from funneldesk.contract.automation_flow.comparing import SIGNS, compare
from funneldesk.contract.automation_flow.conditions import BadCondition, condition
from funneldesk.contract.automation_flow.outcome import StepFailed
from funneldesk.contract.automation_flow.subject import found

_OPERATORS = {"=": "==", "equals": "==", "not_equals": "!=", "is": "==", "is_not": "!="}


def holds(data: Mapping[str, Any], subject: Mapping[str, Any]) -> bool:
    """Whether a condition's settings are true of a subject. Raises StepFailed."""
    expression = data.get("expression")
    if isinstance(expression, str) and expression.strip():
        try:
            return condition(expression)(subject)
        except BadCondition as error:
            raise StepFailed(f"The condition is not understood. {error}") from error
    name, operator = data.get("field"), data.get("operator", "==")
    if not isinstance(name, str) or not name:
        raise StepFailed("The condition has neither an expression nor a field.")
    sign = _OPERATORS.get(operator, operator) if isinstance(operator, str) else ""
    value = found(subject, name)
    if sign in ("exists", "empty"):
        return (value in (None, "", [], {})) is (sign == "empty")
    if sign not in SIGNS:
        raise StepFailed("The condition's operator is not known.")
    return compare(sign, value, data.get("value"))


def chosen(weights: Mapping[str, float], key: str) -> str:
    """One of the names, in proportion to their weights; the same for the same key."""
    total = math.fsum(weights.values())
    names = list(weights)
    even = total <= 0 or not math.isfinite(total)
    digest = hashlib.blake2b(key.encode(), digest_size=8).digest()
    point = int.from_bytes(digest) / 2**64 * (len(names) if even else total)
    for name in names:
        point -= 1 if even else weights[name]
        if point < 0:
            return name
    return next((name for name in reversed(names) if weights[name] > 0), names[-1])
