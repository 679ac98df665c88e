"""A form declared as data: its fields, its groups, and what makes a value wrong."""

import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from funneldesk.desktop.kit.formats import Formats
from funneldesk.desktop.kit.forms.amounts import amount_problem
from funneldesk.desktop.kit.forms.times import day_problem, moment_problem
from funneldesk.desktop.local.texts import _

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

Kind = Literal[
    "text",
    "long",
    "code",
    "choice",
    "bool",
    "integer",
    "password",
    "url",
    "colour",
    "money",
    "decimal",
    "date",
    "moment",
    "tags",
    "several",
    "pairs",
    "items",
    "reference",
    "file",
]
Values = Mapping[str, Any]
Found = tuple[Any, str, str]
"""A record that can be referred to: its id, its title, and a word more about it."""

_COLOUR = re.compile(r"#[0-9A-Fa-f]{6}")


@dataclass(frozen=True, slots=True)
class Lookup:
    """Where the value of a reference or a file comes from, given by who knows such records.

    ``search`` finds records by words ("" asks for the first ones). ``pick`` lets the user pick one
    in a dialog over the widget; None when that was given up. ``title`` says what an id is called,
    "" where nothing is. A failure of any is told at the field.
    """

    search: Callable[[str], Awaitable[Sequence[Found]]] | None = None
    pick: "Callable[[QWidget], Awaitable[Found | None]] | None" = None
    title: Callable[[Any], Awaitable[str]] | None = None


@dataclass(frozen=True, slots=True)
class FieldSpec:
    """One field. Values are plain JSON; one that its kind does not understand is shown as it came.

    ``kind``: text, url, password and code (an identifier in the monospaced face) are one line;
    long is prose; integer gives an ``int`` or None; choice one of ``choices`` as (value, label),
    and shows a value that is not among them as it came; colour is ``#RRGGBB`` or empty.
    money and decimal are exact decimal text, or numbers with ``as_number``; date is ISO 8601;
    moment is ISO 8601 in UTC, shown in the zone of ``formats``. tags is a list of free words,
    several a list of values of ``choices``, pairs an object of texts, items a list of objects
    with ``fields``, each called ``unit``. reference and file are the id that ``lookup`` finds.
    ``max_length`` counts characters: with ``counter`` it is advice, else a longer value is wrong.
    ``visible_when`` is asked with all values; ``check`` gives a sentence when the value is wrong.
    """

    name: str
    label: str
    kind: Kind = "text"
    hint: str = ""
    placeholder: str = ""
    choices: tuple[tuple[Any, str], ...] = ()
    max_length: int | None = None
    counter: bool = False
    read_only: bool = False
    visible_when: Callable[[Values], bool] | None = None
    check: Callable[[Any, Values], str | None] | None = None
    formats: Callable[[], Formats] = Formats
    as_number: bool = False
    fields: "tuple[FieldSpec, ...]" = ()
    unit: str = _("entry")
    lookup: Lookup = Lookup()
    checks_alone: bool = False
    """``check`` looks at the value only: the same value has the same problem everywhere."""

    def problem(self, value: Any, values: Values) -> str | None:
        """A sentence that says what to correct, or None when the value will do."""
        if self.max_length is not None and not self.counter and len(str(value)) > self.max_length:
            over = len(str(value)) - self.max_length
            return _("At most {max_length} characters fit here: take out {over}.").format(
                max_length=self.max_length, over=over
            )
        wrong = _CHECKS[self.kind](self, value) if self.kind in _CHECKS else None
        if wrong is None and self.check is not None:
            return self.check(value, values)
        return wrong


@dataclass(frozen=True, slots=True)
class GroupSpec:
    """Fields that belong together. ``folded`` groups are rare: closed until asked for."""

    title: str
    sentence: str
    fields: tuple[FieldSpec, ...]
    folded: bool = False


def _colour(spec: FieldSpec, value: Any) -> str | None:
    if not value or _COLOUR.fullmatch(str(value)):
        return None
    return _("Write the colour as # and six digits, like #3D57D6.")


def _amount(spec: FieldSpec, value: Any) -> str | None:
    is_money = spec.kind == "money"
    return amount_problem(value, spec.formats(), is_money=is_money, as_number=spec.as_number)


def _pairs(spec: FieldSpec, value: Any) -> str | None:
    """Names that stand alone come as an object; else the field gives them as a list of two."""
    if not isinstance(value, list):
        return None
    names = [pair[0] for pair in value if isinstance(pair, list) and len(pair) == 2]
    if "" in names:
        return _("Give each value a name, or remove it.")
    double = next((name for place, name in enumerate(names) if name in names[:place]), None)
    return (
        None
        if double is None
        else _("Two are called “{double}”: rename or remove one.").format(double=double)
    )


def _items(spec: FieldSpec, value: Any) -> str | None:
    for place, entry in enumerate(value if isinstance(value, list) else (), start=1):
        for field in spec.fields if isinstance(entry, dict) else ():
            wrong = field.problem(entry.get(field.name), entry)
            if wrong is not None:
                return f"{spec.unit.capitalize()} {place}, {field.label}: {wrong}"
    return None


_CHECKS: Mapping[str, Callable[[FieldSpec, Any], str | None]] = {
    "colour": _colour,
    "money": _amount,
    "decimal": _amount,
    "date": lambda spec, value: day_problem(value, spec.formats()),
    "moment": lambda spec, value: moment_problem(value, spec.formats()),
    "pairs": _pairs,
    "items": _items,
}
