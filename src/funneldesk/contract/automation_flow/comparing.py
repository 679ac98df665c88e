"""How two values of a run's subject compare: what cannot be compared is not so.

Two texts of digits are equal when they read alike, since postcodes, phone numbers and ids are
written in digits (``"01234"`` is not ``"1234"``). A number, or a text with a decimal point such as
an amount, is compared by what it is worth, however long it is.
"""

import math
import re
from collections.abc import Callable
from decimal import Decimal
from typing import Any

from funneldesk.contract.automation_flow.subject import as_text

_NUMBER = re.compile(r"\s*[+-]?(\d{1,30}(\.\d{0,30})?|\.\d{1,30})\s*", re.ASCII)


def compare(sign: str, left: Any, right: Any) -> bool:
    """One comparison. What cannot be compared is not so; nothing raises."""
    test = _COMPARISONS[sign]
    return test(left, right)


def number_of(value: Any) -> float | None:
    """The number that a value is or is written as."""
    if isinstance(value, str) and _NUMBER.fullmatch(value):
        return float(value)
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return float(value) if -1e300 < value < 1e300 and math.isfinite(value) else None


def _exact(value: Any) -> Decimal | None:
    """The number that a value is or is written as, with all of its digits."""
    if number_of(value) is None:
        return None
    return Decimal(value if isinstance(value, int) else str(value).strip())


def _equal(left: Any, right: Any) -> bool:
    if left is None or right is None:
        return left is right
    one, other = _exact(left), _exact(right)
    if one is None or other is None:
        return as_text(left) == as_text(right)
    if isinstance(left, str) and isinstance(right, str) and "." not in left + right:
        return left.strip() == right.strip()
    return one == other


def _ordered(test: Callable[[Any, Any], bool]) -> Callable[[Any, Any], bool]:
    def ordered(left: Any, right: Any) -> bool:
        if left is None or right is None:
            return False
        one, other = _exact(left), _exact(right)
        if one is not None and other is not None:
            return test(one, other)
        if isinstance(left, str) and isinstance(right, str):
            return test(left, right)
        return False

    return ordered


def _contains(left: Any, right: Any) -> bool:
    if left is None or right is None:
        return False
    if isinstance(left, list):
        return any(_equal(one, right) for one in left)
    return as_text(right).casefold() in as_text(left).casefold()


def _begins(left: Any, right: Any) -> bool:
    return left is not None and as_text(left).casefold().startswith(as_text(right).casefold())


def _ends(left: Any, right: Any) -> bool:
    return left is not None and as_text(left).casefold().endswith(as_text(right).casefold())


_COMPARISONS: dict[str, Callable[[Any, Any], bool]] = {
    "==": _equal,
    "!=": lambda left, right: not _equal(left, right),
    "<": _ordered(lambda left, right: left < right),
    "<=": _ordered(lambda left, right: left <= right),
    ">": _ordered(lambda left, right: left > right),
    ">=": _ordered(lambda left, right: left >= right),
    "contains": _contains,
    "starts_with": _begins,
    "ends_with": _ends,
    "in": lambda left, right: _contains(right, left) if isinstance(right, list) else False,
}
SIGNS = frozenset(_COMPARISONS)
