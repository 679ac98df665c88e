"""Draft of a record: what the server has, and what the user made of it."""

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any, ClassVar, Self

from funneldesk.contract.shapes import Record
from funneldesk.desktop.records.fields import RecordFields, Value


class RecordDraft:
    """The values of a record while it is edited, beside the record that they started from.

    ``base`` is the record as the server last answered it, keys unknown to us included (empty
    for a record that is not created yet). A field is named as it is written.
    """

    declared: ClassVar[RecordFields]
    listed: ClassVar[tuple[str, ...]] = ("title",)
    """Fields that the list shows of a record that is not created yet; the first is its title."""

    def __init__(self, base: Mapping[str, Any], fields: Mapping[str, object]) -> None:
        """``fields`` are the values that differ from ``base``. Raises KeyError and TypeError."""
        self.base: dict[str, Any] = dict(base)
        self._origin = self.declared.values_of(self.base)
        self._fields = dict(self._origin)
        self.id: Any = base.get("id")
        for field, value in fields.items():
            self.set(field, value)

    @classmethod
    def opened(cls, record: Record | Mapping[str, Any]) -> Self:
        """A record that the server has."""
        return cls(_record(record), {})

    @classmethod
    def new(cls, fields: Mapping[str, object] | None = None) -> Self:
        """A record that does not exist yet, with what it begins with."""
        return cls({}, fields or {})

    @classmethod
    def from_draft(cls, content: Mapping[str, Any], base: Mapping[str, Any] | None = None) -> Self:
        """Unsaved work that was kept on this computer: what ``to_draft`` gave, and ``base``.

        What this version cannot read is left out.
        """
        draft = cls(base or {}, {})
        kept = content.get("fields")
        for field, value in kept.items() if isinstance(kept, Mapping) else ():
            try:
                draft.set(field, value)
            except (KeyError, TypeError, ValueError):
                continue
        return draft

    @property
    def fields(self) -> Mapping[str, Value]:
        """Every field with its current value; a live view."""
        return MappingProxyType(self._fields)

    @property
    def title(self) -> str:
        """What the record is called, as it is typed."""
        return str(self._fields[self.listed[0]] or "")

    @property
    def is_new(self) -> bool:
        """Whether the record still has to be created."""
        return self.id is None

    @property
    def is_dirty(self) -> bool:
        """Whether anything differs from what the server has."""
        return self._fields != self._origin

    def value(self, field: str) -> Value:
        """The current value. Raises KeyError for a field that is not declared."""
        return self._fields[field]

    def text(self, field: str) -> str:
        """The current value of a text field. Raises KeyError for any other field."""
        value = self._fields[field]
        if not isinstance(value, str):
            raise KeyError(field)
        return value

    def base_value(self, field: str) -> Value:
        """The value that the server has. Raises KeyError for a field that is not declared."""
        return self._origin[field]

    def set(self, field: str, value: object) -> bool:
        """Take a value from the user; whether it differs from the one before.

        Raises KeyError and TypeError, and ValueError for another value of what only a create takes.
        """
        fresh = self.declared[field].normal(value)
        if fresh == self._fields[field]:
            return False
        if field in self.declared.create_only and not self.is_new:
            raise ValueError(f"{field} is chosen when a record is created")
        self._fields[field] = fresh
        return True

    def changed_fields(self) -> dict[str, Value]:
        """What differs from the server's, with the current values."""
        return {f: value for f, value in self._fields.items() if value != self._origin[f]}

    def revert(self, field: str | None = None) -> tuple[str, ...]:
        """Go back to what the server has, in one field or in all; the fields that changed.

        Raises KeyError for a field that is not declared.
        """
        wanted = self.declared.names if field is None else (field,)
        changed = tuple(f for f in wanted if self._fields[f] != self._origin[f])
        for name in changed:
            self._fields[name] = self._origin[name]
        return changed

    def to_draft(self) -> dict[str, Any]:
        """What differs, as JSON for the store of drafts; ``base`` is kept beside it.

        A new record always has what the list shows of it.
        """
        fields = self.changed_fields()
        if self.is_new:
            fields = {**{name: self._fields[name] for name in self.listed}, **fields}
        return {"fields": fields}

    def accept(
        self, saved: Record, sent: Mapping[str, object], doubtful: Iterable[str] = ()
    ) -> tuple[str, ...]:
        """The server answered a save: ``sent`` is the body of that call.

        What was typed meanwhile stays, and so does what this call did not carry; all else becomes
        what the server answered. Fields that the answer leaves out count as stored as sent;
        ``doubtful`` ones as not stored: they stay unsaved beside what the server had before.
        Gives the fields whose value is another one now.
        """
        kept = frozenset(doubtful)
        carried = {
            f: self.declared[f].normal(value)
            for f, value in sent.items()
            if f in self._fields and f not in kept
        }
        self.base |= {self.declared[f].read_as or f: value for f, value in carried.items()}
        record = {key: value for key, value in _record(saved).items() if key not in kept}
        return self._merge(record, {**self._origin, **carried})

    def answered_otherwise(self, saved: Record, sent: Mapping[str, object]) -> tuple[str, ...]:
        """The sources that a save sent and that its answer holds in another form."""
        answer = _record(saved)
        return tuple(
            f
            for f in self.declared.sources
            if f in sent and f in answer and (answer[f] or "") != (sent[f] or "")
        )

    def rebase(self, current: Record | Mapping[str, Any]) -> tuple[str, ...]:
        """Someone else changed the record: take their changes, keep the user's own.

        Where both changed a field, the user's value stays and will be sent. Gives the fields whose
        value is another one now.
        """
        return self._merge(_record(current), self._origin)

    @property
    def origin(self) -> dict[str, Value]:
        """Every field as the server had it when the record was opened, or last saved."""
        return dict(self._origin)

    def values_of(self, current: Record | Mapping[str, Any]) -> dict[str, Value]:
        """Every field as another answer of the server has it; what that leaves out is as it
        was."""
        return self.declared.values_of({**self.base, **_record(current)})

    def take_in(self, current: Record, values: Mapping[str, object]) -> tuple[str, ...]:
        """Someone else changed the record, and both versions were brought together: ``values``.

        From now on the server's word is ``current``. Gives the fields whose value is another
        one now. Raises KeyError and TypeError.
        """
        before = dict(self._fields)
        self.rebase(current)
        for field, value in values.items():
            if field not in self.declared.create_only or self.is_new:
                self._fields[field] = self.declared[field].normal(value)
        return tuple(field for field in self.declared.names if self._fields[field] != before[field])

    def _merge(self, record: Mapping[str, Any], ancestor: Mapping[str, Value]) -> tuple[str, ...]:
        self.base |= record
        self.id = self.base.get("id")
        self._origin = self.declared.values_of(self.base)
        changed = tuple(
            field
            for field, mine in self._fields.items()
            if mine != self._origin[field]
            and (field in self.declared.create_only or mine == ancestor[field])
        )
        for field in changed:
            self._fields[field] = self._origin[field]
        return changed


def _record(record: Record | Mapping[str, Any]) -> dict[str, Any]:
    """A record as plain JSON. Of a model only what the server sent: an answer that leaves a
    field out must not empty it here."""
    if isinstance(record, Record):
        return record.model_dump(mode="json", exclude_unset=True)
    return dict(record)
