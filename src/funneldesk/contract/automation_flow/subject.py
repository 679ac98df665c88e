"""What a run works on, and how nodes read it: by dotted paths and in templates."""

import html
import math
import re
from collections.abc import Mapping, Sequence
from datetime import date
from decimal import Decimal
from typing import Any

from funneldesk.contract.letter_text import storable

LONGEST_RESULT = 100_000
"""Characters that a filled template may have; the rest is cut."""

MOST_INSIDE = 500
LONGEST_TEXT = 20_000
DEEPEST = 20

_FIELD = re.compile(r"\{\{\s*([\w.-]{1,255})\s*\}\}")


def found(subject: Mapping[str, Any], path: str) -> Any:
    """The value at a dotted path, None when there is none.

    A form's fields need no ``values.`` in front.
    """
    value = _walk(subject, path)
    if value is None and not path.startswith("values."):
        value = _walk(subject.get("values"), path)
    return value


def filled(template: str, subject: Mapping[str, Any], *, as_html: bool = False) -> str:
    """``template`` with each ``{{path}}`` replaced; what is not there is left empty.

    With ``as_html`` values are escaped, so that nothing a visitor wrote becomes markup.
    """
    room = LONGEST_RESULT

    def value(match: re.Match[str]) -> str:
        nonlocal room
        text = as_text(found(subject, match[1]))[: max(0, room)]
        room -= len(text)
        return html.escape(text) if as_html else text

    return _FIELD.sub(value, template)


def plain(value: Any, room: int = DEEPEST) -> Any:
    """``value`` as JSON that any database keeps: whoever starts a run may hand over anything."""
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, str):
        return storable(value)[:LONGEST_TEXT]
    if isinstance(value, int):
        return value if abs(value) < 2**63 else str(value)[:LONGEST_TEXT]
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, Decimal):
        return format(value, "f")
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, Mapping):
        pairs = list(value.items())[:MOST_INSIDE] if room else []
        return {storable(str(name))[:255]: plain(one, room - 1) for name, one in pairs}
    if isinstance(value, Sequence | set | frozenset):
        return [plain(one, room - 1) for one in list(value)[:MOST_INSIDE]] if room else []
    return storable(str(value))[:LONGEST_TEXT]


def as_text(value: Any) -> str:
    """A value as people write it."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float) and value.is_integer() and abs(value) < 10**15:
        return str(int(value))
    if isinstance(value, list):
        return ", ".join(as_text(one) for one in value[:100])
    if isinstance(value, dict):
        return ", ".join(f"{name}: {as_text(one)}" for name, one in list(value.items())[:100])
    return str(value)


def _walk(value: Any, path: str) -> Any:
    if isinstance(value, Mapping) and path in value:
        return value[path]
    for step in path.split("."):
        if isinstance(value, Mapping):
            value = value.get(step)
        elif isinstance(value, list) and step.isdecimal() and len(step) < 6:
            place = int(step)
            value = value[place] if place < len(value) else None
        else:
            return None
    return value
