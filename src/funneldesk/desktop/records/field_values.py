"""Values of fields by their kind: as they are compared, as they are sent, and in words."""

from collections.abc import Callable, Mapping
from typing import Any

from funneldesk.desktop.kit.forms.amounts import exact, places, plain, wire_value
from funneldesk.desktop.kit.forms.field_input import as_it_came
from funneldesk.desktop.kit.forms.field_spec import FieldSpec
from funneldesk.desktop.kit.forms.times import (
    day_of,
    day_text,
    moment_of,
    moment_text,
    moment_value,
)
from funneldesk.desktop.local.texts import _, joined

Value = str | bool | int | float | list[Any] | dict[str, Any] | None

STRUCTURED = ("tags", "several", "pairs", "items")
"""Kinds whose values have parts: shown in words, never in the place of a text."""


def normal(spec: FieldSpec, value: object) -> Value:
    """A value as values of its kind are compared: two that mean the same are equal.

    An amount is exact decimal text, a moment ISO 8601 in UTC. What a kind does not understand, as
    it was typed or as it came, stays. Raises TypeError for what no field of the kind can hold.
    """
    made: Value = _NORMAL.get(spec.kind, _text)(spec, value)
    if made is _REFUSED:
        raise TypeError(f"{spec.name} does not take a value of type {type(value).__name__}")
    return made


def sent(spec: FieldSpec, value: Value) -> Any:
    """A normal value as JSON has it in a body."""
    if spec.kind in ("money", "decimal"):
        amount = exact(value)
        least = places(spec.formats(), spec.kind == "money")
        return value if amount is None else wire_value(amount, least, spec.as_number)
    if spec.kind == "items" and isinstance(value, list):
        return [_entry(spec, entry, sent) for entry in value]
    return value


def in_words(spec: FieldSpec, value: Value) -> str:
    """A normal value as it is read; "" where there is none."""
    if value is None or value in ("", [], {}):
        return ""
    return _WORDS.get(spec.kind, _choice)(spec, value)


_REFUSED: Any = object()


def _flag(_: FieldSpec, value: Any) -> Any:
    return bool(value) if value is None or value in (0, 1) else _REFUSED


def _integer(_: FieldSpec, value: Any) -> Any:
    if value is None or value == "":
        return None
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return value if isinstance(value, int) and not isinstance(value, bool) else _REFUSED


def _text(_: FieldSpec, value: Any) -> Any:
    return (value or "") if value is None or isinstance(value, str) else _REFUSED


def _one_of(_spec: FieldSpec, value: Any) -> Any:
    return "" if value is None else value if isinstance(value, str | int | float) else _REFUSED


def _id(_: FieldSpec, value: Any) -> Any:
    return None if value is None or value == "" else _one_of(_, value)


def _amount(_: FieldSpec, value: Any) -> Any:
    if value is None or value == "":
        return None
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return _REFUSED
    amount = exact(value)
    if amount is None:
        return str(value)
    text = plain(amount)
    text = text.rstrip("0").rstrip(".") if "." in text else text
    return "0" if text == "-0" else text


def _day(_: FieldSpec, value: Any) -> Any:
    if value is None or value == "":
        return None
    return value if isinstance(value, str) else _REFUSED


def _moment(_: FieldSpec, value: Any) -> Any:
    if value is None or value == "":
        return None
    found = moment_of(value)
    return moment_value(found) if found is not None else _day(_, value)


def _parts(spec: FieldSpec, value: Any) -> Any:
    """Another shape than that of the kind is kept: its field shows it as it came."""
    if value is None or value in ("", [], {}):
        return {} if spec.kind == "pairs" else []
    if spec.kind == "items" and isinstance(value, list):
        return [_entry(spec, entry, normal) for entry in value]
    return value if isinstance(value, str | int | float | list | dict) else _REFUSED


def _entry(spec: FieldSpec, entry: Any, made: Callable[[FieldSpec, Any], Any]) -> Any:
    """A sub-record with its known fields made anew; what is absent or null stays so."""
    if not isinstance(entry, dict):
        return entry
    fresh = dict(entry)
    for field in spec.fields:
        if entry.get(field.name) is not None:
            try:
                fresh[field.name] = made(field, entry[field.name])
            except TypeError:
                continue
    return fresh


_NORMAL: Mapping[str, Callable[[FieldSpec, Any], Any]] = {
    "bool": _flag,
    "integer": _integer,
    "choice": _one_of,
    "money": _amount,
    "decimal": _amount,
    "date": _day,
    "moment": _moment,
    "reference": _id,
    "file": _id,
    **dict.fromkeys(STRUCTURED, _parts),
}


def _choice(spec: FieldSpec, value: Any) -> str:
    named = None if isinstance(value, list | dict) else dict(spec.choices).get(value)
    return as_it_came(value) if named is None else named


def _amount_words(spec: FieldSpec, value: Any) -> str:
    amount, formats = exact(value), spec.formats()
    if amount is None:
        return as_it_came(value)
    return formats.money(amount) if spec.kind == "money" else formats.number(amount)


def _day_words(spec: FieldSpec, value: Any) -> str:
    day = day_of(value)
    return as_it_came(value) if day is None else day_text(day, spec.formats())


def _moment_words(spec: FieldSpec, value: Any) -> str:
    moment = moment_of(value)
    return as_it_came(value) if moment is None else moment_text(moment, spec.formats())


def _list_words(spec: FieldSpec, value: Any) -> str:
    if not isinstance(value, list):
        return as_it_came(value)
    return ", ".join(_choice(spec, each) for each in value)


def _pair_words(_: FieldSpec, value: Any) -> str:
    if not isinstance(value, dict):
        return as_it_came(value)
    return ", ".join(f"{name}: {as_it_came(told)}" for name, told in value.items())


def _item_words(spec: FieldSpec, value: Any) -> str:
    if not isinstance(value, list) or not all(isinstance(entry, dict) for entry in value):
        return as_it_came(value)
    told = (joined(_told(field, entry) for field in spec.fields) for entry in value)
    return ", ".join(each or spec.unit for each in told)


def _told(field: FieldSpec, entry: Mapping[str, Any]) -> str:
    """A field of a sub-record; one of a type that it cannot have as it came."""
    value = entry.get(field.name)
    try:
        return in_words(field, normal(field, value))
    except TypeError:
        return as_it_came(value)


_WORDS: Mapping[str, Callable[[FieldSpec, Any], str]] = {
    "bool": lambda _spec, value: _("on") if value else _("off"),
    "password": lambda _spec, value: _("set"),
    "money": _amount_words,
    "decimal": _amount_words,
    "date": _day_words,
    "moment": _moment_words,
    "tags": _list_words,
    "several": _list_words,
    "pairs": _pair_words,
    "items": _item_words,
}
