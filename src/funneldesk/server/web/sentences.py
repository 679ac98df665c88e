"""Validation problems as sentences for people, under the field that they belong to."""

from collections.abc import Sequence
from typing import Any

_WORDS = {
    "missing": "The {field} field is required.",
    "string_type": "The {field} field must be a string.",
    "string_unicode": "The {field} field holds characters that are not valid Unicode.",
    "string_too_long": "The {field} field must not be longer than {max_length} characters.",
    "int_type": "The {field} field must be an integer.",
    "int_parsing": "The {field} field must be an integer.",
    "int_from_float": "The {field} field must be an integer.",
    "int_parsing_size": "The {field} field is too large.",
    "greater_than_equal": "The {field} field must be at least {ge}.",
    "less_than_equal": "The {field} field must be at most {le}.",
    "bool_type": "The {field} field must be true or false.",
    "bool_parsing": "The {field} field must be true or false.",
    "literal_error": "The selected {field} is invalid; it may be {expected}.",
    "json_invalid": "The request body must be valid JSON.",
    "model_attributes_type": "The request body must be a JSON object.",
    "dict_type": "The request body must be a JSON object.",
}


def field_messages(errors: Sequence[Any]) -> dict[str, list[str]]:
    """``{dotted path: [sentences]}`` for the errors that the validator reports (quirk 21).

    What has no field of its own stands under ``body``.
    """
    found: dict[str, list[str]] = {}
    for error in errors:
        field = "body" if error["type"] == "json_invalid" else _path(error["loc"])
        found.setdefault(field, []).append(_sentence(field, error))
    return found


def _path(place: Sequence[str | int]) -> str:
    inside = place[1:] if place and place[0] in ("body", "query") else place
    return ".".join(str(step) for step in inside) or "body"


def _sentence(field: str, error: Any) -> str:
    context = error.get("ctx") or {}
    if error["type"] == "value_error":
        return str(context["error"])
    if field == "body" and error["type"] == "missing":
        return "The request body must be a JSON object."
    words = _WORDS.get(error["type"])
    return words.format(field=field, **context) if words else f"The {field} field is invalid."
