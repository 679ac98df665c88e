"""Fields of a record, each declared once: its form, guard, history and bulk set follow from it."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Literal, TypeVar

from funneldesk.desktop.kit.formats import Formats
from funneldesk.desktop.kit.forms.field_spec import FieldSpec, GroupSpec, Lookup
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.records.columns import Kind, RecordColumn
from funneldesk.desktop.records.field_values import STRUCTURED, Value, in_words, normal, sent
from funneldesk.desktop.records.guard.fields import GuardedField
from funneldesk.desktop.records.history.source import HistoryField

__all__ = ["FieldGroup", "Names", "RecordField", "RecordFields", "Value"]

Names = Mapping[str, Mapping[Any, str]]
"""For a field, what its values are called: a funnel's number and its name."""

_LONGEST = 60
_COLUMN_KINDS: Mapping[str, Kind] = {
    "bool": "flag",
    "integer": "number",
    "money": "money",
    "decimal": "number",
    "date": "day",
    "moment": "moment",
}
_TOLD = (*STRUCTURED, "money", "decimal", "date", "moment")
"""Kinds whose values the guard tells in words of their own."""
F = TypeVar("F", bound=FieldSpec)


@dataclass(frozen=True, slots=True)
class FieldGroup:
    """A group of the form. ``folded`` groups are closed until asked for."""

    title: str
    sentence: str
    folded: bool = False


@dataclass(frozen=True, slots=True)
class RecordField(FieldSpec):
    """A field as its form asks for it, and what else there is to know of it.

    Its values are those of ``field_values``. ``group``: where the form has it; None where it is
    changed elsewhere. ``language`` makes it a source: compared line by line, stored byte for byte,
    shown in a tab called ``tab``. ``called``: its name outside of the form. ``bulk``: the group in
    which it can be set on many records. ``read_as``: its key in an answer of the server, where
    that is another one than it is written with. ``create_only``: an update does not take it.
    ``restorable``: an older version of it can be put back.
    """

    group: FieldGroup | None = None
    language: Literal["", "html", "css"] = ""
    tab: str = ""
    called: str = ""
    bulk: str = ""
    read_as: str = ""
    create_only: bool = False
    restorable: bool = True

    @property
    def title(self) -> str:
        """What the field is called where it stands alone."""
        return self.called or self.label

    def normal(self, value: object) -> Value:
        """A value as values are compared. Raises TypeError for a value of another kind."""
        return normal(self, value)

    def sent(self, value: Value) -> Any:
        """A value as it stands in a body."""
        return sent(self, value)

    def column(self, key: str = "", **more: Any) -> RecordColumn[Any]:
        """The field as a column of tables and exports, whose rows ``get`` values by their names in
        an answer. ``key`` is the column's, where that is not the field's name."""
        kind = _COLUMN_KINDS.get(self.kind, "text")
        read = partial(_told if self.kind in STRUCTURED else _value, self)
        more = {"title": self.title, "labels": dict(self.choices), **more}
        return RecordColumn(key or self.name, value=read, kind=kind, field=self.name, **more)

    def guarded(self) -> GuardedField:
        """The field as the guard asks about it."""
        if self.language:
            return GuardedField(self.name, self.title, "source", self.language)
        if self.kind == "password":
            return GuardedField(self.name, self.title, "secret")
        if self.kind in _TOLD:
            told = partial(in_words, self)
            return GuardedField(self.name, self.title, "text", told=told)
        if self.choices:
            return GuardedField(self.name, self.title, "choice", choices=self.choices)
        return GuardedField(self.name, self.title, "flag" if self.kind == "bool" else "text")

    def in_history(self) -> HistoryField:
        """The field as the history window shows it."""
        return HistoryField(self.name, self.tab or self.title, self.tab, self.restorable)


class RecordFields:
    """Every field of one kind of record, in one order for all that shows them."""

    def __init__(self, *fields: RecordField) -> None:
        self._fields = {field.name: field for field in fields}
        self.names = tuple(self._fields)
        self.sources = tuple(field.name for field in fields if field.language)
        self.flags = tuple(field.name for field in fields if field.kind == "bool")
        self.links = tuple(field.name for field in fields if field.kind == "integer")
        self.create_only = frozenset(field.name for field in fields if field.create_only)

    def in_formats(self, formats: Callable[[], Formats]) -> "RecordFields":
        """The same fields in a brand's currency and zone, but for those that declare their own."""
        return RecordFields(*(_in_formats(field, formats) for field in self))

    def with_lookups(self, lookups: Mapping[str, Lookup]) -> "RecordFields":
        """The same fields, references with where they are found, by the names of their fields."""
        return RecordFields(*(_looked_up(field, lookups) for field in self)) if lookups else self

    def __iter__(self) -> Iterator[RecordField]:
        return iter(self._fields.values())

    def __getitem__(self, name: str) -> RecordField:
        """A field by its name. Raises KeyError for one that the records do not have."""
        return self._fields[name]

    def groups(self) -> tuple[GroupSpec, ...]:
        """The groups of the form, in the order of their first fields."""
        groups = dict.fromkeys(field.group for field in self if field.group is not None)
        return tuple(
            GroupSpec(g.title, g.sentence, tuple(f for f in self if f.group == g), g.folded)
            for g in groups
        )

    def guarded(self) -> tuple[GuardedField, ...]:
        """What the guard compares."""
        return tuple(field.guarded() for field in self)

    def in_history(self) -> tuple[HistoryField, ...]:
        """What the history window shows: sources first."""
        first = sorted(self, key=lambda field: not field.language)
        return tuple(field.in_history() for field in first)

    def values_of(self, record: Mapping[str, object]) -> dict[str, Value]:
        """The fields of an answer; what has an unexpected type counts as empty."""
        values: dict[str, Value] = {}
        for field in self:
            raw = record.get(field.read_as or field.name, record.get(field.name))
            try:
                values[field.name] = field.normal(raw)
            except TypeError:
                values[field.name] = field.normal(None)
        return values

    def label(self, name: str) -> str:
        """What a field is called; one that is not known here by its name."""
        field = self._fields.get(name)
        return field.title if field is not None else name.replace("_", " ")

    def words(self, name: str, value: Value, names: Names | None = None) -> str:
        """A value in a few words; a long text is cut."""
        named = (names or {}).get(name, {}).get(value) if isinstance(value, str | int) else None
        if named:
            return f"{named} ({value})" if isinstance(value, int) else named
        field = self._fields.get(name)
        if field is not None:
            text = in_words(field, value)
        elif isinstance(value, bool):
            text = _("on") if value else _("off")
        else:
            text = "" if value is None else str(value)
        text = " ".join(text.split()) or _("none")
        return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"


def _value(field: RecordField, row: Any) -> Any:
    return row.get(field.read_as or field.name)


def _told(field: RecordField, row: Any) -> str | None:
    try:
        return in_words(field, field.normal(_value(field, row))) or None
    except TypeError:
        return None


def _in_formats(field: F, formats: Callable[[], Formats]) -> F:
    inner = tuple(_in_formats(each, formats) for each in field.fields)
    own = formats if field.formats is Formats else field.formats
    return replace(field, formats=own, fields=inner)


def _looked_up(field: F, lookups: Mapping[str, Lookup], within: str = "") -> F:
    name = within + field.name
    inner = tuple(_looked_up(each, lookups, f"{name}.") for each in field.fields)
    return replace(field, lookup=lookups.get(name, field.lookup), fields=inner)
