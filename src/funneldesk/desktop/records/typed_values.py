"""Values of fields from text, as it is pasted or stands in a file: checked, nothing dropped."""

import json
from collections import ChainMap
from collections.abc import Callable, Mapping
from typing import Any, cast

from babel.numbers import get_currency_symbol

from funneldesk.desktop.kit.forms import times
from funneldesk.desktop.kit.forms.amounts import plain, read_amount
from funneldesk.desktop.kit.forms.field_spec import FieldSpec, Values
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.records.field_values import Value, normal

YES = frozenset(("yes", "y", "true", "on", "1", "x", "✓", _("yes").casefold(), _("on").casefold()))
NO = frozenset(("no", "n", "false", "off", "0", "", "-", _("no").casefold(), _("off").casefold()))
"""In English always, and as this program writes them."""
MOST_NAMED = 8
MOST_COMMAS = 6
"""Words between commas that one choice may have."""
Read = tuple[Any, str]


def read_text(spec: FieldSpec, text: str, values: Values | None = None) -> tuple[Value, str]:
    """The normal value that a text means, and what is wrong with it; "" where nothing is.

    A text that means nothing to a field of the kind is the value itself, beside its problem.
    ``values`` are those of the record's other fields.
    """
    value, problem = _READERS.get(spec.kind, _as_it_is)(spec, text)
    if problem:
        return value, problem
    value = normal(spec, value)
    if spec.checks_alone:
        return value, spec.problem(value, {}) or ""
    # Others are worked out only where a check asks for them.
    every = ChainMap({spec.name: value}, cast("dict[str, Any]", values or {}))
    return value, spec.problem(value, every) or ""


def _as_it_is(_: FieldSpec, text: str) -> Read:
    return text, ""


def _flag(_spec: FieldSpec, text: str) -> Read:
    word = text.strip().casefold()
    return (word in YES, "") if word in YES | NO else (text, _("Write yes or no."))


def _amount(spec: FieldSpec, text: str) -> Read:
    formats = spec.formats()
    if spec.kind == "money" and formats.currency:
        text = text.replace(get_currency_symbol(formats.currency, formats.locale), "").strip()
    amount = read_amount(text, formats)
    return (text if amount is None else plain(amount)), ""


def _integer(spec: FieldSpec, text: str) -> Read:
    amount = read_amount(text.removeprefix("#"), spec.formats()) if text.strip() else None
    if amount is not None and amount == amount.to_integral_value():
        return int(amount), ""
    return (text, _("Write a whole number.")) if text.strip() else (None, "")


def _day(spec: FieldSpec, text: str) -> Read:
    day = times.read_day(text, spec.formats())
    return (text.strip() if day is None else day.isoformat()), ""


def _moment(spec: FieldSpec, text: str) -> Read:
    """Of two moments at which the clocks show a time the first one."""
    formats = spec.formats()
    moments = times.read_moment(text, formats)
    if not moments:
        return (text.strip() if moments is None else times.skipped_text(text, formats)), ""
    return times.moment_value(moments[0]), ""


def _choice(spec: FieldSpec, text: str) -> Read:
    word = text.strip().casefold()
    for value, label in spec.choices:
        if word in (str(value).casefold(), label.casefold()):
            return value, ""
    if not spec.choices:
        return text.strip(), ""
    labels = [label for _value, label in spec.choices]
    some = ", ".join(labels[:MOST_NAMED])
    if len(labels) > MOST_NAMED:
        return text, _("Write one of these: {choices}…").format(choices=some)
    return text, _("Write one of these: {choices}.").format(choices=some)


def _several(spec: FieldSpec, text: str) -> Read:
    """Commas stand between choices; one that has a comma itself is known as a whole."""
    words = [word.strip() for word in text.split(",") if word.strip()]
    chosen: dict[Any, None] = {}
    at = 0
    while at < len(words):
        tries = (
            (n, *_choice(spec, ", ".join(words[at : at + n]))) for n in range(MOST_COMMAS, 0, -1)
        )
        found = next(((n, value) for n, value, problem in tries if not problem), None)
        if found is None:
            return text, _choice(spec, words[at])[1]
        chosen[found[1]], at = None, at + found[0]
    return list(chosen), ""


def _tags(_: FieldSpec, text: str) -> Read:
    return list(dict.fromkeys(word.strip() for word in text.split(",") if word.strip())), ""


def _reference(spec: FieldSpec, text: str) -> Read:
    """The id of a record, or its title where that is known without asking."""
    if not text.strip():
        return None, ""
    value, problem = _choice(spec, text) if spec.choices else (text, "no")
    if not problem:
        return value, ""
    number, problem = _integer(spec, text.strip())
    return (text, _("Write the number of a record.")) if problem else (number, "")


def _parts(spec: FieldSpec, text: str) -> Read:
    """As JSON: there is no other way to write these in one cell."""
    try:
        value = json.loads(text) if text.strip() else None
    except (ValueError, RecursionError):
        value = text
    shape = dict if spec.kind == "pairs" else list
    if value is None or isinstance(value, shape):
        return value, ""
    return text, _("Open the record to change this, or write it as JSON.")


_READERS: Mapping[str, Callable[[FieldSpec, str], Read]] = {
    "bool": _flag,
    "money": _amount,
    "decimal": _amount,
    "integer": _integer,
    "date": _day,
    "moment": _moment,
    "choice": _choice,
    "several": _several,
    "tags": _tags,
    "reference": _reference,
    "pairs": _parts,
    "items": _parts,
}
