"""A form declared as data: its fields, its groups, and what makes a value wrong."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

Kind = Literal["text", "long", "code", "choice", "bool", "integer", "password", "url", "colour"]
Values = Mapping[str, Any]

_COLOUR = re.compile(r"#[0-9A-Fa-f]{6}")


@dataclass(frozen=True, slots=True)
class FieldSpec:
    """One field.

    ``kind``: text, url, password and code (an identifier in the monospaced face) are one line;
    long is prose; integer gives an ``int`` or None; choice one of ``choices`` as (value, label),
    and shows a value that is not among them as it came; colour is ``#RRGGBB`` or empty.
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

    def problem(self, value: Any, values: Values) -> str | None:
        """A sentence that says what to correct, or None when the value will do."""
        if self.max_length is not None and not self.counter and len(str(value)) > self.max_length:
            over = len(str(value)) - self.max_length
            return f"At most {self.max_length} characters fit here: take out {over}."
        if self.kind == "colour" and value and not _COLOUR.fullmatch(str(value)):
            return "Write the colour as # and six digits, like #3D57D6."
        return self.check(value, values) if self.check is not None else None


@dataclass(frozen=True, slots=True)
class GroupSpec:
    """Fields that belong together. ``folded`` groups are rare: closed until asked for."""

    title: str
    sentence: str
    fields: tuple[FieldSpec, ...]
    folded: bool = False
