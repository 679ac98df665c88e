"""The values of an entry: checked against the fields of its entity (document: CRM; quirk 45).

A write names them by key; they are kept by the field's number; a read shows them by key again.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from funneldesk.server.web import values as single
from funneldesk.server.web.values import NotValid


class Field(Protocol):
    """What this module asks of a field's row."""

    @property
    def id(self) -> int: ...
    @property
    def key(self) -> str: ...
    @property
    def type(self) -> str: ...
    @property
    def options(self) -> list[str] | None: ...
    @property
    def required(self) -> bool: ...


WITH_OPTIONS = frozenset({"select", "multi_select"})
_REQUIRED = "This field is required and may not be empty."
_UNKNOWN = "The entity has no field with this key."


def merged(
    fields: Sequence[Field], kept: Mapping[str, Any], sent: Mapping[str, Any], *, complete: bool
) -> dict[str, Any]:
    """What to keep after ``sent`` (by key) was put over ``kept`` (by field number).

    None, an empty string and an empty list clear a value. ``complete`` asks for every required
    field, otherwise only those that are sent are looked at. Raises NotValid.
    """
    by_key = {field.key: field for field in fields}
    result = dict(kept)
    wrong = {f"values.{key}": _UNKNOWN for key in sent if key not in by_key}
    for key, field in by_key.items():
        value = sent.get(key)
        if key not in sent and not complete:
            continue
        if value is None or value in ("", []):
            result.pop(str(field.id), None)
            if field.required:
                wrong[f"values.{key}"] = _REQUIRED
            continue
        try:
            result[str(field.id)] = checked(field, value)
        except ValueError as error:
            wrong[f"values.{key}"] = str(error)
    if wrong:
        raise NotValid(wrong)
    return result


def checked(field: Field, value: Any) -> Any:
    """The value as it is kept. Raises ValueError with a sentence."""
    if field.type == "select":
        return single.choice(value, field.options or [])
    if field.type == "multi_select":
        return _choices(value, field.options or [])
    return _KINDS[field.type](value)


def shown(fields: Sequence[Field], kept: Mapping[str, Any]) -> dict[str, Any]:
    """Values by key, in the order of the fields; those of deleted fields are left out."""
    return {field.key: kept[str(field.id)] for field in fields if str(field.id) in kept}


def _choices(value: Any, options: list[str]) -> list[str]:
    if not isinstance(value, list):
        raise ValueError("This field must be an array of its options.")
    chosen = [single.choice(item, options) for item in value[: len(options) + 1]]
    if len(set(chosen)) != len(value):
        raise ValueError("This field may name each of its options once.")
    return chosen


_KINDS: dict[str, Callable[[Any], Any]] = {
    "text": single.text,
    "number": single.number,
    "date": single.day,
    "boolean": single.switch,
    "url": single.web_address,
    "email": single.email,
    "phone": single.phone,
}
